"""Noblemen for reinforcement learning: the complete game, fast, seeded, with hidden hands."""

from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from noblemen_env.batch import Batch
from noblemen_env.components import ComponentError, Components, load_components
from noblemen_env.core.ids import NUM_ACTIONS
from noblemen_env.core.sections import OBSERVATION_SIZE, OBSERVATION_SLICES
from noblemen_env.game import Game
from noblemen_env.spec import SPEC
from noblemen_env.version import __version__
from parlour.errors import GameFormatError, IllegalActionError, ReplayError

if TYPE_CHECKING:
    from noblemen_env.envs.aec import env, parallel_env, raw_env

ENV_ID = "noblemen/Noblemen-v0"

gymnasium.register(
    ENV_ID,
    entry_point="noblemen_env.envs.single:NoblemenEnv",
    vector_entry_point="noblemen_env.envs.vector:NoblemenVectorEnv",
)
pettingzoo.register("aec", ENV_ID, "noblemen_env.envs.aec:env")
pettingzoo.register("parallel", ENV_ID, "noblemen_env.envs.aec:parallel_env")


def __getattr__(name: str) -> Any:
    """The makers of PettingZoo environments, on first use."""
    if name in ("env", "parallel_env", "raw_env"):
        from noblemen_env.envs import aec

        return getattr(aec, name)
    raise AttributeError(f"module 'noblemen_env' has no attribute {name!r}")


__all__ = [
    "ENV_ID",
    "NUM_ACTIONS",
    "OBSERVATION_SIZE",
    "OBSERVATION_SLICES",
    "SPEC",
    "Batch",
    "ComponentError",
    "Components",
    "Game",
    "GameFormatError",
    "IllegalActionError",
    "ReplayError",
    "__version__",
    "env",
    "load_components",
    "parallel_env",
    "raw_env",
]
