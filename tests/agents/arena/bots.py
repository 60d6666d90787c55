"""Agents for tests, by their names."""

from __future__ import annotations

import os
import time

import numpy as np

from parlour.players.agent import Agent, Seat, Seats


class Forgoing(Agent):
    """Takes the first legal action, which forgoes what can be forgone: much worse than random."""

    def act_batch(self, seats: Seats) -> np.ndarray:
        return seats.mask.argmax(axis=1)


class Cheating(Agent):
    def act(self, seat: Seat) -> int:
        return next(action for action in range(158) if action not in seat.legal_actions)


class Crashing(Agent):
    def act(self, seat: Seat) -> int:
        raise KeyError("no idea")


class Dying(Agent):
    def act(self, seat: Seat) -> int:
        os._exit(3)


class Sleepy(Agent):
    def act(self, seat: Seat) -> int:
        time.sleep(0.002)
        return seat.legal_actions[0]


FORGOING, CHEATING, CRASHING, DYING, SLEEPY = (
    f"{__name__}:{bot.__name__}" for bot in (Forgoing, Cheating, Crashing, Dying, Sleepy)
)
