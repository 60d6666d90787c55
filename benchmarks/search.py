"""What the search costs beside the playouts it makes: simulations against plain random playouts.

python -m benchmarks.search

One core, 2 players, one tree of 1,000 simulations with random rollouts to the end of the game. A
simulation draws the hidden cards anew, goes down the tree, adds a node, plays to the end and passes
the result up; a playout copies the same position and plays to the end. OpenSpiel's MCTS in C++ on
crazy_eights stands beside it, with its own playouts (a game of its own, and one in which it knows
the hidden cards: it neither draws them anew nor counts availability).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import store
from benchmarks.peers import openspiel_first_decision
from benchmarks.timing import Rate, Workload, measure_together
from rokoko_env.core.state import STATE, new_states
from rokoko_env.core.states import ONLY, play_to_end, start_games, step_games
from rokoko_env.players.core import ismcts
from rokoko_env.players.core.script.choose import choose_by_style
from rokoko_env.players.mcts import MctsAgent
from rokoko_env.players.scripted import heuristic_style
from rokoko_env.players.value_net import load_value_net
from rokoko_env.ruleset import ruleset_for

PLAYERS = 2
SIMULATIONS = 1000
ROUNDS = (1, 4, 7)
OPENSPIEL = "OpenSpiel crazy_eights, C++"


def position(round_number: int) -> np.ndarray:
    """The first decision of a round in a game of `heuristic`, in an array of one."""
    rules = ruleset_for(None, PLAYERS).rules
    states, actions = new_states(1), np.zeros(1, np.int64)
    start_games(states, rules, PLAYERS, np.zeros(1, np.uint64))
    while states["round_number"][0] < round_number:
        choose_by_style(states, rules, heuristic_style(PLAYERS), actions)
        step_games(states, rules, ONLY, actions)
    return states


def playouts(round_number: int) -> Workload:
    """Copies of the position, played at random to the end."""
    rules = ruleset_for(None, PLAYERS).rules
    start = position(round_number)
    number = 250
    copies = np.repeat(start.view(np.uint8)[None], number, axis=0)
    luck = np.random.default_rng(0)

    def work() -> int:
        states = copies.copy().view(STATE).reshape(-1)
        states["rng"] = luck.integers(2**64, size=number, dtype=np.uint64)
        play_to_end(states, rules)
        return number

    return work


def simulations(round_number: int) -> Workload:
    """One search of the position with random rollouts."""
    rules = ruleset_for(None, PLAYERS).rules
    start = position(round_number)
    options = MctsAgent(rollout="random").options(PLAYERS)
    known = (rules, heuristic_style(PLAYERS), load_value_net(PLAYERS), options)
    nodes, used = np.empty(SIMULATIONS + 2, ismcts.NODE), np.zeros(1, np.int64)
    words = np.zeros(1, np.uint64)

    def work() -> int:
        ismcts.reset_tree(nodes, used)
        ismcts.search(nodes, used, start, *known, words, SIMULATIONS)
        return SIMULATIONS

    return work


def openspiel_simulations() -> Workload:
    import pyspiel

    game, state = openspiel_first_decision()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 1000, False, 1, False)

    def work() -> int:
        bot.mcts_search(state)
        return SIMULATIONS

    return work


def openspiel_playouts() -> Workload:
    import pyspiel

    game, state = openspiel_first_decision()
    evaluator = pyspiel.RandomRolloutEvaluator(SIMULATIONS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, 1, False)

    def work() -> int:
        bot.mcts_search(state)
        return SIMULATIONS

    return work


def works() -> dict[str, tuple[Workload, Workload]]:
    """Simulations and playouts from the same position."""
    found = {
        f"rokoko, start of round {number}": (simulations(number), playouts(number))
        for number in ROUNDS
    }
    try:
        found[OPENSPIEL] = (openspiel_simulations(), openspiel_playouts())
    except ImportError:
        print(f"{OPENSPIEL}: not installed (extra `peers`)", file=sys.stderr)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv)
    repeats, seconds = (3, 0.2) if arguments.quick else (11, 0.5)
    store.machine()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-1:])
    console = Console(width=120)
    pairs = works()
    flat = {f"{kind}: {name}": work for name, pair in pairs.items()
            for kind, work in zip(("simulations", "playouts"), pair, strict=True)}  # fmt: skip
    with console.status("measuring"):
        rates = measure_together(flat, repeats, seconds)
    table = Table("position", "simulations/s", "playouts/s", "ratio", title="search, one thread")
    for name in pairs:
        table.add_row(name, *line(rates, name))
    console.print(table)
    if arguments.save:
        store.save("search", {"rates": {name: r.to_json() for name, r in rates.items()}})
    return 0


def line(rates: dict[str, Rate], name: str) -> tuple[str, str, str]:
    """Simulations, playouts and their ratio from one position."""
    searched, played = rates[f"simulations: {name}"], rates[f"playouts: {name}"]
    return str(searched), str(played), searched.over(played).spread("{:.2f}".format)


if __name__ == "__main__":
    sys.exit(main())
