"""A game's record as readable data and back: names instead of numbers, lists for sets.

The fifth column of a table of fields says what a field holds: "cards" is the number of a card (-1
for none), "{cards}" a set of cards, "{cells/60}" a set too large for one number, whose words of 60
members are the last axis of the field, "derived" what follows from other fields and is not stored,
anything without a name a plain number. Fields by player (`records.ByPlayer`) are cut to the players
of the game. The names come from the game's vocabulary. Copies are numbered there (`2g#5`), so that
nothing is lost: a game that was written and read continues exactly like the original.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from parlour.core.records import ByPlayer, Table
from parlour.errors import GameFormatError
from parlour.ruleset import Ruleset

Vocabulary = Mapping[str, Sequence[str]]
DERIVED = "derived"


class Field(NamedTuple):
    """A row of a table of fields, without its sentence."""

    name: str
    shape: tuple[int, ...]
    content: str


def stored_fields(fields: Table) -> Iterator[Field]:
    """The fields that are written; the others are recomputed on reading."""
    for name, _, shape, _, *content in fields:
        if content != [DERIVED]:
            yield Field(name, shape, content[0] if content else "")


def members(bits: Any) -> list[int]:
    """Return the members of a set of the core, ascending."""
    assert bits >= 0, "no set reaches the sign bit"
    left, numbers = int(bits), []
    while left:
        numbers.append((left & -left).bit_length() - 1)
        left &= left - 1
    return numbers


def state_to_bytes(record: np.void, fields: Table) -> bytes:
    """Write the stored fields as 64-bit numbers, independent of the width of the fields."""
    names = [field.name for field in stored_fields(fields)]
    return b"".join(np.atleast_1d(record[name]).astype("<u8").tobytes() for name in names)


def state_from_bytes(data: bytes, record: np.void, fields: Table) -> None:
    """Fill a record from bytes; derived fields are left to the caller."""
    expected = len(state_to_bytes(record, fields))
    if len(data) != expected:
        raise GameFormatError(
            f"the saved game has a record of {len(data)} bytes, expected {expected}: it was "
            "written by another version"
        )
    numbers = np.frombuffer(data, "<u8")
    start = 0
    for name, shape, _ in stored_fields(fields):
        size = int(np.prod(shape))
        part = numbers[start : start + size].astype(record.dtype[name].base)
        record[name] = part.reshape(shape) if shape else part[0]
        start += size


def state_to_dict(record: np.void, ruleset: Ruleset) -> dict[str, Any]:
    """Write the stored fields; arrays by player have num_players entries."""
    data: dict[str, Any] = {}
    for field in stored_fields(ruleset.spec.fields):
        codec = _codec(field.content, ruleset.vocabulary)
        data[field.name] = _write_entries(_existing(record, field, ruleset), codec)
    return data


def state_from_dict(data: Any, ruleset: Ruleset, record: np.void) -> None:
    """Fill the record of a new game from data; derived fields are left to the caller."""
    if not isinstance(data, dict):
        raise GameFormatError(f"state: expected a mapping of fields, found {type(data).__name__}")
    fields = list(stored_fields(ruleset.spec.fields))
    for name in data:
        if name not in {field.name for field in fields}:
            raise GameFormatError(f"state: {name!r} is not a field of a game")
    for field in fields:
        if field.name not in data:
            raise GameFormatError(f"state: the field {field.name!r} is missing")
        codec = _codec(field.content, ruleset.vocabulary)
        target = _existing(record, field, ruleset)
        if np.ndim(target) > codec.axes:
            _read_entries(data[field.name], target, field.name, codec)
        else:
            entry = codec.read(data[field.name], field.name)
            record[field.name] = _checked(entry, target, field.name)


Entry = int | list[int]  # of a field: a number, or the words of a set


class Codec(NamedTuple):
    """The functions that write and read an entry of a field, which fills its last `axes`."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Entry]
    axes: int = 0


def _write_entries(entries: Any, codec: Codec) -> Any:
    """Write an entry, or an array of any number of dimensions as lists."""
    if np.ndim(entries) == codec.axes:
        return codec.write(entries)
    return [_write_entries(entry, codec) for entry in entries]


def _read_entries(data: Any, target: np.ndarray, place: str, codec: Codec) -> None:
    """Fill an array from lists; `place` is its name in errors."""
    if not isinstance(data, list) or len(data) != len(target):
        raise GameFormatError(f"state.{place}: expected a list of {len(target)} entries")
    for i, item in enumerate(data):
        if target.ndim > codec.axes + 1:
            _read_entries(item, target[i], f"{place}[{i}]", codec)
        else:
            target[i] = _checked(codec.read(item, f"{place}[{i}]"), target, f"{place}[{i}]")


def _checked(entry: Entry, target: Any, place: str) -> Entry:
    """Return an entry, or raise if it is out of the range of its field."""
    limits = np.iinfo(target.dtype)
    for number in entry if isinstance(entry, list) else (entry,):
        if not limits.min <= number <= limits.max:
            raise GameFormatError(f"state.{place}: {number} is out of range")
    return entry


def _existing(record: np.void, field: Field, ruleset: Ruleset) -> Any:
    """Return the entries of a field that exist in this game."""
    is_by_player = isinstance(field.shape, ByPlayer)
    return record[field.name][: ruleset.num_players] if is_by_player else record[field.name]


def _codec(content: str, vocabulary: Vocabulary) -> Codec:
    """Return the codec for the content of a field."""
    if not content:
        return Codec(int, _read_number)
    if not content.startswith("{"):
        return _single_codec(vocabulary[content])
    kind, _, size = content.strip("{}").partition("/")
    return _words_codec(vocabulary[kind], int(size)) if size else _set_codec(vocabulary[kind])


def _set_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, place: str) -> int:
        return sum(1 << number for number in _read_members(data, place, names))

    return Codec(lambda bits: [names[i] for i in members(bits)], read)


def _words_codec(names: Sequence[str], size: int) -> Codec:
    """Return the codec for a set in words of `size` members each."""

    def write(words: np.ndarray) -> list[str]:
        return [names[i * size + n] for i, word in enumerate(words) for n in members(word)]

    def read(data: Any, place: str) -> list[int]:
        words = [0] * -(-len(names) // size)
        for number in _read_members(data, place, names):
            words[number // size] |= 1 << number % size
        return words

    return Codec(write, read, axes=1)


def _read_members(data: Any, place: str, names: Sequence[str]) -> set[int]:
    """Return the numbers of the members of a set; a name may be there twice."""
    if not isinstance(data, list):
        raise GameFormatError(f"state.{place}: expected a list, found {type(data).__name__}")
    for item in data:
        if item not in names:
            raise GameFormatError(f"state.{place}: {item!r} is not a valid name here")
    return {names.index(item) for item in data}


def _single_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, place: str) -> int:
        if data is None:
            return -1
        if data not in names:
            raise GameFormatError(f"state.{place}: {data!r} is not a valid name here")
        return names.index(data)

    return Codec(lambda number: None if number < 0 else names[number], read)


def _read_number(data: Any, place: str) -> int:
    if type(data) is not int:
        raise GameFormatError(f"state.{place}: {data!r} is not a whole number")
    return data


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Number copies (`2g#1`, `2g#2`); a component that exists once keeps its plain name."""
    return tuple(
        f"{name}#{names[: i + 1].count(name)}" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    )
