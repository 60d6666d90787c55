"""How long a newcomer waits: import, first step, first full game, with empty and warm cache.

python -m benchmarks.coldstart
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from rich.console import Console

from benchmarks import store

PROGRAM = """
import time
start = time.perf_counter()
from rokoko_env import Game
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


def run(cache: str) -> dict[str, float]:
    """Seconds of the whole process, and of its parts."""
    env = {**os.environ, "XDG_CACHE_HOME": cache}
    env.pop("NUMBA_CACHE_DIR", None)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
    )
    parts = [time.perf_counter() - start, *(float(part) for part in done.stdout.split())]
    return dict(zip(PARTS, (round(part, 2) for part in parts), strict=True))


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    console = Console(width=120)
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        for name, limit in LIMITS.items():
            with console.status(f"starting with {name}"):
                runs = [run(cache) for _ in range(REPEATS[name])]
                found[name] = {part: statistics.median(r[part] for r in runs) for part in PARTS}
            told = ", ".join(f"{part} {seconds:.2f} s" for part, seconds in found[name].items())
            console.print(f"{name}: {told}; wanted: under {limit:g} s in all")
    if arguments.save:
        store.save("coldstart", {"seconds": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
