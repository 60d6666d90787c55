"""`ppo`: a trained network as an agent."""

from __future__ import annotations

import numpy as np
import torch

from parlour.players.agent import Agent, Seats
from parlour.players.core.sampling import draw_actions
from parlour.players.network import PolicyNetwork, load_network
from parlour.players.trained import find_network
from parlour.validation import real_number

MAX_BATCH = 4096


class PolicyAgent(Agent):
    """Plays the network's most likely action, or with a `temperature` draws from its policy.

    Its choices do not depend on the games that share a batch, except through the last bits of
    floats: these matter only if two logits agree to seven digits.
    """

    def __init__(self, path: str = "", *, temperature: float = 0.0) -> None:
        self.temperature = real_number("temperature", temperature)
        self.network, self.about = load_network(find_network(path))
        self.network.eval()

    @classmethod
    def of(cls, network: PolicyNetwork, *, temperature: float = 0.0) -> PolicyAgent:
        """Return an agent that plays by a network in memory."""
        agent = cls.__new__(cls)
        agent.temperature, agent.network, agent.about = temperature, network, {}
        return agent

    def act_batch(self, seats: Seats) -> np.ndarray:
        logits = self.judge(seats.observation)[0]
        actions = np.empty(len(seats), np.int64)
        log_probs = np.empty(len(seats), np.float32)
        draw_actions(logits, seats.mask, seats.seeds, self.temperature, actions, log_probs)
        return actions

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate observations: return their logits and values."""
        with torch.inference_mode():
            parts = [self.network(part) for part in torch.from_numpy(observation).split(MAX_BATCH)]
            logits, values = (torch.cat(part).numpy() for part in zip(*parts, strict=True))
        return logits, values
