"""`SearchParts`, the additions of a game's script to tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class SearchParts:
    """For one number of players."""

    style: np.ndarray  # the numbers by which the script plays, in an array of length 1
    plan: np.dtype[Any]  # the script's notes; `rating` holds a number for each action
    rollout: str  # the evaluation of leaves to use by default
