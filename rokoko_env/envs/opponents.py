"""Who plays the seats that do not learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from rokoko_env.core import ids
from rokoko_env.validation import one_of


@runtime_checkable
class Opponent(Protocol):
    """Anything that chooses an action.

    With an attribute `uses_view = True` it gets the seat's view (plain data) instead of the
    observation. With a method `act_batch(observations, masks, rng)` it is asked for many games at
    once, and returns an array of actions.
    """

    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> int: ...


class RandomOpponent:
    """Chooses uniformly; where all opponents do, environments play them inside the jit."""

    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(self.act_batch(observation, mask[None], rng)[0])

    def act_batch(self, observations: Any, masks: np.ndarray, rng: np.random.Generator) -> Any:
        return (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)


class EagerOpponent:
    """Chooses at random with a liking for what leads somewhere: makes dresses, funds, hires.

    No strategy, but unlike uniformly random play it ends with several dresses in the ballroom.
    """

    def __init__(self) -> None:
        self.weights = np.ones(ids.NUM_ACTIONS)
        self.weights[[ids.FORGO_ACTION, ids.FORGO_BONUS]] = 0.1
        self.weights[[ids.STOP, ids.SELL]] = 0.4
        self.weights[ids.USE_BONUS] = 12
        self.weights[ids.KEEP_TILE] = 3
        self.weights[ids.TAKE_TILE : ids.MAKE_DRESS] = 4
        self.weights[ids.MAKE_DRESS : ids.FUND] = 30
        self.weights[ids.FUND : ids.CARD] = 8
        self.weights[ids.CARD : ids.SURRENDER] = 3
        self.weights[ids.RENT :] = 3

    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(self.act_batch(observation, mask[None], rng)[0])

    def act_batch(self, observations: Any, masks: np.ndarray, rng: np.random.Generator) -> Any:
        # Whoever arrives first in a race of exponential times is drawn in proportion to its rate.
        arrivals = rng.exponential(size=masks.shape) / (self.weights * masks + 1e-12)
        return arrivals.argmin(axis=1)


BUILT_IN: dict[str, type[RandomOpponent] | type[EagerOpponent]] = {
    "random": RandomOpponent,
    "eager": EagerOpponent,
}
OpponentsLike: TypeAlias = str | Opponent | Sequence[str | Opponent]


def resolve_opponents(opponents: OpponentsLike, num_players: int) -> list[Opponent]:
    """One opponent for each other seat, the learner's left neighbour first.

    A single one plays all other seats; a sequence must have one entry for each of them.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [_resolve(opponents)] * (num_players - 1)
    if len(opponents) != num_players - 1:
        raise ValueError(
            f"opponents has {len(opponents)} entries, expected one or {num_players - 1} "
            f"(one for each other seat)"
        )
    return [_resolve(opponent) for opponent in opponents]


def _resolve(opponent: str | Opponent) -> Opponent:
    if isinstance(opponent, str):
        return BUILT_IN[one_of("opponents", opponent, tuple(BUILT_IN))]()
    if not callable(getattr(opponent, "act", None)):
        raise TypeError(f"the opponent {opponent!r} has no method act(observation, mask, rng)")
    return opponent
