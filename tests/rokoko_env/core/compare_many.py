"""Compare many random games of the core with the reference model.

    python -m tests.rokoko_env.core.compare_many --games 200

plays that many games for each number of players, half of them uniformly at random and half eagerly,
and prints how often everything occurred. The first difference ends it and prints the seed, so that
the game can be examined alone. Ctrl-C ends it with a report of the games so far; `--first` resumes
from a seed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from rokoko_env.components import BONUSES
from tests.rokoko_env.core.compare import compare_game

CHUNK = 20

# Events that must occur in 200 games of each number of players, by the beginning of their names.
# Other events (an empty bag, a chain of three) are tested from crafted positions.
EXPECTED = (
    *(
        f"action: {a} by master"
        for a in ("favor", "acquire", "make dress", "hire", "depute", "fund")
    ),
    *(f"action: {a} by journeyman" for a in ("favor", "acquire", "make dress", "depute", "fund")),
    *(f"action: {a} by apprentice" for a in ("acquire", "depute", "fund")),
    *(f"action: forgone by {rank}" for rank in ("master", "journeyman", "apprentice")),
    *(f"reward: {r}" for r in ("none", "yarn", "lace", "tile", "livre_1", "livre_2", "livre_3")),
    "reward: tile, warehouse empty",
    *(f"fund: {k}" for k in ("fireworks", "statue", "musician", "upper", "lower")),
    *(f"tile: {t}" for t in ("keep tile", "take yarn", "take lace", "take yarn and lace")),
    *(f"deputed by bonus: from {pile}" for pile in ("hand", "supply", "discard")),
    *(f"hand: {n} in supply (R5.2)" for n in range(3)),
    "hand: exactly three in supply (R5.3)",
    *(f"hall first: settled by {by}" for by in ("dresses", "master spaces", "musician")),
    *(f"hall second: settled by {by}" for by in ("dresses", "master spaces", "musician")),
    "hall first: tied",
    "hall second: tied",
    "fireworks first: settled by count",
    "fireworks first: settled by farthest right",
    "fireworks second: settled by farthest right",
    "refill: tile stack",
    "all halls: place 1",
    "dress: sold",
    "dress: rented, normal space",
    "dress: rented, master space",
    "discount used: dress_minus_green_yellow",
    "discount used: dress_minus_red",
    "minimum deck: main action refused",
    "minimum deck: bonus refused",
    "silk: surplus bales lost",
    "terrace: dress times 2",
    "terrace: dress times 3",
    "statues: set of 4 colours",
    "income: upper fountain",
    "income: lower fountain",
    "favor: not taken",
    "victory: settled by Livre",
)


def compare_chunk(num_players: int, first: int, last: int) -> tuple[Counter[str], int]:
    """Compare the games with the seeds from first to last - 1."""
    events: Counter[str] = Counter()
    decisions = 0
    for seed in range(first, last):
        game_events, game_decisions = compare_game(num_players, seed)
        events += game_events
        decisions += game_decisions
    return events, decisions


def missing_events(events: Counter[str]) -> list[str]:
    """Return the expected events that did not occur."""
    expected = [
        *EXPECTED,
        *(f"bonus: {name}" for name in BONUSES[1:] if not name.startswith("crown")),
        *(f"crown scored: {name}" for name in BONUSES if name.startswith("crown")),
    ]
    return [name for name in expected if not any(event.startswith(name) for event in events)]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(argv)
    console = Console(width=100)
    events: Counter[str] = Counter()
    compared: Counter[int] = Counter()
    decisions = 0
    last = options.first + options.games
    # Chunks in the order of seeds: at Ctrl-C all numbers of players have made the same progress.
    chunks = [
        (players, first, min(first + CHUNK, last))
        for first in range(options.first, last, CHUNK)
        for players in (2, 3, 4, 5)
    ]
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    pool = ProcessPoolExecutor(options.processes)
    try:
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("games", total=4 * options.games)
            waiting = {pool.submit(compare_chunk, *chunk): chunk for chunk in chunks}
            for done in as_completed(waiting):
                players, first, end = waiting[done]
                chunk_events, chunk_decisions = done.result()
                events += chunk_events
                decisions += chunk_decisions
                compared[players] += end - first
                progress.advance(task, end - first)
    except AssertionError as difference:
        console.print(f"The core and the reference model differ: {difference}")
        return 1
    except KeyboardInterrupt:
        console.print("Interrupted.")
    finally:
        pool.shutdown(cancel_futures=True)
    _report(console, events, compared, decisions)
    missing = missing_events(events)
    if missing and options.games >= 200 and compared.total() == 4 * options.games:
        console.print(f"Never occurred: {', '.join(missing)}")
        return 1
    return 0


def _report(console: Console, events: Counter[str], compared: Counter[int], decisions: int) -> None:
    table = Table("times", "event", box=None)
    for name, number in sorted(events.items()):
        table.add_row(f"{number:,}", name)
    console.print(table)
    games = ", ".join(f"{n:,} with {players} players" for players, n in sorted(compared.items()))
    console.print(
        f"No difference in {compared.total():,} games ({games}), {decisions:,} decisions: options, "
        "every field of the table and the score breakdown were equal."
    )


if __name__ == "__main__":
    sys.exit(main())
