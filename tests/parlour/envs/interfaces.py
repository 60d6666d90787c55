"""The installed games, with their environments; another game is another line."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import numpy as np
import pytest

import noblemen_env
import rokoko_env
from noblemen_env.envs.sb3 import NoblemenVecEnv
from noblemen_env.envs.single import NoblemenEnv
from noblemen_env.envs.vector import NoblemenVectorEnv
from parlour.envs.sb3 import LearnerVecEnv
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv
from parlour.game import Game
from parlour.spec import GameSpec
from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv


@dataclass(frozen=True)
class Interfaces:
    """A game's package, and the classes of its environments in which one seat learns."""

    package: ModuleType
    single: type[LearnerEnv]
    vector: type[LearnerVectorEnv]
    vec: type[LearnerVecEnv]

    def __repr__(self) -> str:
        return self.spec.name

    @property
    def spec(self) -> GameSpec:
        spec: GameSpec = self.package.SPEC
        return spec

    @property
    def fewest(self) -> int:
        """The smallest number of players."""
        return self.spec.players[0]

    def game(self, num_players: int, seed: int) -> Game:
        game: Game = self.package.Game(num_players, seed)
        return game

    @property
    def gymnasium_id(self) -> str:
        """The id by which a program makes environments that has not imported the package."""
        return f"{self.package.__name__}:{self.package.ENV_ID}"


INSTALLED = [
    Interfaces(rokoko_env, RokokoEnv, RokokoVectorEnv, RokokoVecEnv),
    Interfaces(noblemen_env, NoblemenEnv, NoblemenVectorEnv, NoblemenVecEnv),
]
installed_games = pytest.mark.parametrize("of", INSTALLED, ids=repr)
installed_tables = pytest.mark.parametrize(
    ("of", "num_players"),
    [pytest.param(of, n, id=f"{of}-{n}") for of in INSTALLED for n in of.spec.players],
)


def first_legal(masks: np.ndarray) -> np.ndarray:
    """The first legal action of each row."""
    first: np.ndarray = masks.argmax(axis=-1)
    return first


def last_legal(masks: np.ndarray) -> np.ndarray:
    """The last legal action of each row."""
    return masks.shape[-1] - 1 - first_legal(masks[..., ::-1])


def any_illegal(masks: np.ndarray) -> np.ndarray:
    """An action that is illegal in each row: the last one."""
    return last_legal(1 - masks)
