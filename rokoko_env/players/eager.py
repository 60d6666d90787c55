"""`eager`: an agent that chooses at random, by weights."""

from __future__ import annotations

import numpy as np

from parlour.players.agent import Agent, Seats
from parlour.players.core.sampling import draw_actions
from parlour.players.registry import register
from parlour.spec import GameSpec
from rokoko_env.core import ids
from rokoko_env.spec import SPEC


class EagerAgent(Agent):
    """Has no strategy, but unlike `random` it ends with several dresses in the palace."""

    def __init__(self) -> None:
        weights = np.ones(ids.NUM_ACTIONS)
        weights[[ids.FORGO_ACTION, ids.FORGO_BONUS]] = 0.1
        weights[[ids.STOP, ids.SELL]] = 0.4
        weights[ids.USE_BONUS] = 12
        weights[ids.KEEP_TILE] = 3
        weights[ids.TAKE_TILE : ids.MAKE_DRESS] = 4
        weights[ids.MAKE_DRESS : ids.FUND] = 30
        weights[ids.FUND : ids.CARD] = 8
        weights[ids.CARD : ids.SURRENDER] = 3
        weights[ids.RENT :] = 3
        self._logits = np.log(weights).astype(np.float32)

    def act_batch(self, seats: Seats) -> np.ndarray:
        logits = np.tile(self._logits, (len(seats), 1))
        actions, log_probs = np.empty(len(seats), np.int64), np.empty(len(seats), np.float32)
        draw_actions(logits, seats.mask, seats.seeds, 1.0, actions, log_probs)
        return actions


@register("eager", "chooses at random, and prefers to make dresses, fund and hire", SPEC)
def eager(spec: GameSpec) -> Agent:
    return EagerAgent()
