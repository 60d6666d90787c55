"""How long a newcomer waits: import and a first full game, with an empty and with a warm cache.

python -m benchmarks.coldstart
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

PROGRAM = """
import time
start = time.perf_counter()
from rokoko_env import Game
imported = time.perf_counter()
game = Game(4, 1)
first = time.perf_counter()
while not game.is_over:
    game.apply(game.legal_actions()[-1])
game.scores()
print(imported - start, first - imported, time.perf_counter() - first)
"""
LIMITS = {"empty cache": 60.0, "warm cache": 2.5}


def run(cache: str) -> tuple[float, list[float]]:
    """Seconds of the whole process, and of its parts: import, first decision, the game."""
    env = {**os.environ, "XDG_CACHE_HOME": cache}
    env.pop("NUMBA_CACHE_DIR", None)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - start, [float(part) for part in done.stdout.split()]


def main() -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as cache:
        for name, limit in LIMITS.items():
            total, (imported, first, game) = run(cache)
            missed += total > limit
            print(
                f"{name}: {total:.1f} s in all (import {imported:.2f}, first decision {first:.2f}, "
                f"full game {game:.2f}); wanted: under {limit:g} s"
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
