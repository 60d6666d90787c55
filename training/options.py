"""Options of `training.selfplay`: every field is one on the command line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

from agents.reporting.cli import GameOptions, check_between, check_one_of
from parlour.core.rewards import REWARD_NAMES
from parlour.players.network_file import read_network
from parlour.players.registry import make_agent
from parlour.players.trained import find_network
from training.errors import TrainingError, joined

T = TypeVar("T")
DEFAULT_HIDDEN_SIZES = (512, 256)
MAX_TIMESTEPS = 10**15
_NAME = re.compile(r"\w[\w.+-]*(/\w[\w.+-]*)*")  # no colons or =, which part an agent's parameters


@dataclass(frozen=True)
class Options(GameOptions):
    """Train a network by self-play with PPO."""

    name: str = "selfplay"
    """Name of the run; its files are in runs/NAME."""
    players: tuple[int, ...] = ()
    """Numbers of players to train for, all with one network; by default the game's smallest."""
    games: tuple[int, ...] = (256,)
    """Games of each number of players per iteration and worker."""
    play_every: tuple[int, ...] = (1,)
    """Play games of a number of players in every n-th iteration: one n, or one per number."""
    total_timesteps: int = 0
    """Total decisions to learn from; 0: no limit if there are minutes, else 20 million."""
    minutes: float = 0.0
    """Minutes of training without evaluations; 0: no limit. The first limit ends the run."""
    seed: int = 0
    """Determines everything except timing."""
    workers: int = 0
    """Processes that train together; 0: one for each core."""
    resume: bool = False
    """Resume the run from its last checkpoint."""
    init_from: str = ""
    """Initial network, a file or a run; random by default. Larger --hidden-sizes make it grow."""

    hidden_sizes: tuple[int, ...] = ()
    """Units of each hidden layer; by default those of the initial network, else 512 256."""
    reward: str = "win"
    """win, rank, margin or shaped (see parlour.core.rewards)."""
    privileged: bool = False
    """Train a separate critic that sees what is hidden from a seat; the policy never does."""

    teacher: str = ""
    """Agent to imitate first, by its name in the arena."""
    teacher_timesteps: int = 3_000_000
    """Decisions to learn from the teacher, if there is one."""

    opponents: tuple[str, ...] = ()
    """Agents in the pool, in addition to snapshots of the network."""
    pool_share: tuple[float, ...] = (0.2,)
    """Share of games against the pool: one number, or one per number of players."""
    opponents_share: float = 0.0
    """Minimum share of the pool's games that named opponents get, even if they always lose."""
    pool_size: int = 12
    """Snapshots kept in the pool."""
    snapshot_every: int = 25
    """Iterations between snapshots."""

    learning_rate: float = 5e-4
    """Initial learning rate of Adam."""
    final_learning_rate: float = 5e-5
    """Final learning rate; it is annealed linearly."""
    warmup_iterations: int = 0
    """Iterations of linear warm-up: the first steps of a new optimizer can spoil --init-from."""
    ent_coef: float = 0.01
    """Initial coefficient of the entropy bonus, which keeps the policy exploring."""
    final_ent_coef: float = 0.002
    """Final coefficient of the entropy bonus; it is annealed linearly."""
    update_epochs: int = 3
    """Passes over the decisions of an iteration."""
    minibatch_size: int = 4096
    """Decisions per gradient step and worker."""
    gamma: float = 1.0
    """Discount factor; games are finite, so none is needed."""
    gae_lambda: float = 0.95
    """Lambda of generalised advantage estimation."""
    clip_coef: float = 0.2
    """Clipping range of the probability ratio."""
    vf_clip_coef: float = 0.2
    """Clipping range of values, in standard deviations of the returns; 0: no clipping."""
    vf_coef: float = 0.5
    """Coefficient of the value loss."""
    max_grad_norm: float = 0.5
    """Maximum norm of the gradient."""
    target_kl: float = 0.03
    """Stop the update of an iteration when the KL divergence exceeds this; 0: never."""
    precision: str = "auto"
    """Of the trunk: float32, bfloat16, or auto: bfloat16 where the processor supports it."""
    device: str = "auto"
    """cpu, cuda, or auto: cuda where there is one."""

    checkpoint_every: int = 10
    """Iterations between checkpoints."""
    eval_every: int = 50
    """Iterations between evaluations; 0: only at the end."""
    eval_games: int = 200
    """Games against each baseline in an evaluation."""
    baselines: tuple[str, ...] = ()
    """Agents to evaluate against; by default those of the game."""

    def check(self) -> None:
        """Refuse wrong values before anything is written."""
        check_run_name(self.name)
        self._check_players()
        check_numbers(self, "hidden_sizes", 1, 65536)
        check_numbers(self, "update_epochs minibatch_size pool_size eval_games", 1, 10**15)
        check_numbers(self, "checkpoint_every snapshot_every", 1, 10**15)
        check_numbers(self, "total_timesteps teacher_timesteps warmup_iterations", 0, 2**62)
        check_numbers(self, "workers seed eval_every", 0, 2**62)
        check_numbers(self, "gamma gae_lambda opponents_share", 0, 1)
        check_numbers(self, "learning_rate final_learning_rate ent_coef final_ent_coef", 0, 1e9)
        check_numbers(self, "clip_coef vf_clip_coef vf_coef max_grad_norm target_kl", 0, 1e9)
        check_between("minutes", self.minutes, 0, 1e9)
        check_one_of("reward", self.reward, REWARD_NAMES)
        check_one_of("precision", self.precision, ("auto", "float32", "bfloat16"))
        check_one_of("device", self.device, ("auto", "cpu", "cuda"))
        if self.privileged and not self.spec.hidden_size:
            raise TrainingError(
                "privileged is for games that tell what is hidden from a seat, and "
                f"{self.spec.title} does not"
            )
        for agent in (*self.opponents, *self.baselines, *filter(None, [self.teacher])):
            make_agent(agent, self.spec)
        if self.init_from and not self.resume:
            self._check_init()

    def _check_players(self) -> None:
        """Check the numbers of players, and the options with one value for each of them."""
        players, allowed = self.player_counts, self.spec.players
        if len(players) != len(self.games):
            raise TrainingError(
                f"players names {len(players)} numbers and games {len(self.games)}: "
                "expected one number of games for each number of players"
            )
        check_numbers(self, "players", allowed[0], allowed[-1])
        check_numbers(self, "games", 1, 1_000_000)
        if len(set(players)) < len(players):
            raise TrainingError(f"players is {joined(players)}, expected each number once")
        for name in ("pool_share", "play_every"):
            if (count := len(getattr(self, name))) not in (1, len(players)):
                raise TrainingError(
                    f"{name} has {count} numbers, expected one, or one for each of the "
                    f"{len(players)} numbers of players"
                )
        check_numbers(self, "pool_share", 0, 1)
        check_numbers(self, "play_every", 1, 10**6)
        if min(self.play_every) > 1:
            raise TrainingError(
                f"play_every is {joined(self.play_every)}, expected a 1: each iteration needs games"
            )

    def _check_init(self) -> None:
        from training.grow import check_growth  # torch takes a second to load

        header, _ = read_network(find_network(self.init_from, self.spec), self.spec)
        sizes = tuple(header["hidden"])
        check_growth(sizes, self.hidden_sizes or sizes)

    def pool_games(self) -> list[int]:
        """Games against the pool, for each number of players."""
        shares = _for_each(self.player_counts, self.pool_share)
        return [round(share * games) for share, games in zip(shares, self.games, strict=True)]

    def is_played(self, iteration: int) -> list[bool]:
        """Return for each number of players whether an iteration has games of it."""
        play_every = _for_each(self.player_counts, self.play_every)
        return [(iteration + 1) % every == 0 for every in play_every]

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Numbers of players, also if the command line names none."""
        return self.players or tuple(self.spec.players[:1])

    @property
    def layer_sizes(self) -> tuple[int, ...]:
        """Units of each hidden layer, also if neither command line nor initial network set them."""
        return self.hidden_sizes or DEFAULT_HIDDEN_SIZES

    @property
    def max_timesteps(self) -> int:
        """Decisions after which the run ends."""
        return self.total_timesteps or (MAX_TIMESTEPS if self.minutes else 20_000_000)


def check_run_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise TrainingError(
            f"name is {name!r}, expected the name of a folder in runs/: letters, digits, "
            "and . _ + - within it"
        )


def check_numbers(options: object, names: str, low: float, high: float) -> None:
    """Check the limits of these options, each a number or several."""
    for name in names.split():
        value = getattr(options, name)
        for number in value if isinstance(value, tuple) else (value,):
            check_between(name, number, low, high)


def _for_each(players: tuple[int, ...], values: tuple[T, ...]) -> tuple[T, ...]:
    """A single value stands for all numbers of players."""
    return values * len(players) if len(values) == 1 else values
