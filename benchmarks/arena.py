"""Seconds that the arena takes for many quick games, statistics and files included.

python -m benchmarks.arena          plays them three times (half a minute on two cores)
python -m benchmarks.arena --save   keeps the figure for the docs
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from agents.reporting.cli import run_command
from agents.reporting.progress import progress_bar
from benchmarks import store
from benchmarks.timing import Rate

ROOT = Path(__file__).parent.parent
GAMES = 100_000
LIMIT = 60.0  # seconds
REPEATS = 3


class Options(store.Options):
    """Measure how long the arena takes for many quick games."""


def command(games: int) -> list[str]:
    return ["-m", "agents.arena", "random", "random", "--games", str(games), "--quiet", "--out"]


def run(games: int) -> float:
    """Return the seconds of the whole process, from a newly started Python."""
    with tempfile.TemporaryDirectory() as out:
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, *command(games), out],
            cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        return time.perf_counter() - begin


def summary(seconds: Rate) -> str:
    verdict = "reached" if seconds.median <= LIMIT else "missed"
    spread = seconds.spread("{:.1f}".format)
    return (
        f"`python {' '.join(command(GAMES))} DIR` takes {spread} s "
        f"(wanted: under {LIMIT:g}; {verdict})."
    )


def measure(options: Options) -> int | None:
    """Time the command, print the figure and keep it. Returns the exit code of a failed match."""
    try:
        with progress_bar(f"runs of {GAMES:,} games", REPEATS) as update:
            run(2)  # compiles, if nothing has been yet
            values = []
            for number in range(REPEATS):
                values.append(run(GAMES))
                update(number + 1)
    except subprocess.CalledProcessError as error:  # it has printed why
        return error.returncode
    seconds = Rate(tuple(values))
    print(summary(seconds))
    if options.save:
        store.save("arena", {"seconds": seconds.to_json()})
    return None


def main(argv: Sequence[str] | None = None) -> int:
    return run_command(Options, measure, argv)


if __name__ == "__main__":
    sys.exit(main())
