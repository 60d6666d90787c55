"""`python -m training.sb3_ppo --name mine`: stock MaskablePPO against a pool of opponents.

For those who want an algorithm they know: MaskablePPO as it comes with sb3-contrib, on
`rokoko_env.envs.sb3.RokokoVecEnv`. One seat of each game learns; the others are played by random
play and by frozen snapshots of the learner, those preferred that it still loses to. (Scripted
agents can't be among them, see `training.sb3.pool`.) `training.selfplay` learns from all seats.

A run is kept in runs/NAME:
    config.json          options and versions, and when it was gone on with
    log.jsonl            a line for each rollout
    network.safetensors  the network as this project keeps it: ppo:runs/NAME plays it in the arena
    sb3.zip              the same with the optimizer's state, in SB3's own format. It holds pickles:
                         open only files that you trust
    pool                 the snapshots, and how the learner does against each
"""

from __future__ import annotations

import json
import platform
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed

from agents.reporting.files import write_json
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.players.agent import AgentError
from rokoko_env.players.network import PolicyNetwork
from rokoko_env.version import __version__
from training.options import TrainingError
from training.sb3.callback import Interrupt, RunCallback, cut_log, show_progress
from training.sb3.network import policy_options, set_network, to_network
from training.sb3.pool import NetworkOpponent, OpponentPool

INTERRUPTED = 130  # exit code, as of a program that a signal ended
NEVER = sys.maxsize  # SB3's own logs go nowhere: the keeper writes others
RUNS = Path("runs")
FIXED = ("players", "hidden", "reward", "seed")  # what a run is: going on can't change them
# Deals of different seeds are apart, and none is one of the arena's, which begin at 0.
DEALS_OF_A_SEED = 2**40
MOST_SEEDS = 2**20


@dataclass(frozen=True)
class Options:
    """Stock MaskablePPO against random play and snapshots of itself."""

    name: str = "sb3"
    """The run: everything about it is kept in runs/NAME."""
    players: int = 2
    """At a table, 2 to 5."""
    samples: int = 10_000_000
    """Decisions of the learner in all; whole rollouts are played."""
    resume: bool = False
    """Go on where the run was stopped, with its options; those given here replace them."""
    seed: int = 0
    """Decides games, weights at the start and all that is drawn."""
    threads: int = 0
    """Of PyTorch; 0: as many as it takes by itself."""

    games: int = 256
    """Games side by side."""
    n_steps: int = 128
    """Decisions in each game that make up a rollout."""
    batch_size: int = 4096
    """Decisions in a gradient step; a rollout has to be a multiple of it."""
    epochs: int = 3
    """Passes over the decisions of a rollout."""
    learning_rate: float = 3e-4
    """Of Adam."""
    entropy: float = 0.01
    """Weight of the entropy bonus: keeps the policy from settling too soon."""
    gamma: float = 1.0
    """Discount; a game has an end, so none is needed."""
    gae_lambda: float = 0.95
    """How far advantages look ahead before they trust the value."""
    hidden: tuple[int, ...] = (512, 256)
    """Sizes of the layers that policy and value share."""
    reward: Literal["win", "margin", "shaped", "rank"] = "win"
    """What the learner wants (see rokoko_env.core.rewards)."""

    opponents: tuple[str, ...] = ("random",)
    """In the pool beside snapshots: random, eager, ppo:PATH (scripts need the game itself)."""
    snapshot_every: int = 10
    """Rollouts between two snapshots of the learner for the pool."""
    pool_size: int = 10
    """Snapshots kept in the pool; too many: the one beaten most surely goes."""
    checkpoint_every: int = 10
    """Rollouts between two checkpoints."""

    @property
    def folder(self) -> Path:
        return RUNS / self.name

    @property
    def rollout(self) -> int:
        """Decisions between two updates."""
        return self.games * self.n_steps


def check(options: Options) -> None:
    """All that can be wrong with the options alone, before anything is written."""
    _check_name(options.name)
    _between("players", options.players, 2, MAX_PLAYERS)
    counts = ("samples", "games", "n_steps", "epochs", "snapshot_every", "pool_size")
    for counted in (*counts, "checkpoint_every"):
        _between(counted, getattr(options, counted), 1, 10**12)
    _between("seed", options.seed, 0, MOST_SEEDS - 1)
    _between("threads", options.threads, 0, 1024)
    for weight in ("learning_rate", "entropy"):
        _between(weight, getattr(options, weight), 0, 1e3)
    for part in ("gamma", "gae_lambda"):
        _between(part, getattr(options, part), 0, 1)
    for size in options.hidden or (0,):
        _between("hidden", size, 1, 65536)
    # Advantages are divided by their spread in each batch: a last batch of one has none.
    _between("batch_size", options.batch_size, 2, 10**12)
    rollout = f"a rollout of {options.games} games x {options.n_steps} steps = {options.rollout}"
    if options.batch_size > options.rollout:
        raise TrainingError(f"batch_size is {options.batch_size}, more than {rollout}")
    if options.rollout % options.batch_size:
        raise TrainingError(f"batch_size is {options.batch_size}: {rollout} is no multiple of it")


def _check_name(name: str) -> None:
    if not name or name.startswith(".") or Path(name).name != name:
        raise TrainingError(f"name is {name!r}, expected the name of a folder in {RUNS}/")


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise TrainingError(f"{name} is {value}, expected a number from {low:g} to {high:g}")


# --- a run ---------------------------------------------------------------------------------------


class Run:
    """Everything that trains, at the start of a run or where it was stopped.

    Making it changes nothing on the disk.
    """

    def __init__(self, options: Options) -> None:
        check(options)
        self.options, self.folder = options, options.folder
        self.pool = OpponentPool(
            options.opponents,
            size=options.pool_size,
            games=options.games,
            players=options.players,
        )
        if options.threads:
            torch.set_num_threads(options.threads)
        if options.resume:
            self.model = self._load()
            self.pool.load(self.folder / "pool")
        elif self.folder.exists():
            raise TrainingError(
                f"{self.folder} is there: go on with it by --resume, or take another name"
            )
        else:
            self.model = make_model(options, make_env(options, self.pool))
        if not self.pool.members:
            self.pool.add_snapshot(to_network(self.model.policy), self.model.num_timesteps)

    def _load(self) -> MaskablePPO:
        """The learner as it was saved, with the options of now."""
        options, path = self.options, self.folder / "sb3.zip"
        if not path.is_file():
            raise TrainingError(f"{self.folder} has no sb3.zip to go on from")
        env = make_env(options, self.pool)
        try:
            model = MaskablePPO.load(path, env, **_algorithm(options))
        except Exception as error:  # a zip of pickles can fail in any way
            raise TrainingError(f"{path} can't be loaded: {error}") from None
        if model.num_timesteps >= options.samples:
            raise TrainingError(
                f"{self.folder} has learnt from {model.num_timesteps} samples already: "
                "say with --samples up to where to go on"
            )
        model.set_logger(Logger(None, []))
        # Neither the deals nor the random numbers of before once more: each game had a decision.
        begun = model.num_timesteps + options.games
        env.seed(_first_deal(options) + begun)
        set_random_seed((options.seed + begun) % 2**32)
        return model

    def train(self) -> bool:
        """Up to the wanted number of samples; returns whether Ctrl-C came before."""
        options, model = self.options, self.model
        self._write_config()
        iteration, seconds = cut_log(self.folder / "log.jsonl", model.num_timesteps)
        with Interrupt() as interrupt, show_progress(options.samples, model.num_timesteps) as show:
            keeper = RunCallback(
                self.folder,
                self.pool,
                interrupt,
                show,
                iteration=iteration,
                seconds=seconds,
                snapshot_every=options.snapshot_every,
                checkpoint_every=options.checkpoint_every,
                about={"command": "training.sb3_ppo", "options": asdict(options)},
                seed=options.seed,
            )
            missing = options.samples - model.num_timesteps
            model.learn(missing, keeper, log_interval=NEVER, reset_num_timesteps=False)
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
    return DEALS_OF_A_SEED * (1 + options.seed)


def make_model(options: Options, env: RokokoVecEnv, device: str = "auto") -> MaskablePPO:
    """A learner that knows nothing yet."""
    # SB3 would give its seed to the environment, too, which has deals of its own.
    set_random_seed(options.seed)
    shape = policy_options(options.hidden)
    algorithm = _algorithm(options)
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=shape, device=device, **algorithm)
    # The start of `training.selfplay`: SB3's own differs in how large the first values are.
    set_network(model.policy, PolicyNetwork(options.hidden))
    model.set_logger(Logger(None, []))
    return model


def _algorithm(options: Options) -> dict[str, Any]:
    """What SB3 is told; the rest is as it comes (clip 0.2, value weight 0.5, gradient norm 0.5)."""
    return {
        "learning_rate": options.learning_rate,
        "n_steps": options.n_steps,
        "batch_size": options.batch_size,
        "n_epochs": options.epochs,
        "gamma": options.gamma,
        "gae_lambda": options.gae_lambda,
        "ent_coef": options.entropy,
    }


# --- how fast ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """How fast MaskablePPO learns, after a warm-up: rollouts with their updates."""

    samples: int  # decisions of the learner
    seconds: float  # all of it
    update_seconds: float  # gradient steps
    env_seconds: float  # environment with its opponents
    opponent_seconds: float  # of that, in networks of opponents; 0 where the jit plays them

    @property
    def samples_per_second(self) -> float:
        return self.samples / self.seconds


class _Clock(BaseCallback):
    """Reads the clock around updates, from the end of the warm-up on."""

    def __init__(self, env: _TimedEnv, opponents: _TimedOpponents | None) -> None:
        super().__init__()
        self.env, self.opponents = env, opponents
        self.rollouts, self.update_seconds, self._rolled = 0, 0.0, 0.0

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        self.rollouts += 1
        if self.rollouts == 2:  # the warm-up with its update is over
            self.began, self.env.seconds = now, 0.0
            if self.opponents:
                self.opponents.seconds = 0.0
        elif self.rollouts > 2:
            self.update_seconds += now - self._rolled

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self._rolled = time.perf_counter()

    def _on_training_end(self) -> None:
        self.ended = time.perf_counter()
        self.update_seconds += self.ended - self._rolled


class _TimedEnv(RokokoVecEnv):
    seconds = 0.0

    def step_wait(self) -> Any:
        began = time.perf_counter()
        stepped = super().step_wait()
        self.seconds += time.perf_counter() - began
        return stepped


class _TimedOpponents(NetworkOpponent):
    seconds = 0.0

    def act(self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(self.act_batch(observation[None], mask[None], rng)[0])

    def act_batch(self, *asked: Any) -> np.ndarray:
        began = time.perf_counter()
        actions = super().act_batch(*asked)
        self.seconds += time.perf_counter() - began
        return actions


def learner_rate(
    rollouts: int = 3,
    *,
    against: Literal["random", "snapshot"] = "random",
    threads: int = 1,
    **changes: Any,
) -> Rate:
    """How fast MaskablePPO learns in some rollouts after a first one, which is not counted.

    `changes` are `Options`: players, games, n_steps, hidden, epochs, batch_size, ... Against
    `random` the jit plays all other seats; `snapshot` is a frozen network of the learner's shape,
    as in most rollouts of a run. Nothing is written.
    """
    options = Options(**changes)
    check(options)
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        network = PolicyNetwork(options.hidden)
        opponents = _TimedOpponents(network) if against == "snapshot" else None
        env = _TimedEnv(options.games, options.players, opponents=opponents or "random")
        clock = _Clock(env, opponents)
        model = make_model(options, env, device="cpu")
        model.learn((rollouts + 1) * options.rollout, clock, log_interval=NEVER)
    finally:
        torch.set_num_threads(before)
    return Rate(
        rollouts * options.rollout,
        clock.ended - clock.began,
        clock.update_seconds,
        env.seconds,
        opponents.seconds if opponents else 0.0,
    )


# --- command line --------------------------------------------------------------------------------


def _parse(argv: Sequence[str] | None) -> Options:
    """The options; those of a run that is gone on with are its own where none are given."""
    prog, description = "python -m training.sb3_ppo", (__doc__ or "").partition("\n")[2].strip()
    config = (tyro.conf.FlagCreatePairsOff,)
    given = tyro.cli(Options, args=argv, prog=prog, description=description, config=config)
    if not given.resume:
        return given
    _check_name(given.name)
    stored = _stored(given.folder)
    options = tyro.cli(
        Options, args=argv, prog=prog, description=description, config=config, default=stored
    )
    for name in FIXED:
        now, then = getattr(options, name), getattr(stored, name)
        if now != then:
            raise TrainingError(f"{name} of {given.folder} is {then}; going on can't make it {now}")
    return options


def _stored(folder: Path) -> Options:
    path = folder / "config.json"
    try:
        known = json.loads(path.read_text())["options"]
    except FileNotFoundError:
        raise TrainingError(f"there is no run {folder} to go on with") from None
    except (ValueError, KeyError, TypeError):
        raise TrainingError(f"{path} is no config of a run") from None
    if set(known) != {field.name for field in fields(Options)}:
        raise TrainingError(f"{path} is of another version or of another way to train")
    lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
    return Options(**{**known, **lists})


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    try:
        options = _parse(argv)
        run = Run(options)
    except (TrainingError, AgentError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    go_on = f"python -m training.sb3_ppo --name {shlex.quote(options.name)} --resume"
    try:
        interrupted = run.train()
    except KeyboardInterrupt:
        print(f"stopped at once; from the last checkpoint goes on: {go_on}", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        print(f"error: {error}; from the last checkpoint goes on: {go_on}", file=sys.stderr)
        return 1
    samples = run.model.num_timesteps
    if interrupted:
        print(f"stopped after {samples:,} samples and saved; to go on: {go_on}", file=sys.stderr)
        return INTERRUPTED
    agent = shlex.quote(f"ppo:{options.folder}")
    print(f"{samples:,} samples; {options.folder} holds the network. How good is it?")
    print(f"python -m agents.arena {agent} heuristic greedy random --players {options.players}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
