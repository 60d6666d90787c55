"""Who won: ranks and shares of the victory, from final scores."""

from __future__ import annotations

import numpy as np


def ranks(scores: np.ndarray, tie_breaks: np.ndarray) -> np.ndarray:
    """(games, players) 1 for the winner; players equal in both arrays share the better rank.

    Of two players with the same score the one with the larger tie-break is ahead.
    """
    one, other = scores[:, :, None], scores[:, None, :]
    wins_tie = tie_breaks[:, None, :] > tie_breaks[:, :, None]
    behind: np.ndarray = ((other > one) | ((other == one) & wins_tie)).sum(axis=2)
    return 1 + behind


def win_shares(scores: np.ndarray, tie_breaks: np.ndarray) -> np.ndarray:
    """(games, players) each player's share of the victory: 1, divided among those who tie."""
    first = ranks(scores, tie_breaks) == 1
    shares: np.ndarray = first / first.sum(axis=1, keepdims=True)
    return shares
