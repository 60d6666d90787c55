"""`Run`: everything about a training run, in `runs/NAME`.

| file | content |
| --- | --- |
| `config.json` | options, versions, revision of the sources |
| `log.jsonl` | one line per iteration |
| `evaluations.jsonl` | one line per match against a baseline |
| `tensorboard/` | the same metrics for TensorBoard |
| `checkpoint.safetensors` | network, optimizer, progress and pool: what `--resume` needs |
| `network.safetensors` | the latest network, which the arena plays as `ppo:runs/NAME` |
| `pool/` | snapshots of earlier networks |
| `report.html` | curves and tables |

Logs grow line by line; all other files are written whole or not at all. A run that is killed at any
moment resumes from its last checkpoint.
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from agents.reporting.files import write_json
from agents.reporting.jsonl import append_line, cut_lines
from parlour.games import DEFAULT_GAME
from parlour.players.network_file import read_arrays, write_arrays
from parlour.players.torch_network import PolicyNetwork, save_network
from parlour.players.trained import RUN_NETWORK
from parlour.spec import GameSpec
from training.errors import TrainingError
from training.options import Options

RUNS = Path("runs")
CHECKPOINT = "checkpoint"
# Options that may change on --resume: how long to train, and how to watch it. (`--game` may name a
# game or its package: the games themselves are compared.)
FREE = {"game", "resume", "total_timesteps", "minutes", "checkpoint_every", "eval_every",
        "eval_games", "baselines"}  # fmt: skip


@dataclass
class Progress:
    """The progress of a run."""

    iteration: int = 0
    samples: int = 0  # decisions learned from
    seconds: float = 0.0

    def share(self, options: Options) -> float:
        """The share of the run that is done, by decisions or by time."""
        by_time = self.seconds / (60 * options.minutes) if options.minutes else 0.0
        return min(1.0, max(self.samples / options.max_timesteps, by_time))


class Run:
    """The folder of a run."""

    def __init__(self, options: Options) -> None:
        self.options, self.spec = options, options.spec
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
        """The options that the run was started with."""
        try:
            config = json.loads(self.config_path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise TrainingError(f"{self.config_path} can't be used: {error}") from None
        if not isinstance(config, dict):
            raise TrainingError(f"{self.config_path} can't be used: it holds no options")
        return config

    def begin(self) -> None:
        """Create the folder; an existing run is never overwritten."""
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise TrainingError(f"{self.path} exists: add --resume, or choose another --name")
        self.pool_path.mkdir(parents=True)
        options = {**asdict(self.options), "game": self.spec.name}
        write_json(self.config_path, {**options, "made_with": _made_with(self.spec)})

    def check(self) -> None:
        """Refuse to resume a run of another version or with other options."""
        if not self.exists:
            raise TrainingError(f"{self.path} holds no run to resume: leave out --resume")
        config = self.config()
        check_game(self.path, config, self.spec)
        names = [field.name for field in fields(self.options)]
        if unknown := sorted(set(config) - {*names, "made_with"}):
            raise TrainingError(
                f"{self.config_path} has options that this version does not know "
                f"({', '.join(unknown)}): resume it with the version that started it, or delete "
                f"{self.path}"
            )
        default, current = (
            json.loads(json.dumps(asdict(options))) for options in (Options(), self.options)
        )
        config = {**default, **config}  # a run may be older than an option
        for name in names:
            if name not in FREE and config[name] != current[name]:
                raise TrainingError(
                    f"{self.path} was started with {name} = {config[name]!r}, not {current[name]!r}"
                )

    # --- files -------------------------------------------------------------------------------

    def save(
        self,
        network: PolicyNetwork,
        critic: nn.Module | None,
        optimizer: torch.optim.Optimizer,
        progress: Progress,
        pool: list[dict[str, Any]],
    ) -> None:
        """Write a checkpoint, and the network for the arena."""
        tensors = {f"network.{name}": t for name, t in network.state_dict().items()}
        if critic is not None:
            tensors |= {f"critic.{name}": t for name, t in critic.state_dict().items()}
        for number, state in optimizer.state_dict()["state"].items():
            tensors |= {f"adam.{number}.{name}": t for name, t in state.items()}
        arrays = {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}
        header = {"pool": pool, "progress": asdict(progress)}
        write_arrays(self.checkpoint_path, self.spec, CHECKPOINT, header, arrays)
        save_network(self.network_path, network, self.about(progress))
        # No checkpoint needs the snapshots that left the pool.
        for path in self.pool_path.glob("*.safetensors"):
            if not any(str(path) in member["name"] for member in pool):
                path.unlink()

    def load(
        self, network: nn.Module, critic: nn.Module | None, optimizer: torch.optim.Optimizer
    ) -> tuple[Progress, list[dict[str, Any]] | None]:
        """Restore the checkpoint. Returns the progress and the members of the pool.

        A run that ended before its first checkpoint starts again.
        """
        if not self.checkpoint_path.is_file():
            return Progress(), None
        header, arrays = read_arrays(self.checkpoint_path, self.spec, CHECKPOINT)
        tensors = {name: torch.tensor(array) for name, array in arrays.items()}
        try:
            network.load_state_dict(_with_prefix("network.", tensors))
            if critic is not None:
                critic.load_state_dict(_with_prefix("critic.", tensors))
            _restore_adam(optimizer, _with_prefix("adam.", tensors))
        except (RuntimeError, ValueError) as error:
            reason = str(error).splitlines()[-1].strip()
            raise TrainingError(f"{self.checkpoint_path} can't be used: {reason}") from None
        return Progress(**header["progress"]), header["pool"]

    def cut_logs(self, iteration: int) -> None:
        """Drop what was logged after the checkpoint: it will be done again."""
        for name in ("log", "evaluations"):
            cut_lines(self.path / f"{name}.jsonl", lambda line: line["iteration"] <= iteration)

    def about(self, progress: Progress) -> dict[str, Any]:
        """The origin of a network, for its file."""
        options = self.options
        origin = {"run": options.name, "reward": options.reward, "players": options.players}
        return {**origin, "seed": options.seed, **asdict(progress)}

    def log_iteration(self, line: Mapping[str, Any]) -> None:
        """Add a line to `log.jsonl`, and its metrics to TensorBoard."""
        append_line(self.path / "log.jsonl", line)
        metrics = {name: value for name, value in line.items() if isinstance(value, int | float)}
        self._add_scalars("training", metrics, line["samples"])

    def log_evaluation(self, line: Mapping[str, Any]) -> None:
        """Add a line to `evaluations.jsonl`, and its win share to TensorBoard."""
        append_line(self.path / "evaluations.jsonl", line)
        group = f"win share, {line['players']} players"
        share = line["win_share"]["estimate"]
        self._add_scalars(group, {line["baseline"]: share}, line["samples"])

    def _add_scalars(self, group: str, metrics: Mapping[str, float], samples: int) -> None:
        if self._tensorboard is None:
            # Imported late: it takes a second. `purge_step` drops what a crash left behind.
            from torch.utils.tensorboard import SummaryWriter

            folder = str(self.path / "tensorboard")
            self._tensorboard = SummaryWriter(folder, purge_step=samples)
        for name, value in metrics.items():
            self._tensorboard.add_scalar(f"{group}/{name}", value, samples)

    def close(self) -> None:
        if self._tensorboard is not None:
            self._tensorboard.close()


def game_of(config: Mapping[str, Any]) -> str:
    """The name of a run's game; the first runs had no entry for it."""
    return str(config.get("game", DEFAULT_GAME))


def check_game(path: Path, config: Mapping[str, Any], spec: GameSpec) -> None:
    """Refuse a run of another game."""
    if (game := game_of(config)) != spec.name:
        raise TrainingError(f"{path} is a run of the game {game}, not of {spec.name} (see --game)")


def checkpoint_progress(path: Path, spec: GameSpec) -> Progress:
    """The progress of a run at its checkpoint."""
    return Progress(**read_arrays(path, spec, CHECKPOINT)[0]["progress"])


def _with_prefix(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    chosen = {name: tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    return {name.removeprefix(prefix): tensor for name, tensor in chosen.items()}


def _restore_adam(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    state: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        number, _, entry = name.partition(".")
        state.setdefault(int(number), {})[entry] = tensor
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def _made_with(spec: GameSpec) -> dict[str, str]:
    """Versions, processor and revision, on which results depend as well."""
    return {
        **{name: version(name) for name in ("numba", "numpy", "torch")},
        spec.package: spec.version,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "revision": _revision(),
    }


def _revision() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        folder = Path(__file__).parent
        process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return process.stdout.strip()
