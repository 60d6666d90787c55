"""`SearchParts`, the additions of a game's script to tree search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class SearchParts:
    """For one number of players."""

    style: np.ndarray  # the numbers by which the script plays, in an array of length 1
    plan: np.dtype[Any]  # the script's notes; `rating` holds a number for each action
    rollout: str  # the evaluation of leaves to use by default
    turns: int = 3  # of each player, played by the script in a rollout
    tuning: Mapping[str, float] = field(default_factory=dict)  # of `mcts` with this rollout
