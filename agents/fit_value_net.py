"""Fit the value network of `mcts` to what a trained network expects.

    python -m agents.fit_value_net

plays games of `heuristic` that begin with random decisions and asks the shipped network (or that of
`--network`) about positions in them. A curve over the network's value that fits how these games
ended makes it a chance to win, and for each number of players a small network learns to say the
same a hundred times as fast. Games are played while it learns, and each is looked at about twice,
so that there is nothing to learn by heart. It prints how good the estimate is in other games, and
writes `estimate.npz`: minutes on two cores. What is finished is kept on Ctrl-C; `--players` does
the rest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits

from agents.reporting.cli import INTERRUPTED
from rokoko_env.core.sections import OBSERVATION_SIZE, new_observations, observation_records
from rokoko_env.files import write_file
from rokoko_env.players.agent import AgentError
from rokoko_env.players.core.positions import sample_games
from rokoko_env.players.core.value_net import FIRST, SECOND
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.players.scripted import PLAYERS, heuristic_style
from rokoko_env.players.value_net import FILE, array_name, read_arrays
from rokoko_env.ruleset import ruleset_for

GAMES = {2: 300_000, 3: 80_000, 4: 60_000, 5: 50_000}
DECISIONS = {2: 216, 3: 320, 4: 400, 5: 500}  # of a usual game: its slips end anywhere
PART = 10_000  # games played at a time
POSITIONS = 20  # room for so many of each game
RECENT = 6  # parts from which one is looked at again
BATCH = 1024
RATE, FINAL_RATE = 3e-3, 1e-5  # falls from part to part, towards the second
CURVE_STEPS = 20  # of Newton's method
TEST_SEED = 2**40


class Positions(NamedTuple):
    """From some games."""

    seen: Tensor  # observations of a seat
    worth: Tensor  # what the network expects for it
    won: Tensor  # how it ended: 1 for a victory, a half for a tie


class Curve(NamedTuple):
    """The logarithm of the odds to win, by what the network expects."""

    slope: float
    start: float

    def chances(self, worth: Tensor) -> Tensor:
        return (self.slope * worth + self.start).sigmoid()


def sample(num_players: int, games: int, seed: int, judge: PolicyAgent) -> Positions:
    """Positions of some games, with what the network says of them."""
    room = games * POSITIONS
    observations = new_observations(room)
    seats, of_game = np.zeros(room, np.int64), np.zeros(room, np.int64)
    scores = np.zeros((games, num_players))
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(seed)
    found = sample_games(
        ruleset_for(None, num_players).rules, heuristic_style(num_players), num_players,
        DECISIONS[num_players],
        seeds, observation_records(observations), seats, of_game, scores,
    )  # fmt: skip
    ends = scores[of_game[:found]]
    own = np.arange(num_players) == seats[:found, None]
    leads = ends[own] - np.where(own, -np.inf, ends).max(axis=1)
    won = torch.from_numpy((np.sign(leads) + 1) / 2).float()
    worth = torch.from_numpy(judge.judge(observations[:found])[1])
    return Positions(torch.from_numpy(observations[:found]).half(), worth, won)


def parts(num_players: int, games: int, seed: int, judge: PolicyAgent) -> Iterator[Positions]:
    """Positions of new games, the next ones being played while these are looked at."""
    with ThreadPoolExecutor(1) as player:
        sizes = [min(PART, games - start) for start in range(0, games, PART)]
        starts = [seed + PART * number for number in range(len(sizes))]
        coming = player.submit(sample, num_players, sizes[0], starts[0], judge)
        for size, start in zip([*sizes[1:], 0], [*starts[1:], 0], strict=True):
            now = coming.result()
            if size:
                coming = player.submit(sample, num_players, size, start, judge)
            yield now


def curve_through(positions: Positions) -> Curve:
    """Logistic regression of how it ended on what the network expected."""
    known = torch.stack([positions.worth, torch.ones_like(positions.worth)], dim=1).double()
    found = torch.zeros(2, dtype=torch.float64)
    for _ in range(CURVE_STEPS):
        chances = (known @ found).sigmoid()
        gradient = known.T @ (positions.won - chances)
        weights = (chances * (1 - chances))[:, None]
        # The little on the diagonal is for games of which there are too few to tell.
        found += torch.linalg.solve(known.T @ (weights * known) + torch.eye(2) * 1e-3, gradient)
    return Curve(*found.tolist())


class Estimate(nn.Module):
    """What `rokoko_env.players.core.value_net` computes: the logarithm of the odds to win."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(OBSERVATION_SIZE, FIRST)
        self.second = nn.Linear(FIRST, SECOND)
        self.last = nn.Linear(SECOND, 1)

    def forward(self, seen: Tensor) -> Tensor:
        second: Tensor = self.second(self.first(seen.float()).relu()).relu()
        return torch.squeeze(self.last(second), -1)

    def arrays(self) -> dict[str, np.ndarray]:
        """As `rokoko_env.players.core.value_net.VALUE` names them."""
        found = {
            "first": self.first.weight.T,
            "first_bias": self.first.bias,
            "second": self.second.weight.T,
            "second_bias": self.second.bias,
            "last": self.last.weight[0],
            "last_bias": self.last.bias[0],
        }
        return {name: tensor.detach().half().numpy() for name, tensor in found.items()}


def fit(
    num_players: int, games: int, seed: int, judge: PolicyAgent, progress: Progress
) -> tuple[Estimate, Curve]:
    """An estimate after so many games, and what it was told the network's values mean."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = Estimate()
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    task = progress.add_task(f"{num_players} players", total=games)
    recent: list[Positions] = []
    curve: Curve | None = None
    for number, part in enumerate(parts(num_players, games, seed, judge)):
        curve = curve or curve_through(part)
        for group in optimizer.param_groups:
            group["lr"] = RATE + (FINAL_RATE - RATE) * number * PART / games
        recent = [*recent[1 - RECENT :], part]
        for seen, worth, _ in (part, recent[rng.integers(len(recent))]):
            wanted = curve.chances(worth)
            order = torch.from_numpy(rng.permutation(len(worth)))
            for chosen in order.split(BATCH):
                loss = binary_cross_entropy_with_logits(network(seen[chosen]), wanted[chosen])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        progress.update(task, completed=min(games, (number + 1) * PART))
    assert curve is not None
    return network, curve


def test(network: Estimate, curve: Curve, positions: Positions) -> tuple[str, ...]:
    """In games it does not know: how far it is from what it was told, and its loss (in nats) in
    saying how they end, beside the losses of the large network and of always saying the same.
    """
    seen, worth, won = positions
    with torch.inference_mode():
        said = network(seen)
    told = curve.chances(worth)
    error = (said.sigmoid() - told).square().mean().sqrt()
    usual = won.mean().expand(len(won))
    losses = [binary_cross_entropy(chance, won) for chance in (said.sigmoid(), told, usual)]
    return str(len(won)), f"{100 * error:.1f} %", *(f"{loss:.3f}" for loss in losses)


def kept() -> dict[str, np.ndarray]:
    """What the file has for all numbers of players; nothing if there is no file."""
    try:
        return read_arrays() if FILE.exists() else {}
    except AgentError as error:
        raise AgentError(f"{error}; delete it to fit all estimates anew") from None


def keep(num_players: int, network: Estimate) -> None:
    """In the file, beside what is there for other numbers of players."""
    found = {array_name(num_players, name): array for name, array in network.arrays().items()}
    arrays = {**kept(), **found}
    write_file(FILE, lambda file: np.savez(file, **arrays))  # type: ignore[arg-type]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m agents.fit_value_net", description=__doc__)
    parser.add_argument("--games", type=int, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=list(PLAYERS))
    parser.add_argument("--network", default="", help="a run or a file (the shipped network)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    if given.games is not None and given.games < 1:
        parser.error(f"--games is {given.games}, expected at least 1")
    if given.seed < 0:
        parser.error(f"--seed is {given.seed}, expected a number from 0 on")
    torch.set_num_threads(1)  # the other core plays
    table = Table("players", "new positions", "error", "loss", "of the network", "of a constant")
    code = 0
    try:
        judge = PolicyAgent(given.network)
        kept()  # a damaged file is told before anything is played
        with Progress() as progress:
            for num_players in given.players:
                games = given.games or GAMES[num_players]
                network, curve = fit(num_players, games, given.seed, judge, progress)
                keep(num_players, network)
                new = sample(num_players, max(1, min(PART, games // 8)), TEST_SEED, judge)
                table.add_row(str(num_players), *test(network, curve, new))
    except (AgentError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; estimates that were finished are kept", file=sys.stderr)
        code = INTERRUPTED
    Console().print(table)
    return code


if __name__ == "__main__":
    sys.exit(main())
