"""Players of the game, and the arena that says how good they are.

`base` says what an agent is, `names` finds agents by name, `games` lets them play; `arena` and
`ladder` are the commands.
"""

from agents.base import Agent, AgentError, Seat, Seats
from agents.games import Played, play_games
from agents.names import make_agent, register, registry

__all__ = [
    "Agent",
    "AgentError",
    "Played",
    "Seat",
    "Seats",
    "make_agent",
    "play_games",
    "register",
    "registry",
]
