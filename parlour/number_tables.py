"""Numbers of a game as dataclasses: each is a table of a TOML file, and its types hold the limits.

A number is an `Annotated[int, Range(low, high)]` field. A dataclass of such dataclasses, with a
field `sources` for the source words of the tables, is a whole file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from parlour.component_checks import check_range
from parlour.component_errors import Range
from parlour.datafiles import Table, table_place
from parlour.sources import source_words

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Numbers = TypeVar("Numbers", bound=DataclassInstance)

SOURCE = "source"
SOURCES = "sources"


def number_ranges(kind: type[Any]) -> dict[str, Range]:
    """Return the range of each number of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return {part.name: get_args(hints[part.name])[1] for part in fields(kind)}


def table_kinds(kind: type[Any]) -> dict[str, type[Any]]:
    """Return the dataclass of each table of a file."""
    hints = get_type_hints(kind)
    return {part.name: hints[part.name] for part in fields(kind) if part.name != SOURCES}


def read_numbers(table: Table, kind: type[Numbers]) -> Numbers:
    """Read a table of numbers, which has source words besides."""
    ranges = number_ranges(kind)
    table.only(*ranges, SOURCE)
    return kind(**{name: table.whole(name, allowed) for name, allowed in ranges.items()})


def read_number_file(file: Table, kind: type[Numbers]) -> Numbers:
    """Read a file whose tables are all numbers."""
    kinds = table_kinds(kind)
    file.only(*kinds)
    values: dict[str, Any] = {}
    sources = {}
    for name, numbers in kinds.items():
        table = file.table(name)
        values[name] = read_numbers(table, numbers)
        sources[name] = table.text(SOURCE)
    return kind(**values, **{SOURCES: sources})


def check_numbers(file: str, table: str, numbers: DataclassInstance) -> None:
    """Check the range of each number of a table."""
    for key, allowed in number_ranges(type(numbers)).items():
        check_range(table_place(file, table, key), getattr(numbers, key), allowed)


def check_number_file(file: str, numbers: DataclassInstance) -> None:
    """Check the range of each number of a file."""
    for table in table_kinds(type(numbers)):
        check_numbers(file, table, getattr(numbers, table))


def count_number_sources(numbers: DataclassInstance) -> Counter[str]:
    """Count the numbers of a file by source word."""
    words: Counter[str] = Counter()
    for table, kind in table_kinds(type(numbers)).items():
        source = getattr(numbers, SOURCES)[table]
        words += source_words(source, dict.fromkeys(number_ranges(kind), 1))
    return words
