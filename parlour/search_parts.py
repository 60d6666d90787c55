"""`SearchParts`, the additions of a game to tree search, if it has a script or a value network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class SearchParts:
    """For one number of players; arrays of length 1, as the core takes them."""

    style: np.ndarray  # the numbers by which the script plays
    plan: np.dtype[Any]  # the script's notes; `rating` holds a number for each action
    value_net: np.ndarray
    rollout: str  # the evaluation of leaves to use by default
