"""Checks that sets of components of any game have in common; each fails with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from parlour.component_errors import Range, count_noun, fail, join_words, quote, suggestion
from parlour.datafiles import ID_LENGTH, is_id, row_place


@dataclass(frozen=True)
class Places:
    """The line of each row in its file; empty for a set that was built in memory."""

    lines: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def row(self, file: str, index: int, row_id: object, column: str | None = None) -> str:
        lines = self.lines.get(file)
        return row_place(file, lines[index] if lines else None, row_id, column)


class HasId(Protocol):
    """A row of a CSV file."""

    @property
    def id(self) -> str: ...


def check_range(place: str, value: object, allowed: Range) -> None:
    """Check a whole number and its range; true and 2.0 are not whole numbers."""
    whole = value if isinstance(value, int) and not isinstance(value, bool) else None
    if whole is None or not allowed.low <= whole <= allowed.high:
        fail(place, f"{quote(value)} is not {allowed}")


def check_columns(
    file: str, index: int, row: HasId, columns: Mapping[str, Range], places: Places
) -> None:
    """Check the numbers of a row, which are attributes with the names of their columns."""
    for column, allowed in columns.items():
        check_range(places.row(file, index, row.id, column), getattr(row, column), allowed)


def check_values(place: str, values: Sequence[object], allowed: Range) -> None:
    """Check the numbers of a list."""
    for number, value in enumerate(values, 1):
        check_range(f"{place}, value {number}", value, allowed)


def check_order(place: str, values: Sequence[int], *, rising: bool, reason: str) -> None:
    """Check that no value breaks the order; `place` names the later of two by its {number}."""
    for number, (left, right) in enumerate(pairwise(values), 2):
        if right < left if rising else right > left:
            expected = f"at least {left}" if rising else f"at most {left}"
            fail(
                place.format(number=number),
                f"{right} follows {left}, expected {expected} ({reason})",
            )


def check_word(place: str, word: str, noun: str, words: Sequence[str]) -> None:
    """Check that a word is known."""
    if word not in words:
        fail(place, f"{quote(word)} is not a known {noun}{suggestion(word, words)}")


def check_ids(file: str, rows: Sequence[HasId], places: Places) -> None:
    """Check that each row has an id of its own."""
    seen: set[str] = set()
    for index, row in enumerate(rows):
        place = places.row(file, index, None, "id")
        if not is_id(row.id):
            expected = f"1 to {ID_LENGTH} letters, digits and underscores"
            fail(place, f"{quote(row.id)} is not made of {expected}")
        if row.id in seen:
            fail(place, f"{quote(row.id)} occurs twice, expected a new id in each row")
        seen.add(row.id)


def check_rows(file: str, rows: Sequence[HasId], ids: Sequence[str], places: Places) -> None:
    """Check that the rows have exactly these ids, in this order."""
    for index, (row, expected) in enumerate(zip(rows, ids, strict=False)):
        if row.id != expected:
            place = places.row(file, index, None, "id")
            order = f"the rows are {join_words(ids)}, in this order"
            fail(place, f"{quote(row.id)} found, expected {quote(expected)} ({order})")
    if len(rows) != len(ids):
        expected = f"{len(ids)} ({join_words(ids)})"
        fail(file, f"{count_noun(len(rows), 'row')} found, expected {expected}")


def check_size(place: str, size: int, noun: str, allowed: Range) -> None:
    """Check how many there are of something."""
    if not allowed.low <= size <= allowed.high:
        fail(place, f"{size} {noun} found, expected {allowed.low} to {allowed.high}")


def check_most(place: str, size: int, noun: str, maximum: int) -> None:
    """Check that a list is not too long."""
    if size > maximum:
        fail(place, f"{count_noun(size, noun)} found, expected at most {maximum}")


def check_count(place: str, noun: str, count: int, expected: int) -> None:
    """Compare a number of components with the printed game."""
    if count != expected:
        fail(place, f"{count} {noun} found, expected {expected} (a count check)")
