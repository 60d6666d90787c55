"""Regret of the search: the win probability that it gives away at single decisions.

    python -m benchmarks.search_regret                  searches some hundred positions (minutes)
    python -m benchmarks.search_regret temperature=4    with other parameters of `mcts`
    python -m benchmarks.search_regret --save           keeps the figures for the docs

Whether 3,200 simulations play better than 1,600 takes thousands of games to settle. Single
decisions settle it sooner: an action's regret is how much less it is worth than the best one, and
long, wide searches estimate the worth of all actions. There are two of these judges: one names the
best action, the other estimates the worth of this and of the chosen one, so that luck in the one is
not taken for regret in the other. All searches evaluate positions in the same way: this measures
what more simulations add, not how good the evaluation is.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated

import numpy as np
import tyro

from agents.ladder import BUDGETS
from agents.reporting.cli import CommandError, check_at_least, num_workers, run_command
from agents.reporting.interrupt import ignore_interrupt
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from agents.statistics import Interval, mean_intervals
from benchmarks import store
from benchmarks.positions import num_players, only_seat, positions
from parlour.players.mcts import MctsAgent
from parlour.players.registry import make_agent
from parlour.spec import GameSpec

POSITIONS = 240
JUDGES = 2  # long searches of each position
LONG = 20_000  # simulations of each
# So that every action is tried often enough to be judged, whatever the script thinks of it.
WIDE = ("exploration=1", "temperature=4", "widening=4")
TRIES = 2  # searches with each budget
MIN_VISITS = 100  # to be judged; rarer actions count as the worst of those that are


@dataclass(frozen=True)
class Options(store.Options):
    """Measure the win probability that the search gives away, by number of simulations."""

    parameters: Annotated[
        tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="NAME=VALUE")
    ] = ()
    """Parameters of mcts."""
    positions: int = POSITIONS
    """Number of positions."""

    def check(self) -> None:
        """Refuse what can't be measured or kept."""
        check_at_least("positions", self.positions, 2)
        if self.save and self.parameters:
            raise CommandError("--save keeps the default parameters only: leave out the others")


def position(spec: GameSpec, number: int) -> np.ndarray:
    """Return a decision somewhere in a game of the script, as an array of length 1."""
    rng, most = np.random.default_rng(number), spec.typical_decisions[num_players(spec)]
    while True:
        game = positions(spec, int(rng.integers(2**63, dtype=np.uint64)))
        for states in islice(game, int(rng.integers(1, most)), None):
            return states


def regrets(spec: GameSpec, parameters: Sequence[str], number: int) -> np.ndarray:
    """Return (budgets,) the mean regret of searches with each budget in one position."""
    states = position(spec, number)
    rollout = [parameter for parameter in parameters if parameter.startswith("rollout=")]
    judge = make_search(spec, LONG, [*rollout, *WIDE])
    judgements = []
    for seed in range(JUDGES):
        visits, values = judge.judge(only_seat(spec, states, 1_000_000 + seed))
        is_judged = visits >= MIN_VISITS
        judgements.append(np.where(is_judged, values, values[is_judged].min()))
    regret = np.zeros(len(BUDGETS))
    for i, budget in enumerate(BUDGETS):
        agent = make_search(spec, budget, parameters)
        for seed in range(TRIES):
            visits, _ = agent.judge(only_seat(spec, states, seed))
            chosen = visits.argmax()
            regret[i] += sum(
                values[other.argmax()] - values[chosen]
                for values, other in zip(judgements, judgements[::-1], strict=True)
            )
    return regret / (TRIES * JUDGES)


def make_search(spec: GameSpec, budget: int, parameters: Sequence[str]) -> MctsAgent:
    agent = make_agent(":".join(["mcts", str(budget), "reuse=0", *parameters]), spec)
    assert isinstance(agent, MctsAgent)
    return agent


def regrets_of_positions(spec: GameSpec, parameters: Sequence[str], number: int) -> np.ndarray:
    """Return (positions, budgets), from as many processes as there are cores."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(num_workers(0), ignore_interrupt) as pool:
        rows = pool.imap(partial(regrets, spec, parameters), range(number))
        return np.array(list(track(rows, "positions", number)))


def intervals(regret: np.ndarray) -> tuple[list[Interval], list[Interval]]:
    """Return the regret of each budget, and what each doubling saves of it."""
    saved = regret[:, :-1] - regret[:, 1:]
    return mean_intervals(regret, bounds=(-1.0, 1.0)), mean_intervals(saved, bounds=(-1.0, 1.0))


def measure(options: Options) -> None:
    """Search all positions, print the regret by budget and keep it."""
    options.check()
    make_search(options.spec, BUDGETS[0], options.parameters)  # refuses wrong parameters at once
    lost, saved = intervals(
        regrets_of_positions(options.spec, options.parameters, options.positions)
    )
    by_budget = dict(zip(map(str, BUDGETS), lost, strict=True))
    saved_by_budget = dict(zip(map(str, BUDGETS[1:]), saved, strict=True))
    head = ("simulations", "win probability given away, %", "saved by the last doubling, %")
    print_result([new_table("regret", *head, rows=table_rows(by_budget, saved_by_budget))])
    figures = {"positions": options.positions, "lost": by_budget, "saved": saved_by_budget}
    options.keep("search_regret", figures)


def table_rows(
    lost: Mapping[str, Interval], saved: Mapping[str, Interval]
) -> Iterator[tuple[str, str, str]]:
    """Yield the budget, its regret and what it saves of that of half the budget."""
    for budget, loss in lost.items():
        saving = saved[budget].text(".2f", 100) if budget in saved else ""
        yield budget, loss.text(".2f", 100), saving


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
