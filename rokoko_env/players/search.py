"""Code that the search agents share: trees kept between decisions, and checks of parameters."""

from __future__ import annotations

import math
from typing import Any, Generic, TypeVar

import numpy as np

from rokoko_env.players.agent import Seats

Tree = TypeVar("Tree")


class TreeMemory(Generic[Tree]):
    """Trees kept for the next decision of a seat, if it then observes what the search expects."""

    def __init__(self) -> None:
        self._trees: dict[tuple[int, int], tuple[Tree, bytes]] = {}

    def __len__(self) -> int:
        return len(self._trees)

    def keep(self, seats: Seats, number: int, tree: Tree) -> None:
        """Keep a tree for one of the seats, as it is expected to be at its next decision."""
        self._trees[_key(seats, number)] = tree, seats.observation[number].tobytes()

    def take(self, seats: Seats, number: int) -> Tree | None:
        """Return and drop what was kept for one of the seats; None if it is of no use."""
        tree, observation = self._trees.pop(_key(seats, number), (None, b""))
        if tree is None or observation != seats.observation[number].tobytes():
            return None
        return tree

    def forget(self, games: np.ndarray) -> None:
        """Drop the trees of games that are over."""
        over = set(games.tolist())
        self._trees = {key: entry for key, entry in self._trees.items() if key[0] not in over}


def _key(seats: Seats, number: int) -> tuple[int, int]:
    return int(seats.games[number]), int(seats.players[number])


def real_number(name: str, value: Any, *, above_zero: bool = False) -> float:
    """Return the value as a float, checked to be finite and not negative, or above zero."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not 0 <= value < math.inf or (above_zero and value == 0):
        limit = "above" if above_zero else "not below"
        raise ValueError(f"{name} is {value}, expected a number {limit} 0")
    return float(value)
