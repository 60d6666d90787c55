"""Tables and sentences in the terminal."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from agents.statistics import Interval

FILE_WIDTH = 160  # characters, enough for all columns, where the output is no terminal


def new_table(title: str, name: str, *columns: str, rows: Iterable[Sequence[str]] = ()) -> Table:
    """Return a table with a column of names, then columns of numbers."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column(name, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def interval_text(value: Interval, spec: str, scale: float = 1.0) -> str:
    """Return an estimate with its interval, or alone if that is unknown."""
    if math.isnan(value.low) or math.isnan(value.high):
        return format(scale * value.estimate, spec)
    return value.text(spec, scale)


def duration_text(seconds: float) -> str:
    """Return a time with three digits, in the unit that fits."""
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"


def listed(items: Iterable[object]) -> str:
    """For example "a, b and c"."""
    words = [str(item) for item in items]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def print_result(
    tables: Iterable[Table],
    lines: Iterable[str] = (),
    notes: Iterable[str] = (),
    out: str | os.PathLike[str] | None = None,
) -> None:
    """Print tables and sentences; to stderr, notes on what could not be done."""
    console = Console()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    for table in tables:
        console.print(table)
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if out:
        console.print(f"Written to {out}", highlight=False, markup=False)
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
