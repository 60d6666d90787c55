"""Trees that search agents keep from one decision of a seat to the next."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np

from parlour.players.agent import Seats

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
