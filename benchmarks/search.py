"""The cost of the search: its simulations next to plain random playouts.

python -m benchmarks.search

One core, as few players as the game allows, one tree of 1,000 simulations with random rollouts to
the end of the game. A simulation draws what is hidden, descends the tree, adds a node, plays to the
end and backs the result up; a playout copies the same position and plays to the end. For
comparison: OpenSpiel's MCTS in C++ on crazy_eights with its own playouts (another game, and with
open cards: it neither draws hidden cards nor counts availability).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count

import numpy as np

from agents.reporting.cli import run_command
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from benchmarks.peers import openspiel_first_decision
from benchmarks.positions import num_players, only_seat, positions
from benchmarks.timing import Rate, Workload, counted, measure_together
from parlour.core.states import play_to_end
from parlour.players.mcts import MctsAgent
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec

SIMULATIONS = 1000
COPIES = 250  # of a position, for playouts
HEAD = ("position", "simulations/s", "playouts/s", "ratio")
OPENSPIEL = "OpenSpiel crazy_eights, C++"


def rounds(spec: GameSpec) -> list[int]:
    """The first, the middle and the last round."""
    return sorted({1, (spec.rounds + 1) // 2, spec.rounds})


def position(spec: GameSpec, round_number: int) -> np.ndarray:
    """Return the first decision of a round in a game of the script, as an array of length 1."""
    game = positions(spec, 0)
    return next(states for states in game if states["round_number"][0] >= round_number)


def playouts(spec: GameSpec, round_number: int) -> Workload:
    """Copies of the position, played at random to the end."""
    rules = ruleset_for(spec, None, num_players(spec)).rules
    start = position(spec, round_number)
    copies = np.repeat(start.view(np.uint8)[None], COPIES, axis=0)
    rng = np.random.default_rng(0)

    def run() -> int:
        states = copies.copy().view(spec.state).reshape(-1)
        states["rng"] = rng.integers(2**64, size=COPIES, dtype=np.uint64)
        play_to_end(states, rules)
        return COPIES

    return run


def simulations(spec: GameSpec, round_number: int) -> Workload:
    """One search of the position with random rollouts."""
    start, seeds = position(spec, round_number), count(1)
    agent = MctsAgent(spec, SIMULATIONS, rollout="random", reuse=0)

    def run() -> int:
        agent.visits(only_seat(spec, start, next(seeds)))
        return SIMULATIONS

    return run


def openspiel(simulations: int, rollouts: int) -> Workload:
    """OpenSpiel's MCTS: simulations with a number of random rollouts each."""
    import pyspiel

    game, state = openspiel_first_decision()
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)
    return counted(simulations * rollouts, bot.mcts_search, state)


def workloads(spec: GameSpec) -> dict[str, Workload]:
    """Return simulations and playouts from each position."""
    by_kind: dict[str, Workload] = {}
    for n in rounds(spec):
        by_kind[f"simulations: {spec.name}, start of round {n}"] = simulations(spec, n)
        by_kind[f"playouts: {spec.name}, start of round {n}"] = playouts(spec, n)
    try:
        by_kind[f"simulations: {OPENSPIEL}"] = openspiel(SIMULATIONS, 1)
        by_kind[f"playouts: {OPENSPIEL}"] = openspiel(1, SIMULATIONS)
    except ImportError:
        print(f"{OPENSPIEL}: not installed (extra `peers`)", file=sys.stderr)
    return by_kind


class Options(store.QuickOptions):
    """Measure the simulations of the search next to plain random playouts."""


def measure(options: Options) -> None:
    """Measure all positions in turn, print the rates and keep them."""
    repeats, seconds = options.pick(full=(11, 0.5), quick=(3, 0.2))
    store.keep_to_cores(1)
    rates = measure_together(workloads(options.spec), repeats, seconds)
    print_result([new_table("search, one thread", *HEAD, rows=rows(rates))])
    options.keep("search", {"rates": rates})


def rows(rates: Mapping[str, Rate]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, simulations, playouts and their ratio from each position."""
    for name in (name.partition(": ")[2] for name in rates if name.startswith("simulations")):
        simulations, playouts = rates[f"simulations: {name}"], rates[f"playouts: {name}"]
        ratio = simulations.over(playouts).spread("{:.2f}".format)
        yield name, str(simulations), str(playouts), ratio


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
