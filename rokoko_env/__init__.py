"""Rokoko for reinforcement learning: the complete game, fast, seeded, with hidden hands."""

from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from parlour.errors import GameFormatError, IllegalActionError, ReplayError
from rokoko_env.batch import Batch
from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.core.ids import NUM_ACTIONS
from rokoko_env.core.sections import OBSERVATION_SIZE, OBSERVATION_SLICES
from rokoko_env.game import Game
from rokoko_env.spec import SPEC
from rokoko_env.version import __version__

if TYPE_CHECKING:
    from rokoko_env.envs.aec import env, parallel_env, raw_env

ENV_ID = "rokoko/Rokoko-v0"

gymnasium.register(
    ENV_ID,
    entry_point="rokoko_env.envs.single:RokokoEnv",
    vector_entry_point="rokoko_env.envs.vector:RokokoVectorEnv",
)
pettingzoo.register("aec", ENV_ID, "rokoko_env.envs.aec:env")
pettingzoo.register("parallel", ENV_ID, "rokoko_env.envs.aec:parallel_env")


def __getattr__(name: str) -> Any:
    """The makers of PettingZoo environments, on first use."""
    if name in ("env", "parallel_env", "raw_env"):
        from rokoko_env.envs import aec

        return getattr(aec, name)
    raise AttributeError(f"module 'rokoko_env' has no attribute {name!r}")


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
