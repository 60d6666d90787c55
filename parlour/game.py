"""`Game`: one game as an object, over a record of the core."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from parlour import saved_games
from parlour.buffers import Buffers
from parlour.codec import state_from_bytes, state_to_bytes
from parlour.core.states import (
    ONLY,
    draw_worlds,
    refresh_legal,
    score_games,
    show_seats,
    start_games,
)
from parlour.errors import IllegalActionError
from parlour.ruleset import ComponentsLike, Ruleset, ruleset_for
from parlour.spec import Components, GameSpec, View
from parlour.standings import ranks
from parlour.validation import MAX_SEED, whole_number


class Game:
    """One game; a subclass names the `spec` of what is played.

    The object always stands at a decision with at least two options, or at the end: forced choices
    are made by the game itself.
    """

    spec: GameSpec

    def __init__(
        self, num_players: int = 3, seed: int | None = None, components: ComponentsLike = None
    ) -> None:
        """A new game; without a seed a random one is drawn (see `seed`).

        `components` is a set of components, or a folder with one; None is the standard set.
        """
        if seed is None:
            seed = secrets.randbits(63)
        self._prepare(num_players, seed, components)
        self._start(seed)

    def _prepare(self, num_players: int, seed: int | None, components: ComponentsLike) -> None:
        """Set everything except the record's content."""
        self.num_players = self.spec.check_players(num_players)
        self.seed = None if seed is None else whole_number("seed", seed, 0, MAX_SEED)
        self._ruleset = ruleset_for(self.spec, components, self.num_players)
        self._rules = self._ruleset.rules
        self._states = self.spec.new_states(1)
        self._history: list[int] = []

    def _start(self, seed: int) -> None:
        start_games(self._states, self._rules, self.num_players, np.array([seed], np.uint64))

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
        """The kind of decision to make, one of `spec.decisions`."""
        return self.spec.decisions[int(self._states["decision"][0])]

    @property
    def is_over(self) -> bool:
        return bool(self._states["decision"][0] == self.spec.over)

    @property
    def history(self) -> tuple[int, ...]:
        """The actions chosen so far, without the forced ones. It shows hidden picks too."""
        return tuple(self._history)

    # --- actions ---------------------------------------------------------------------------------

    def action_mask(self) -> np.ndarray:
        """One int8 for each action: 1 if legal now. At the end all are 0."""
        buffers = Buffers(self.spec, 1, observe=False)
        if not self.is_over:
            self._show(self.current_player, buffers)
        return buffers.mask.reshape(-1)

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty at the end."""
        if self.is_over:
            return []
        actions = np.empty(self.spec.num_actions, np.int64)
        number = self.spec.kernels.list_legal(self._states, actions)
        legal: list[int] = actions[:number].tolist()
        return legal

    def apply(self, action: int) -> None:
        """Apply an action of the player to decide, and advance to the next real decision.

        An illegal action raises `IllegalActionError` and changes nothing.
        """
        number = self._as_action(action)
        actions = np.array([number], np.int64)
        step = self.spec.kernels.step_games
        if self.is_over or step(self._states, self._rules, ONLY, actions) != -1:
            raise IllegalActionError(self.complaint(action, self.current_player))
        self._history.append(number)

    def action_name(self, action: int) -> str:
        """The name of an action; `parse_action` is the way back."""
        number = self._as_action(action)
        if number < 0:
            last = self.spec.num_actions - 1
            raise ValueError(f"{action!r} is not an action: ids go from 0 to {last}")
        return self._ruleset.actions[number]

    def parse_action(self, text: str) -> int:
        """The id of an action from its name."""
        return self._ruleset.actions.parse(text)

    def complaint(self, action: object, seat: int) -> str:
        """The reason why an action is not legal for a seat, as one sentence."""
        number = self._as_action(action)
        if number < 0:
            reason = f"it is not an action, ids go from 0 to {self.spec.num_actions - 1}"
            return f"action {action!r} is not legal for player {seat}: {reason}"
        name, reason = self._ruleset.actions[number], self.spec.explain_illegal(self, number)
        return f"action {number} ({name}) is not legal for player {seat}: {reason}"

    # --- scores ----------------------------------------------------------------------------------

    def score_breakdown(self) -> list[dict[str, int]]:
        """For each player the points by source, their `total`, and the tie-break.

        Before the end: as if the game ended now.
        """
        points = np.zeros((1, *self._by_player, len(self.spec.sources)), np.int64)
        tie_breaks = np.zeros((1, *self._by_player), np.int64)
        score_games(self._states, self._rules, points, tie_breaks)
        rows = []
        for p in range(self.num_players):
            row = dict(zip(self.spec.sources, points[0, p].tolist(), strict=True))
            tie_break = {self.spec.tie_break_word: int(tie_breaks[0, p])}
            rows.append({**row, "total": sum(row.values()), **tie_break})
        return rows

    @property
    def _by_player(self) -> tuple[int, ...]:
        """The shape of what the record holds for each player."""
        return (self.spec.max_players,)

    def scores(self) -> list[int]:
        """Each player's points; before the end: as if the game ended now."""
        return [row["total"] for row in self.score_breakdown()]

    def winners(self) -> list[int]:
        """Most points, then the better tie-break; several seats share a full tie."""
        rows = self.score_breakdown()
        tie_breaks = [row[self.spec.tie_break_word] for row in rows]
        places = ranks([row["total"] for row in rows], tie_breaks)
        return [p for p, place in enumerate(places) if place == 1]

    # --- what a seat knows -----------------------------------------------------------------------

    def observation(self, player: int) -> np.ndarray:
        """This seat's knowledge as float32; `spec.slices` names its parts."""
        buffers = Buffers(self.spec, 1, mask=False)
        self._show(self._seat(player), buffers)
        return buffers.observation.reshape(-1)

    def _show(self, seat: int, buffers: Buffers) -> None:
        seats = np.array([seat], np.int64)
        show_seats(self._states, self._rules, ONLY, seats, *buffers.records)

    def view(self, player: int | None) -> View:
        """This seat's knowledge as plain data (JSON); None: everything. `options` if it decides."""
        seat = None if player is None else self._seat(player)
        view = self.spec.make_view(self, seat)
        if not self.is_over and seat in (None, self.current_player):
            view["options"] = [self.action_name(action) for action in self.legal_actions()]
        return view

    def text(self, player: int | None = None) -> str:
        """The game as this seat sees it, as text; None: with everything."""
        return self.spec.view_as_text(self.view(player), self.components)

    def render(self, mode: str = "ansi", player: int | None = None) -> str | np.ndarray:
        """The game as this seat sees it: "ansi" (coloured text), "svg" or "rgb_array".

        None as player: with everything.
        """
        from parlour.render import render  # loaded on first use: most programs draw nothing

        return render(self.spec, self.view(player), self.components, mode)

    def _repr_svg_(self) -> str:
        """The picture in a notebook. (Fewer pages would show it as HTML.)"""
        return str(self.render("svg"))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"player {self.current_player} to {self.decision}"
        return f"<Game: {self.num_players} players, round {self.round}, {where}>"

    def determinize(self, player: int, seed: int) -> Self:
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
        """The core's record of this game (not a copy); see `spec.fields`."""
        record: np.void = self._states[0]
        return record

    @property
    def rules(self) -> np.void:
        """The components as the core reads them; see `spec.rules`."""
        rules: np.void = self._rules[0]
        return rules

    def state_hash(self) -> str:
        """A short fingerprint of the complete state."""
        return hashlib.sha256(state_to_bytes(self.record, self.spec.fields)).hexdigest()[:16]

    @classmethod
    def from_state(
        cls,
        states: np.ndarray,
        ruleset: Ruleset,
        seed: int | None = None,
        history: Sequence[int] = (),
    ) -> Self:
        """A game around a copy of a record, with the seed and history that led to it, if known."""
        game = object.__new__(cls)
        game._prepare(ruleset.num_players, seed, ruleset.components)
        game._states[:] = states
        game._history = list(history)
        return game

    # --- copies and saved games ------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy."""
        other = self._clone_without_history()
        other._history = self._history.copy()
        return other

    def _clone_without_history(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        # As bytes: NumPy copies structured arrays field by field, which takes ten times as long.
        other._states = self._states.view(np.uint8).copy().view(self.spec.state)
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        is_standard = self.components is self.spec.load_components(None)
        components = None if is_standard else self.components
        game = (self.num_players, self.seed, components)
        state = state_to_bytes(self.record, self.spec.fields)
        return type(self)._unpickle, (*game, state, self._history)

    @classmethod
    def _unpickle(
        cls,
        num_players: int,
        seed: int | None,
        components: ComponentsLike,
        state: bytes,
        history: list[int],
    ) -> Self:
        game = object.__new__(cls)
        game._prepare(num_players, seed, components)
        game._history = history
        state_from_bytes(state, game.record, cls.spec.fields)
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
        return saved_games.to_bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes, components: ComponentsLike = None) -> Self:
        """Read what `to_bytes` wrote; needs the same components."""
        return saved_games.from_bytes(cls, data, components)

    def to_dict(self) -> dict[str, Any]:
        """The complete game as readable plain data: names instead of numbers."""
        return saved_games.to_dict(self)

    @classmethod
    def from_dict(cls, data: Any, components: ComponentsLike = None) -> Self:
        """Read what `to_dict` wrote; needs the same components."""
        return saved_games.from_dict(cls, data, components)

    def _derive(self) -> None:
        """Fill in the fields that follow from others."""
        self.spec.derive(self.record, self.rules)
        refresh_legal(self._states, self._rules)

    def _as_action(self, action: object) -> int:
        """An action id as an int; anything else becomes -1, which is never legal."""
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
            return int(action) if 0 <= action < self.spec.num_actions else -1
        return -1
