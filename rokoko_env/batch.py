"""`Batch`: thousands of games in preallocated arrays, the fast path."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from rokoko_env.arguments import reward_kind, whole_number
from rokoko_env.core import ids
from rokoko_env.core.observe import OBSERVATION_SIZE
from rokoko_env.core.rewards import SHAPED
from rokoko_env.core.rows import (
    ROW,
    first_illegal,
    random_row_actions,
    show_rows,
    start_rows,
    step_rows,
)
from rokoko_env.errors import IllegalActionError
from rokoko_env.setting import ComponentsLike, setting_for


class Batch:
    """Many games at once, each at its next decision.

    >>> batch = Batch(256, num_players=3, seed=1)
    >>> for _ in range(10):
    ...     batch.step(batch.random_actions())

    The arrays below are the batch's own memory: **every call of `step` and `reset` overwrites
    them**, nothing is copied. Keep a value with `.copy()`. A finished game begins anew in the same
    step, so the arrays always show a decision: game i plays the seeds `seed + i`,
    `seed + i + num_games`, ..., and each of them is the game that has this seed alone.

    | array | shape | what |
    | --- | --- | --- |
    | `observation` | (num_games, OBSERVATION_SIZE) float32 | what the seat to decide knows |
    | `mask` | (num_games, NUM_ACTIONS) int8 | its legal actions |
    | `player` | (num_games,) int8 | the seat to decide |
    | `reward` | (num_games, num_players) float32 | of every seat, for the last step |
    | `done` | (num_games,) bool | the last step ended a game (without auto-reset: it is over) |
    | `score` | (num_games, num_players) int16 | final scores of the game that ended last |
    | `seed` | (num_games,) uint64 | of the game that is being played |

    With `auto_reset=False` finished games stay as they are, with a mask that is all true, until
    `reset`; stepping them does nothing and pays nothing. `observe=False` leaves out the
    observation, which is most of the work.
    """

    def __init__(
        self,
        num_games: int,
        num_players: int = 4,
        *,
        seed: int = 0,
        reward: str = "win",
        components: ComponentsLike = None,
        threads: int = 1,
        auto_reset: bool = True,
        observe: bool = True,
    ) -> None:
        """`reward` is one of `win`, `rank`, `margin`, `shaped` (see `core.rewards`); `threads` work
        on equal parts of the games, with the same results for any number of them."""
        self.num_games = whole_number("num_games", num_games, 1, 2**31)
        self.num_players = whole_number("num_players", num_players, 2, ids.MAX_PLAYERS)
        self.threads = whole_number("threads", threads, 1, 1024)
        self.setting = setting_for(components, self.num_players)
        self._rules = self.setting.rules
        self._reward_kind = reward_kind(reward)
        self._stride = self.num_games if auto_reset else 0
        self._rows = np.zeros(self.num_games, ROW)
        self._make_pool()
        bounds = np.linspace(0, self.num_games, self.threads + 1).astype(int).tolist()
        self._parts = list(pairwise(bounds))
        width = OBSERVATION_SIZE if observe else 0
        self.observation = np.zeros((self.num_games, width), np.float32)
        self.mask = np.zeros((self.num_games, ids.NUM_ACTIONS), np.int8)
        self._actions = np.zeros(self.num_games, np.int64)
        self.reset(seed)

    @property
    def player(self) -> np.ndarray:
        player: np.ndarray = self._rows["state"]["player"]
        return player

    @property
    def reward(self) -> np.ndarray:
        reward: np.ndarray = self._rows["reward"][:, : self.num_players]
        return reward

    @property
    def done(self) -> np.ndarray:
        done: np.ndarray = self._rows["done"]
        return done

    @property
    def score(self) -> np.ndarray:
        score: np.ndarray = self._rows["score"][:, : self.num_players]
        return score

    @property
    def seed(self) -> np.ndarray:
        seed: np.ndarray = self._rows["seed"]
        return seed

    @property
    def states(self) -> np.ndarray:
        """The records of the games; see `core.state.FIELDS`."""
        states: np.ndarray = self._rows["state"]
        return states

    def reset(self, seed: int) -> None:
        """New games with the seeds `seed`, `seed + 1`, ..."""
        seed = whole_number("seed", seed, 0, 2**64 - 1)
        with np.errstate(over="ignore"):
            self._rows["seed"] = np.uint64(seed) + np.arange(self.num_games, dtype=np.uint64)
        shaped = self._reward_kind == SHAPED
        self._share_out(start_rows, self._rows, self._rules, self.num_players, shaped)
        self._show()

    def step(self, actions: np.ndarray) -> None:
        """Let the seat to decide choose in every game; an illegal action changes nothing at all."""
        actions = self._checked(actions)
        self._share_out(
            step_rows, self._rows, self._rules, actions, self._reward_kind, self._stride
        )
        self._show()

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each game (a buffer that is reused).

        They are drawn from numbers of their own: a game depends on its seed and actions alone.
        """
        self._share_out(random_row_actions, self._rows, self._actions)
        return self._actions

    def _checked(self, actions: np.ndarray) -> np.ndarray:
        actions = np.asarray(actions)
        if actions.shape != (self.num_games,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_games} whole numbers, not an array of shape "
                f"{actions.shape} and type {actions.dtype}"
            )
        actions = np.ascontiguousarray(actions, np.int64)
        game = first_illegal(self._rows, actions, 0, self.num_games)
        if game >= 0:
            raise IllegalActionError(self._complaint(game, int(actions[game])))
        return actions

    def _complaint(self, game: int, action: int) -> str:
        name = self.setting.actions[action] if 0 <= action < ids.NUM_ACTIONS else "no action"
        state = self._rows["state"][game]
        return (
            f"actions[{game}] is {action} ({name}), which is not legal for player "
            f"{int(state['player'])} (decision: {ids.DECISION_NAMES[state['decision']]})"
        )

    def _show(self) -> None:
        self._share_out(show_rows, self._rows, self._rules, self.observation, self.mask)

    def _share_out(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Let the threads do their parts of the games; jitted code does not hold the GIL."""
        if self._pool is None:
            work(*arguments, 0, self.num_games)
            return
        if self._pool_owner != os.getpid():  # after a fork the threads are gone
            self._make_pool()
        parts = [self._pool.submit(work, *arguments, a, b) for a, b in self._parts]
        for part in parts:
            part.result()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_pool()

    def _make_pool(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._pool_owner = os.getpid()
