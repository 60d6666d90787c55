"""`python -m training.sb3_ppo --name mine`: stock MaskablePPO against a pool of opponents.

For those who want an algorithm they know: MaskablePPO as it comes with sb3-contrib, on
`rokoko_env.envs.sb3.RokokoVecEnv`. One seat of each game learns; the others are played by agents
of the arena and by frozen snapshots of the learner, those preferred to which it still loses.
`training.selfplay` learns from all seats.

A run is kept in runs/NAME:
    config.json          options, versions, and a history of resumptions
    log.jsonl            a line for each rollout
    network.safetensors  the network in this project's format: the arena plays it as ppo:runs/NAME
    sb3.zip              the same with the optimizer's state, in SB3's own format. It holds pickles:
                         open only files that you trust
    pool                 the snapshots, and the learner's win share against each
"""

from __future__ import annotations

import json
import platform
import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed

from agents.reporting.cli import Stopped, check_between, exit_code, parse
from agents.reporting.files import write_json
from agents.reporting.interrupt import Interrupt
from agents.reporting.progress import progress_bar
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.players.network import PolicyNetwork
from rokoko_env.players.registry import make_agent
from rokoko_env.version import __version__
from training.options import TrainingError, check_numbers, check_run_name
from training.run import RUNS
from training.sb3.callback import RunCallback, cut_log
from training.sb3.network import policy_kwargs, set_network, to_network
from training.sb3.pool import OpponentPool

NEVER = sys.maxsize  # SB3's own logger writes nothing: the callback does
FIXED = ("players", "hidden_sizes", "reward", "seed")  # options that can't change on --resume
# Deals of different seeds are apart, and apart from those of the arena, which begin at 0.
DEALS_PER_SEED = 2**40
MAX_SEEDS = 2**20


@dataclass(frozen=True)
class Options:
    """Train stock MaskablePPO against agents and snapshots of itself."""

    name: str = "sb3"
    """Name of the run; its files are in runs/NAME."""
    players: int = 2
    """Number of players, 2 to 5."""
    total_timesteps: int = 10_000_000
    """Total decisions of the learner; rollouts are always finished."""
    resume: bool = False
    """Resume the run with its options; those given here replace them."""
    seed: int = 0
    """Of deals, initial weights and all random draws."""
    torch_threads: int = 0
    """Threads of PyTorch; 0: its default."""

    games: int = 256
    """Games in parallel (SB3's n_envs)."""
    n_steps: int = 128
    """Decisions per game in a rollout."""
    batch_size: int = 4096
    """Decisions per gradient step; must divide the size of a rollout."""
    n_epochs: int = 3
    """Passes over the decisions of a rollout."""
    learning_rate: float = 3e-4
    """Learning rate of Adam."""
    ent_coef: float = 0.01
    """Coefficient of the entropy bonus, which keeps the policy exploring."""
    gamma: float = 1.0
    """Discount factor; games are finite, so none is needed."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation."""
    hidden_sizes: tuple[int, ...] = (512, 256)
    """Units of each hidden layer; policy and value share them."""
    reward: Literal["win", "margin", "shaped", "rank"] = "win"
    """Reward of the learner (see rokoko_env.core.rewards)."""

    opponents: tuple[str, ...] = ("random",)
    """Agents in the pool, in addition to snapshots, by their names in the arena."""
    snapshot_every: int = 10
    """Rollouts between snapshots of the learner for the pool."""
    pool_size: int = 10
    """Snapshots kept in the pool; a full pool drops the one that loses most."""
    checkpoint_every: int = 10
    """Rollouts between checkpoints."""

    @property
    def folder(self) -> Path:
        return RUNS / self.name

    @property
    def rollout_size(self) -> int:
        """Decisions between updates."""
        return self.games * self.n_steps

    def check(self) -> None:
        """Refuse wrong values before anything is written."""
        check_run_name(self.name)
        check_between("players", self.players, 2, MAX_PLAYERS)
        counts = "total_timesteps games n_steps n_epochs snapshot_every pool_size checkpoint_every"
        check_numbers(self, counts, 1, 10**12)
        check_between("seed", self.seed, 0, MAX_SEEDS - 1)
        check_between("torch_threads", self.torch_threads, 0, 1024)
        check_numbers(self, "learning_rate ent_coef", 0, 1000)
        check_numbers(self, "gamma gae_lambda", 0, 1)
        for size in self.hidden_sizes or (0,):
            check_between("hidden_sizes", size, 1, 65536)
        for agent in self.opponents:
            make_agent(agent)
        # Advantages are divided by their standard deviation: a batch of one has none.
        check_between("batch_size", self.batch_size, 2, 10**12)
        rollout = f"a rollout of {self.games} games x {self.n_steps} steps = {self.rollout_size}"
        if self.batch_size > self.rollout_size:
            raise TrainingError(f"batch_size is {self.batch_size}, more than {rollout}")
        if self.rollout_size % self.batch_size:
            raise TrainingError(f"batch_size is {self.batch_size}: {rollout} is no multiple of it")


class Run:
    """Model, environment and pool, at the start of a run or at its checkpoint.

    Creating it writes no files.
    """

    def __init__(self, options: Options) -> None:
        options.check()
        self.options, self.folder = options, options.folder
        self.pool = OpponentPool(
            options.opponents,
            size=options.pool_size,
            games=options.games,
            num_players=options.players,
        )
        if options.torch_threads:
            torch.set_num_threads(options.torch_threads)
        if options.resume:
            self.model = self._load()
            self.pool.load(self.folder / "pool")
        elif self.folder.exists():
            raise TrainingError(f"{self.folder} exists: add --resume, or choose another --name")
        else:
            self.model = make_model(options, make_env(options, self.pool))
        if not self.pool.members:
            self.pool.add_snapshot(to_network(self.model.policy), self.model.num_timesteps)

    def _load(self) -> MaskablePPO:
        """The saved model, with the current options."""
        options, path = self.options, self.folder / "sb3.zip"
        if not path.is_file():
            raise TrainingError(f"{self.folder} has no sb3.zip to resume from")
        env = make_env(options, self.pool)
        try:
            model = MaskablePPO.load(path, env, **_hyperparameters(options))
        except Exception as error:  # a zip of pickles can fail in any way
            raise TrainingError(f"{path} can't be loaded: {error}") from None
        if model.num_timesteps >= options.total_timesteps:
            raise TrainingError(
                f"{self.folder} has learned from {model.num_timesteps} decisions already: "
                "resume with larger --total-timesteps"
            )
        model.set_logger(Logger(None, []))
        # New deals and random numbers; at most one deal was used for each decision.
        used = model.num_timesteps + options.games
        env.seed(_first_deal(options) + used)
        set_random_seed((options.seed + used) % 2**32)
        return model

    def train(self) -> bool:
        """Train up to the total number of decisions. Returns whether Ctrl-C came before."""
        options, model = self.options, self.model
        total, done = options.total_timesteps, model.num_timesteps
        self._write_config()
        iteration, seconds = cut_log(self.folder / "log.jsonl", done)
        notice = "stopping after this rollout (Ctrl-C again: at once)"
        with Interrupt(notice) as interrupt, progress_bar("decisions", total, done=done) as update:
            callback = RunCallback(
                self.folder,
                self.pool,
                interrupt,
                update,
                iteration=iteration,
                seconds=seconds,
                snapshot_every=options.snapshot_every,
                checkpoint_every=options.checkpoint_every,
                about={"command": "training.sb3_ppo", "options": asdict(options)},
                seed=options.seed,
            )
            model.learn(total - done, callback, log_interval=NEVER, reset_num_timesteps=False)
        return interrupt.asked

    def _write_config(self) -> None:
        path = self.folder / "config.json"
        self.folder.mkdir(parents=True, exist_ok=self.options.resume)
        history = json.loads(path.read_text())["history"] if self.options.resume else []
        options = asdict(replace(self.options, resume=False))
        history.append({"samples": self.model.num_timesteps, "options": options})
        packages = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")
        versions = {"rokoko_env": __version__, "python": platform.python_version()}
        versions |= {package: version(package) for package in packages}
        write_json(path, {"options": options, "versions": versions, "history": history})


def make_env(options: Options, opponents: Any) -> RokokoVecEnv:
    return RokokoVecEnv(
        options.games,
        options.players,
        seed=_first_deal(options),
        opponents=opponents,
        reward=options.reward,
    )


def _first_deal(options: Options) -> int:
    return DEALS_PER_SEED * (1 + options.seed)


def make_model(options: Options, env: RokokoVecEnv, device: str = "auto") -> MaskablePPO:
    """A new learner."""
    # Not by SB3's argument: it would seed the environment as well, which has its own deals.
    set_random_seed(options.seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        policy_kwargs=policy_kwargs(options.hidden_sizes),
        device=device,
        **_hyperparameters(options),
    )
    # Initial weights as in `training.selfplay`; SB3's have another scale of the first values.
    set_network(model.policy, PolicyNetwork(options.hidden_sizes))
    model.set_logger(Logger(None, []))
    return model


def _hyperparameters(options: Options) -> dict[str, Any]:
    """Arguments of MaskablePPO; others keep SB3's defaults (clip_range 0.2, vf_coef 0.5)."""
    names = (
        "learning_rate", "n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "ent_coef",
    )  # fmt: skip
    return {name: getattr(options, name) for name in names}


# --- command line --------------------------------------------------------------------------------


def _parse(argv: Sequence[str] | None) -> Options:
    """Read the options; a resumed run's own ones are the defaults."""
    options = parse(Options, argv)
    if not options.resume:
        return options
    check_run_name(options.name)
    saved = _saved_options(options.folder)
    options = parse(Options, argv, default=saved)
    for name in FIXED:
        new, old = getattr(options, name), getattr(saved, name)
        if new != old:
            raise TrainingError(f"{name} of {options.folder} is {old}: it can't change to {new}")
    return options


def _saved_options(folder: Path) -> Options:
    path = folder / "config.json"
    try:
        options = dict(json.loads(path.read_text())["options"])
    except FileNotFoundError:
        raise TrainingError(f"there is no run {folder} to resume") from None
    except (ValueError, KeyError, TypeError):
        raise TrainingError(f"{path} is no config of a run") from None
    if set(options) != {field.name for field in fields(Options)}:
        raise TrainingError(
            f"{path} has other options than this version: resume it with the version that "
            "started it"
        )
    lists = {name: tuple(value) for name, value in options.items() if isinstance(value, list)}
    return Options(**{**options, **lists})


def run_training(options: Options) -> None:
    """Start or resume a run, and train it to the end."""
    run = Run(options)
    resume = f"python -m training.sb3_ppo --name {shlex.quote(options.name)} --resume"
    try:
        interrupted = run.train()
    except KeyboardInterrupt:
        raise Stopped(f"stopped at once; to resume from the last checkpoint: {resume}") from None
    except OSError as error:
        raise TrainingError(f"{error}; to resume from the last checkpoint: {resume}") from None
    samples = run.model.num_timesteps
    if interrupted:
        raise Stopped(f"stopped after {samples:,} decisions and saved; to resume: {resume}")
    agent = shlex.quote(f"ppo:{options.folder}")
    print(f"{samples:,} decisions; {options.folder} holds the network. How good is it?")
    print(f"python -m agents.arena {agent} heuristic greedy random --players {options.players}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    return exit_code(lambda: run_training(_parse(argv)))


if __name__ == "__main__":
    sys.exit(main())
