"""Rokoko for Stable-Baselines3: a VecEnv in which one seat of each game learns.

from sb3_contrib import MaskablePPO
from parlour.envs.sb3 import RokokoVecEnv
env = RokokoVecEnv(64, num_players=2)
MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=2048).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from parlour.envs.learner_batch import LearnerBatch
from parlour.envs.spaces import MAX_ENV_SEED, observation_box
from parlour.game import MAX_SEED
from parlour.validation import whole_number
from rokoko_env.core import ids
from rokoko_env.core.sections import OBSERVATION_SIZE


class RokokoVecEnv(VecEnv):
    """Many games, played in batches; the options are those of `RokokoEnv`.

    A finished game is followed by a new one in the same step; `infos[i]` then holds
    `terminal_observation`, `seat`, `score`, `scores`, `score_breakdown` and `rank`. Game i plays
    the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    def __init__(self, num_envs: int, num_players: int = 4, *, seed: int = 0, **options: Any):
        self.render_mode = None
        self._batch = LearnerBatch(num_envs, num_players, **options)
        super().__init__(
            num_envs, observation_box(OBSERVATION_SIZE), spaces.Discrete(ids.NUM_ACTIONS)
        )
        self._actions = np.zeros(num_envs, np.int64)
        self.seed(seed)

    def seed(self, seed: int | None = None) -> Sequence[int]:
        """The seeds of the games that the next reset begins."""
        if seed is None:
            seed = int(np.random.default_rng().integers(MAX_ENV_SEED))
        seed = whole_number("seed", seed, 0, MAX_SEED - self.num_envs)
        self._game_seeds = np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64)
        self._batch.restart_rotation()
        self._seeded = True
        return [int(s) for s in self._game_seeds]

    def reset(self) -> np.ndarray:
        """Start new games: those of `seed` the first time, the next ones after that."""
        if not self._seeded:
            self._game_seeds = self._game_seeds + np.uint64(self.num_envs)
        self._seeded = False
        self._batch.start(np.arange(self.num_envs), self._game_seeds)
        return self._batch.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        batch = self._batch
        batch.step(self._actions)
        rewards, done = batch.reward.copy(), batch.done.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if done.any():
            games = np.flatnonzero(done)
            for game in games:
                infos[game] = {
                    "terminal_observation": batch.observation[game].copy(),
                    "TimeLimit.truncated": False,
                    **batch.final_info(int(game)),
                }
            next_seeds = self._game_seeds + np.uint64(self.num_envs)
            self._game_seeds = np.where(done, next_seeds, self._game_seeds)
            batch.start(games, self._game_seeds[games])
        return batch.observation.copy(), rewards, done, infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games as bool."""
        return self._batch.mask.astype(bool)

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if not hasattr(self, attr_name):
            raise AttributeError(f"RokokoVecEnv has no attribute {attr_name!r}")
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Any = None, **options: Any
    ) -> list[Any]:
        """`action_masks` for each game: it is what sb3-contrib calls."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of a RokokoVecEnv have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
