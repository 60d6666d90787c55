"""`Agent`, the protocol of a player: it gets seats with what they may see, and returns actions.

    class Cautious(Agent):
        '''Takes the first legal action.'''

        def act(self, seat: Seat) -> int:
            return seat.legal_actions[0]

`python -m agents.arena random my_bots:Cautious` then measures its strength.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from parlour.buffers import Buffers
from parlour.core.states import draw_worlds, random_actions, show_seats
from parlour.game import Game
from parlour.ruleset import Ruleset, ruleset_for
from parlour.spec import GameSpec, View


class AgentError(ValueError):
    """An agent can't be made, or chose an illegal action; the message names it and the reason."""


class Agent:
    """A player. Override `act`, or `act_batch` to choose in many games at once.

    Draw random choices from the seat's own numbers (`Seat.rng`, `Seats.seeds`): they then depend on
    the seeds alone, not on the number of processes or of games played together.
    """

    registered_as = ""  # the name and parameters that it was made from, for messages

    def __repr__(self) -> str:
        return f"<agent {self.registered_as or type(self).__name__}>"

    def act(self, seat: Seat) -> int:
        """Return the id of a legal action."""
        return int(self.act_batch(seat.alone())[0])

    def act_batch(self, seats: Seats) -> np.ndarray:
        """Return a legal action for each seat."""
        if type(self).act is Agent.act:
            raise AgentError(f"{type(self).__name__} has neither a method act nor act_batch")
        return np.array([operator.index(self.act(seat)) for seat in seats], np.int64)

    def ratings(self, seats: Seats) -> np.ndarray | None:
        """Return the worth of each seat's legal actions in points, if the agent knows it."""
        return None

    def forget(self, games: np.ndarray) -> None:
        """Drop any memory of games that are over (by their numbers in `Seats.games`)."""


class Seats:
    """Several seats, each at a decision in a game of its own, with what it may see.

    Everything is computed on demand. The games themselves stay hidden.
    """

    def __init__(
        self,
        states: np.ndarray,
        indices: np.ndarray,
        ruleset: Ruleset,
        seeds: np.ndarray,
        games: np.ndarray,
    ) -> None:
        self._open_states: np.ndarray | None = states
        self._indices = indices  # of the games in `states`
        self._parts: list[Seats] = []
        self.ruleset = ruleset
        self.seeds = seeds  # uint64, a new one for each seat and decision
        self.games = games  # numbers of the games, for agents with a memory
        self.players = states["player"][indices].astype(np.int64)  # the seats' numbers

    @property
    def _states(self) -> np.ndarray:
        if self._open_states is None:
            raise AgentError("these seats belong to an earlier decision of their games")
        return self._open_states

    def close(self) -> None:
        """End access to the games once the decision is made: agents may keep the seats."""
        self._open_states = None
        for part in self._parts:
            part.close()

    def __len__(self) -> int:
        return len(self._indices)

    def __getitem__(self, number: int) -> Seat:
        return Seat(self.part(np.array([range(len(self))[number]])))

    def __iter__(self) -> Iterator[Seat]:
        return (self[number] for number in range(len(self)))

    def part(self, numbers: np.ndarray) -> Seats:
        """Return some of the seats."""
        seeds, games = self.seeds[numbers], self.games[numbers]
        part = Seats(self._states, self._indices[numbers], self.ruleset, seeds, games)
        self._parts.append(part)
        return part

    @property
    def spec(self) -> GameSpec:
        """The game that is played."""
        return self.ruleset.spec

    @property
    def num_players(self) -> int:
        return self.ruleset.num_players

    @cached_property
    def observation(self) -> np.ndarray:
        """The seats' knowledge: float32; `spec.slices` names the columns."""
        return self._show(Buffers(self.spec, len(self), mask=False)).observation

    @cached_property
    def mask(self) -> np.ndarray:
        """The seats' legal actions: int8, a column for each action."""
        return self._show(Buffers(self.spec, len(self), observe=False)).mask

    def _show(self, buffers: Buffers) -> Buffers:
        show_seats(self._states, self.ruleset.rules, self._indices, self.players, *buffers.records)
        return buffers

    def worlds(self, seeds: np.ndarray | None = None) -> np.ndarray:
        """Draw a record for each seat that agrees with all it knows, the rest at random.

        Games that look the same to the seat give the same record for the same seed.
        """
        worlds = self.spec.new_states(len(self))
        seeds = self.seeds if seeds is None else seeds
        draw_worlds(self._states, self.ruleset.rules, self._indices, self.players, seeds, worlds)
        return worlds

    def random_actions(self) -> np.ndarray:
        """Draw a uniformly random legal action for each seat."""
        actions = np.empty(len(self), np.int64)
        random_actions(self._states, self._indices, self.seeds, actions)
        return actions

    def _game(self) -> Game:
        """Return the first game, for views, which show only what the seat may see."""
        first = self._indices[0]
        states = self._states[first : first + 1]
        return self.spec.game_class.from_state(states, self.ruleset)


class Seat:
    """One seat at a decision, with what it may see."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats

    @classmethod
    def at(cls, game: Game) -> Seat:
        """Return the seat to decide in a game: `agent.act(Seat.at(game))` chooses for it.

        Its seed is the number of decisions so far.
        """
        ruleset = ruleset_for(game.spec, game.components, game.num_players)
        seeds = np.array([len(game.history)], np.uint64)
        first = np.zeros(1, np.int64)
        return cls(Seats(np.array([game.record]), first, ruleset, seeds, first))

    def alone(self) -> Seats:
        """Return the seat as `Seats` of length 1."""
        return self._seats

    @property
    def player(self) -> int:
        """The number of the seat."""
        return int(self._seats.players[0])

    @property
    def spec(self) -> GameSpec:
        """The game that is played."""
        return self._seats.spec

    @property
    def num_players(self) -> int:
        return self._seats.num_players

    @property
    def observation(self) -> np.ndarray:
        """The seat's knowledge as numbers; `spec.slices` names them."""
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
        """The seat's knowledge as plain data; `options` names the legal actions, in their order."""
        return self._seats._game().view(self.player)

    @cached_property
    def rng(self) -> np.random.Generator:
        """Random numbers for this decision of this seat."""
        return np.random.default_rng(int(self._seats.seeds[0]))

    def world(self, seed: int) -> Game:
        """Draw a game that agrees with all that the seat knows, the rest at random: for search."""
        worlds = self._seats.worlds(np.array([seed], np.uint64))
        return self._seats.spec.game_class.from_state(worlds, self._seats.ruleset)


def ask(agent: Agent, seats: Seats, name: str) -> np.ndarray:
    """Return the agent's actions, one for each seat; errors call it `name`.

    Their legality is checked when they are applied.
    """
    actions = np.asarray(agent.act_batch(seats))
    seats.close()
    if actions.shape != (len(seats),) or actions.dtype.kind not in "iu":
        raise AgentError(
            f"{name} must return {len(seats)} whole numbers, not an array of shape "
            f"{actions.shape} and type {actions.dtype}"
        )
    return actions.astype(np.int64)


def illegal_answer(name: str, game: Game, action: int) -> AgentError:
    """Return the error for an agent that chose an illegal action in this game."""
    return AgentError(f"{name}: {game.complaint(action, game.current_player)}")
