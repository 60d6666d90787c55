"""The gain of a second thread in `Batch.step`: with both cores free, and with one kept busy.

The actions are drawn beforehand: drawing them is not the batch's work.

python -m benchmarks.threads
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

from agents.reporting.cli import run_command
from agents.reporting.tables import new_table, print_result
from benchmarks import store, workloads
from benchmarks.timing import Rate, measure_together

SIZES = (1024, 16384)
SITUATIONS = ("both cores free", "one core kept busy")


class Options(store.QuickOptions):
    """Measure the gain of a second thread, with a free and with a busy core."""


@contextlib.contextmanager
def busy_core() -> Iterator[None]:
    """Run another process that never rests."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def name(num_games: int, threads: int) -> str:
    return f"{num_games:,} games, {threads} thread{'s' if threads > 1 else ''}"


def gains(rates: Mapping[str, Rate]) -> dict[int, Rate]:
    """Return two threads over one, by the number of games."""
    return {size: rates[name(size, 2)].over(rates[name(size, 1)]) for size in SIZES}


def measure(options: Options) -> None:
    """Measure both situations, print the gains and keep the rates."""
    repeats, seconds = options.pick(full=(15, 0.4), quick=(3, 0.2))
    store.keep_to_cores(2)
    rates = {}
    for situation in SITUATIONS:
        with contextlib.nullcontext() if situation == SITUATIONS[0] else busy_core():
            steps = {
                name(size, threads): workloads.repeated_steps(
                    size, workloads.PLAYERS, threads, spec=options.spec
                )
                for size, threads in product(SIZES, (1, 2))
            }
            rates[situation] = measure_together(steps, repeats, seconds, situation)
    title = "Batch.step with mask and observation, 4 players"
    table = new_table(title, "situation", "games", "1 thread", "2 threads", "gain")
    for situation, by_name in rates.items():
        for size, gain in gains(by_name).items():
            one, two = (str(by_name[name(size, threads)]) for threads in (1, 2))
            table.add_row(situation, f"{size:,}", one, two, gain.spread("{:.2f}".format))
    print_result([table])
    options.keep("threads", rates)


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
