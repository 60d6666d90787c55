"""The time until a newcomer has played a game: import, first step, first full game.

With an empty and with a warm cache:

    python -m benchmarks.coldstart
    python -m benchmarks.coldstart --game X    of another game
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from agents.reporting.cli import run_command
from agents.reporting.progress import track
from benchmarks import store
from benchmarks.workloads import DEFAULT

ROOT = Path(__file__).parents[1]
PROGRAM = """
import sys, time
start = time.perf_counter()
__import__(sys.argv[1])
Game = sys.modules[sys.argv[1]].Game
imported = time.perf_counter()
game = Game(4, 1)
game.apply(game.legal_actions()[-1])
stepped = time.perf_counter()
while not game.is_over:
    game.apply(game.legal_actions()[-1])
game.scores()
print(imported - start, stepped - imported, time.perf_counter() - stepped)
"""
LIMITS = {"empty cache": 60.0, "warm cache": 2.5}
REPEATS = {"empty cache": 1, "warm cache": 7}
PARTS = ("whole process", "import", "first step", "rest of the game")


class Options(store.Options):
    """Measure import, first step and first full game, with an empty and a warm cache."""


def run(cache: str, tree: Path = ROOT, package: str = DEFAULT.package) -> dict[str, float]:
    """Return the seconds of the whole process, and of its parts, with the packages of a tree."""
    env = {**os.environ, "PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", PROGRAM, package]
    start = time.perf_counter()
    process = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=True)
    seconds = [time.perf_counter() - start, *map(float, process.stdout.split())]
    return {part: round(value, 3) for part, value in zip(PARTS, seconds, strict=True)}


def measure(options: Options) -> None:
    """Start new processes, print the medians and keep them."""
    medians = {}
    with tempfile.TemporaryDirectory() as cache:
        for name, limit in LIMITS.items():
            starts = track(range(REPEATS[name]), f"starts with {name}")
            runs = [run(cache, package=options.spec.package) for _ in starts]
            medians[name] = {
                part: round(statistics.median(r[part] for r in runs), 2) for part in PARTS
            }
            parts = ", ".join(f"{part} {seconds:.2f} s" for part, seconds in medians[name].items())
            print(f"{name}: {parts}; wanted: under {limit:g} s in all")
    options.keep("coldstart", {"seconds": medians})


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
