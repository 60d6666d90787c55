"""Ask an agent for the actions of many seats, with errors that name it."""

from __future__ import annotations

import numpy as np

from rokoko_env.game import Game
from rokoko_env.players.agent import Agent, AgentError, Seats


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
