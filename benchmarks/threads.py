"""What a second thread brings `Batch.step`: with both cores free, and with one of them kept busy.

python -m benchmarks.threads
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from benchmarks import results, works
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


def rates(repeats: int, seconds: float) -> dict[str, Rate]:
    made = {
        f"{size} games, {threads} threads": works.batch_step(size, PLAYERS, threads)
        for size in SIZES
        for threads in (1, 2)
    }
    return measure_together(made, repeats, seconds)


def gains(measured: dict[str, Rate]) -> dict[int, Rate]:
    """Two threads over one, by the number of games."""
    return {
        size: measured[f"{size} games, 2 threads"].over(measured[f"{size} games, 1 threads"])
        for size in SIZES
    }


def main(argv: Sequence[str] | None = None) -> int:
    arguments = results.options(__doc__, argv)
    repeats, seconds = (3, 0.2) if arguments.quick else (9, 0.4)
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
            one, two = (str(found[f"{size} games, {t} threads"]) for t in (1, 2))
            spread = f"({min(gain.values):.2f} to {max(gain.values):.2f})"
            table.add_row(situation, f"{size:,}", one, two, f"{gain.median:.2f} {spread}")
    console.print(table)
    if arguments.save:
        results.save(
            "threads",
            {
                situation: {name: rate.to_json() for name, rate in found.items()}
                for situation, found in measured.items()
            },
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
