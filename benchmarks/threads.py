"""What a second thread brings `Batch.step`: with both cores free, and with one of them kept busy.

The actions are given: to draw them is not the batch's work.

python -m benchmarks.threads
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from benchmarks import store, workloads
from benchmarks.timing import Rate, measure_together

PLAYERS = 4
SIZES = (1024, 16384)
SITUATIONS = ("both cores free", "one core kept busy")


@contextlib.contextmanager
def busy_core() -> Iterator[None]:
    """Another process that never rests."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def name(num_games: int, threads: int) -> str:
    return f"{num_games:,} games, {threads} thread{'s' if threads > 1 else ''}"


def keep_to_two_cores() -> None:
    """This process, and the busy one that it starts."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            raise SystemExit("two threads need two cores, and only one is here")
        os.sched_setaffinity(0, cores[-2:])


def rates(repeats: int, seconds: float) -> dict[str, Rate]:
    made = {
        name(size, threads): workloads.given_actions(size, PLAYERS, threads)
        for size in SIZES
        for threads in (1, 2)
    }
    return measure_together(made, repeats, seconds)


def gains(measured: dict[str, Rate]) -> dict[int, Rate]:
    """Two threads over one, by the number of games."""
    return {size: measured[name(size, 2)].over(measured[name(size, 1)]) for size in SIZES}


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv)
    repeats, seconds = (3, 0.2) if arguments.quick else (15, 0.4)
    store.machine()
    keep_to_two_cores()
    console = Console(width=120)
    measured = {}
    with console.status("measuring"):
        for situation in SITUATIONS:
            busy = situation != SITUATIONS[0]
            with busy_core() if busy else contextlib.nullcontext():
                measured[situation] = rates(repeats, seconds)
    table = Table(title="Batch.step with mask and observation, 4 players")
    for column in ("", "games", "1 thread", "2 threads", "gain"):
        table.add_column(column, justify="right" if column else "left")
    for situation, found in measured.items():
        for size, gain in gains(found).items():
            one, two = (str(found[name(size, threads)]) for threads in (1, 2))
            table.add_row(situation, f"{size:,}", one, two, gain.spread("{:.2f}".format))
    console.print(table)
    if arguments.save:
        store.save(
            "threads",
            {
                situation: {what: rate.to_json() for what, rate in found.items()}
                for situation, found in measured.items()
            },
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
