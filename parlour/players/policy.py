"""`ppo`: a trained network as an agent."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.players.agent import Agent, Seats
from parlour.players.core.sampling import draw_actions
from parlour.players.network import Network
from parlour.players.trained import find_network
from parlour.spec import GameSpec
from parlour.validation import real_number


class PolicyAgent(Agent):
    """Plays the network's most likely action, or with a `temperature` draws from its policy.

    Its choices do not depend on the games that share a batch.
    """

    def __init__(self, spec: GameSpec, path: str = "", *, temperature: float = 0.0) -> None:
        self.temperature = real_number("temperature", temperature)
        self.network, self.about = Network.load(find_network(path, spec), spec)

    @classmethod
    def of(cls, network: Network, *, temperature: float = 0.0) -> PolicyAgent:
        """Return an agent that plays by a network in memory."""
        agent = cls.__new__(cls)
        about: dict[str, Any] = {}
        agent.temperature, agent.network, agent.about = temperature, network, about
        return agent

    def act_batch(self, seats: Seats) -> np.ndarray:
        logits = self.judge(seats.observation)[0]
        actions = np.empty(len(seats), np.int64)
        log_probs = np.empty(len(seats), np.float32)
        draw_actions(logits, seats.mask, seats.seeds, self.temperature, actions, log_probs)
        return actions

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate observations: return their logits and values."""
        return self.network.judge(observation)
