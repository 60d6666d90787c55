"""Players of the seats that do not learn: agents, their names, or objects with a method `act`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from parlour.players.agent import Agent, Seat, Seats
from parlour.players.registry import make_agent
from parlour.spec import GameSpec


@runtime_checkable
class ActsOnObservations(Protocol):
    """An object that chooses an action from observation and mask, without knowing of agents.

    With an attribute `uses_view = True` it gets the seat's view (plain data) instead of the
    observation. With a method `act_batch(observations, masks, rng)` it is asked for many games at
    once, and returns an array of actions; what it draws then depends on all of these games.
    """

    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> int: ...


OpponentLike: TypeAlias = str | Agent | ActsOnObservations
OpponentsLike: TypeAlias = OpponentLike | Sequence[OpponentLike]


class ObservationAgent(Agent):
    """Makes an agent of an object with `act(observation, mask, rng)`."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def __repr__(self) -> str:
        return repr(self.player)

    def act_batch(self, seats: Seats) -> np.ndarray:
        if hasattr(self.player, "act_batch"):
            rng = np.random.default_rng(seats.seeds)
            return np.asarray(self.player.act_batch(seats.observation, seats.mask, rng))
        return np.asarray([self._act(seat) for seat in seats])

    def _act(self, seat: Seat) -> Any:
        uses_view = getattr(self.player, "uses_view", False)
        return self.player.act(seat.view if uses_view else seat.observation, seat.mask, seat.rng)


def resolve_opponents(spec: GameSpec, opponents: OpponentsLike, num_players: int) -> list[Agent]:
    """One agent for each other seat, the learner's left neighbour first.

    A single one plays all other seats; a sequence must have one entry for each of them.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [_resolve(spec, opponents)] * (num_players - 1)
    if len(opponents) != num_players - 1:
        raise ValueError(
            f"opponents has {len(opponents)} entries, expected one or {num_players - 1} "
            f"(one for each other seat)"
        )
    return [_resolve(spec, opponent) for opponent in opponents]


def _resolve(spec: GameSpec, opponent: OpponentLike) -> Agent:
    if isinstance(opponent, str):
        return make_agent(opponent, spec)
    if isinstance(opponent, Agent):
        return opponent
    if isinstance(opponent, type) or not callable(getattr(opponent, "act", None)):
        raise TypeError(
            f"the opponent {opponent!r} is no agent, no agent's name, and has no method "
            "act(observation, mask, rng)"
        )
    return ObservationAgent(opponent)
