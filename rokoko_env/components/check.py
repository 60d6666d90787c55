"""Checks of a set of components.

Structural checks always apply: the rules or the engine would break without them. Count checks
compare the set with the printed game as far as it is published; a balance study switches them off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from parlour.component_checks import (
    Places,
    check_columns,
    check_count,
    check_ids,
    check_range,
    check_size,
    check_word,
)
from parlour.component_errors import fail, join_words
from rokoko_env.components import limits
from rokoko_env.components.check_board import check_boards, check_numbers
from rokoko_env.components.model import BONUSES, COLORS, RANKS, TRIMS, Components, Employee

PRINTED_DRESSES: Final = {"yellow": 13, "green": 13, "red": 10, "blue": 6}
PRINTED_TILES: Final = 48
PRINTED_HIRE_CARDS: Final = {1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}
PRINTED_BASE_CARDS: Final = {"master": 2, "journeyman": 1, "apprentice": 2}


def check_components(
    components: Components, *, check_counts: bool = True, places: Places | None = None
) -> None:
    """Raise ComponentError at the first error."""
    places = places or Places()
    _check_employees(components, places)
    _check_dresses(components, places, check_counts)
    _check_resources(components, places)
    check_boards(components.boards)
    check_numbers(components.numbers)
    if check_counts:
        _count_employees(components.employees)
        _count_dresses(components)
        _count_tiles(components)


def _check_employees(components: Components, places: Places) -> None:
    file = "employees.csv"
    check_ids(file, components.employees, places)
    ranges = {"level": limits.LEVEL, "copies": limits.CARD_COPIES}
    for index, card in enumerate(components.employees):
        check_columns(file, index, card, ranges, places)
        check_word(places.row(file, index, card.id, "rank"), card.rank, "rank", RANKS)
        check_word(places.row(file, index, card.id, "bonus"), card.bonus, "bonus", BONUSES)
    base = sum(card.copies for card in components.employees if card.level == 0)
    hire = sum(card.copies for card in components.employees if card.level > 0)
    check_size(file, base, "base cards (level 0)", limits.BASE_CARDS)
    if hire < limits.HIRE_CARDS:
        expected = f"at least {limits.HIRE_CARDS} (7 rounds reveal 4 each)"
        fail(file, f"{hire} hire cards (levels 1 to 6) found, expected {expected}")
    if base + hire > limits.CARDS:
        fail(file, f"{base + hire} cards found in all, expected at most {limits.CARDS}")


def _check_bales(file: str, index: int, row_id: str, bales: Sequence[int], places: Places) -> None:
    if len(bales) != len(COLORS):  # only possible for a set built in memory
        expected = f"{len(COLORS)} ({join_words(COLORS)})"
        fail(places.row(file, index, row_id), f"{len(bales)} bale numbers, expected {expected}")
    for color, number in zip(COLORS, bales, strict=True):
        check_range(places.row(file, index, row_id, color), number, limits.BALES)


def _check_dresses(components: Components, places: Places, check_counts: bool) -> None:
    file = "dresses.csv"
    check_ids(file, components.dresses, places)
    ranges = {
        "yarn": limits.TRIM,
        "lace": limits.TRIM,
        "livre": limits.dress_livre(check_counts),
        "prestige": limits.dress_prestige(check_counts),
    }
    for index, dress in enumerate(components.dresses):
        check_word(places.row(file, index, dress.id, "color"), dress.color, "colour", COLORS)
        _check_bales(file, index, dress.id, dress.bales, places)
        check_columns(file, index, dress, ranges, places)
        if dress.bales[COLORS.index(dress.color)] == 0:
            place = places.row(file, index, dress.id, dress.color)
            fail(place, f"0 bales of its main colour {dress.color}, expected at least 1")
    check_size(file, len(components.dresses), "dresses", limits.DRESSES)


def _check_resources(components: Components, places: Places) -> None:
    file = "resources.csv"
    check_ids(file, components.resources, places)
    for index, tile in enumerate(components.resources):
        copies = places.row(file, index, tile.id, "copies")
        check_range(copies, tile.copies, limits.TILE_COPIES)
        _check_bales(file, index, tile.id, tile.bales, places)
        if sum(tile.bales) == 0:
            place = places.row(file, index, tile.id, f"{COLORS[0]} to {COLORS[-1]}")
            fail(place, "0 bales on the tile, expected at least 1")
        check_word(places.row(file, index, tile.id, "trim"), tile.trim, "trim", TRIMS)
    check_size(file, len(components.resources), "resource kinds", limits.RESOURCE_KINDS)
    tiles = sum(tile.copies for tile in components.resources)
    check_size(file, tiles, "tiles", limits.TILES)


def _count_employees(cards: Sequence[Employee]) -> None:
    file = "employees.csv"
    for level, expected in PRINTED_HIRE_CARDS.items():
        count = sum(card.copies for card in cards if card.level == level)
        check_count(file, f"hire cards of level {level}", count, expected)
    for rank, expected in PRINTED_BASE_CARDS.items():
        count = sum(card.copies for card in cards if card.level == 0 and card.rank == rank)
        check_count(file, f"base cards of rank {rank}", count, expected)


def _count_dresses(components: Components) -> None:
    file = "dresses.csv"
    colors = Counter(dress.color for dress in components.dresses)
    for color, expected in PRINTED_DRESSES.items():
        check_count(file, f"{color} dresses", colors[color], expected)
    values = [(d.color, d.bales, d.yarn, d.lace, d.thimble) for d in components.dresses]
    if ("yellow", (3, 0, 0, 0), 0, 1, True) not in values:
        noun = "yellow thimble dress of 3 yellow and 1 lace"
        fail(file, f"no {noun} found, expected at least 1 (a count check)")


def _count_tiles(components: Components) -> None:
    file = "resources.csv"
    check_count(file, "tiles", sum(tile.copies for tile in components.resources), PRINTED_TILES)
    if ((0, 2, 0, 0), "yarn_or_lace") not in [(t.bales, t.trim) for t in components.resources]:
        noun = "tile of 2 green with yarn_or_lace"
        fail(file, f"no {noun} found, expected at least 1 (a count check)")
