"""Players of the game: scripts, search and trained networks behind one protocol.

- `agent`: the protocol, `Agent` and what it gets, `Seats` and `Seat`
- `registry`: agents by name
- `play`: whole games between agents
- `random`, `scripted`: agents without search; `mcts`, `puct`: tree search, with
  `tree_memory` between decisions
- `trained`, `policy`, `network`: trained networks as agents, and their files
- `value_net`: the weights of `mcts`' value network
- `core`: the jitted code
"""

from parlour.players.agent import Agent, AgentError, Seat, Seats
from parlour.players.play import GameResults, play_games
from parlour.players.registry import make_agent, register, registry

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
