"""Numbers of a game as dataclasses: each is a table of a TOML file, and its types hold the limits.

A number is an `Annotated[int, Range(low, high)]` field. A dataclass of such dataclasses, with a
field `sources` for the source words of the tables, is a whole file.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from parlour.component_errors import Range
from parlour.datafiles import Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Numbers = TypeVar("Numbers", bound=DataclassInstance)

SOURCE = "source"
SOURCES = "sources"


@cache
def number_ranges(kind: type[Any]) -> dict[str, Range]:
    """Return the range of each number of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return {part.name: get_args(hints[part.name])[1] for part in fields(kind)}


@cache
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
