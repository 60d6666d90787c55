"""Compare many random games of the core with the reference model.

    python -m tests.rokoko_env.core.compare_many --games 200

plays 200 games with each number of players, half of them uniformly at random and half with a
preference for actions that lead somewhere, and prints how often everything occurred. It ends at the
first difference and prints the seed, so that this game can be looked at alone. Ctrl-C ends it with
what has been compared; `--seed` resumes from there.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

from rich.table import Table

from agents.reporting.cli import Stopped, check_at_least, num_workers, run_command
from agents.reporting.interrupt import ignore_interrupt
from agents.reporting.progress import progress_bar
from agents.reporting.tables import print_result
from rokoko_env.components import BONUSES
from tests.rokoko_env.core.compare import compare_game

CHUNK = 20
ENOUGH = 200  # games of each number of players in which everything must occur

# The events that must occur, by how their names begin. All others of the rules (an empty bag, a
# chain of three) are tested from crafted positions.
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
    """Compare games with the seeds from first to last - 1."""
    events: Counter[str] = Counter()
    decisions = 0
    for seed in range(first, last):
        game_events, game_decisions = compare_game(num_players, seed)
        events += game_events
        decisions += game_decisions
    return events, decisions


def missing_events(events: Counter[str]) -> list[str]:
    """Return the events that should have occurred and did not."""
    expected = [
        *EXPECTED,
        *(f"bonus: {name}" for name in BONUSES[1:] if not name.startswith("crown")),
        *(f"crown scored: {name}" for name in BONUSES if name.startswith("crown")),
    ]
    return [name for name in expected if not any(event.startswith(name) for event in events)]


@dataclass(frozen=True)
class Options:
    """Compare many random games of the core with the reference model."""

    games: int = 200
    """With each number of players."""
    seed: int = 0
    """Of the first game."""
    workers: int = 0
    """Processes; 0: one for each core."""

    def check(self) -> None:
        check_at_least("games", self.games, 1)
        check_at_least("seed", self.seed, 0)
        check_at_least("workers", self.workers, 0)


def compare(options: Options) -> int:
    """Compare the games and print what occurred. Returns 1 for a difference or a missing event."""
    options.check()
    events: Counter[str] = Counter()
    compared: Counter[int] = Counter()
    decisions = 0
    last = options.seed + options.games
    # Chunks in the order of seeds: after Ctrl-C all numbers of players have come equally far.
    chunks = [
        (num_players, first, min(first + CHUNK, last))
        for first in range(options.seed, last, CHUNK)
        for num_players in (2, 3, 4, 5)
    ]
    pool = ProcessPoolExecutor(num_workers(options.workers), initializer=ignore_interrupt)
    try:
        with progress_bar("games", 4 * options.games) as update:
            futures = {pool.submit(compare_chunk, *chunk): chunk for chunk in chunks}
            for future in as_completed(futures):
                num_players, first, end = futures[future]
                chunk_events, chunk_decisions = future.result()
                events += chunk_events
                decisions += chunk_decisions
                compared[num_players] += end - first
                update(compared.total())
    except AssertionError as difference:
        print(f"The core and the reference model differ: {difference}")
        return 1
    except KeyboardInterrupt:
        _print(events, compared, decisions)
        raise Stopped("stopped; --seed resumes after the games that were compared") from None
    finally:
        pool.shutdown(cancel_futures=True)
    _print(events, compared, decisions)
    missing = missing_events(events)
    if missing and options.games >= ENOUGH:
        print(f"Never occurred: {', '.join(missing)}")
        return 1
    return 0


def _print(events: Counter[str], compared: Counter[int], decisions: int) -> None:
    table = Table("times", "event", box=None)
    for name, number in sorted(events.items()):
        table.add_row(f"{number:,}", name)
    games = ", ".join(f"{n:,} with {players} players" for players, n in sorted(compared.items()))
    summary = (
        f"No difference in {compared.total():,} games ({games}), {decisions:,} decisions: options, "
        "every field of the table and the score breakdown were equal."
    )
    print_result([table], [summary])


main = partial(run_command, Options, compare)

if __name__ == "__main__":
    sys.exit(main())
