"""Spaces and numbers that the environments share."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

ILLEGAL = ("raise", "lose")  # what an illegal action does
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
# Values lie in about 0 .. 2; money and points have no limit in the rules.
OBSERVATION_LOW, OBSERVATION_HIGH = 0.0, 100.0
# Seeds of games that follow one another are drawn below this.
MAX_ENV_SEED = 2**62


def observation_box(size: int) -> spaces.Box:
    """The space of observations with this many numbers."""
    return spaces.Box(OBSERVATION_LOW, OBSERVATION_HIGH, (size,), np.float32)
