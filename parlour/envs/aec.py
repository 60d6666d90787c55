"""A game for PettingZoo: every seat is an agent."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from parlour.buffers import Buffers, writable
from parlour.core.rewards import SHAPED, reward_of_illegal_action
from parlour.core.rows import show_rows, start_rows
from parlour.core.states import show_seats
from parlour.envs.spaces import ILLEGAL, MAX_ENV_SEED, RENDER_MODES, observation_box, render_game
from parlour.errors import IllegalActionError
from parlour.game import Game
from parlour.ruleset import ComponentsLike, ruleset_for
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED, one_of, reward_kind, whole_number

RewardLike: TypeAlias = str | Callable[[Any], Sequence[float]]  # a function of the `Game`
OBSERVATIONS = ("seat", "perfect")


class TurnEnv(AECEnv):
    """A game in which every seat is an agent; a subclass may name the `game_spec`.

    | | |
    | --- | --- |
    | agents | `player_0` ... , one for each seat |
    | actions | `Discrete`; `game.action_name` names them |
    | observations | `Dict(observation=Box float32, action_mask=Box int8)` |
    | `state()` | the knowledge of all seats, one after the other |

    The observation is what the seat knows (`game_spec.slices`); the mask of a seat that is not to
    move is all zero. A turn may be several decisions of one agent in a row, so an agent may be
    selected again at once.

    Options: `num_players`; `reward`: `win`, `rank`, `margin`, `shaped` (see `core.rewards`), or a
    function of the `Game` that is called after every decision and returns a number for each seat;
    `components`: another set or its folder; `illegal`: `raise` an `IllegalActionError`, or let the
    agent `lose`: -1 for it, 1 / (n - 1) for the others, and the game is over; `observation`: what
    the `seat` knows, or `perfect` information: that, followed by what the others know, for studies;
    `render_mode`: `human`, `ansi`, `svg` or `rgb_array`.
    """

    game_spec: GameSpec
    metadata = {  # noqa: RUF012 (PettingZoo reads it from the class)
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        num_players: int = 4,
        reward: RewardLike = "win",
        components: ComponentsLike = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        observation: str = "seat",
        *,
        game_spec: GameSpec | None = None,
    ) -> None:
        super().__init__()
        if game_spec is not None:
            self.game_spec = game_spec
        spec = self.game_spec
        self._num_actions = spec.num_actions
        self.metadata = {"name": spec.name, **self.metadata}  # a subclass' name may have a version
        self.num_players = spec.check_players(num_players)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.observation = one_of("observation", observation, OBSERVATIONS)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._reward_function = reward if callable(reward) else None
        self._reward_kind = 0 if callable(reward) else reward_kind(reward)
        self._pays_each_step = callable(reward) or self._reward_kind == SHAPED
        self.ruleset = ruleset_for(spec, components, self.num_players)
        self.possible_agents = [f"player_{p}" for p in range(self.num_players)]
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        size = spec.observation_size * (self.num_players if self.observation == "perfect" else 1)
        mask = spaces.Box(0, 1, (spec.num_actions,), np.int8)
        space = spaces.Dict({"observation": observation_box(size), "action_mask": mask})
        self.action_spaces = {
            agent: spaces.Discrete(spec.num_actions) for agent in self.possible_agents
        }
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.state_space = observation_box(spec.observation_size * self.num_players)
        self._rows = spec.new_rows(1)
        self._action = np.zeros(1, np.int64)
        self._buffers = Buffers(spec, 1)  # of the agent selected
        self._take_views()
        self.np_random: np.random.Generator | None = None
        self.history: list[int] = []

    def _take_views(self) -> None:
        """Keep the arrays that every step reads: looking them up would take most of its time."""
        self._player = self._rows["state"]["player"]
        self._done, self._reward = self._rows["done"], self._rows["reward"]
        head = (self._rows, self.ruleset.rules, self._action, self._reward_kind, 0)
        arguments = (*head, *self._buffers.records, 0, 1)
        self._apply = partial(self.game_spec.kernels.step_rows, *arguments)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_apply"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._rows, self._action = writable(self._rows), writable(self._action)
        self._take_views()  # a pickle would make them memory of their own

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The seed is the game's own: `Game(num_players, seed)` is the same game."""
        if seed is not None:
            seed = whole_number("seed", seed, 0, MAX_SEED)
        if seed is not None or self.np_random is None:
            self.np_random, _ = gymnasium.utils.seeding.np_random(seed)
        if seed is None:
            seed = int(self.np_random.integers(MAX_ENV_SEED))
        self._rows["seed"] = seed
        shaped = self._reward_kind == SHAPED
        start_rows(self._rows, self.ruleset.rules, self.num_players, shaped, 0, 1)
        show_rows(self._rows, self.ruleset.rules, *self._buffers.records, 0, 1)
        self.history = []
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = self._as_index(action)
        self._action[0] = number
        if self._apply() >= 0:
            self._give_up(agent, action)
        else:
            self.history.append(number)
            is_over = bool(self._done[0])
            if is_over:
                self.terminations = dict.fromkeys(self.agents, True)
                self._write_final_infos()
            if is_over or self._pays_each_step:  # else they are zero, as at the start
                self._reward_all()
        self._cumulative_rewards[agent] = 0.0
        if self._pays_each_step or self.terminations[agent]:
            self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._player[0]]

    def _reward_all(self) -> None:
        rewards: Sequence[float] = self._reward[0, : self.num_players].tolist()
        if self._reward_function is not None:
            rewards = [float(r) for r in self._reward_function(self.game)]
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))

    def _give_up(self, agent: str, action: object) -> None:
        """Raise for an illegal action, or end the game with the agent as the loser."""
        potential, seat = self._rows["potential"][0], self._seats[agent]
        complaint = self.game.complaint(action, seat)
        if self.illegal == "raise":
            raise IllegalActionError(complaint)
        rewards = reward_of_illegal_action(potential, self.num_players, seat).tolist()
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal_action": complaint}

    def _write_final_infos(self) -> None:
        game = self.game
        winners = game.winners()
        for agent, row in zip(self.possible_agents, game.score_breakdown(), strict=True):
            self.infos[agent] = {"score": row, "won": self._seats[agent] in winners}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Observation and mask of an agent, as copies."""
        is_asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._buffers.mask[0].copy() if is_asked else np.zeros_like(self._buffers.mask[0])
        if is_asked and self.observation == "seat":
            return {"observation": self._buffers.observation[0].copy(), "action_mask": mask}
        seat, n = self._seats[agent], self.num_players
        others = range(1, n) if self.observation == "perfect" else ()
        seats = [seat, *((seat + r) % n for r in others)]
        return {"observation": self._observations(seats), "action_mask": mask}

    def state(self) -> np.ndarray:
        """The knowledge of all seats, seat 0 first; for critics that may know everything."""
        return self._observations(range(self.num_players))

    def _observations(self, seats: Sequence[int]) -> np.ndarray:
        buffers = Buffers(self.game_spec, len(seats), mask=False)
        games = np.zeros(len(seats), np.int64)
        states, rules = self._rows["state"], self.ruleset.rules
        show_seats(states, rules, games, np.array(seats, np.int64), *buffers.records)
        return buffers.observation.reshape(-1)

    @property
    def game(self) -> Game:
        """A copy of the game, to look at."""
        states, seed = self._rows["state"], int(self._rows["seed"][0])
        return self.game_spec.game_class.from_state(states, self.ruleset, seed, self.history)

    def render(self) -> str | np.ndarray | None:
        picture: str | np.ndarray | None = render_game(self.game, self.render_mode)
        return picture

    def close(self) -> None:
        """Nothing is open."""

    def _as_index(self, action: object) -> int:
        """An action as an int; what is none becomes -1, which is never legal."""
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            return -1
        return number if 0 <= number < self._num_actions else -1


def wrapped(turns: TurnEnv) -> AECEnv:
    """The environment in PettingZoo's usual wrappers (order of calls, range of actions)."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(turns))


def parallel(turns: TurnEnv) -> ParallelEnv:
    """The environment behind PettingZoo's parallel interface.

    All seats give an action in every step, and only that of the seat to decide counts.
    """
    # The conversion for games in turns asks for this mark; it is what makes the game convertible.
    turns.metadata = {**turns.metadata, "is_parallelizable": True}
    return turn_based_aec_to_parallel(turns)
