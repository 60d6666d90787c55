"""Spaces and numbers that the environments share."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from parlour.game import Game

ILLEGAL = ("raise", "lose")  # what an illegal action does
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
# Values lie in about 0 .. 2; the rules of a game may set no limit, to points for instance.
OBSERVATION_LOW, OBSERVATION_HIGH = 0.0, 100.0
# Seeds of games that follow one another are drawn below this.
MAX_ENV_SEED = 2**62


def observation_box(size: int) -> spaces.Box:
    """The space of observations with this many numbers."""
    return spaces.Box(OBSERVATION_LOW, OBSERVATION_HIGH, (size,), np.float32)


def render_game(game: Game, mode: str | None, seat: int | None = None) -> Any:
    """Print the game in the mode `human`, else return the picture."""
    if mode is None:
        gymnasium.logger.warn("render() needs a render_mode, given when the env is made")
    elif mode != "human":
        return game.render(mode, seat)
    else:
        print(game.render("ansi", seat))
    return None
