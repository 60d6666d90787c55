"""Ranks and shares of the victory: the one place that knows who won, with the tie-break.

Arrays have the players of a game on their last axis.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from parlour.core.rewards import TIE_BREAKS


def ranks(scores: ArrayLike, tie_breaks: ArrayLike) -> np.ndarray:
    """1 for the winner; players level in score and tie-break share the better rank."""
    standing = np.asarray(scores, np.int64) * TIE_BREAKS + np.asarray(tie_breaks, np.int64)
    better = standing[..., None, :] > standing[..., :, None]
    places: np.ndarray = 1 + better.sum(axis=-1)
    return places


def win_shares(scores: ArrayLike, tie_breaks: ArrayLike) -> np.ndarray:
    """Each player's share of the victory: 1 is divided among those who share the first rank."""
    first = ranks(scores, tie_breaks) == 1
    shares: np.ndarray = first / first.sum(axis=-1, keepdims=True)
    return shares


class Ranked:
    """Games with final scores and tie-breaks, both (games, players): their ranks and victories."""

    tie_breaks: np.ndarray

    @property
    def scores(self) -> np.ndarray:
        raise NotImplementedError

    @cached_property
    def ranks(self) -> np.ndarray:
        """(games, players) 1 for the winner; those level in tie-break too share the better rank."""
        return ranks(self.scores, self.tie_breaks)

    @cached_property
    def wins(self) -> np.ndarray:
        """(games, players) each seat's share of the victory."""
        return win_shares(self.scores, self.tie_breaks)
