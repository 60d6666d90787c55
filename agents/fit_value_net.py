"""`python -m agents.fit_value_net`: fit the value network of `mcts` to a trained network.

It plays games of the game's script that begin with random decisions, and evaluates positions of
them with the shipped network (or that of `--network`). A logistic curve, fitted to how these games
ended, turns the network's value into a probability to win; for each number of players a small
network learns to predict it, a hundred times as fast. Games are played while it learns, and each is
used about twice, so that there is nothing to memorize. It takes minutes on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits

from agents.reporting.cli import (
    CommandError,
    GameOptions,
    Stopped,
    check_at_least,
    check_between,
    run_command,
)
from agents.reporting.progress import progress_bar
from agents.reporting.tables import new_table, print_result
from parlour.buffers import Buffers
from parlour.files import write_file
from parlour.players.agent import AgentError
from parlour.players.core.positions import sample_games
from parlour.players.core.value_net import FIRST, SECOND
from parlour.players.network import use_threads
from parlour.players.policy import PolicyAgent
from parlour.players.registry import make_agent
from parlour.players.value_net import array_name, read_arrays, value_net_file
from parlour.ruleset import ruleset_for
from parlour.search_parts import SearchParts
from parlour.spec import GameSpec

GAMES, MIN_GAMES = {2: 300_000, 3: 80_000, 4: 60_000}, 50_000  # by number of players, and for more
PART_GAMES = 10_000  # played at a time
MAX_POSITIONS = 20  # of a game, on average
RECENT_PARTS = 6  # from which one is used again
BATCH_SIZE = 1024
LEARNING_RATE, FINAL_LEARNING_RATE = 3e-3, 1e-5  # falls linearly from part to part
NEWTON_STEPS = 20
TEST_SEED = 2**40


@dataclass(frozen=True)
class Options(GameOptions):
    """Fit the value network of `mcts` to a trained network."""

    players: tuple[int, ...] | None = None
    """Numbers of players, by default all; the networks for others are kept."""
    games: int | None = None
    """For each number of players; by default 50,000 to 300,000."""
    network: str = ""
    """A run or a file; by default the shipped network."""
    seed: int = 1
    """Of the games and the network."""

    @property
    def numbers_of_players(self) -> tuple[int, ...]:
        """The numbers of players, checked."""
        allowed = self.spec.players
        numbers = tuple(allowed) if self.players is None else self.players
        for num_players in numbers:
            check_between("players", num_players, allowed[0], allowed[-1])
        return numbers

    def check(self) -> None:
        if self.games is not None:
            check_at_least("games", self.games, 1)
        check_at_least("seed", self.seed, 0)


class Positions(NamedTuple):
    """Positions of some games, each from one seat."""

    observation: Tensor
    value: Tensor  # by the trained network, at the seat's own next decision
    outcome: Tensor  # of the game: 1 for a victory, a half for a tie
    decides: Tensor  # false where the game ends before that decision: only the outcome is known


class Curve(NamedTuple):
    """The log-odds to win as a linear function of the network's value."""

    slope: float
    intercept: float

    def targets(self, positions: Positions) -> Tensor:
        """Return the probabilities to learn: by the value where there is one, or the outcome."""
        probability = (self.slope * positions.value + self.intercept).sigmoid()
        return torch.where(positions.decides, probability, positions.outcome)


def script_parts(spec: GameSpec, num_players: int) -> SearchParts:
    """Return the game's script, as a search uses it."""
    if spec.search_parts is None:
        raise CommandError(f"{spec.title} has no script that could play the games")
    return spec.search_parts(num_players)


def sample(
    spec: GameSpec, num_players: int, games: int, seed: int, judge: PolicyAgent
) -> Positions:
    """Play games, and return positions of them with their values by `judge`."""
    size = games * MAX_POSITIONS
    buffers, judged = Buffers(spec, size, mask=False), Buffers(spec, size, mask=False)
    script = script_parts(spec, num_players)
    seats, game = np.zeros(size, np.int64), np.zeros(size, np.int64)
    standings = np.zeros((games, num_players))
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(seed)
    count = sample_games(
        spec.new_states(3), ruleset_for(spec, None, num_players).rules,
        script.style, np.zeros(1, script.plan), spec.typical_decisions[num_players],
        seeds, buffers.records[0], judged.records[0], seats, game, standings,
    )  # fmt: skip
    observations = buffers.observation[:count]
    standings = standings[game[:count]]
    own = np.arange(num_players) == seats[:count, None]
    leads = standings[own] - np.where(own, -np.inf, standings).max(axis=1)
    outcome = torch.from_numpy((np.sign(leads) + 1) / 2).float()
    value = torch.from_numpy(judge.judge(judged.observation[:count])[1])
    decides = torch.from_numpy(judged.observation[:count].any(axis=1))
    return Positions(torch.from_numpy(observations).half(), value, outcome, decides)


def sample_parts(
    spec: GameSpec, num_players: int, games: int, seed: int, judge: PolicyAgent
) -> Iterator[Positions]:
    """Yield positions of new games; the next part is played while the last one is used."""
    parts = [(min(PART_GAMES, games - done), seed + done) for done in range(0, games, PART_GAMES)]
    with ThreadPoolExecutor(1) as executor:
        next_part = executor.submit(sample, spec, num_players, *parts[0], judge)
        for part in parts[1:]:
            positions = next_part.result()
            next_part = executor.submit(sample, spec, num_players, *part, judge)
            yield positions
        yield next_part.result()


def fit_curve(positions: Positions) -> Curve:
    """Logistic regression of the outcome on the network's value, by Newton's method."""
    value, outcome = positions.value[positions.decides], positions.outcome[positions.decides]
    inputs = torch.stack([value, torch.ones_like(value)], dim=1).double()
    weights = torch.zeros(2, dtype=torch.float64)
    for _ in range(NEWTON_STEPS):
        probability = (inputs @ weights).sigmoid()
        gradient = inputs.T @ (outcome - probability)
        variance = (probability * (1 - probability))[:, None]
        # The small diagonal keeps it solvable with few games.
        curvature = inputs.T @ (variance * inputs) + torch.eye(2) * 1e-3
        weights += torch.linalg.solve(curvature, gradient)
    return Curve(*weights.tolist())


class ValueNet(nn.Module):
    """The network of `parlour.players.core.value_net`; it returns the log-odds to win."""

    def __init__(self, observation_size: int) -> None:
        super().__init__()
        self.first = nn.Linear(observation_size, FIRST)
        self.second = nn.Linear(FIRST, SECOND)
        self.last = nn.Linear(SECOND, 1)

    def forward(self, observation: Tensor) -> Tensor:
        second: Tensor = self.second(self.first(observation.float()).relu()).relu()
        return torch.squeeze(self.last(second), -1)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the weights by their names in `parlour.players.core.value_net.VALUE_NET`."""
        return {
            name.removesuffix(".weight").replace(".", "_"): tensor.t().squeeze().half().numpy()
            for name, tensor in self.state_dict().items()
        }


def fit(
    spec: GameSpec,
    num_players: int,
    games: int,
    seed: int,
    judge: PolicyAgent,
    update: Callable[[int], object] = lambda games: None,
) -> tuple[ValueNet, Curve]:
    """Fit a network to `judge`; the curve turns the values of `judge` into its targets.

    `update` is called with the number of games used so far.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = ValueNet(spec.observation_size)
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    recent: list[Positions] = []
    curve: Curve | None = None
    for number, part in enumerate(sample_parts(spec, num_players, games, seed, judge)):
        curve = curve or fit_curve(part)
        progress = number * PART_GAMES / games
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE + (FINAL_LEARNING_RATE - LEARNING_RATE) * progress
        recent = [*recent[1 - RECENT_PARTS :], part]
        for positions in (part, recent[rng.integers(len(recent))]):
            target = curve.targets(positions)
            order = torch.from_numpy(rng.permutation(len(target)))
            for batch in order.split(BATCH_SIZE):
                logits = network(positions.observation[batch])
                loss = binary_cross_entropy_with_logits(logits, target[batch])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        update(min(games, (number + 1) * PART_GAMES))
    assert curve is not None
    return network, curve


def evaluate(network: ValueNet, curve: Curve, positions: Positions) -> tuple[str, ...]:
    """Return a row of the result: positions, error, and three losses in nats.

    The error is the distance to the targets; the losses in predicting the outcome are those of the
    network, of the trained network, and of a constant.
    """
    known = positions.decides
    outcome, target = positions.outcome[known], curve.targets(positions)[known]
    with torch.inference_mode():
        prediction = network(positions.observation[known]).sigmoid()
    error = (prediction - target).square().mean().sqrt()
    constant = outcome.mean().expand(len(outcome))
    losses = [binary_cross_entropy(p, outcome) for p in (prediction, target, constant)]
    return str(len(outcome)), f"{100 * error:.1f} %", *(f"{loss:.3f}" for loss in losses)


def load_arrays(spec: GameSpec) -> dict[str, np.ndarray]:
    """Return the arrays in the file for all numbers of players; none if there is no file."""
    file = value_net_file(spec)
    try:
        return read_arrays(file) if file.exists() else {}
    except AgentError as error:
        raise AgentError(f"{error}; delete it to fit all networks again") from None


def save(spec: GameSpec, num_players: int, network: ValueNet) -> None:
    """Write the network into the file, next to those for other numbers of players."""
    new = {array_name(num_players, name): array for name, array in network.arrays().items()}
    arrays = {**load_arrays(spec), **new}
    write_file(value_net_file(spec), lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]


def load_judge(spec: GameSpec, network: str) -> PolicyAgent:
    """Return the trained network of a run or file; the shipped one if there is no name."""
    judge = make_agent(f"ppo:{network}", spec)
    assert isinstance(judge, PolicyAgent)
    return judge


def fit_all(options: Options) -> None:
    """Fit, save and evaluate a network for each number of players."""
    options.check()
    spec, numbers_of_players = options.spec, options.numbers_of_players
    script_parts(spec, numbers_of_players[0])  # a game without a script is reported first
    torch.set_num_threads(1)  # the other core plays
    use_threads(1)
    judge = load_judge(spec, options.network)
    load_arrays(spec)  # a damaged file is reported before anything is played
    columns = ("new positions", "error", "loss", "of the trained", "of a constant")
    table = new_table("value networks", "players", *columns)
    try:
        for num_players in numbers_of_players:
            games = options.games or GAMES.get(num_players, MIN_GAMES)
            with progress_bar(f"{num_players} players", total=games) as update:
                network, curve = fit(spec, num_players, games, options.seed, judge, update)
            save(spec, num_players, network)
            test_games = max(1, min(PART_GAMES, games // 8))
            positions = sample(spec, num_players, test_games, TEST_SEED, judge)
            table.add_row(str(num_players), *evaluate(network, curve, positions))
    except KeyboardInterrupt:
        raise Stopped("stopped; finished networks are kept, --players fits the others") from None
    finally:
        print_result([table])


main = partial(run_command, Options, fit_all)

if __name__ == "__main__":
    sys.exit(main())
