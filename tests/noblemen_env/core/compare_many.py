"""Compare many random games of the core of Noblemen with the reference model.

    python -m tests.noblemen_env.core.compare_many --games 200

plays 200 games with each number of players, half of them uniformly at random and half in styles
that lead somewhere, and prints how often everything occurred. It ends at the first difference and
prints the seed, so that this game can be looked at alone. `--variant` plays with other components
(`all`: one after the other). Ctrl-C ends it with what has been compared; `--seed` resumes.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

from rich.table import Table

from agents.reporting.cli import CommandError, Stopped, check_at_least, num_workers, run_command
from agents.reporting.interrupt import ignore_interrupt
from agents.reporting.progress import progress_bar
from agents.reporting.tables import print_result
from noblemen_env.core import ids
from tests.noblemen_env.core.compare import STANDARD, compare_game
from tests.noblemen_env.reference.cards import PLAYED_IN_TURN
from tests.noblemen_env.variants import VARIANTS, write_variant

CHUNK = 20
ENOUGH = 200  # games of each number of players in which everything must occur
FOLLIES = ("folly_forests", "folly_manors", "folly_gardens", "folly_mixed")

# The events that must occur, by how their names begin. All others of the rules (a deck without
# cards) are tested from crafted positions.
EXPECTED = (
    *(f"action: {a}" for a in ("leisure", "enlarge", "taxes", "land", "church")),
    *(f"action: bribe {number}" for number in range(1, ids.MAX_BRIBES + 1)),
    *(f"action: build {building}" for building in (*ids.BUILDINGS, *FOLLIES)),
    *(f"areas completed by one tile: {number}" for number in (1, 2, 4)),
    *(f"bid: {card}" for card in ("marker", *ids.CARDS)),
    *(f"built with the discount of a {title}" for title in ids.TITLES),
    "built for nothing",
    *(f"card used: {card}, before the action" for card in PLAYED_IN_TURN),
    *(f"card used: {card}, after the action" for card in PLAYED_IN_TURN),
    "card used: intrigue",
    "church: nothing more of what the player has is accepted",
    *(f"completed: {area}" for area in ids.AREAS),
    *(f"enlarge: {number} tiles" for number in (1, 2, 3)),
    *(f"folly built as number {number}" for number in (1, 2, 3)),
    "forced: give",
    "knight: moved",
    "knight: no free area anywhere",
    *(f"knight: on a {area}" for area in ids.AREAS),
    "knight: on a garden without the Queen",
    "knight: stays where it is",
    *(f"{what}: {number} markers" for what in ("taxes", "land") for number in range(4)),
    *(
        f"queen: {reason}{result}"
        for reason in ("garden completed", "palace built")
        for result in ("", ", but the lock keeps her", ", had her already")
    ),
    "queen: knight in her garden",
    "queen: knight in her garden, but the lock keeps her",
    "queen: whitehall",
    *(f"refill: a {building} was left on the board" for building in ids.BUILDINGS),
    "refused: land, bag empty",
    *(f"scoring: castle with {number} chapels" for number in range(3)),
    *(f"scoring: palace with {number} chapels" for number in range(3)),
    "scoring: castle not enclosed",
    "scoring: palace not enclosed",
    "shortage: bag empty",
    "shortage: bag, some of the tiles due",
    "shortage: host of a knight has too few pounds",
    "shortage: host of a knight has too few tiles",
    *(f"shortage: {number} markers for a secret wedding" for number in (0, 1)),
    "shortage: last bribe marker taken",
    "swap: during act",
    "swap: during lay",
    "tie: counter slides down 1",
    "tie: counter slides down 2",
    "tie: several counters on 0",
    *(f"tie: {title} is gone" for title in ids.TITLES[:-1]),
    *(f"title: {title}" for title in ids.TITLES),
    "victory: settled by money",
    "victory: settled by points",
    "victory: shared",
)


def compare_chunk(
    num_players: int, first: int, last: int, variant: str = "standard"
) -> tuple[Counter[str], int]:
    """Compare games with the seeds from first to last - 1."""
    events: Counter[str] = Counter()
    decisions = 0
    with tempfile.TemporaryDirectory() as folder:
        components = write_variant(variant, STANDARD, folder)
        for seed in range(first, last):
            try:
                game_events, game_decisions = compare_game(num_players, seed, components)
            except AssertionError as difference:
                raise AssertionError(f"variant {variant}, {difference}") from difference
            events += game_events
            decisions += game_decisions
    return events, decisions


def missing_events(events: Counter[str]) -> list[str]:
    """Return the events that should have occurred and did not."""
    return [name for name in EXPECTED if not any(event.startswith(name) for event in events)]


@dataclass(frozen=True)
class Options:
    """Compare many random games of the core of Noblemen with the reference model."""

    games: int = 200
    """With each number of players."""
    seed: int = 0
    """Of the first game."""
    variant: str = "standard"
    """Components, by their name in `tests/noblemen_env/variants.py`; all: one after the other."""
    workers: int = 0
    """Processes; 0: one for each core."""

    def check(self) -> None:
        check_at_least("games", self.games, 1)
        check_at_least("seed", self.seed, 0)
        check_at_least("workers", self.workers, 0)
        if self.variant not in (*VARIANTS, "all"):
            names = ", ".join((*VARIANTS, "all"))
            raise CommandError(f"--variant: there is no {self.variant!r}, only {names}")

    def variants(self) -> list[str]:
        return list(VARIANTS) if self.variant == "all" else [self.variant]


def compare(options: Options) -> int:
    """Compare the games and print what occurred. Returns 1 for a difference or a missing event."""
    options.check()
    events: Counter[str] = Counter()
    compared: Counter[int] = Counter()
    decisions = 0
    last = options.seed + options.games
    # Chunks in the order of seeds: after Ctrl-C all numbers of players have come equally far.
    chunks = [
        (num_players, first, min(first + CHUNK, last), variant)
        for variant in options.variants()
        for first in range(options.seed, last, CHUNK)
        for num_players in (3, 4, 5)
    ]
    pool = ProcessPoolExecutor(num_workers(options.workers), initializer=ignore_interrupt)
    try:
        with progress_bar("games", sum(end - first for _, first, end, _ in chunks)) as update:
            futures = {pool.submit(compare_chunk, *chunk): chunk for chunk in chunks}
            for future in as_completed(futures):
                num_players, first, end, _ = futures[future]
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
    if missing and options.variant in ("standard", "all") and options.games >= ENOUGH:
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
