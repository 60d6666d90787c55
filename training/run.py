"""`Run`: everything about a training run, in `runs/NAME`.

| file | what |
| --- | --- |
| `config.json` | options, seed, versions, revision of the sources |
| `log.jsonl` | one line an iteration |
| `evaluations.jsonl` | one line a match against a baseline |
| `tensorboard/` | the same numbers for TensorBoard |
| `checkpoint.safetensors` | network, optimiser and where the run stands: what `--resume` needs |
| `network.safetensors` | the latest network, which the arena plays as `ppo:runs/NAME` |
| `pool/` | snapshots of earlier networks |
| `report.html` | curves and tables |

Logs grow line by line; everything else is written completely or not at all. A run that is killed at
any moment goes on from its last checkpoint.
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from agents.reporting.files import write_json
from rokoko_env.files import write_file
from rokoko_env.players.network import PolicyNetwork, save_network
from rokoko_env.players.trained import RUN_NETWORK
from training.options import Options, TrainingError

RUNS = Path("runs")
FORMAT = "rokoko-checkpoint-1"
# What may be another when a run goes on: how long, and how it is watched.
FREE = {"resume", "samples", "minutes", "checkpoint_every", "evaluate_every", "evaluate_games",
        "baselines"}  # fmt: skip


@dataclass
class Progress:
    """Where a run stands."""

    iteration: int = 0
    samples: int = 0
    seconds: float = 0.0

    def share(self, options: Options) -> float:
        """How much of the run is done, by samples or by time."""
        by_time = self.seconds / (60 * options.minutes) if options.minutes else 0.0
        return min(1.0, max(self.samples / options.most_samples, by_time))


class Run:
    """The folder of a run."""

    def __init__(self, options: Options) -> None:
        """Make it, or open it to go on."""
        self.options = options
        self.path = RUNS / options.name
        self.config_path = self.path / "config.json"
        self.checkpoint_path = self.path / "checkpoint.safetensors"
        self.network_path = self.path / RUN_NETWORK
        self.pool_path = self.path / "pool"
        self._tensorboard: Any = None

    @property
    def exists(self) -> bool:
        return self.config_path.is_file()

    def config(self) -> dict[str, Any]:
        """The options that the run was begun with."""
        try:
            found = json.loads(self.config_path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise TrainingError(f"{self.config_path} can't be used: {error}") from None
        if not isinstance(found, dict):
            raise TrainingError(f"{self.config_path} can't be used: it holds no options")
        return found

    def begin(self) -> None:
        """A new folder; one that is there is never overwritten."""
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise TrainingError(
                f"{self.path} exists: go on with --resume, or choose another --name"
            )
        self.pool_path.mkdir(parents=True)
        write_json(self.config_path, {**asdict(self.options), "made_with": _made_with()})

    def check(self) -> None:
        """That the run can go on with these options."""
        if not self.exists:
            raise TrainingError(f"{self.path} holds no run that could go on: leave out --resume")
        usual, given = (
            json.loads(json.dumps(asdict(options))) for options in (Options(), self.options)
        )
        kept = {**usual, **self.config()}  # a run may be older than an option
        for field in fields(self.options):
            if field.name not in FREE and kept[field.name] != given[field.name]:
                raise TrainingError(
                    f"{self.path} was begun with {field.name} = {kept[field.name]!r}, "
                    f"not {given[field.name]!r}"
                )

    # --- what is kept ------------------------------------------------------------------------

    def save(
        self,
        network: PolicyNetwork,
        critic: nn.Module | None,
        optimizer: torch.optim.Optimizer,
        progress: Progress,
        pool: list[dict[str, Any]],
    ) -> None:
        """A checkpoint, and the network for the arena."""
        tensors = {f"network.{name}": t for name, t in network.state_dict().items()}
        if critic is not None:
            tensors |= {f"critic.{name}": t for name, t in critic.state_dict().items()}
        for number, state in optimizer.state_dict()["state"].items():
            tensors |= {f"adam.{number}.{name}": t for name, t in state.items()}
        tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        described = {"format": FORMAT, "progress": asdict(progress), "pool": pool}
        data = save(tensors, {"rokoko": json.dumps(described)})
        write_file(self.checkpoint_path, lambda file: file.write(data))
        save_network(self.network_path, network, self.about(progress))
        # Snapshots that left the pool are in no checkpoint any more.
        for path in self.pool_path.glob("*.safetensors"):
            if not any(str(path) in member["name"] for member in pool):
                path.unlink()

    def load(
        self, network: nn.Module, critic: nn.Module | None, optimizer: torch.optim.Optimizer
    ) -> tuple[Progress, list[dict[str, Any]] | None]:
        """Put everything back as the checkpoint has it. Returns where the run stands.

        A run that ended before its first checkpoint stands at its beginning.
        """
        if not self.checkpoint_path.is_file():
            return Progress(), None
        try:
            described, tensors = _read(self.checkpoint_path)
            network.load_state_dict(_below("network.", tensors))
            if critic is not None:
                critic.load_state_dict(_below("critic.", tensors))
            _restore_adam(optimizer, _below("adam.", tensors))
        except (RuntimeError, ValueError) as error:
            if isinstance(error, TrainingError):
                raise
            reason = str(error).splitlines()[-1].strip()
            raise TrainingError(f"{self.checkpoint_path} can't be used: {reason}") from None
        return Progress(**described["progress"]), described["pool"]

    def cut_logs(self, iteration: int) -> None:
        """Leave out what was logged after the checkpoint: it is done again."""
        for name in ("log", "evaluations"):
            _cut(self.path / f"{name}.jsonl", iteration)

    def about(self, progress: Progress) -> dict[str, Any]:
        """What a network's file says of where it comes from."""
        options = self.options
        return {
            "run": options.name,
            "reward": options.reward,
            "players": options.players,
            "seed": options.seed,
            **asdict(progress),
        }

    def log_iteration(self, line: Mapping[str, Any]) -> None:
        """One more line of `log.jsonl`, and its numbers for TensorBoard."""
        self._log("log", line)
        numbers = {name: value for name, value in line.items() if isinstance(value, int | float)}
        self._tell_tensorboard("training", numbers, line["samples"])

    def log_evaluation(self, line: Mapping[str, Any]) -> None:
        """One more line of `evaluations.jsonl`."""
        self._log("evaluations", line)
        group = f"win share, {line['players']} players"
        share = line["win_share"]["estimate"]
        self._tell_tensorboard(group, {line["baseline"]: share}, line["samples"])

    def _log(self, name: str, line: Mapping[str, Any]) -> None:
        with (self.path / f"{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _tell_tensorboard(self, group: str, numbers: Mapping[str, float], samples: int) -> None:
        if self._tensorboard is None:
            # Loaded late: it takes a second. What a crash left of later samples is passed over.
            from torch.utils.tensorboard import SummaryWriter

            folder = str(self.path / "tensorboard")
            self._tensorboard = SummaryWriter(folder, purge_step=samples)
        for name, value in numbers.items():
            self._tensorboard.add_scalar(f"{group}/{name}", value, samples)

    def close(self) -> None:
        if self._tensorboard is not None:
            self._tensorboard.close()


def checkpoint_progress(path: Path) -> Progress:
    """Where the run of a checkpoint stands."""
    return Progress(**_read(path)[0]["progress"])


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """What a checkpoint says, and its tensors."""
    try:
        with safe_open(path, "pt") as file:
            described = json.loads((file.metadata() or {}).get("rokoko", "{}"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError) as error:
        raise TrainingError(f"{path} can't be used: {error}") from None
    if described.get("format") != FORMAT:
        raise TrainingError(f"{path} is no checkpoint of this project")
    return described, tensors


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log; the last one may have been cut off by a crash."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return


def _cut(path: Path, iteration: int) -> None:
    kept = [line for line in read_lines(path) if line["iteration"] <= iteration]
    text = "".join(json.dumps(line) + "\n" for line in kept)
    write_file(path, lambda file: file.write(text.encode()))


def _below(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def _restore_adam(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        number, _, what = name.partition(".")
        state.setdefault(int(number), {})[what] = tensor
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _made_with() -> dict[str, str]:
    """Versions, processor and revision: what a figure depends on besides the options."""
    packages = ("numba", "numpy", "torch", "rokoko-env")
    found = {name: version(name) for name in packages}
    return {
        **found, "python": platform.python_version(), "machine": platform.machine(),
        "revision": _revision(),
    }  # fmt: skip


def _revision() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        here = Path(__file__).parent
        done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()
