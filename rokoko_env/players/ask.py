"""Ask an agent for the actions of many seats, and blame it for a wrong answer."""

from __future__ import annotations

import numpy as np

from rokoko_env.game import Game
from rokoko_env.players.agent import Agent, AgentError, Seats


def ask(agent: Agent, seats: Seats, name: str) -> np.ndarray:
    """The agent's actions, one for each seat; `name` is what an error calls the agent.

    Whether they are legal is found out when they are applied.
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
    """The error for an agent that chose an illegal action in this game."""
    return AgentError(f"{name}: {game.complaint(action, game.current_player)}")
