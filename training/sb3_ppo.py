"""`python -m training.sb3_ppo --name mine`: stock MaskablePPO against a pool of opponents.

For those who want an algorithm they know: MaskablePPO as it comes with sb3-contrib, on
`parlour.envs.sb3.LearnerVecEnv`. One seat of each game learns; the others are played by agents
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
from dataclasses import asdict, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed

from agents.reporting.cli import Stopped, exit_code, game_arguments, parse
from agents.reporting.files import write_json
from agents.reporting.interrupt import Interrupt
from agents.reporting.progress import progress_bar
from parlour.envs.sb3 import LearnerVecEnv
from parlour.players.network import use_threads
from parlour.players.registry import training_baselines
from parlour.players.torch_network import PolicyNetwork
from training.errors import TrainingError
from training.evaluate import arena_command
from training.options import check_run_name
from training.run import check_game, game_of
from training.sb3.callback import RunCallback
from training.sb3.network import policy_kwargs, set_network, to_network
from training.sb3.options import Options
from training.sb3.pool import OpponentPool

NEVER = sys.maxsize  # SB3's own logger writes nothing: the callback does
FIXED = ("players", "hidden_sizes", "reward", "seed")  # options that can't change on --resume
# Deals of different seeds are apart, and apart from those of the arena, which begin at 0.
DEALS_PER_SEED = 2**40


class SB3Run:
    """Model, environment and pool, at the start of a run or at its checkpoint.

    Creating it writes no files.
    """

    def __init__(self, options: Options) -> None:
        options.check()
        self.options, self.folder = options, options.folder
        self.pool = OpponentPool(
            options.spec,
            options.opponents,
            size=options.pool_size,
            games=options.games,
            num_players=options.num_players,
        )
        if options.torch_threads:
            torch.set_num_threads(options.torch_threads)
            use_threads(options.torch_threads)
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
        notice = "stopping after this rollout (Ctrl-C again: at once)"
        with Interrupt(notice) as interrupt, progress_bar("decisions", total, done=done) as update:
            callback = RunCallback(options, self.pool, interrupt, update)
            model.learn(total - done, callback, log_interval=NEVER, reset_num_timesteps=False)
        return interrupt.asked

    def _write_config(self) -> None:
        path = self.folder / "config.json"
        self.folder.mkdir(parents=True, exist_ok=self.options.resume)
        history = json.loads(path.read_text())["history"] if self.options.resume else []
        spec, players = self.options.spec, self.options.num_players
        options = asdict(replace(self.options, game=spec.name, players=players, resume=False))
        history.append({"samples": self.model.num_timesteps, "options": options})
        packages = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")
        versions = {spec.package: spec.version, "python": platform.python_version()}
        versions |= {package: version(package) for package in packages}
        write_json(path, {"options": options, "versions": versions, "history": history})


def make_env(options: Options, opponents: Any) -> LearnerVecEnv:
    return LearnerVecEnv(
        options.games,
        options.num_players,
        game_spec=options.spec,
        seed=_first_deal(options),
        opponents=opponents,
        reward=options.reward,
    )


def _first_deal(options: Options) -> int:
    return DEALS_PER_SEED * (1 + options.seed)


def make_model(options: Options, env: LearnerVecEnv, device: str = "auto") -> MaskablePPO:
    """A new learner."""
    # Not by SB3's argument: it would seed the environment as well, which has its own deals.
    set_random_seed(options.seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        policy_kwargs=policy_kwargs(options.spec, options.hidden_sizes),
        device=device,
        **_hyperparameters(options),
    )
    # Initial weights as in `training.selfplay`; SB3's have another scale of the first values.
    set_network(model.policy, PolicyNetwork(options.spec, options.hidden_sizes))
    model.set_logger(Logger(None, []))
    return model


def _hyperparameters(options: Options) -> dict[str, Any]:
    """Arguments of MaskablePPO; others keep SB3's defaults (clip_range 0.2, vf_coef 0.5)."""
    names = (
        "learning_rate", "n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "ent_coef",
    )  # fmt: skip
    return {name: getattr(options, name) for name in names}


def _parse(argv: Sequence[str] | None) -> Options:
    """Read the options; a resumed run's own ones are the defaults."""
    options = parse(Options, argv, module=__name__)
    if not options.resume:
        return options
    check_run_name(options.name)
    saved = _saved_options(options.folder)
    options = parse(Options, argv, module=__name__, default=saved)
    check_game(options.folder, asdict(saved), options.spec)
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
    options["game"] = game_of(options)
    if set(options) != {field.name for field in fields(Options)}:
        raise TrainingError(
            f"{path} has other options than this version: resume it with the version that "
            "started it"
        )
    lists = {name: tuple(value) for name, value in options.items() if isinstance(value, list)}
    return Options(**{**options, **lists})


def run_training(options: Options) -> None:
    """Start or resume a run, and train it to the end."""
    run = SB3Run(options)
    command = ["python", "-m", "training.sb3_ppo", *game_arguments(options.spec)]
    resume = shlex.join([*command, "--name", options.name, "--resume"])
    try:
        interrupted = run.train()
    except KeyboardInterrupt:
        raise Stopped(f"stopped at once; to resume from the last checkpoint: {resume}") from None
    except OSError as error:
        raise TrainingError(f"{error}; to resume from the last checkpoint: {resume}") from None
    samples = run.model.num_timesteps
    if interrupted:
        raise Stopped(f"stopped after {samples:,} decisions and saved; to resume: {resume}")
    print(f"{samples:,} decisions; {options.folder} holds the network. How good is it?")
    agents = f"ppo:{options.folder}", *reversed(training_baselines(options.spec))
    print(arena_command(options.spec, *agents, "--players", str(options.num_players)))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    return exit_code(lambda: run_training(_parse(argv)))


if __name__ == "__main__":
    sys.exit(main())
