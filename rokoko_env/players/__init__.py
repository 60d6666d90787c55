"""Players of the game: scripts, search and trained networks behind one protocol.

`agent` says what a player is, `registry` finds players by name, `play` lets them play whole games.
"""

from rokoko_env.players.agent import Agent, AgentError, Seat, Seats
from rokoko_env.players.play import GameResults, play_games
from rokoko_env.players.registry import make_agent, register, registry

__all__ = [
    "Agent",
    "AgentError",
    "GameResults",
    "Seat",
    "Seats",
    "make_agent",
    "play_games",
    "register",
    "registry",
]
