"""How many decisions a second each layer makes, for 2 to 5 players.

    python -m benchmarks.throughput            all layers, 2 to 5 players, 7 repeats
    python -m benchmarks.throughput --quick    4 players, a few layers, 3 short repeats

Decisions are those of all seats; where one seat learns, the others choose at random inside. Beside
each rate stands its ratio to a yardstick of the same repeats: random play inside the jit.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks import store, workloads
from benchmarks.timing import Rate, Workload, measure_together

BATCH_SIZES = (1, 16, 64, 256, 1024, 4096, 16384)
VECTOR_GAMES = 256
YARDSTICK = "random play inside the jit"


def batch_name(num_games: int, threads: int) -> str:
    return f"Batch({num_games:,}).step, {threads} thread{'s' if threads > 1 else ''}"


def layers(num_players: int, quick: bool) -> dict[str, Callable[[], Workload]]:
    """How to make the work of each layer."""
    n = num_players
    sizes = (1, 1024) if quick else BATCH_SIZES
    made: dict[str, Callable[[], Workload]] = {YARDSTICK: lambda: workloads.fused(n)}
    for threads in (1,) if quick else (1, 2):
        for size in sizes:
            name = batch_name(size, threads)
            made[name] = lambda size=size, threads=threads: workloads.batch_step(size, n, threads)
    made["Game: action_mask, apply"] = lambda: workloads.game(n)
    made["PettingZoo AEC, raw"] = lambda: workloads.rokoko_aec(n, wrapped=False)
    if not quick:
        made["PettingZoo AEC, wrapped"] = lambda: workloads.rokoko_aec(n, wrapped=True)
        made["Gymnasium, one seat"] = lambda: workloads.single(n)
        made["Gymnasium, one seat, wrapped"] = lambda: workloads.single(n, wrapped=True)
        made[f"Gymnasium vector, {VECTOR_GAMES} games"] = lambda: workloads.vector(VECTOR_GAMES, n)
        made[f"SB3 VecEnv, {VECTOR_GAMES} games"] = lambda: workloads.sb3(VECTOR_GAMES, n)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv)
    numbers = (4,) if arguments.quick else (2, 3, 4, 5)
    repeats, seconds = (3, 0.2) if arguments.quick else (7, 0.15)
    console = Console(width=120)
    rates: dict[int, dict[str, Rate]] = {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring (the first run compiles for half a minute)", total=None)
        for num_players in numbers:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Gymnasium's, about dictionaries
                made = {name: make() for name, make in layers(num_players, arguments.quick).items()}
            progress.update(task, total=len(numbers) * len(made) * repeats)
            rates[num_players] = measure_together(
                made, repeats, seconds, lambda: progress.advance(task)
            )
        by_players = measure_by_players(repeats, seconds)
    for num_players, by_layer in rates.items():
        console.print(table(num_players, by_layer, repeats))
    if arguments.save:
        figures = {str(n): {k: r.to_json() for k, r in by.items()} for n, by in rates.items()}
        together = {name: rate.to_json() for name, rate in by_players.items()}
        store.save("throughput", {"players": figures, "players_in_turn": together})
    return 0


def measure_by_players(repeats: int, seconds: float) -> dict[str, Rate]:
    """What more players cost, measured in turn."""
    made = {}
    for n in (2, 3, 4, 5):
        made[f"{YARDSTICK}, {n} players"] = workloads.fused(n)
        made[f"{batch_name(1024, 1)}, {n} players"] = workloads.batch_step(1024, n)
    return measure_together(made, repeats, seconds)


def table(num_players: int, rates: dict[str, Rate], repeats: int) -> Table:
    shown = Table(
        title=f"{num_players} players",
        caption=f"a second: median of {repeats} repeats (lowest to highest)",
    )
    shown.add_column("layer")
    shown.add_column("decisions/s", justify="right")
    shown.add_column("of random play in the jit", justify="right")
    for name, rate in rates.items():
        shown.add_row(name, str(rate), f"{rate.over(rates[YARDSTICK]).median:.2%}")
    return shown


if __name__ == "__main__":
    sys.exit(main())
