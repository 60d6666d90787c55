"""A game's record as readable data and back: component ids instead of numbers, lists for sets.

Copies are numbered (`base_master#2`, `2g#5`), so that nothing is lost: a game that was written and
read continues exactly like the original.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rokoko_env.actions import decoration_name, guest_space_name
from rokoko_env.components import Components
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids
from rokoko_env.core.state import FIELDS
from rokoko_env.errors import GameFormatError

# The other fields are derived: they are recomputed on reading.
STORED = tuple(field for field in FIELDS if field[0] not in ("legal", "bales"))


@dataclass(frozen=True)
class Vocabulary:
    """The names of all components and spaces, by their numbers in the core."""

    cards: tuple[str, ...]
    tiles: tuple[str, ...]
    dresses: tuple[str, ...]
    guests: tuple[str, ...]
    decorations: tuple[str, ...]

    @classmethod
    def of(cls, components: Components) -> Vocabulary:
        return cls(
            cards=_numbered(card_ids(components)),
            tiles=_numbered([r.id for r in components.resources for _ in range(r.copies)]),
            dresses=tuple(d.id for d in components.dresses),
            guests=tuple(guest_space_name(space) for space in range(ids.MAX_GUESTS)),
            decorations=tuple(decoration_name(space) for space in range(ids.MAX_DECORATIONS)),
        )


def members(bits: Any) -> list[int]:
    """Return the members of a set of the core, ascending."""
    assert bits >= 0, "no set reaches the sign bit"
    left, numbers = int(bits), []
    while left:
        numbers.append((left & -left).bit_length() - 1)
        left &= left - 1
    return numbers


def state_to_bytes(record: np.void) -> bytes:
    """Write the stored fields as 64-bit numbers, independent of the width of the fields."""
    numbers = [np.atleast_1d(record[name]).astype("<u8").ravel() for name, *_ in STORED]
    return np.concatenate(numbers).tobytes()


def state_from_bytes(data: bytes, record: np.void) -> None:
    """Fill a record from bytes; derived fields are left to the caller."""
    numbers = np.frombuffer(data, "<u8")
    if len(data) != len(state_to_bytes(record)):
        raise GameFormatError(
            f"the saved game has a record of {len(data)} bytes, expected "
            f"{len(state_to_bytes(record))}: it was written by another version"
        )
    start = 0
    for name, _, shape, _ in STORED:
        size = int(np.prod(shape))
        part = numbers[start : start + size].astype(record.dtype[name].base)
        record[name] = part.reshape(shape) if shape else part[0]
        start += size


def state_to_dict(record: np.void, vocabulary: Vocabulary) -> dict[str, Any]:
    """Write the stored fields; arrays by player have num_players entries."""
    num_players = int(record["num_players"])
    data: dict[str, Any] = {}
    for name, _, shape, _ in STORED:
        write, _read = _codec(name, vocabulary)
        value = record[name]
        if shape == ():
            data[name] = write(value)
        else:
            data[name] = [write(item) for item in value[: _length(shape, num_players)]]
    return data


def state_from_dict(data: Any, vocabulary: Vocabulary, record: np.void) -> None:
    """Fill a record of zeros from data; derived fields are left to the caller."""
    if not isinstance(data, dict):
        raise GameFormatError(f"state: expected a mapping of fields, found {type(data).__name__}")
    names = {name for name, *_ in STORED}
    for name in data:
        if name not in names:
            raise GameFormatError(f"state: {name!r} is not a field of a game")
    num_players = _read_num_players(data)
    for name, _, shape, _ in STORED:
        if name not in data:
            raise GameFormatError(f"state: the field {name!r} is missing")
        _write, read = _codec(name, vocabulary)
        if shape == ():
            _store(record, name, None, read(data[name], name))
            continue
        length = _length(shape, num_players)
        if not isinstance(data[name], list) or len(data[name]) != length:
            raise GameFormatError(f"state.{name}: expected a list of {length} entries")
        if name in ("all_halls", "guest_dress", "window"):
            record[name] = -1  # for players and spaces beyond the list
        for i, item in enumerate(data[name]):
            _store(record, name, i, read(item, f"{name}[{i}]"))


def _read_num_players(data: dict[str, Any]) -> int:
    num_players = data.get("num_players")
    if type(num_players) is not int or not 2 <= num_players <= ids.MAX_PLAYERS:
        raise GameFormatError(
            f"state.num_players: {num_players!r} is not a whole number from 2 to {ids.MAX_PLAYERS}"
        )
    return num_players


def _store(record: np.void, name: str, index: int | None, value: int) -> None:
    """Store one number, or raise if it is out of the field's range."""
    kind = record.dtype[name].base
    place = f"state.{name}" if index is None else f"state.{name}[{index}]"
    limits = np.iinfo(kind)
    if not limits.min <= value <= limits.max:
        raise GameFormatError(f"{place}: {value} is out of range")
    if index is None:
        record[name] = value
    else:
        record[name][index] = value


def _length(shape: tuple[int, ...], num_players: int) -> int:
    """Return the length written: arrays by player are cut to the players of the game."""
    return num_players if shape[0] == ids.MAX_PLAYERS else shape[0]


Codec = tuple[Callable[[Any], Any], Callable[[Any, str], int]]


def _codec(name: str, vocabulary: Vocabulary) -> Codec:
    """Return the functions that write and read a field."""
    set_names = {
        "hire_stack": vocabulary.cards,
        "hand": vocabulary.cards,
        "hand_known": vocabulary.cards,
        "supply": vocabulary.cards,
        "discard": vocabulary.cards,
        "leaving": vocabulary.cards,
        "bag": vocabulary.dresses,
        "dress_discard": vocabulary.dresses,
        "tile_stack": vocabulary.tiles,
        "tile_discard": vocabulary.tiles,
        "blind": vocabulary.tiles,
        "silk": vocabulary.tiles,
        "guests": vocabulary.guests,
        "guests_by_color": vocabulary.guests,
        "decorations": vocabulary.decorations,
    }
    single_names = {
        "display": vocabulary.cards,
        "in_play": vocabulary.cards,
        "bonus_card": vocabulary.cards,
        "chosen_card": vocabulary.cards,
        "window": vocabulary.dresses,
        "guest_dress": vocabulary.dresses,
        "dress": vocabulary.dresses,
        "warehouse": vocabulary.tiles,
        "tile": vocabulary.tiles,
        "decision": ids.DECISION_NAMES,
    }
    if name in set_names:
        return _set_codec(set_names[name])
    if name in single_names:
        return _single_codec(single_names[name])
    return int, _read_number


def _set_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, place: str) -> int:
        if not isinstance(data, list):
            raise GameFormatError(f"state.{place}: expected a list, found {type(data).__name__}")
        bits = 0
        for item in data:
            if item not in names:
                raise GameFormatError(f"state.{place}: {item!r} is not a valid name here")
            bits |= 1 << names.index(item)
        return bits

    return (lambda bits: [names[i] for i in members(bits)]), read


def _single_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, place: str) -> int:
        if data is None:
            return -1
        if data not in names:
            raise GameFormatError(f"state.{place}: {data!r} is not a valid name here")
        return names.index(data)

    return (lambda number: None if number < 0 else names[number]), read


def _read_number(data: Any, place: str) -> int:
    if type(data) is not int:
        raise GameFormatError(f"state.{place}: {data!r} is not a whole number")
    return data


def _numbered(names: list[str]) -> tuple[str, ...]:
    """Number copies (`2g#1`, `2g#2`); a component that exists once keeps its plain id."""
    return tuple(
        f"{name}#{names[: i + 1].count(name)}" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    )
