"""Scripted players of any game: agents that play by the numbers of a style.

A game's script rates actions (`core.script`); its style is a record of numbers, described by a
table: name, first guess, sensible minimum and maximum, meaning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.records import record_dtype
from parlour.players.agent import Agent, Seats
from parlour.players.core.script import choose_by_style, rate_by_style
from parlour.players.registry import register
from parlour.players.tunable import Numbers
from parlour.spec import GameSpec

StyleTable = tuple[tuple[str, float, float, float, str], ...]
Archetypes = Mapping[str, tuple[str, Numbers]]  # by name: a description, and what differs


def style_dtype(table: StyleTable) -> np.dtype[Any]:
    """Return the dtype of a style."""
    return record_dtype(np.dtype([(name, np.float64) for name, *_ in table], align=True))


def first_guess(table: StyleTable) -> Numbers:
    """Return the numbers to begin with."""
    return {name: guess for name, guess, *_ in table}


def write_styles(table: StyleTable, numbers: Numbers) -> np.ndarray:
    """Return a style in an array of one; numbers not named are the first guess."""
    styles = np.zeros(1, style_dtype(table))
    for name, value in {**first_guess(table), **numbers}.items():
        styles[name] = value
    return styles


def read_numbers(table: StyleTable, players: Iterable[int], path: Path) -> dict[int, Numbers]:
    """Read the numbers of a script for each number of players; what is missing is guessed."""
    styles = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    guess = first_guess(table)
    for name in {name for numbers in styles.values() for name in numbers} - guess.keys():
        raise ValueError(f"{path.name} holds a parameter {name!r}, which no style has")
    return {p: {**guess, **styles.get(str(p), {})} for p in players}


class StyleAgent(Agent):
    """Plays the action that the script rates highest by its style; a game names `plan`."""

    plan: np.dtype[Any]  # the script's notes

    def __init__(self, styles: dict[int, np.ndarray]) -> None:
        self.styles = styles  # by the number of players

    def act_batch(self, seats: Seats) -> np.ndarray:
        actions = np.empty(len(seats), np.int64)
        choose_by_style(*self._arguments(seats), actions)
        return actions

    def ratings(self, seats: Seats) -> np.ndarray:
        """Return the rating of each legal action, in points; -inf for others."""
        ratings = np.full((len(seats), seats.spec.num_actions), -np.inf)
        rate_by_style(*self._arguments(seats), ratings)
        return ratings

    def _arguments(self, seats: Seats) -> tuple[np.ndarray, ...]:
        style, scratch = self.styles[seats.num_players], seats.spec.new_states(2)
        return seats.worlds(), seats.ruleset.rules, style, np.zeros(1, self.plan), scratch


def register_archetypes(
    archetypes: Archetypes, make: Callable[[Numbers], Agent], spec: GameSpec
) -> None:
    """Register agents that play by the numbers of a game's script except for some."""

    def add(name: str, description: str, wants: Numbers) -> None:
        @register(name, description, spec)
        def archetype() -> Agent:
            return make(wants)

    for name, (description, wants) in archetypes.items():
        add(name, description, wants)
