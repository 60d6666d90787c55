"""`BalanceParts`: all that a balance study needs to know of a game, besides its notes (`core`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.ruleset import Ruleset
from parlour.spec import GameSpec
from research.game import study_parts


@dataclass(frozen=True)
class Option:
    """Something that a seat can take when the rules offer it."""

    number: int  # in the game's layout
    family: str
    name: str
    words: str


@dataclass(frozen=True)
class Layout:
    """The records of a game's notes (`core.layout`), and how many of them there may be."""

    seat: np.dtype[Any]
    situation: np.dtype[Any]
    event: np.dtype[Any]  # has the number of its game in the field `game`
    memory: np.dtype[Any]
    num_options: int
    max_situations: Callable[[int], int]  # in a game, by number of players
    max_events: Callable[[int], int]

    @property
    def times(self) -> int:
        """The number of times, without the end."""
        return int(self.seat["worth"].shape[0]) - 1

    def max_opportunities(self, num_players: int) -> int:
        """Most in a game: every option of every seat at every time."""
        return self.times * num_players * self.num_options


@dataclass(frozen=True)
class Times:
    """The parts of a game, at the beginning of which the standing of all seats is noted."""

    noun: str
    labels: tuple[str, ...]
    note: str = ""  # what the labels mean

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def middle(self) -> int:
        """The number of the time in the middle of a game."""
        return len(self) // 2

    def name(self, number: int) -> str:
        """For example "round 4"."""
        return f"{self.noun} {self.labels[number]}"


@dataclass(frozen=True)
class HeldEqual:
    """Fields of a situation that are held equal where effects are estimated."""

    words: str  # a list for readers
    numbers: tuple[str, ...]  # used as they are
    squared: tuple[str, ...]  # used a second time
    by_time: tuple[str, ...]  # multiplied by the time
    categories: Mapping[str, tuple[int, ...]]  # values, without one, of fields that are no amounts
    # What differs from the usual in fewer games, in either half, is left out: the weight of such a
    # feature would be that of a few games.
    min_games: int = 0


@dataclass(frozen=True)
class WaysToPlay:
    """Fields that describe a seat's way to play, besides the parts of the sources in its score."""

    habits: Mapping[str, str]  # fields of a seat with one number, and their names
    counts: Mapping[str, str]  # fields by time, of which the end counts
    left_out: tuple[str, ...] = ()  # sources that say nothing about how a seat played


@dataclass(frozen=True)
class Section:
    """A section of the report on the effects of some families of options."""

    families: tuple[str, ...]  # the first one gives it its heading
    caption: str


@dataclass(frozen=True)
class Words:
    """The words of the report that are about the game."""

    start: str  # a sentence: why turn order shows effects of the place
    seats_matter: bool  # the number of a seat is its place in the turn order
    sections: tuple[Section, ...]
    ranked: str  # the family whose best and worst options are named
    ranked_words: str
    other: tuple[str, ...]  # the families whose clear effects are named
    other_words: str
    crowded: tuple[str, ...]  # families with too many options for a comparison of agents
    left: str  # an example of an option: "A seat that ... did something else instead"
    unseen: str  # an example of what is not held equal
    components: str  # a sentence on what is known of them
    turns: str = ""  # a field of a seat by time: its turns, if their number differs


@dataclass(frozen=True)
class BalanceParts:
    """A game's parts in balance studies."""

    spec: GameSpec
    layout: Layout
    times: Times
    options: Callable[[Ruleset], list[Option]]
    held: HeldEqual
    win_features: tuple[str, ...]  # fields of a seat by time that tell who will win
    pace: Mapping[str, str]  # fields of a seat by time to show, and their titles
    ways: WaysToPlay
    words: Words
    # Names of numbers in their fields: the lowest number, and the names from it on.
    names_in_events: Callable[[Ruleset], Mapping[str, tuple[int, Sequence[str]]]]
    # Fields of a seat with other numbers than one for each time, and the names of their columns.
    parts_of_fields: Mapping[str, Sequence[str]]

    @property
    def score_word(self) -> str:
        return self.spec.score_word

    @property
    def unit(self) -> str:
        return study_parts(self.spec).unit

    def fields(self, shape: tuple[int, ...]) -> tuple[str, ...]:
        """The fields of a seat with this shape, without those whose numbers have names."""
        known = {"points", *self.parts_of_fields}
        names = self.layout.seat.names or ()
        return tuple(n for n in names if self.layout.seat[n].shape == shape and n not in known)
