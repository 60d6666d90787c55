"""Games as a Gymnasium vector environment: one seat learns in each of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parlour.buffers import writable
from parlour.envs.learner_batch import LearnerBatch
from parlour.envs.single import LearnerEnv
from parlour.envs.spaces import MAX_ENV_SEED, observation_box
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED, whole_number


class LearnerVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games at once; the options are those of `LearnerEnv`.

    `info` holds `action_mask`, `score` (points if the games ended now) and `seat` of all games. A
    finished game is followed by a new one in the next step (whose action is ignored), and `info`
    also holds its `scores` and `rank`; with `autoreset_mode="SameStep"` the new one begins in the
    same step, and the end of the old one is in `info["final_obs"]` and `info["final_info"]`.
    Game i plays the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    game_spec: GameSpec
    env_class: type[LearnerEnv] = LearnerEnv  # for one game

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 4,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        game_spec: GameSpec | None = None,
        **options: Any,
    ) -> None:
        if game_spec is not None:
            self.game_spec = game_spec
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        if self.autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode is Disabled, expected NextStep or SameStep")
        if render_mode is not None:
            one = self.env_class.__name__
            raise ValueError(f"a vector of games is not rendered: look at one with {one}")
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._batch = LearnerBatch(self.game_spec, num_envs, num_players, **options)
        self.single_observation_space = observation_box(self.game_spec.observation_size)
        self.single_action_space = spaces.Discrete(self.game_spec.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = np.zeros(num_envs, np.uint64)
        self._to_begin = np.zeros(num_envs, bool)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._seeds, self._to_begin = writable(self._seeds), writable(self._to_begin)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start new games; a list gives each game its own seed."""
        games = np.arange(self.num_envs)
        if options and "reset_mask" in options:
            games = np.flatnonzero(options["reset_mask"])
        self._seed_games(seed, games)
        if seed is not None:
            self._batch.restart_rotation()
        self._to_begin[games] = False
        self._batch.start(games, self._seeds[games])
        return self._batch.observation.copy(), self._infos()

    def _seed_games(self, seed: int | list[int | None] | None, games: np.ndarray) -> None:
        if isinstance(seed, (list, tuple, np.ndarray)):
            fixed = [s for s in seed if s is not None]
            self._np_random = np.random.default_rng(fixed if len(fixed) == len(seed) else None)
            drawn = self.np_random.integers(MAX_ENV_SEED, size=self.num_envs)
            seeds = [d if s is None else s for s, d in zip(seed, drawn, strict=True)]
            self._seeds = np.array([whole_number("seed", s, 0, MAX_SEED) for s in seeds], np.uint64)
        else:
            if seed is not None:
                seed = whole_number("seed", seed, 0, MAX_SEED - self.num_envs)
            super().reset(seed=seed)
            first = int(self.np_random.integers(MAX_ENV_SEED)) if seed is None else seed
            self._seeds[games] = np.uint64(first) + games.astype(np.uint64)

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self._batch
        beginning = self._to_begin.copy()
        batch.step(actions)  # does nothing in games that are over
        rewards = np.where(beginning, 0.0, batch.reward).astype(np.float64)
        done = batch.done & ~beginning
        final: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            if done.any():
                final = self._final(done)
                self._begin(np.flatnonzero(done))
        else:
            if beginning.any():
                self._begin(np.flatnonzero(beginning))
            self._to_begin = done.copy()
        in_place = self.autoreset_mode == AutoresetMode.NEXT_STEP
        infos = {**self._infos(done if in_place else None), **final}
        return batch.observation.copy(), rewards, done, np.zeros(self.num_envs, bool), infos

    def _begin(self, games: np.ndarray) -> None:
        self._seeds[games] += np.uint64(self.num_envs)
        self._batch.start(games, self._seeds[games])

    def _final(self, done: np.ndarray) -> dict[str, Any]:
        """The last observations and infos of finished games, as Gymnasium's vector tools expect."""
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(done):
            observations[game] = self._batch.observation[game].copy()
        return {
            "final_obs": observations,
            "_final_obs": done.copy(),
            "final_info": self._ended(done),
            "_final_info": done.copy(),
        }

    def _ended(self, done: np.ndarray) -> dict[str, Any]:
        """`score`, `scores`, `seat` and `rank` of the games that are over; zeros elsewhere."""
        shapes: dict[str, tuple[int, ...]] = {"score": (), "seat": (), "rank": ()}
        shapes["scores"] = (self._batch.num_players,)
        info: dict[str, Any] = {
            name: np.zeros((self.num_envs, *shape), np.int64) for name, shape in shapes.items()
        }
        for game in np.flatnonzero(done):
            ending = self._batch.final_info(int(game))
            for name in shapes:
                info[name][game] = ending[name]
        return {**info, **{f"_{name}": done.copy() for name in shapes}}

    def _infos(self, ended: np.ndarray | None = None) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {
            **(self._ended(ended) if ended is not None and ended.any() else {}),
            "action_mask": self._batch.mask.copy(),
            "_action_mask": everywhere,
            "score": self._batch.current_scores(),
            "_score": everywhere,
            "seat": self._batch.learner.copy(),
            "_seat": everywhere,
        }

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games as bool."""
        return self._batch.mask.astype(bool)
