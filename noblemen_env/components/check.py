"""Checks of a set of components.

Structural checks always apply: the rules or the engine would break without them. Count checks
compare the set with the printed game; a variant switches them off.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from noblemen_env.components import limits
from noblemen_env.components.check_board import (
    check_board,
    check_by_players,
    count_board,
)
from noblemen_env.components.model import (
    CARDS,
    FOLLIES,
    PLAYER_NUMBERS,
    TILES,
    TITLES,
    Components,
    Title,
)
from parlour.component_checks import (
    Places,
    check_columns,
    check_count,
    check_ids,
    check_order,
    check_rows,
    check_size,
)
from parlour.component_errors import count_noun, fail, quote
from parlour.datafiles import table_place
from parlour.number_tables import check_number_file

GAME_FILE: Final = "game.toml"
COPIES_COLUMNS: Final = tuple(f"copies_{number}" for number in PLAYER_NUMBERS)
PRINTED_TILES: Final = {"field": 62, "grove": 48, "fountain": 44, "meadow": 48}
PRINTED_CARDS: Final = dict(zip(CARDS, (3, 3, 4, 4, 4, 4, 4, 4, 3, 2), strict=True))
PRINTED_TITLES: Final = {
    "duke": (1, 1, 1),
    "marquess": (1, 1, 1),
    "earl": (1, 1, 2),
    "viscount": (1, 2, 3),
    "baron": (3, 4, 5),
}
# An action is named after the building, so a folly cannot have the name of another one.
_OTHER_BUILDINGS: Final = ("castle", "palace", "chapel")


def check_components(
    components: Components, *, check_counts: bool = True, places: Places | None = None
) -> None:
    """Raise ComponentError at the first error."""
    places = places or Places()
    _check_tiles(components, places)
    _check_cards(components, places)
    _check_titles(components, places)
    _check_follies(components, places)
    check_board(components.board)
    check_number_file(GAME_FILE, components.numbers)
    _check_start(components)
    if check_counts:
        _count_rows(components)
        count_board(components.board)


def _check_tiles(components: Components, places: Places) -> None:
    file = "tiles.csv"
    check_rows(file, components.tiles, TILES, places)
    for index, tile in enumerate(components.tiles):
        check_columns(file, index, tile, {"copies": limits.TILE_COPIES}, places)


def _check_cards(components: Components, places: Places) -> None:
    file = "cards.csv"
    check_rows(file, components.cards, CARDS, places)
    for index, card in enumerate(components.cards):
        check_columns(file, index, card, {"copies": limits.CARD_COPIES}, places)
    check_size(file, sum(card.copies for card in components.cards), "cards", limits.DECK)


def _check_titles(components: Components, places: Places) -> None:
    file, titles = "titles.csv", components.titles
    check_rows(file, titles, TITLES, places)
    columns = {
        "prestige": limits.TITLE_PRESTIGE,
        "points": limits.POINTS,
        "discount": limits.MONEY,
    }
    for index, title in enumerate(titles):
        check_columns(file, index, title, columns, places)
        cells = [places.row(file, index, title.id, column) for column in COPIES_COLUMNS]
        place = places.row(file, index, title.id)
        check_by_players(place, title.copies, cells, limits.TITLE_COPIES)
    _check_order_of_titles(file, titles, places)
    _check_last_title(file, titles[-1], len(titles) - 1, places)


def _check_order_of_titles(file: str, titles: Sequence[Title], places: Places) -> None:
    """Check the order: a player gets the highest title that is left, so no lower one is better."""
    for column, verb in (("prestige", "needs"), ("points", "brings")):
        for index, (higher, title) in enumerate(pairwise(titles), 1):
            pair = (getattr(higher, column), getattr(title, column))
            place, reason = (
                places.row(file, index, title.id, column),
                f"no title {verb} more than a higher one",
            )
            check_order(place, pair, rising=False, reason=reason)


def _check_last_title(file: str, title: Title, index: int, places: Places) -> None:
    if title.prestige > 0:
        place = places.row(file, index, title.id, "prestige")
        fail(place, f"{title.prestige} found, expected 0 (everybody gets a title)")
    for players, copies in zip(PLAYER_NUMBERS, title.copies, strict=True):
        if copies < players:
            place = places.row(file, index, title.id, f"copies_{players}")
            fail(place, f"{copies} found, expected at least {players} (one for each player)")


def _check_follies(components: Components, places: Places) -> None:
    file = "follies.csv"
    check_ids(file, components.follies, places)
    columns = {
        "manors": limits.AREAS,
        "forests": limits.AREAS,
        "gardens": limits.AREAS,
        "price": limits.MONEY,
    }
    for index, folly in enumerate(components.follies):
        if folly.id in _OTHER_BUILDINGS:
            place = places.row(file, index, None, "id")
            fail(place, f"{quote(folly.id)} is another building, expected the name of a folly")
        check_columns(file, index, folly, columns, places)
    if len(components.follies) != FOLLIES:
        found = count_noun(len(components.follies), "folly", "follies")
        fail(file, f"{found} found, expected exactly {FOLLIES}")


def _check_start(components: Components) -> None:
    """Check that there are enough tiles to begin with, for the most players."""
    start, players = components.numbers.start, max(PLAYER_NUMBERS)
    chosen = start.choice * len(TILES)
    if chosen > start.tiles:
        place = table_place(GAME_FILE, "start", "choice")
        problem = f"{start.choice} of each type are {chosen} tiles"
        fail(place, f"{problem}, expected at most the {start.tiles} that a player starts with")
    for tile in components.tiles:
        estates = players if tile.id == "meadow" else 0  # each begins with a meadow
        needed = players * start.choice + estates
        if tile.copies < needed:
            expected = f"at least {needed} ({players} players choose up to {start.choice} of them"
            expected += ", and have one each)" if estates else ")"
            fail("tiles.csv", f"{tile.copies} {tile.id} tiles found, expected {expected}")
    total, needed = sum(tile.copies for tile in components.tiles), players * (start.tiles + 1)
    if total < needed:
        expected = f"at least {needed} ({players} players start with {start.tiles} and a meadow)"
        fail("tiles.csv", f"{total} tiles found, expected {expected}")


def _count_rows(components: Components) -> None:
    for tile in components.tiles:
        check_count("tiles.csv", f"{tile.id} tiles", tile.copies, PRINTED_TILES[tile.id])
    for card in components.cards:
        check_count("cards.csv", f"cards of kind {card.id}", card.copies, PRINTED_CARDS[card.id])
    for title in components.titles:
        printed = zip(PLAYER_NUMBERS, title.copies, PRINTED_TITLES[title.id], strict=True)
        for players, copies, expected in printed:
            noun = f"copies of {title.id} for {players} players"
            check_count("titles.csv", noun, copies, expected)
