"""A game for Gymnasium: one seat learns, agents play the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from parlour.envs.learner_batch import LearnerBatch
from parlour.envs.opponents import OpponentsLike
from parlour.envs.spaces import MAX_ENV_SEED, RENDER_MODES, observation_box, render_game
from parlour.game import Game
from parlour.ruleset import ComponentsLike
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED, one_of, whole_number

FIRST_GAME = np.array([0])


class LearnerEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A game with one learning seat; a subclass may name the `game_spec`.

    | | |
    | --- | --- |
    | actions | `Discrete`; `action_masks()` and `info["action_mask"]` say which are legal |
    | observations | `Box` float32: what the seat knows (`game_spec.slices`) |
    | reward | the sum of the seat's rewards since its last decision |
    | `info` | `action_mask`, `score` (points if the game ended now), `seat`; at the end also `scores` and `score_breakdown` of all seats, and `rank` (1 is best) |

    Options: `num_players`; `seat`: a fixed one, or `rotate` from game to game; `opponents`: an agent
    or its name, an object with `act(observation, mask, rng)`, or one of these for each other seat;
    `reward`: `win`, `rank`, `margin`, `shaped` (see `core.rewards`); `components`; `illegal`: `raise`
    an `IllegalActionError`, or `lose`: the game is over with reward -1; `render_mode`: `human`,
    `ansi`, `svg` or `rgb_array`.
    """  # noqa: E501 (a table row)

    game_spec: GameSpec
    metadata = {  # noqa: RUF012 (Gymnasium reads it from the class)
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        num_players: int = 4,
        *,
        seat: int | str = "rotate",
        opponents: OpponentsLike = "random",
        reward: str = "win",
        components: ComponentsLike = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        game_spec: GameSpec | None = None,
    ) -> None:
        if game_spec is not None:
            self.game_spec = game_spec
        self._batch = LearnerBatch(
            self.game_spec,
            1,
            num_players,
            seat=seat,
            opponents=opponents,
            reward=reward,
            components=components,
            illegal=illegal,
        )
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.num_players = self._batch.num_players
        self.observation_space = observation_box(self.game_spec.observation_size)
        self.action_space: spaces.Discrete = spaces.Discrete(self.game_spec.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game; the seed is the game's own."""
        if seed is not None:
            seed = whole_number("seed", seed, 0, MAX_SEED)
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(MAX_ENV_SEED)) if seed is None else seed
        if seed is not None:
            self._batch.restart_rotation()
        self._batch.start(FIRST_GAME, np.array([game_seed], np.uint64))
        return self._batch.observation[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._batch.step(np.array([action]))
        if self.render_mode == "human":
            self.render()
        done = bool(self._batch.done[0])
        reward = float(self._batch.reward[0])
        return self._batch.observation[0].copy(), reward, done, False, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions as bool, in the form that sb3-contrib asks for."""
        mask: np.ndarray = self._batch.mask[0].astype(bool)
        return mask

    @property
    def game(self) -> Game:
        """A copy of the game, to look at."""
        return self._batch.game(0)

    def _info(self) -> dict[str, Any]:
        mask = self._batch.mask[0].copy()
        if self._batch.done[0]:
            return {"action_mask": mask, **self._batch.final_info(0)}
        score, seat = int(self._batch.current_scores()[0]), int(self._batch.learner[0])
        return {"action_mask": mask, "score": score, "seat": seat}

    def render(self) -> Any:
        return render_game(self.game, self.render_mode, int(self._batch.learner[0]))
