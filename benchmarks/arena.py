"""How long the arena takes for many quick games, statistics and files included.

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

from rich.console import Console

from agents.reporting.cli import INTERRUPTED
from benchmarks import store
from benchmarks.timing import Rate

ROOT = Path(__file__).parent.parent
GAMES = 100_000
LIMIT = 60.0  # seconds
REPEATS = 3


def command(games: int) -> list[str]:
    return ["-m", "agents.arena", "random", "random", "--games", str(games), "--quiet", "--out"]


def run(games: int) -> float:
    """Seconds of the whole process, from a newly started Python."""
    with tempfile.TemporaryDirectory() as out:
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, *command(games), out],
            cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        return time.perf_counter() - begin


def line(seconds: Rate) -> str:
    """The figure in words."""
    verdict = "reached" if seconds.median <= LIMIT else "missed"
    told = seconds.spread("{:.1f}".format)
    return (
        f"`python {' '.join(command(GAMES))} DIR` takes {told} s "
        f"(wanted: under {LIMIT:g}; {verdict})."
    )


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    console = Console(width=140)
    try:
        with console.status(f"{GAMES:,} games, {REPEATS} times"):
            run(2)  # compiles, if nothing has been yet
            seconds = Rate(tuple(run(GAMES) for _ in range(REPEATS)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except subprocess.CalledProcessError as error:  # it has said why
        return error.returncode
    console.print(line(seconds), highlight=False)
    if arguments.save:
        store.save("arena", {"seconds": seconds.to_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
