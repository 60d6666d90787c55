"""Read a CSV or TOML file into rows or tables that can name their place in an error."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from parlour.component_errors import ComponentError, Range, fail, join_words, quote, suggestion

ID_LENGTH = 40  # letters of an id, at most

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_ID = re.compile(rf"[A-Za-z0-9_]{{1,{ID_LENGTH}}}", re.ASCII)


def is_id(text: object) -> bool:
    """Return True for a text that can name a row."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def row_place(file: str, line: int | None, row_id: object, column: str | None = None) -> str:
    """Name a row of a CSV file in an error; a set built in memory has no lines."""
    place = file if line is None else f"{file}, line {line}"
    if is_id(row_id):
        place += f" ({row_id})"
    return place if column is None else f"{place}, column {column}"


def table_place(file: str, table: str = "", key: str = "") -> str:
    """Name a key of a TOML file in an error."""
    return file + (f", table {table}" if table else "") + (f", key {key}" if key else "")


def read_file(folder: Traversable, name: str) -> bytes:
    """Read a file of a set of components."""
    try:
        return folder.joinpath(name).read_bytes()
    except FileNotFoundError:
        raise ComponentError(f"{name}: the file is missing in {str(folder)!r}") from None
    except OSError as error:
        raise ComponentError(f"{name}: cannot be read, {error.strerror}") from None


def decode(file: str, data: bytes) -> str:
    """Decode a file; the byte order mark that spreadsheets like to add is dropped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The position counts within error.object, which lacks the byte order mark if there was one.
        line = error.object[: error.start].count(b"\n") + 1
        byte = error.object[error.start]
        raise ComponentError(
            f"{file}, line {line}: byte 0x{byte:02x} is not UTF-8 text, save the file as UTF-8"
        ) from None


@dataclass(frozen=True)
class Row:
    """A row of a CSV file."""

    file: str
    line: int
    cells: dict[str, str]

    def place(self, column: str | None = None) -> str:
        return row_place(self.file, self.line, self.cells.get("id"), column)

    def whole(self, column: str, allowed: Range) -> int:
        """Read a whole number; the range is for the message only, the checks enforce it."""
        text = self.cells[column]
        if _WHOLE.fullmatch(text) is None:
            fail(self.place(column), f"{quote(text)} is not {allowed}")
        return int(text)

    def flag(self, column: str) -> bool:
        text = self.cells[column]
        if text not in ("0", "1"):
            fail(self.place(column), f"{quote(text)} is not 0 or 1")
        return text == "1"

    def text(self, column: str) -> str:
        if not self.cells[column]:
            fail(self.place(column), "the cell is empty, expected some text")
        return self.cells[column]


def read_rows(file: str, data: bytes, columns: Sequence[str]) -> list[Row]:
    """Read all rows below the header; columns may be in any order, blank lines are skipped."""
    lines = io.StringIO(decode(file, data), newline="")
    # Strict: a broken quotation mark must not silently swallow the rows after it.
    reader = csv.reader(lines, strict=True)
    header: list[str] | None = None
    rows = []
    start = 1
    try:
        for cells in reader:
            line, start = start, reader.line_num + 1
            cells = [cell.strip() for cell in cells]
            if cells in ([], [""]):
                continue
            if header is None:
                header = _header(file, line, cells, columns)
            else:
                rows.append(_row(file, line, cells, header))
    except csv.Error as error:
        raise ComponentError(f"{file}, line {reader.line_num}: not valid CSV, {error}") from None
    if header is None:
        fail(file, f"the file is empty, expected the header {','.join(columns)}")
    return rows


def _header(file: str, line: int, cells: list[str], columns: Sequence[str]) -> list[str]:
    place = f"{file}, line {line}"
    if len(cells) == 1 and (";" in cells[0] or "\t" in cells[0]):
        fail(place, "the columns are not separated by commas, expected " + ",".join(columns))
    for name in cells:
        if name not in columns:
            fail(place, f"column {quote(name)} is unknown{suggestion(name, columns)}")
        if cells.count(name) > 1:
            fail(place, f"column {name} occurs {cells.count(name)} times, expected once")
    for name in columns:
        if name not in cells:
            fail(place, f"column {name} is missing, expected {','.join(columns)}")
    return cells


def _row(file: str, line: int, cells: list[str], header: list[str]) -> Row:
    row = Row(file, line, dict(zip(header, cells, strict=False)))
    if len(cells) != len(header):
        fail(row.place(), f"{len(cells)} fields found, expected {len(header)}")
    return row


@dataclass(frozen=True)
class Table:
    """A table of a TOML file, or the whole file if it has no name."""

    file: str
    name: str
    values: dict[str, Any]

    def place(self, key: str = "") -> str:
        return table_place(self.file, self.name, key)

    def only(self, *keys: str) -> None:
        """Check that exactly these keys are present."""
        for key in self.values:
            if key not in keys:
                fail(self.place(), f"key {quote(key)} is unknown{suggestion(key, keys)}")
        for key in keys:
            if key not in self.values:
                fail(self.place(), f"key {key} is missing, expected {join_words(keys)}")

    def whole(self, key: str, allowed: Range) -> int:
        return self._whole(self.place(key), self.values[key], allowed)

    def wholes(self, key: str, allowed: Range) -> tuple[int, ...]:
        return tuple(self._whole(place, value, allowed) for place, value in self._entries(key))

    def words(self, key: str, noun: str) -> tuple[str, ...]:
        """Read a list of names; the checks decide which are known."""
        for place, value in self._entries(key):
            if not isinstance(value, str):
                fail(place, f"{quote(value)} is not {noun}")
        return tuple(self.values[key])

    def text(self, key: str) -> str:
        value = self.values[key]
        if not isinstance(value, str):
            fail(self.place(key), f"{quote(value)} is not a text")
        if not value.strip():
            fail(self.place(key), "the text is empty, expected some words")
        return value

    def table(self, key: str) -> Table:
        """Read a table inside this one."""
        value = self.values[key]
        if not isinstance(value, dict):
            fail(self.place(key), f"{quote(value)} is not a table")
        return Table(self.file, self._inner(key), value)

    def tables(self, key: str) -> tuple[Table, ...]:
        """Read a list of tables inside this one, numbered from 1 in errors."""
        for place, value in self._entries(key):
            if not isinstance(value, dict):
                fail(place, f"{quote(value)} is not a table")
        entry, tables = f"{self._inner(key)}, entry", enumerate(self.values[key], 1)
        return tuple(Table(self.file, f"{entry} {number}", values) for number, values in tables)

    def _inner(self, key: str) -> str:
        if not self.name:
            return key
        return f"{self.name}, table {key}" if "entry" in self.name else f"{self.name}.{key}"

    def _entries(self, key: str) -> list[tuple[str, Any]]:
        """Return the values of a list, each with its place."""
        values, place = self.values[key], self.place(key)
        if not isinstance(values, list):
            fail(place, f"{quote(values)} is not a list")
        return [(f"{place}, value {number}", value) for number, value in enumerate(values, 1)]

    def _whole(self, place: str, value: object, allowed: Range) -> int:
        # bool is an int to Python, but true is no price.
        if not isinstance(value, int) or isinstance(value, bool):
            fail(place, f"{quote(value)} is not {allowed}")
        return value


def read_table(file: str, data: bytes) -> Table:
    """Read a TOML file as one table without a name."""
    text = decode(file, data)
    try:
        return Table(file, "", tomllib.loads(text))
    except RecursionError:
        raise ComponentError(f"{file}: not valid TOML, it is nested too deeply") from None
    except ValueError as error:  # also raised by Python for a number of thousands of digits
        reason = " ".join(str(error).split())
        raise ComponentError(f"{file}: not valid TOML, {reason}") from None
