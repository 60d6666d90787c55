"""A game's record as readable data and back: component ids instead of numbers, lists for sets.

Copies are numbered (`base_master#2`, `2g#5`), so that nothing is lost on the way: a game that was
written and read goes on exactly like the original.
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

DERIVED = frozenset({"legal", "bales"})  # recomputed on reading


@dataclass(frozen=True)
class Vocabulary:
    """The names of all pieces and spaces, by their numbers in the core."""

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
    """The members of a set of the core, ascending."""
    assert bits >= 0, "no set reaches the sign bit"
    left, found = int(bits), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def state_to_bytes(record: np.void) -> bytes:
    """Every field but the derived ones as 64-bit numbers: the same for any width of the fields."""
    numbers = [
        np.atleast_1d(record[name]).astype("<u8").ravel()
        for name, *_ in FIELDS
        if name not in DERIVED
    ]
    return np.concatenate(numbers).tobytes()


def state_from_bytes(data: bytes, record: np.void) -> None:
    """Fill a record; derived fields are left to the caller."""
    numbers = np.frombuffer(data, "<u8")
    if len(data) != len(state_to_bytes(record)):
        raise GameFormatError(
            f"the saved game has a record of {len(data)} bytes, expected "
            f"{len(state_to_bytes(record))}: it was written by another version"
        )
    start = 0
    for name, _, shape, _ in FIELDS:
        if name not in DERIVED:
            size = int(np.prod(shape))
            part = numbers[start : start + size].astype(record.dtype[name].base)
            record[name] = part.reshape(shape) if shape else part[0]
            start += size


def state_to_dict(record: np.void, words: Vocabulary) -> dict[str, Any]:
    """Every field of the record but the derived ones; arrays by player have num_players entries."""
    players = int(record["num_players"])
    data: dict[str, Any] = {}
    for name, _, shape, _ in FIELDS:
        if name in DERIVED:
            continue
        write, _read = _codec(name, words)
        value = record[name]
        if shape == ():
            data[name] = write(value)
        else:
            data[name] = [write(item) for item in value[: _length(shape, players)]]
    return data


def state_from_dict(data: Any, words: Vocabulary, record: np.void) -> None:
    """Fill a record of zeros; derived fields are left to the caller."""
    if not isinstance(data, dict):
        raise GameFormatError(f"state: expected a mapping of fields, found {type(data).__name__}")
    names = {name for name, *_ in FIELDS} - DERIVED
    for name in data:
        if name not in names:
            raise GameFormatError(f"state: {name!r} is not a field of a game")
    players = _read_players(data)
    for name, _, shape, _ in FIELDS:
        if name in DERIVED:
            continue
        if name not in data:
            raise GameFormatError(f"state: the field {name!r} is missing")
        _write, read = _codec(name, words)
        if shape == ():
            _store(record, name, None, read(data[name], name))
            continue
        length = _length(shape, players)
        if not isinstance(data[name], list) or len(data[name]) != length:
            raise GameFormatError(f"state.{name}: expected a list of {length} entries")
        if name in ("all_halls", "guest_dress", "window"):
            record[name] = -1  # players and spaces that are not in the list
        for i, item in enumerate(data[name]):
            _store(record, name, i, read(item, f"{name}[{i}]"))


def _read_players(data: dict[str, Any]) -> int:
    players = data.get("num_players")
    if type(players) is not int or not 2 <= players <= ids.MAX_PLAYERS:
        raise GameFormatError(
            f"state.num_players: {players!r} is not a whole number from 2 to {ids.MAX_PLAYERS}"
        )
    return players


def _store(record: np.void, name: str, index: int | None, value: int) -> None:
    """Write one number, refusing what the field can't hold."""
    kind = record.dtype[name].base
    where = f"state.{name}" if index is None else f"state.{name}[{index}]"
    limits = np.iinfo(kind)
    if not limits.min <= value <= limits.max:
        raise GameFormatError(f"{where}: {value} is out of range")
    if index is None:
        record[name] = value
    else:
        record[name][index] = value


def _length(shape: tuple[int, ...], players: int) -> int:
    """Arrays by player are cut to the players of the game."""
    return players if shape[0] == ids.MAX_PLAYERS else shape[0]


Codec = tuple[Callable[[Any], Any], Callable[[Any, str], int]]


def _codec(name: str, words: Vocabulary) -> Codec:
    """How a field is written and read."""
    sets = {
        "hire_stack": words.cards,
        "hand": words.cards,
        "hand_known": words.cards,
        "supply": words.cards,
        "discard": words.cards,
        "leaving": words.cards,
        "bag": words.dresses,
        "dress_discard": words.dresses,
        "tile_stack": words.tiles,
        "tile_discard": words.tiles,
        "blind": words.tiles,
        "silk": words.tiles,
        "guests": words.guests,
        "guests_by_color": words.guests,
        "decorations": words.decorations,
    }
    ones = {
        "display": words.cards,
        "in_play": words.cards,
        "bonus_card": words.cards,
        "chosen_card": words.cards,
        "window": words.dresses,
        "guest_dress": words.dresses,
        "dress": words.dresses,
        "warehouse": words.tiles,
        "tile": words.tiles,
        "decision": ids.DECISION_NAMES,
    }
    if name in sets:
        return _set_codec(sets[name])
    if name in ones:
        return _one_codec(ones[name])
    return int, _read_number


def _set_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, where: str) -> int:
        if not isinstance(data, list):
            raise GameFormatError(f"state.{where}: expected a list, found {type(data).__name__}")
        bits = 0
        for item in data:
            if item not in names:
                raise GameFormatError(f"state.{where}: {item!r} is not a name that can stand here")
            bits |= 1 << names.index(item)
        return bits

    return (lambda bits: [names[i] for i in members(bits)]), read


def _one_codec(names: Sequence[str]) -> Codec:
    def read(data: Any, where: str) -> int:
        if data is None:
            return -1
        if data not in names:
            raise GameFormatError(f"state.{where}: {data!r} is not a name that can stand here")
        return names.index(data)

    return (lambda number: None if number < 0 else names[number]), read


def _read_number(data: Any, where: str) -> int:
    if type(data) is not int:
        raise GameFormatError(f"state.{where}: {data!r} is not a whole number")
    return data


def _numbered(names: list[str]) -> tuple[str, ...]:
    """Tell copies apart: `2g#1`, `2g#2`; a piece that exists once keeps its plain id."""
    return tuple(
        f"{name}#{names[: i + 1].count(name)}" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    )
