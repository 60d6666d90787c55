"""`ppo`: a trained network as an agent."""

from __future__ import annotations

import numpy as np
import torch

from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.core.sampling import draw_actions
from rokoko_env.players.network import PolicyNetwork, load_network
from rokoko_env.players.trained import find_network

MOST_AT_ONCE = 4096


class PolicyAgent(Agent):
    """Plays what the network prefers, or with a `temperature` draws from its policy.

    Its answers do not depend on which games are asked about together but for the last bits of a
    float, which matter only where two actions are equally good to seven digits.
    """

    def __init__(self, path: str = "", *, temperature: float = 0.0) -> None:
        if not 0 <= float(temperature) < float("inf"):
            raise ValueError(f"temperature is {temperature}, expected a number from 0 on")
        self.temperature = float(temperature)
        self.network, self.about = load_network(find_network(path))
        self.network.eval()

    @classmethod
    def of(cls, network: PolicyNetwork, *, temperature: float = 0.0) -> PolicyAgent:
        """An agent that plays by a network at hand."""
        agent = cls.__new__(cls)
        agent.temperature, agent.network, agent.about = temperature, network, {}
        return agent

    def act_batch(self, seats: Seats) -> np.ndarray:
        logits = self.judge(seats.observation)[0]
        actions = np.empty(len(seats), np.int64)
        chances = np.empty(len(seats), np.float32)
        draw_actions(logits, seats.mask, seats.seeds, self.temperature, actions, chances)
        return actions

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values."""
        logits, values = [], []
        with torch.inference_mode():
            for part in torch.from_numpy(observation).split(MOST_AT_ONCE):
                found = self.network(part)
                logits.append(found[0].numpy())
                values.append(found[1].numpy())
        return np.concatenate(logits), np.concatenate(values)
