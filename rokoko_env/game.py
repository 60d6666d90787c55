"""`Game`: one game as an object, over a record of the core."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from rokoko_env.buffers import Buffers
from rokoko_env.codec import (
    members,
    state_from_bytes,
    state_from_dict,
    state_to_bytes,
    state_to_dict,
)
from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.core import ids
from rokoko_env.core.jit import direct
from rokoko_env.core.state import STATE, new_states
from rokoko_env.core.states import (
    ONLY,
    draw_worlds,
    list_legal,
    look_up,
    refresh_legal,
    score_games,
    show_seats,
    start_games,
    step_games,
)
from rokoko_env.errors import GameFormatError, IllegalActionError
from rokoko_env.explain import explain_illegal
from rokoko_env.invariants import broken_decision, broken_invariants
from rokoko_env.ruleset import ComponentsLike, Ruleset, ruleset_for
from rokoko_env.standings import ranks
from rokoko_env.text import view_as_text
from rokoko_env.validation import whole_number
from rokoko_env.version import __version__
from rokoko_env.views import View, make_view

MAX_SEED = 2**64 - 1
_step, _list_legal = direct(step_games), direct(list_legal)
_MAGIC = b"RKKO1\n"


class Game:
    """One game of Rokoko.

    >>> game = Game(num_players=3, seed=7)
    >>> while not game.is_over:
    ...     game.apply(game.legal_actions()[0])
    >>> len(game.scores())
    3

    The object always stands at a decision with at least two options, or at the end: forced choices
    are made by the game itself.
    """

    def __init__(
        self, num_players: int = 3, seed: int | None = None, components: ComponentsLike = None
    ) -> None:
        """A new game; without a seed a random one is drawn (see `seed`).

        `components` is a set of components, or a folder with one; None is the standard set.
        """
        if seed is None:
            seed = secrets.randbits(63)
        self._prepare(num_players, seed, components)
        seeds = np.array([seed], np.uint64)
        start_games(self._states, self._rules, self.num_players, seeds)

    def _prepare(self, num_players: int, seed: int | None, components: ComponentsLike) -> None:
        """Set everything except the record's content."""
        num_players = whole_number("num_players", num_players, 2, ids.MAX_PLAYERS)
        if seed is not None:
            seed = whole_number("seed", seed, 0, MAX_SEED)
        self.seed = seed
        self.num_players = num_players
        self._ruleset = ruleset_for(components, num_players)
        self._rules = self._ruleset.rules
        self._states = new_states(1)
        self._history: list[int] = []

    @property
    def components(self) -> Components:
        """The set of components that is played with."""
        return self._ruleset.components

    # --- where the game stands -------------------------------------------------------------------

    @property
    def current_player(self) -> int:
        """The seat to decide; at the end the one that decided last."""
        return int(self._states["player"][0])

    @property
    def round(self) -> int:
        return int(self._states["round_number"][0])

    @property
    def decision(self) -> str:
        """The kind of decision to make, one of `core.ids.DECISION_NAMES`."""
        return ids.DECISION_NAMES[self._states["decision"][0]]

    @property
    def is_over(self) -> bool:
        return bool(self._states["decision"][0] == ids.OVER)

    @property
    def history(self) -> tuple[int, ...]:
        """The actions chosen so far, without the forced ones. It shows hidden picks too."""
        return tuple(self._history)

    # --- actions ---------------------------------------------------------------------------------

    def action_mask(self) -> np.ndarray:
        """One int8 for each action: 1 if legal now. At the end all are 0."""
        buffers = Buffers(1, observe=False)
        if not self.is_over:
            self._show(self.current_player, buffers)
        return buffers.mask.reshape(-1)

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty at the end."""
        if self.is_over:
            return []
        actions = np.empty(ids.NUM_ACTIONS, np.int64)
        legal: list[int] = actions[: _list_legal(self._states, actions)].tolist()
        return legal

    def apply(self, action: int) -> None:
        """Apply an action of the player to decide, and advance to the next real decision.

        An illegal action raises `IllegalActionError` and changes nothing.
        """
        number = _as_action(action)
        if (
            self.is_over
            or _step(self._states, self._rules, ONLY, np.array([number], np.int64)) != -1
        ):
            raise IllegalActionError(self.complaint(action, self.current_player))
        self._history.append(number)

    def action_name(self, action: int) -> str:
        """The name of an action; `parse_action` is the way back."""
        number = _as_action(action)
        if number < 0:
            raise ValueError(f"{action!r} is not an action: ids go from 0 to {ids.NUM_ACTIONS - 1}")
        return self._ruleset.actions[number]

    def parse_action(self, text: str) -> int:
        """The id of an action from its name."""
        return self._ruleset.actions.parse(text)

    def complaint(self, action: object, seat: int) -> str:
        """The reason why an action is not legal for a seat, as one sentence."""
        number = _as_action(action)
        if number < 0:
            return (
                f"action {action!r} is not legal for player {seat}: it is not an "
                f"action, ids go from 0 to {ids.NUM_ACTIONS - 1}"
            )
        return (
            f"action {number} ({self._ruleset.actions[number]}) is not legal for player "
            f"{seat}: {explain_illegal(self, number)}"
        )

    # --- scores ----------------------------------------------------------------------------------

    def score_breakdown(self) -> list[dict[str, int]]:
        """For each player the PP by source, their `total` and the `livre_left` for ties.

        Before the end: as if the game ended now.
        """
        points = np.zeros((1, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        livre_left = np.zeros((1, ids.MAX_PLAYERS), np.int64)
        score_games(self._states, self._rules, points, livre_left)
        rows = []
        for p in range(self.num_players):
            row = dict(zip(ids.SOURCE_NAMES, points[0, p].tolist(), strict=True))
            rows.append({**row, "total": sum(row.values()), "livre_left": int(livre_left[0, p])})
        return rows

    def scores(self) -> list[int]:
        """Each player's PP; before the end: as if the game ended now."""
        return [row["total"] for row in self.score_breakdown()]

    def winners(self) -> list[int]:
        """R7.11: most PP, then most Livre left; several seats share a full tie."""
        rows = self.score_breakdown()
        places = ranks([row["total"] for row in rows], [row["livre_left"] for row in rows])
        winners: list[int] = np.flatnonzero(places == 1).tolist()
        return winners

    # --- what a seat knows -----------------------------------------------------------------------

    def observation(self, player: int) -> np.ndarray:
        """This seat's knowledge as float32; the slices are `rokoko_env.OBSERVATION_SLICES`."""
        buffers = Buffers(1, mask=False)
        self._show(self._seat(player), buffers)
        return buffers.observation.reshape(-1)

    def _show(self, seat: int, buffers: Buffers) -> None:
        seats = np.array([seat], np.int64)
        show_seats(self._states, self._rules, ONLY, seats, *buffers.records)

    def view(self, player: int | None) -> View:
        """This seat's knowledge as plain data (JSON); None: everything."""
        return make_view(self, None if player is None else self._seat(player))

    def text(self, player: int | None = None) -> str:
        """The game as this seat sees it, as text; None: with everything."""
        return view_as_text(self.view(player), self.components)

    def render(self, mode: str = "ansi", player: int | None = None) -> str | np.ndarray:
        """The game as this seat sees it: "ansi" (coloured text), "svg" or "rgb_array".

        None as player: with everything.
        """
        from rokoko_env.render import render  # loaded on first use: most programs draw nothing

        return render(self.view(player), self.components, mode)

    def _repr_svg_(self) -> str:
        """The picture in a notebook. (Fewer pages would show it as HTML.)"""
        return str(self.render("svg"))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"player {self.current_player} to {self.decision}"
        return f"<Game: {self.num_players} players, round {self.round}, {where}>"

    def determinize(self, player: int, seed: int) -> Game:
        """A copy in which all that this seat does not know is drawn again, uniformly.

        The seat's view of it is the same. The copy has no history, which would reveal secrets.
        """
        other = self._clone_without_history()
        other.seed = None
        other._history = []
        seats = np.array([self._seat(player)], np.int64)
        seeds = np.array([whole_number("seed", seed, 0, MAX_SEED)], np.uint64)
        draw_worlds(self._states, self._rules, ONLY, seats, seeds, other._states)
        return other

    def _seat(self, player: int) -> int:
        return whole_number("player", player, 0, self.num_players - 1)

    # --- the record ------------------------------------------------------------------------------

    @property
    def record(self) -> np.void:
        """The core's record of this game (not a copy); see `core.state.FIELDS`."""
        record: np.void = self._states[0]
        return record

    @property
    def rules(self) -> np.void:
        """The components as the core reads them; see `core.rules.FIELDS`."""
        rules: np.void = self._rules[0]
        return rules

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the cards by their number in the core (copies have the same id)."""
        return self._ruleset.cards

    @property
    def tiles(self) -> tuple[str, ...]:
        """Ids of the resource tiles by their number in the core."""
        return self._ruleset.tiles

    @property
    def dresses(self) -> tuple[str, ...]:
        """Ids of the dresses by their number in the core."""
        return self._ruleset.dresses

    def state_hash(self) -> str:
        """A short fingerprint of the complete state."""
        return hashlib.sha256(state_to_bytes(self.record)).hexdigest()[:16]

    def tile_price(self, space: int) -> int:
        """R6.20: the price of the tile on this space of the warehouse."""
        return int(self._look_up()[1][space])

    @property
    def hire_price(self) -> int:
        """R6.40: the price of hiring."""
        return self._look_up()[0]

    def deck(self, player: int) -> int:
        """All cards of a player that have not left the game, as a set of bits."""
        return int(self._look_up()[2][self._seat(player)])

    def _look_up(self) -> tuple[int, np.ndarray, np.ndarray]:
        """The price of hiring, the prices of the tiles and the decks, by the core's rules."""
        prices, decks = np.zeros(ids.MAX_WAREHOUSE, np.int64), np.zeros(ids.MAX_PLAYERS, np.int64)
        return int(look_up(self._states, self._rules, prices, decks)), prices, decks

    @classmethod
    def from_state(
        cls,
        states: np.ndarray,
        ruleset: Ruleset,
        seed: int | None = None,
        history: Sequence[int] = (),
    ) -> Game:
        """A game around a copy of a record, with the seed and history that led to it, if known."""
        game = object.__new__(cls)
        game._prepare(ruleset.num_players, seed, ruleset.components)
        game._states[:] = states
        game._history = list(history)
        return game

    # --- copies and saved games ------------------------------------------------------------------

    def clone(self) -> Game:
        """An independent copy."""
        other = self._clone_without_history()
        other._history = self._history.copy()
        return other

    def _clone_without_history(self) -> Game:
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        # As bytes: NumPy copies structured arrays field by field, which takes ten times as long.
        other._states = self._states.view(np.uint8).copy().view(STATE)
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        is_standard = self.components is load_components()
        components = None if is_standard else self.components
        return Game._unpickle, (self.num_players, self.seed, components, *self._pickled())

    def _pickled(self) -> tuple[bytes, list[int]]:
        return state_to_bytes(self.record), self._history

    @classmethod
    def _unpickle(
        cls,
        num_players: int,
        seed: int | None,
        components: ComponentsLike,
        state: bytes,
        history: list[int],
    ) -> Game:
        game = object.__new__(cls)
        game._prepare(num_players, seed, components)
        game._history = history
        state_from_bytes(state, game.record)
        game._derive()
        return game

    def __eq__(self, other: object) -> bool:
        """Compare components, state and history."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._states.tobytes() == other._states.tobytes()
            and self._history == other._history
            and self.components == other.components
        )

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """The complete game, history included, in a compact form for this version."""
        body = json.dumps(self._header()).encode()
        data = _MAGIC + struct.pack("<I", len(body)) + body + state_to_bytes(self.record)
        return data + hashlib.sha256(data).digest()[:8]

    @classmethod
    def from_bytes(cls, data: bytes, components: ComponentsLike = None) -> Game:
        """Read what `to_bytes` wrote; needs the same components."""
        if not isinstance(data, bytes):
            raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
        if not data.startswith(_MAGIC):
            raise GameFormatError("the data does not begin like a saved game of rokoko-env")
        if hashlib.sha256(data[:-8]).digest()[:8] != data[-8:]:
            raise GameFormatError("the saved game is damaged: its checksum does not fit")
        start = len(_MAGIC) + 4
        length = int.from_bytes(data[len(_MAGIC) : start], "little")
        try:
            header = json.loads(data[start : start + length])
        except ValueError:
            raise GameFormatError("the saved game is damaged: its header is not JSON") from None
        game = cls._from_header(header, components)
        state_from_bytes(data[start + length : -8], game.record)
        return game._checked()

    def to_dict(self) -> dict[str, Any]:
        """The complete game as readable plain data: names instead of numbers."""
        header = self._header()
        header["history"] = [self._ruleset.actions[action] for action in self._history]
        return {**header, "state": state_to_dict(self.record, self._ruleset.vocabulary)}

    @classmethod
    def from_dict(cls, data: Any, components: ComponentsLike = None) -> Game:
        """Read what `to_dict` wrote; needs the same components."""
        if not isinstance(data, dict) or "state" not in data:
            raise GameFormatError("expected a mapping with the key 'state', as to_dict writes it")
        game = cls._from_header(data, components)
        state_from_dict(data["state"], game._ruleset.vocabulary, game.record)
        return game._checked()

    def _header(self) -> dict[str, Any]:
        return {
            "engine": __version__,
            "components": self.components.digest,
            "num_players": self.num_players,
            "seed": self.seed,
            "history": self._history,
        }

    @classmethod
    def _from_header(cls, header: dict[str, Any], components: ComponentsLike) -> Game:
        game = object.__new__(cls)
        if not isinstance(header, dict):
            raise GameFormatError("the saved game has no header")
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
                game._history.append(whole_number("history", number, 0, ids.NUM_ACTIONS - 1))
        except KeyError as error:
            raise GameFormatError(f"the saved game has no {error.args[0]!r}") from None
        except (GameFormatError, ComponentError):
            raise
        except (TypeError, ValueError) as error:
            raise GameFormatError(f"the saved game has a wrong entry: {error}") from None
        return game

    def _checked(self) -> Game:
        """Self, if the position is possible; fills in the derived fields."""
        if self.record["num_players"] != self.num_players:
            raise GameFormatError("num_players of the game and of its state differ")
        problems = broken_invariants(self.record, self.rules, self._ruleset.vocabulary)
        if not problems:
            self._derive()
            problems = [] if self.is_over else broken_decision(self.record, self.rules)
        if problems:
            raise GameFormatError(f"the saved game is not a possible position: {problems[0]}")
        return self

    def _derive(self) -> None:
        """Fill in the fields that follow from others."""
        s, rules = self.record, self.rules
        s["bales"] = 0
        for p in range(self.num_players):
            for tile in members(s["silk"][p]):
                s["bales"][p] += rules["kind_bales"][rules["tile_kind"][tile]]
        refresh_legal(self._states, self._rules)


def _as_action(action: object) -> int:
    """An action id as an int; anything else becomes -1, which is never legal."""
    if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
        return int(action) if 0 <= action < ids.NUM_ACTIONS else -1
    return -1
