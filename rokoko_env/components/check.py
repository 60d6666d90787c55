"""Checks of a set of components.

Structural checks always apply: the rules or the engine would break without them. Count checks
compare the set with the printed game as far as it is published; a balance study switches them off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from parlour.component_errors import Range, fail, join_words, quote, suggestion
from parlour.datafiles import ID_LENGTH, is_id, row_place
from rokoko_env.components import limits
from rokoko_env.components.check_board import check_boards, check_numbers, check_range
from rokoko_env.components.model import BONUSES, COLORS, RANKS, TRIMS, Components, Employee

PRINTED_DRESSES: Final = {"yellow": 13, "green": 13, "red": 10, "blue": 6}
PRINTED_TILES: Final = 48
PRINTED_HIRE_CARDS: Final = {1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}
PRINTED_BASE_CARDS: Final = {"master": 2, "journeyman": 1, "apprentice": 2}


@dataclass(frozen=True)
class Places:
    """The line of each row in its file; empty for a set that was built in memory."""

    lines: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def row(self, file: str, index: int, row_id: object, column: str | None = None) -> str:
        lines = self.lines.get(file)
        return row_place(file, lines[index] if lines else None, row_id, column)


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


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


def _check_ids(file: str, rows: Sequence[_HasId], places: Places) -> None:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        place = places.row(file, index, None, "id")
        if not is_id(row.id):
            expected = f"1 to {ID_LENGTH} letters, digits and underscores"
            fail(place, f"{quote(row.id)} is not made of {expected}")
        if row.id in seen:
            fail(place, f"{quote(row.id)} occurs twice, expected a new id in each row")
        seen.add(row.id)


def _check_word(place: str, word: str, noun: str, words: Sequence[str]) -> None:
    if word not in words:
        fail(place, f"{quote(word)} is not a known {noun}{suggestion(word, words)}")


def _check_size(file: str, size: int, noun: str, allowed: Range) -> None:
    if not allowed.low <= size <= allowed.high:
        fail(file, f"{size} {noun} found, expected {allowed.low} to {allowed.high}")


def _check_employees(components: Components, places: Places) -> None:
    file = "employees.csv"
    _check_ids(file, components.employees, places)
    for index, card in enumerate(components.employees):
        check_range(places.row(file, index, card.id, "level"), card.level, limits.LEVEL)
        check_range(places.row(file, index, card.id, "copies"), card.copies, limits.CARD_COPIES)
        _check_word(places.row(file, index, card.id, "rank"), card.rank, "rank", RANKS)
        _check_word(places.row(file, index, card.id, "bonus"), card.bonus, "bonus", BONUSES)
    base = sum(card.copies for card in components.employees if card.level == 0)
    hire = sum(card.copies for card in components.employees if card.level > 0)
    _check_size(file, base, "base cards (level 0)", limits.BASE_CARDS)
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
    _check_ids(file, components.dresses, places)
    ranges = {
        "yarn": limits.TRIM,
        "lace": limits.TRIM,
        "livre": limits.dress_livre(check_counts),
        "prestige": limits.dress_prestige(check_counts),
    }
    for index, dress in enumerate(components.dresses):
        _check_word(places.row(file, index, dress.id, "color"), dress.color, "colour", COLORS)
        _check_bales(file, index, dress.id, dress.bales, places)
        for column, allowed in ranges.items():
            value = getattr(dress, column)
            check_range(places.row(file, index, dress.id, column), value, allowed)
        if dress.bales[COLORS.index(dress.color)] == 0:
            place = places.row(file, index, dress.id, dress.color)
            fail(place, f"0 bales of its main colour {dress.color}, expected at least 1")
    _check_size(file, len(components.dresses), "dresses", limits.DRESSES)


def _check_resources(components: Components, places: Places) -> None:
    file = "resources.csv"
    _check_ids(file, components.resources, places)
    for index, tile in enumerate(components.resources):
        copies = places.row(file, index, tile.id, "copies")
        check_range(copies, tile.copies, limits.TILE_COPIES)
        _check_bales(file, index, tile.id, tile.bales, places)
        if sum(tile.bales) == 0:
            place = places.row(file, index, tile.id, f"{COLORS[0]} to {COLORS[-1]}")
            fail(place, "0 bales on the tile, expected at least 1")
        _check_word(places.row(file, index, tile.id, "trim"), tile.trim, "trim", TRIMS)
    _check_size(file, len(components.resources), "resource kinds", limits.RESOURCE_KINDS)
    tiles = sum(tile.copies for tile in components.resources)
    _check_size(file, tiles, "tiles", limits.TILES)


def _check_count(file: str, noun: str, count: int, expected: int) -> None:
    if count != expected:
        fail(file, f"{count} {noun} found, expected {expected} (a count check)")


def _count_employees(cards: Sequence[Employee]) -> None:
    file = "employees.csv"
    for level, expected in PRINTED_HIRE_CARDS.items():
        count = sum(card.copies for card in cards if card.level == level)
        _check_count(file, f"hire cards of level {level}", count, expected)
    for rank, expected in PRINTED_BASE_CARDS.items():
        count = sum(card.copies for card in cards if card.level == 0 and card.rank == rank)
        _check_count(file, f"base cards of rank {rank}", count, expected)


def _count_dresses(components: Components) -> None:
    file = "dresses.csv"
    colors = Counter(dress.color for dress in components.dresses)
    for color, expected in PRINTED_DRESSES.items():
        _check_count(file, f"{color} dresses", colors[color], expected)
    values = [(d.color, d.bales, d.yarn, d.lace, d.thimble) for d in components.dresses]
    if ("yellow", (3, 0, 0, 0), 0, 1, True) not in values:
        noun = "yellow thimble dress of 3 yellow and 1 lace"
        fail(file, f"no {noun} found, expected at least 1 (a count check)")


def _count_tiles(components: Components) -> None:
    file = "resources.csv"
    _check_count(file, "tiles", sum(tile.copies for tile in components.resources), PRINTED_TILES)
    if ((0, 2, 0, 0), "yarn_or_lace") not in [(t.bales, t.trim) for t in components.resources]:
        noun = "tile of 2 green with yarn_or_lace"
        fail(file, f"no {noun} found, expected at least 1 (a count check)")
