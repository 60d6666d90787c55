"""What more simulations buy at a single decision: how much chance to win the search gives away.

    python -m benchmarks.search_regret                  searches some hundred positions (minutes)
    python -m benchmarks.search_regret temperature=4    with other parameters of `mcts`
    python -m benchmarks.search_regret --save           keeps the figures for the docs

Whether 3,200 simulations play better than 1,600 takes thousands of games to tell. Single decisions
tell it sooner: what is lost by an action is how much less it is worth than the best one, and what
actions are worth is said by long, wide searches. There are two of these: one says which action is
best, the other what it and the chosen one are worth, so that luck in the one does not look like a
loss in the other. All of them judge positions in the same way: this measures what searching longer
adds, not how good the judgement is.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from functools import partial

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from agents.ladder import BUDGETS
from agents.reporting.cli import num_workers
from agents.statistics import Interval, mean_intervals
from benchmarks import store
from rokoko_env.core.ids import OVER
from rokoko_env.core.state import new_states
from rokoko_env.core.states import ONLY, start_games, step_games
from rokoko_env.players.agent import AgentError, Seats
from rokoko_env.players.core.script.choose import choose_by_style
from rokoko_env.players.mcts import MctsAgent
from rokoko_env.players.registry import make_agent
from rokoko_env.players.scripted import heuristic_style
from rokoko_env.ruleset import ruleset_for

PLAYERS = 2
POSITIONS = 240
JUDGES = 2  # long searches of each position
LONG = 20_000  # simulations of each
# So that every action is tried often enough to be judged, whatever the script thinks of it.
WIDE = {"exploration": 1.0, "temperature": 4.0, "widening": 4.0}
TRIES = 2  # searches with each budget
FEWEST = 100  # visits that make a judgement; rarer actions count as the worst that has them


def position(number: int) -> np.ndarray:
    """A decision somewhere in a game of `heuristic`, in an array of one."""
    rules = ruleset_for(None, PLAYERS).rules
    rng = np.random.default_rng(number)
    states, actions = new_states(1), np.zeros(1, np.int64)
    found = None
    while found is None:
        start_games(states, rules, PLAYERS, rng.integers(2**63, size=1, dtype=np.uint64))
        for _ in range(rng.integers(1, 200)):
            choose_by_style(states, rules, heuristic_style(PLAYERS), actions)
            step_games(states, rules, ONLY, actions)
            if states["decision"][0] == OVER:
                break
        else:
            found = states
    return found


def searched(states: np.ndarray, agent: MctsAgent, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Visits and mean worth of all actions after a search."""
    seeds = np.array([seed], np.uint64)
    none = np.zeros(1, np.int64)
    seat = Seats(states, none, ruleset_for(None, PLAYERS), seeds, none)
    return agent.judge(seat)


def losses(words: Sequence[str], number: int) -> np.ndarray:
    """(budgets,) what searches of the budgets give away on average in one position."""
    states = position(number)
    how = [word for word in words if word.startswith("rollout=")]
    wide = search(LONG, [*how, *(f"{name}={number}" for name, number in WIDE.items())])
    judged = []
    for judge in range(JUDGES):
        visits, worth = searched(states, wide, 1_000_000 + judge)
        known = visits >= FEWEST
        judged.append(np.where(known, worth, worth[known].min()))
    lost = np.zeros(len(BUDGETS))
    for i, budget in enumerate(BUDGETS):
        agent = search(budget, words)
        for seed in range(TRIES):
            visits, _ = searched(states, agent, seed)
            chosen = visits.argmax()
            lost[i] += sum(
                says[other.argmax()] - says[chosen]
                for says, other in zip(judged, judged[::-1], strict=True)
            )
    return lost / (TRIES * JUDGES)


def search(budget: int, words: Sequence[str]) -> MctsAgent:
    agent = make_agent(":".join(["mcts", str(budget), "reuse=0", *words]))
    assert isinstance(agent, MctsAgent)
    return agent


def measure(words: Sequence[str], positions: int) -> np.ndarray:
    """(positions, budgets) what is given away."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(num_workers(0)) as pool:
        rows = pool.imap(partial(losses, words), range(positions))
        return np.array(list(track(rows, "searching", positions)))


def intervals(lost: np.ndarray) -> tuple[list[Interval], list[Interval]]:
    """The loss with each budget, and what each doubling saves of it, position by position."""
    saved = lost[:, :-1] - lost[:, 1:]
    return mean_intervals(lost, bounds=(-1.0, 1.0)), mean_intervals(saved, bounds=(-1.0, 1.0))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("words", nargs="*", metavar="NAME=VALUE", help="parameters of mcts")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--save", action="store_true", help="keep the figures for the docs")
    given = parser.parse_args(argv)
    if given.positions < 2:
        parser.error(f"--positions is {given.positions}, expected at least 2")
    if given.save and given.words:
        parser.error("only what the usual parameters lose is kept for the docs: leave out --save")
    try:
        search(BUDGETS[0], given.words)
        lost, saved = intervals(measure(given.words, given.positions))
    except AgentError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    table = Table("simulations", "chance to win given away, %", "saved by the last doubling, %")
    for budget, loss, gain in zip(BUDGETS, lost, [None, *saved], strict=True):
        table.add_row(str(budget), loss.text(".2f", 100), gain.text(".2f", 100) if gain else "")
    Console(width=120).print(table)
    if given.save:
        store.save(
            "depth",
            {
                "positions": given.positions,
                "lost": {str(b): loss.to_json() for b, loss in zip(BUDGETS, lost, strict=True)},
                "saved": {str(b): g.to_json() for b, g in zip(BUDGETS[1:], saved, strict=True)},
            },
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
