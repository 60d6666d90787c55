"""`GameSpec`: all that the engine knows of a game, besides the functions of `core.protocol`."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour import plain
from parlour.core.flow import WORD_BITS
from parlour.core.implementations import implementation, missing_functions
from parlour.core.mask import MIN_LAST_WORD, mask_dtype
from parlour.core.records import HEADER, MAX_PLAYERS, MAX_SOURCES, Table, table_dtype
from parlour.core.rows import row_dtype
from parlour.core.sections import observation_dtype, section_slices
from parlour.errors import GameError
from parlour.kernels import Kernels
from parlour.validation import whole_number

if TYPE_CHECKING:
    from parlour.action_kinds import ActionKinds
    from parlour.game import Game
    from parlour.render.shapes import Picture
    from parlour.search_parts import SearchParts
    from parlour.study_parts import StudyParts

LOADED: dict[str, GameSpec] = {}  # by name: those whose packages have been imported
Components = Any  # a game's own: hashable, with a `digest`
View = dict[str, Any]


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: facts, tables and functions. A package holds it as `SPEC`."""

    name: str  # in ids, files and command lines
    title: str  # for people
    package: str  # the package that holds this spec
    version: str  # of its rules: replays and saved games name it
    magic: str  # four letters: compact saved games begin with them
    players: range
    rounds: int
    typical_decisions: Mapping[int, int]  # of all seats in a game, by number of players
    score_word: str  # what points are called
    tie_break_word: str  # the key of the tie-break in a score breakdown
    fields: Table  # of the record: name, type, shape, sentence, codec (see `codec`)
    rules: np.dtype[Any]  # the record of the components
    sections: Table  # of observations: name, shape, sentence
    num_actions: int
    action_layout: Sequence[Any]  # says which ids mean what; networks depend on it
    decisions: tuple[str, ...]  # the last one: the game is over
    sources: tuple[str, ...]  # of points

    load_components: Callable[..., Components]  # (folder | None, *, check_counts)
    check_components: Callable[[Components], None]  # that they fit into the record of rules
    build_rules: Callable[[Components, int], np.ndarray]  # an array of one
    action_names: Callable[[Components], tuple[str, ...]]
    vocabulary: Callable[[Components], Mapping[str, tuple[str, ...]]]  # names of what fields number
    make_view: Callable[[Any, int | None], View]  # what a seat of a game knows, None: everything

    # For people, and checks of saved games; the defaults do.
    view_as_text: Callable[[View, Components], str] = plain.view_as_text
    view_as_ansi: Callable[[View, Components], str] = plain.view_as_text
    draw: Callable[[View, Components], Picture] = plain.draw
    explain_illegal: Callable[[Any, int], str] = plain.explain_illegal  # the end of a sentence
    seat_words: Callable[[Any, int], str] = lambda game, seat: ""  # what it has, in brackets
    decision_words: Callable[[Any], str] = lambda game: str(game.decision)
    action_words: Callable[[Any, int], str] = lambda game, action: str(game.action_name(action))
    broken_invariants: Callable[..., list[str]] = lambda record, rules, vocabulary: []
    broken_decision: Callable[..., list[str]] = lambda record, rules: []  # if sound and not over
    derive: Callable[[np.void, np.void], None] = lambda record, rules: None  # what is not stored
    round_words: Callable[[Any], Sequence[str]] = lambda game: ()  # lines on how a round begins
    search_parts: Callable[[int], SearchParts] | None = None  # for a number of players
    study_parts: Callable[[], StudyParts] | None = None  # for studies of its components
    hidden_size: int = 0  # of what `write_hidden` writes
    action_kinds: ActionKinds | None = None  # to report how often each kind is chosen

    def __post_init__(self) -> None:
        for problem in broken_spec(self):
            raise GameError(f"{self.name}: {problem}")
        if LOADED.setdefault(self.name, self).package != self.package:
            other = LOADED[self.name].package
            raise GameError(f"{self.name}: the package {other} has a game of this name")

    def __reduce__(self) -> tuple[Any, ...]:
        return load_spec, (self.package,)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    # --- sizes and types -------------------------------------------------------------------------

    @cached_property
    def state(self) -> np.dtype[Any]:
        """The dtype of a game's record."""
        return table_dtype(self.fields)

    @cached_property
    def row(self) -> np.dtype[Any]:
        """The dtype of a row: a record and what goes with it."""
        return row_dtype(self.state)

    @cached_property
    def mask(self) -> np.dtype[Any]:
        return mask_dtype(self.num_actions)

    @cached_property
    def observation(self) -> np.dtype[Any]:
        return observation_dtype(self.sections)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """The place of each section in an observation."""
        return section_slices(self.sections)

    @property
    def observation_size(self) -> int:
        size: int = self.observation["everything"].shape[0]
        return size

    def check_players(self, num_players: Any) -> int:
        """Return a number of players, checked."""
        return whole_number("num_players", num_players, self.players[0], self.players[-1])

    @property
    def max_players(self) -> int:
        return self.players[-1]

    @property
    def over(self) -> int:
        """The number of the decision that is none: the game is over."""
        return len(self.decisions) - 1

    # --- memory ----------------------------------------------------------------------------------

    def new_states(self, number: int) -> np.ndarray:
        """Memory for the records of this many games."""
        return np.zeros(number, self.state)

    def new_rows(self, number: int) -> np.ndarray:
        return np.zeros(number, self.row)

    @cached_property
    def kernels(self) -> Kernels:
        """Entry points of the core without numba's dispatch, for this game's records alone."""
        return Kernels(self)

    # --- files -----------------------------------------------------------------------------------

    def mark(self, kind: str) -> str:
        """The name of a format of files, as they state it."""
        return f"{self.name}-{kind}-1"

    @cached_property
    def layout_digest(self) -> str:
        """A fingerprint of what networks depend on: sections of observations, and action ids."""
        sections = [(name, part.start, part.stop) for name, part in self.slices.items()]
        layout = json.dumps([sections, *self.action_layout, self.num_actions])
        return hashlib.sha256(layout.encode()).hexdigest()[:16]

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's package."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @property
    def game_class(self) -> type[Game]:
        """The package's own class of games, which may know more than `parlour.Game`."""
        game_class: type[Game] = importlib.import_module(self.package).Game
        return game_class


def broken_spec(spec: GameSpec) -> Iterator[str]:
    """List what keeps the engine from playing a game."""
    if not spec.name.isidentifier() or not re.fullmatch("[A-Z]{4}", spec.magic):
        yield f"the name is an identifier, the magic four letters, not {spec.magic!r}"
    for name in HEADER.keys() - {name for name, *_ in spec.fields}:
        yield f"the record has no field {name!r}"
    for name in missing_functions(spec.state):
        yield f"{name} is not implemented for its record"
    if not 2 <= spec.players[0] <= spec.players[-1] <= MAX_PLAYERS:
        yield f"{spec.players} are not numbers of players from 2 to {MAX_PLAYERS}"
    if len(spec.sources) > MAX_SOURCES:
        yield f"it has {len(spec.sources)} sources of points, expected at most {MAX_SOURCES}"
    if spec.hidden_size and implementation(spec.state, "write_hidden") is None:
        yield "write_hidden is not implemented, and hidden_size is not 0"
    word_starts = implementation(spec.state, "word_starts")
    starts = [] if word_starts is None else [*word_starts(None), spec.num_actions]
    sizes = [end - start for start, end in pairwise(starts)]
    if sizes[:1] and (starts[0] or (len(sizes),) != spec.state["legal"].shape):
        yield f"words of legal actions begin at {starts[:-1]}, expected 0, ... for each of `legal`"
    if sizes[:1] and (min(sizes) < 1 or max(sizes) > WORD_BITS or sizes[-1] < MIN_LAST_WORD):
        yield (
            f"words of {sizes} legal actions: expected at most {WORD_BITS} in each, and at least "
            f"{MIN_LAST_WORD} in the last"
        )


def load_spec(package: str) -> GameSpec:
    """Return the game of a package."""
    spec: GameSpec = importlib.import_module(package).SPEC
    return spec
