"""What a training run is told: every field is an option on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.core.rewards import REWARD_NAMES
from rokoko_env.players.agent import AgentError
from rokoko_env.players.registry import make_agent
from rokoko_env.players.trained import find_network

T = TypeVar("T")
USUAL_LAYERS = (512, 256)
NAME = re.compile(r"\w[\w.+-]*(/\w[\w.+-]*)*")  # no colons or =, which part an agent's parameters


class TrainingError(ValueError):
    """A run can't begin or go on; the message says why."""


@dataclass(frozen=True)
class Options:
    """Self-play PPO on 2 to 5 player games."""

    name: str = "selfplay"
    """The run: everything about it is kept in runs/NAME."""
    players: tuple[int, ...] = (2,)
    """Numbers of players to train for; one network plays them all."""
    games: tuple[int, ...] = (256,)
    """Games of each number of players in an iteration of each worker."""
    every: tuple[int, ...] = (1,)
    """Iterations from one with such games to the next: one number, or one for each in players."""
    samples: int = 0
    """Decisions to learn from in all; 0: as many as the minutes allow, or 20 million."""
    minutes: float = 0.0
    """Minutes of training (evaluations not counted); 0: no limit. What is reached first ends it."""
    seed: int = 0
    """Decides everything but how long things take."""
    workers: int = 0
    """Processes that train together; 0: one for each core."""
    resume: bool = False
    """Go on where the run was stopped."""
    start: str = ""
    """Begin with this network (a file or a run) instead of a random one; with --hidden it grows."""

    hidden: tuple[int, ...] = ()
    """Sizes of the layers; usually those of the network it starts with, else 512 256."""
    reward: str = "win"
    """What seats want: win, rank, margin or shaped (see rokoko_env.core.rewards)."""
    privileged: bool = False
    """A critic of its own that sees the hidden cards of all; the policy never does."""

    teacher: str = ""
    """An agent to learn from first, by its name in the arena."""
    teacher_samples: int = 3_000_000
    """Decisions to learn from the teacher, if there is one."""

    opponents: tuple[str, ...] = ()
    """Agents in the pool beside snapshots of the network."""
    pool_share: tuple[float, ...] = (0.2,)
    """Part of the games against a member of the pool: one number, or one for each in players."""
    opponents_share: float = 0.0
    """Part of the pool's games that go to named opponents at least, whether they win or not."""
    pool_size: int = 12
    """Snapshots kept in the pool."""
    snapshot_every: int = 25
    """Iterations between two snapshots."""

    learning_rate: float = 5e-4
    """Of Adam, at the start."""
    final_learning_rate: float = 5e-5
    """At the end; between them a straight line."""
    warmup: int = 0
    """Iterations in which the rate rises first: a new optimiser pushes a trained start about."""
    entropy: float = 0.01
    """Weight of the entropy bonus at the start: keeps the policy from settling too soon."""
    final_entropy: float = 0.002
    """At the end."""
    epochs: int = 3
    """Passes over the decisions of an iteration."""
    batch_size: int = 4096
    """Decisions in a gradient step of each worker."""
    gamma: float = 1.0
    """Discount; a game has an end, so none is needed."""
    gae_lambda: float = 0.95
    """How far advantages look ahead before they trust the value."""
    clip: float = 0.2
    """How far the chance of an action may move in an iteration."""
    clip_value: float = 0.2
    """The same for values, in standard deviations of returns; 0: not at all."""
    value_weight: float = 0.5
    """Of the value's loss."""
    most_gradient: float = 0.5
    """Norm to which gradients are cut."""
    target_kl: float = 0.03
    """No further pass over the decisions once the policy has moved so far; 0: no such end."""
    precision: str = "auto"
    """Of the trunk: float32, bfloat16, or auto: bfloat16 where the processor computes with it."""
    device: str = "auto"
    """cpu, cuda, or auto: cuda where there is one."""

    checkpoint_every: int = 10
    """Iterations between two checkpoints."""
    evaluate_every: int = 50
    """Iterations between two evaluations; 0: only at the end."""
    evaluate_games: int = 200
    """Games against each baseline in an evaluation."""
    baselines: tuple[str, ...] = ("random", "greedy", "heuristic")
    """Agents to be compared with."""

    def check(self) -> None:
        """Everything that can be wrong, before anything is written."""
        if not NAME.fullmatch(self.name):
            raise TrainingError(
                f"name is {self.name!r}, expected the name of a folder in runs/: letters, digits, "
                "and . _ + - within it"
            )
        if len(self.players) != len(self.games) or not self.players:
            raise TrainingError(
                f"players names {len(self.players)} numbers and games {len(self.games)}: "
                "expected one number of games for each number of players"
            )
        for players in self.players:
            _between("players", players, 2, MAX_PLAYERS)
        for games in self.games:
            _between("games", games, 1, 1_000_000)
        if len(set(self.players)) < len(self.players):
            raise TrainingError(f"players is {self.players}, expected each number once")
        for name in ("pool_share", "every"):
            if (given := len(getattr(self, name))) not in (1, len(self.players)):
                raise TrainingError(
                    f"{name} has {given} numbers, expected one, or one for each of the "
                    f"{len(self.players)} numbers of players"
                )
        for share in self.pool_share:
            _between("pool_share", share, 0, 1)
        for number in self.every:
            _between("every", number, 1, 10**6)
        if min(self.every) > 1:
            raise TrainingError(
                f"every is {listed(self.every)}, expected a 1: each iteration needs games"
            )
        for size in self.hidden:
            _between("hidden", size, 1, 65536)
        self._check_numbers()
        _one_of("reward", self.reward, REWARD_NAMES)
        _one_of("precision", self.precision, ("auto", "float32", "bfloat16"))
        _one_of("device", self.device, ("auto", "cpu", "cuda"))
        for agent in (*self.opponents, *self.baselines, *filter(None, [self.teacher])):
            try:
                make_agent(agent)
            except AgentError as error:
                raise TrainingError(str(error)) from None
        if self.start and not self.resume:
            self._check_start()

    def _check_start(self) -> None:
        from rokoko_env.players.network import load_network  # torch takes a second to load
        from training.grow import check_growth

        try:
            sizes = load_network(find_network(self.start))[0].hidden
        except AgentError as error:
            raise TrainingError(str(error)) from None
        check_growth(sizes, self.hidden or sizes)

    def _check_numbers(self) -> None:
        for name in (
            "epochs", "batch_size", "checkpoint_every", "snapshot_every",
            "evaluate_games", "pool_size",
        ):  # fmt: skip
            _between(name, getattr(self, name), 1, 10**15)
        for name in ("samples", "workers", "seed", "teacher_samples", "evaluate_every", "warmup"):
            _between(name, getattr(self, name), 0, 2**62)
        for name in ("gamma", "gae_lambda", "opponents_share"):
            _between(name, getattr(self, name), 0, 1)
        for name in (
            "learning_rate", "final_learning_rate", "entropy", "final_entropy", "clip",
            "clip_value", "value_weight", "most_gradient", "target_kl", "minutes",
        ):  # fmt: skip
            _between(name, getattr(self, name), 0, 1e9)

    def pool_games(self) -> list[int]:
        """Games against members of the pool, for each number of players."""
        shares = _for_each(self.players, self.pool_share)
        return [round(s * games) for s, games in zip(shares, self.games, strict=True)]

    def played_in(self, iteration: int) -> list[bool]:
        """Which numbers of players have games in an iteration."""
        return [(iteration + 1) % every == 0 for every in _for_each(self.players, self.every)]

    @property
    def layers(self) -> tuple[int, ...]:
        """Sizes of the layers, also where neither command line nor start has named them."""
        return self.hidden or USUAL_LAYERS

    @property
    def most_samples(self) -> int:
        """Decisions after which the run ends."""
        return self.samples or (10**15 if self.minutes else 20_000_000)


def _for_each(players: tuple[int, ...], given: tuple[T, ...]) -> tuple[T, ...]:
    """One for each number of players."""
    return given * len(players) if len(given) == 1 else given


def listed(sizes: Sequence[int]) -> str:
    return " ".join(map(str, sizes))


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise TrainingError(f"{name} is {value}, expected a number from {low:g} to {high:g}")


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise TrainingError(f"{name} is {value!r}, expected one of {', '.join(allowed)}")
