"""Decisions a second of each layer, for all numbers of players.

    python -m benchmarks.throughput            all layers, all numbers of players, 7 repeats
    python -m benchmarks.throughput --quick    4 players, a few layers, 3 short repeats
    python -m benchmarks.throughput --game X   of another game

Decisions are those of all seats; where one seat learns, the others choose at random inside. Each
rate comes with its ratio to a yardstick of the same repeats: random play inside the jit.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import partial

from rich.table import Table

from agents.reporting.cli import run_command
from agents.reporting.tables import new_table, print_result
from benchmarks import store, workloads
from benchmarks.timing import Rate, Workload, measure_together
from parlour.spec import GameSpec

BATCH_SIZES = (1, 16, 64, 256, 1024, 4096, 16384)
VECTOR_GAMES = 256
YARDSTICK = "random play inside the jit"


def batch_name(num_games: int, threads: int) -> str:
    return f"Batch({num_games:,}).step, {threads} thread{'s' if threads > 1 else ''}"


def layers(spec: GameSpec, num_players: int, quick: bool) -> dict[str, Callable[[], Workload]]:
    """Return a function for each layer that makes its workload."""
    n = num_players
    sizes = (1, 1024) if quick else BATCH_SIZES
    makers: dict[str, Callable[[], Workload]] = {YARDSTICK: lambda: workloads.fused(n, spec=spec)}
    for threads in (1,) if quick else (1, 2):
        for size in sizes:
            make = partial(workloads.batch_step, size, n, threads, spec=spec)
            makers[batch_name(size, threads)] = make
    makers["Game: action_mask, apply"] = lambda: workloads.one_game(n, spec=spec)
    makers["PettingZoo AEC, raw"] = lambda: workloads.turns(n, wrapped=False, spec=spec)
    if not quick:
        makers["PettingZoo AEC, wrapped"] = lambda: workloads.turns(n, wrapped=True, spec=spec)
        makers["Gymnasium, one seat"] = lambda: workloads.single(n, spec=spec)
        wrapped = partial(workloads.single, n, wrapped=True, spec=spec)
        makers["Gymnasium, one seat, wrapped"] = wrapped
        games = VECTOR_GAMES
        makers[f"Gymnasium vector, {games} games"] = lambda: workloads.vector(games, n, spec=spec)
        makers[f"SB3 VecEnv, {games} games"] = lambda: workloads.sb3(games, n, spec=spec)
    return makers


class Options(store.QuickOptions):
    """Measure the decisions a second of each layer, for all numbers of players."""


def measure(options: Options) -> None:
    """Measure all layers in turn, print the rates and keep them."""
    repeats, seconds = options.pick(full=(7, 0.15), quick=(3, 0.2))
    spec, rates = options.spec, dict[int, dict[str, Rate]]()
    for num_players in (workloads.PLAYERS,) if options.quick else spec.players:
        with warnings.catch_warnings(action="ignore"):  # Gymnasium's, about dictionaries
            makers = layers(spec, num_players, options.quick)
            by_layer = {name: make() for name, make in makers.items()}
        rates[num_players] = measure_together(by_layer, repeats, seconds, f"{num_players} players")
    in_turn = measure_by_players(spec, repeats, seconds)
    print_result(table(num_players, by_layer, repeats) for num_players, by_layer in rates.items())
    options.keep("throughput", {"players": rates, "players_in_turn": in_turn})


def measure_by_players(spec: GameSpec, repeats: int, seconds: float) -> dict[str, Rate]:
    """Measure the cost of more players, in turn."""
    by_name = {}
    for n in spec.players:
        by_name[f"{YARDSTICK}, {n} players"] = workloads.fused(n, spec=spec)
        by_name[f"{batch_name(1024, 1)}, {n} players"] = workloads.batch_step(1024, n, spec=spec)
    return measure_together(by_name, repeats, seconds, "all numbers of players in turn")


def table(num_players: int, rates: dict[str, Rate], repeats: int) -> Table:
    title = f"{num_players} players, median of {repeats} repeats (lowest to highest)"
    rows = [
        (name, str(rate), f"{rate.over(rates[YARDSTICK]).median:.2%}")
        for name, rate in rates.items()
    ]
    return new_table(title, "layer", "decisions/s", "of random play in the jit", rows=rows)


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
