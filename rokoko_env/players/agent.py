"""What an agent is: something that chooses for a seat, from what this seat may see.

    class Cautious(Agent):
        '''Takes the first legal action.'''

        def act(self, seat: Seat) -> int:
            return seat.legal_actions[0]

`python -m agents.arena random my_bots:Cautious` then says how good it is.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from rokoko_env import Game
from rokoko_env.buffers import Buffers
from rokoko_env.core.state import new_states
from rokoko_env.players.core.seats import choose_at_random, draw_worlds, show_seats
from rokoko_env.ruleset import Ruleset, ruleset_for
from rokoko_env.views import View


class AgentError(ValueError):
    """An agent can't be made, or chose what it may not choose; the message says which and why."""


class Agent:
    """Chooses for seats. Override `act`, or `act_batch` to answer for many games at once.

    What an agent draws at random it should draw from the seat's own numbers (`Seat.rng`,
    `Seats.seeds`): then its choices depend on the seeds alone, not on how many games are played at
    a time or by how many processes.
    """

    def act(self, seat: Seat) -> int:
        """The id of a legal action."""
        return int(self.act_batch(seat.alone())[0])

    def act_batch(self, seats: Seats) -> np.ndarray:
        """One legal action for each seat."""
        if type(self).act is Agent.act:
            raise AgentError(f"{type(self).__name__} has neither a method act nor act_batch")
        return np.array([operator.index(self.act(seat)) for seat in seats], np.int64)

    def forget(self, games: np.ndarray) -> None:
        """These games (`Seats.games`) are over: what was kept about them can go."""


class Seats:
    """Some seats, each at a decision in a game of its own, with what it may see.

    Everything is made when it is asked for. The games themselves are not shown.
    """

    def __init__(
        self,
        states: np.ndarray,
        chosen: np.ndarray,
        ruleset: Ruleset,
        seeds: np.ndarray,
        games: np.ndarray,
    ) -> None:
        self._table: np.ndarray | None = states
        self._chosen = chosen
        self._parts: list[Seats] = []
        self.ruleset = ruleset
        self.seeds = seeds  # uint64, another one for each seat and decision
        self.games = games  # numbers that tell the games apart, for agents that remember
        self.players = states["player"][chosen].astype(np.int64)  # the seats' numbers

    @property
    def _states(self) -> np.ndarray:
        if self._table is None:
            raise AgentError("these seats belong to an earlier decision: the games have gone on")
        return self._table

    def close(self) -> None:
        """The decision has been made: whoever kept the seats does not see what follows."""
        self._table = None
        for part in self._parts:
            part.close()

    def __len__(self) -> int:
        return len(self._chosen)

    def __getitem__(self, number: int) -> Seat:
        return Seat(self.part(np.array([range(len(self))[number]])))

    def __iter__(self) -> Iterator[Seat]:
        return (self[number] for number in range(len(self)))

    def part(self, numbers: np.ndarray) -> Seats:
        """Some of the seats."""
        chosen = self._chosen[numbers]
        of_parts = (self.ruleset, self.seeds[numbers], self.games[numbers])
        self._parts.append(Seats(self._states, chosen, *of_parts))
        return self._parts[-1]

    @property
    def num_players(self) -> int:
        return self.ruleset.num_players

    @cached_property
    def observation(self) -> np.ndarray:
        """What the seats know: float32, `rokoko_env.OBSERVATION_SLICES` names the columns."""
        return self._show(observe=True).observation

    @cached_property
    def mask(self) -> np.ndarray:
        """Their legal actions: int8, one column an action."""
        return self._show(observe=False).mask

    def _show(self, *, observe: bool) -> Buffers:
        shown = Buffers(len(self), observe=observe)
        show_seats(self._states, self.ruleset.rules, self._chosen, *shown.records)
        return shown

    def worlds(self, seeds: np.ndarray | None = None) -> np.ndarray:
        """For each seat a record of a game that agrees with all it knows, the rest drawn anew.

        Games that look the same to the seat give the same record for the same seed.
        """
        worlds = new_states(len(self))
        seeds = self.seeds if seeds is None else seeds
        draw_worlds(self._states, self.ruleset.rules, self._chosen, seeds, worlds)
        return worlds

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each seat."""
        actions = np.empty(len(self), np.int64)
        choose_at_random(self._states, self._chosen, self.seeds, actions)
        return actions

    def _game(self) -> Game:
        """The first game. For views, which show of it what the seat may see."""
        first = self._chosen[0]
        return Game.from_state(self._states[first : first + 1], self.ruleset)


class Seat:
    """One seat at a decision, with what it may see."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats

    @classmethod
    def at(cls, game: Game) -> Seat:
        """The seat to decide in a game at hand: `agent.act(Seat.at(game))` chooses for it.

        What the agent draws at random follows from the number of decisions so far.
        """
        ruleset = ruleset_for(game.components, game.num_players)
        seeds = np.array([len(game.history)], np.uint64)
        first = np.zeros(1, np.int64)
        return cls(Seats(np.array([game.record]), first, ruleset, seeds, first))

    def alone(self) -> Seats:
        """The same as `Seats` of one."""
        return self._seats

    @property
    def player(self) -> int:
        """The number of the seat at its table."""
        return int(self._seats.players[0])

    @property
    def num_players(self) -> int:
        return self._seats.num_players

    @property
    def observation(self) -> np.ndarray:
        """What the seat knows as numbers, `rokoko_env.OBSERVATION_SLICES` names them."""
        observation: np.ndarray = self._seats.observation[0]
        return observation

    @property
    def mask(self) -> np.ndarray:
        """One int8 for each action: 1 if legal."""
        mask: np.ndarray = self._seats.mask[0]
        return mask

    @property
    def legal_actions(self) -> list[int]:
        legal: list[int] = np.flatnonzero(self.mask).tolist()
        return legal

    @cached_property
    def view(self) -> View:
        """What the seat knows as plain data; `options` names the legal actions, in their order."""
        return self._seats._game().view(self.player)

    @cached_property
    def rng(self) -> np.random.Generator:
        """Random numbers for this decision of this seat."""
        return np.random.default_rng(int(self._seats.seeds[0]))

    def world(self, seed: int) -> Game:
        """A game that agrees with all that the seat knows, the rest drawn anew: for search."""
        worlds = self._seats.worlds(np.array([seed], np.uint64))
        return Game.from_state(worlds, self._seats.ruleset)
