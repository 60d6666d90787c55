"""Seconds that the arena takes for many quick games, statistics and files included.

python -m benchmarks.arena          plays them three times (half a minute on two cores)
python -m benchmarks.arena --save   keeps the figure for the docs
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from agents.reporting.cli import game_arguments, run_command
from agents.reporting.progress import track
from benchmarks import store
from benchmarks.timing import Rate
from benchmarks.workloads import DEFAULT
from parlour.spec import GameSpec

ROOT = Path(__file__).parent.parent
GAMES = 100_000
LIMIT = 60.0  # seconds
REPEATS = 3


class Options(store.Options):
    """Measure how long the arena takes for many quick games."""


def command(games: int, spec: GameSpec) -> list[str]:
    match = ["random"] * spec.players[0] + game_arguments(spec)
    return ["-m", "agents.arena", *match, "--games", str(games), "--quiet", "--out"]


def run(games: int, spec: GameSpec = DEFAULT) -> float:
    """Return the seconds of the whole process, from a newly started Python."""
    with tempfile.TemporaryDirectory() as out:
        begin = time.perf_counter()
        whole = [sys.executable, *command(games, spec), out]
        subprocess.run(whole, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin


def summary(seconds: Rate, spec: GameSpec = DEFAULT) -> str:
    verdict = "reached" if seconds.median <= LIMIT else "missed"
    spread = seconds.spread("{:.1f}".format)
    return (
        f"`python {' '.join(command(GAMES, spec))} DIR` takes {spread} s "
        f"(wanted: under {LIMIT:g}; {verdict})."
    )


def measure(options: Options) -> int | None:
    """Time the command, print the figure and keep it. Returns the exit code of a failed match."""
    spec = options.spec
    try:
        run(2, spec)  # compiles, if nothing has been yet
        values = [run(GAMES, spec) for _ in track(range(REPEATS), f"runs of {GAMES:,} games")]
    except subprocess.CalledProcessError as error:  # it has printed why
        return error.returncode
    seconds = Rate(tuple(values))
    print(summary(seconds, spec))
    options.keep("arena", {"seconds": seconds})
    return None


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
