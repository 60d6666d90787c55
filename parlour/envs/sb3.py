"""Games for Stable-Baselines3: a VecEnv in which one seat of each game learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from parlour.envs.learner_batch import LearnerBatch
from parlour.envs.spaces import MAX_ENV_SEED, observation_box
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED, whole_number


class LearnerVecEnv(VecEnv):
    """Many games, played in batches; the options are those of `LearnerEnv`.

    A finished game is followed by a new one in the same step; `infos[i]` then holds
    `terminal_observation`, `seat`, `score`, `scores`, `score_breakdown` and `rank`. Game i plays
    the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    game_spec: GameSpec

    def __init__(
        self,
        num_envs: int,
        num_players: int = 4,
        *,
        seed: int = 0,
        game_spec: GameSpec | None = None,
        **options: Any,
    ) -> None:
        if game_spec is not None:
            self.game_spec = game_spec
        self.render_mode = None
        self._batch = LearnerBatch(self.game_spec, num_envs, num_players, **options)
        observations = observation_box(self.game_spec.observation_size)
        super().__init__(num_envs, observations, spaces.Discrete(self.game_spec.num_actions))
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
            raise AttributeError(f"{type(self).__name__} has no attribute {attr_name!r}")
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Any = None, **options: Any
    ) -> list[Any]:
        """`action_masks` for each game: it is what sb3-contrib calls."""
        if method_name != "action_masks":
            name = type(self).__name__
            raise AttributeError(f"the games of a {name} have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
