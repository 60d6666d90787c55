"""`Batch`: thousands of games in preallocated arrays, the fast path."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.buffers import Buffers, writable
from parlour.core.jit import JIT_DISABLED
from parlour.core.rewards import SHAPED
from parlour.core.rows import show_rows, start_rows
from parlour.errors import IllegalActionError
from parlour.helper_threads import HelperThreads
from parlour.ruleset import ComponentsLike, ruleset_for
from parlour.spec import GameSpec
from parlour.validation import action_array, reward_kind, whole_number

MIN_CHUNK_OF_STEPS, MIN_CHUNK_OF_DRAWS = 32, 512
# With fewer games to step, or to draw actions for, waking a thread costs more than it saves.
MIN_SHARED_STEPS, MIN_SHARED_DRAWS = 384, 2048


class Batch:
    """Many games at once, each at its next decision; a subclass may name their `spec`.

    The arrays below are the batch's own memory: **every call of `step` and `reset` overwrites
    them**, nothing is copied. Keep a value with `.copy()`. A finished game is followed by a new one
    in the same step, so the arrays always show a decision: game i plays the seeds `seed + i`,
    `seed + i + num_games`, ..., and each of them is the game that has this seed alone.

    | array | shape | what |
    | --- | --- | --- |
    | `observation` | (num_games, observation_size) float32 | what the seat to decide knows |
    | `mask` | (num_games, num_actions) int8 | its legal actions |
    | `player` | (num_games,) int8 | the seat to decide |
    | `reward` | (num_games, num_players) float32 | of every seat, for the last step |
    | `done` | (num_games,) bool | the last step ended a game (without auto-reset: it is over) |
    | `score` | (num_games, num_players) int16 | final scores of the game that ended last |
    | `tie_break` | (num_games, num_players) int16 | of that game: of equal scores the higher wins |
    | `seed` | (num_games,) uint64 | of the game that is being played |

    With `auto_reset=False` finished games stay as they are, with a mask that is all true, until
    `reset`; stepping them does nothing and pays nothing. `observe=False` leaves out the
    observation, which is most of the work.
    """

    spec: GameSpec

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
        spec: GameSpec | None = None,
    ) -> None:
        """`reward` is one of `win`, `rank`, `margin`, `shaped` (see `core.rewards`). Any number of
        `threads` gives the same results; a few games are stepped by one whatever it is."""
        if spec is not None:
            self.spec = spec
        self._kernels = self.spec.kernels
        self.num_games = whole_number("num_games", num_games, 1, 2**31)
        self.num_players = self.spec.check_players(num_players)
        self.threads = whole_number("threads", threads, 1, 1024)
        self.ruleset = ruleset_for(self.spec, components, self.num_players)
        self._rules = self.ruleset.rules
        self._reward_kind = reward_kind(reward)
        self._stride = self.num_games if auto_reset else 0
        self._rows = self.spec.new_rows(self.num_games)
        self._helpers = HelperThreads(self.threads - 1)
        self._is_alone = self.threads == 1 or self.num_games < MIN_SHARED_STEPS or JIT_DISABLED
        self._buffers = Buffers(self.spec, self.num_games, observe=observe)
        self._actions = np.zeros(self.num_games, np.int64)
        self.reset(seed)

    @property
    def observation(self) -> np.ndarray:
        return self._buffers.observation

    @property
    def mask(self) -> np.ndarray:
        return self._buffers.mask

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
    def tie_break(self) -> np.ndarray:
        tie_break: np.ndarray = self._rows["tie_break"][:, : self.num_players]
        return tie_break

    @property
    def seed(self) -> np.ndarray:
        seed: np.ndarray = self._rows["seed"]
        return seed

    @property
    def states(self) -> np.ndarray:
        """The records of the games; see `spec.fields`."""
        states: np.ndarray = self._rows["state"]
        return states

    def reset(self, seed: int) -> None:
        """New games with the seeds `seed`, `seed + 1`, ..."""
        seed = whole_number("seed", seed, 0, 2**64 - 1)
        with np.errstate(over="ignore"):
            self._rows["seed"] = np.uint64(seed) + np.arange(self.num_games, dtype=np.uint64)
        shaped = self._reward_kind == SHAPED
        start_rows(self._rows, self._rules, self.num_players, shaped, 0, self.num_games)
        show_rows(self._rows, self._rules, *self._buffers.records, 0, self.num_games)

    def step(self, actions: np.ndarray) -> None:
        """Let the seat to decide choose in every game; an illegal action changes nothing at all."""
        actions = action_array(actions, self.num_games)
        arguments = (self._rows, self._rules, actions, self._reward_kind, self._stride)
        if self._is_alone:
            wrong = self._kernels.step_rows(*arguments, *self._buffers.records, 0, self.num_games)
        else:  # no thread may begin before all actions are known to be legal
            wrong = self._kernels.first_illegal(self._rows, actions, 0, self.num_games)
            if wrong < 0:
                records = self._buffers.records
                step = self._kernels.step_rows_together
                self._helpers.share(self.num_games, MIN_CHUNK_OF_STEPS, step, *arguments, *records)
        if wrong >= 0:
            raise IllegalActionError(self._illegal(wrong, int(actions[wrong])))

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each game (a buffer that is reused).

        They are drawn from numbers of their own: a game depends on its seed and actions alone.
        """
        if self._is_alone or self.num_games < MIN_SHARED_DRAWS:
            self._kernels.random_row_actions(self._rows, self._actions, 0, self.num_games)
        else:
            draw = self._kernels.random_row_actions_together
            self._helpers.share(self.num_games, MIN_CHUNK_OF_DRAWS, draw, self._rows, self._actions)
        return self._actions

    def _illegal(self, game: int, action: int) -> str:
        name = self.ruleset.actions[action] if 0 <= action < self.spec.num_actions else "no action"
        state = self._rows["state"][game]
        return (
            f"actions[{game}] is {action} ({name}), which is not legal for player "
            f"{int(state['player'])} (decision: {self.spec.decisions[state['decision']]})"
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rows, self._actions = writable(self._rows), writable(self._actions)
