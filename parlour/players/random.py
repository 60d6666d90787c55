"""`random`: an agent that chooses at random."""

from __future__ import annotations

import numpy as np

from parlour.players.agent import Agent, Seats
from parlour.players.registry import register
from parlour.spec import GameSpec


class RandomAgent(Agent):
    def act_batch(self, seats: Seats) -> np.ndarray:
        return seats.random_actions()


@register("random", "chooses uniformly among the legal actions")
def random(spec: GameSpec) -> Agent:
    return RandomAgent()
