"""Save and read a complete game: as compact bytes for one version, or as readable plain data."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from parlour.codec import state_from_bytes, state_from_dict, state_to_bytes, state_to_dict
from parlour.component_errors import ComponentError
from parlour.errors import GameFormatError
from parlour.ruleset import ComponentsLike
from parlour.spec import GameSpec
from parlour.validation import whole_number

if TYPE_CHECKING:
    from parlour.game import Game

AnyGame = TypeVar("AnyGame", bound="Game")
CHECKSUM = 8  # bytes


def _magic(spec: GameSpec) -> bytes:
    return f"{spec.magic}1\n".encode()


def to_bytes(game: Game) -> bytes:
    """The complete game, history included, in a compact form for this version."""
    body = json.dumps(_header(game)).encode()
    data = _magic(game.spec) + struct.pack("<I", len(body)) + body
    data += state_to_bytes(game.record, game.spec.fields)
    return data + _checksum(data)


def from_bytes(cls: type[AnyGame], data: bytes, components: ComponentsLike) -> AnyGame:
    """Read what `to_bytes` wrote."""
    if not isinstance(data, bytes):
        raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
    magic = _magic(cls.spec)
    if not data.startswith(magic):
        raise GameFormatError(f"the data does not begin like a saved game of {cls.spec.title}")
    if _checksum(data[:-CHECKSUM]) != data[-CHECKSUM:]:
        raise GameFormatError("the saved game is damaged: its checksum does not fit")
    start = len(magic) + 4
    length = int.from_bytes(data[len(magic) : start], "little")
    try:
        header = json.loads(data[start : start + length])
    except ValueError:
        raise GameFormatError("the saved game is damaged: its header is not JSON") from None
    game = _from_header(cls, header, components)
    state_from_bytes(data[start + length : -CHECKSUM], game.record, cls.spec.fields)
    return _checked(game)


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:CHECKSUM]


def to_dict(game: Game) -> dict[str, Any]:
    """The complete game as readable plain data: names instead of numbers."""
    header = _header(game)
    header["history"] = [game.action_name(action) for action in game.history]
    return {**header, "state": state_to_dict(game.record, game._ruleset)}


def from_dict(cls: type[AnyGame], data: Any, components: ComponentsLike) -> AnyGame:
    """Read what `to_dict` wrote."""
    if not isinstance(data, dict) or "state" not in data:
        raise GameFormatError("expected a mapping with the key 'state', as to_dict writes it")
    game = _from_header(cls, data, components)
    game._start(0)  # the fields of players who are not there get their values
    state_from_dict(data["state"], game._ruleset, game.record)
    return _checked(game)


def _header(game: Game) -> dict[str, Any]:
    return {
        "game": game.spec.name,
        "engine": game.spec.version,
        "components": game.components.digest,
        "num_players": game.num_players,
        "seed": game.seed,
        "history": list(game.history),
    }


def _from_header(cls: type[AnyGame], header: dict[str, Any], components: ComponentsLike) -> AnyGame:
    game = object.__new__(cls)
    if not isinstance(header, dict):
        raise GameFormatError("the saved game has no header")
    name = header.get("game", cls.spec.name)  # older ones do not state it
    if name != cls.spec.name:
        raise GameFormatError(f"the saved game is one of {name}, not of {cls.spec.name}")
    try:
        game._prepare(header["num_players"], header["seed"], components)
        if header["components"] != game.components.digest:
            raise GameFormatError(
                "the game was saved with other components (digest "
                f"{str(header['components'])[:12]}, here {game.components.digest[:12]}): "
                "name them with components=..."
            )
        for action in header["history"]:
            number = game.parse_action(action) if isinstance(action, str) else action
            last = cls.spec.num_actions - 1
            game._history.append(whole_number("history", number, 0, last))
    except KeyError as error:
        raise GameFormatError(f"the saved game has no {error.args[0]!r}") from None
    except (GameFormatError, ComponentError):
        raise
    except (TypeError, ValueError) as error:
        raise GameFormatError(f"the saved game has a wrong entry: {error}") from None
    return game


def _checked(game: AnyGame) -> AnyGame:
    """The game, if the position is possible; fills in the derived fields."""
    spec, record, rules = game.spec, game.record, game.rules
    if record["num_players"] != game.num_players:
        raise GameFormatError("num_players of the game and of its state differ")
    problems = broken_header(spec, record)  # jitted code relies on valid seats and decisions
    problems = problems or spec.broken_invariants(record, rules, game._ruleset.vocabulary)
    if not problems:
        game._derive()
        problems = [] if game.is_over else _too_few_options(record)
        problems += [] if problems or game.is_over else spec.broken_decision(record, rules)
    if problems:
        raise GameFormatError(f"the saved game is not a possible position: {problems[0]}")
    return game


def broken_header(spec: GameSpec, s: np.void) -> list[str]:
    """Return one sentence for each number out of range in the fields that the engine reads."""
    n = int(s["num_players"])
    if n not in spec.players:
        return [f"num_players is {n}, not {spec.players[0]} to {spec.max_players}"]
    player, decision, number = (int(s[name]) for name in ("player", "decision", "round_number"))
    problems = []
    if not 0 <= player < n:
        problems.append(f"player is {player}, not a seat of {n} players")
    if not 1 <= number <= spec.rounds:
        problems.append(f"round is {number}, not 1 to {spec.rounds}")
    if not 0 <= decision <= spec.over:
        problems.append(f"decision is {decision}, not 0 to {spec.over}")
    return problems


def _too_few_options(record: np.void) -> list[str]:
    legal = sum(int(word).bit_count() for word in record["legal"])
    if legal < 2:
        return [f"player {int(record['player'])} has {legal} options, expected at least 2"]
    return []
