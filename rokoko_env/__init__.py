"""Rokoko for reinforcement learning: the complete game, fast, seeded, with hidden hands."""

from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.core.ids import NUM_ACTIONS
from rokoko_env.core.observe import OBSERVATION_SIZE, OBSERVATION_SLICES
from rokoko_env.errors import GameFormatError, IllegalActionError, ReplayError
from rokoko_env.game import Game
from rokoko_env.version import __version__

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "OBSERVATION_SLICES",
    "ComponentError",
    "Components",
    "Game",
    "GameFormatError",
    "IllegalActionError",
    "ReplayError",
    "__version__",
    "load_components",
]
