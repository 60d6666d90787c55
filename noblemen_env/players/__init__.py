"""Players of Noblemen: what plays any game (`parlour.players`), and scripts of its own.

- `scripted`: `greedy`, `heuristic` and archetypes
- `search`: what the script adds to tree search
- `core`: the jitted code
"""

from functools import partial

from noblemen_env.players import scripted
from noblemen_env.spec import SPEC
from parlour.players.agent import Agent, AgentError, Seat, Seats
from parlour.players.play import GameResults
from parlour.players.play import play_games as play_games_of
from parlour.players.registry import make_agent as make_agent_for
from parlour.players.registry import register
from parlour.players.registry import registry as registry_of

make_agent = partial(make_agent_for, spec=SPEC)
play_games = partial(play_games_of, spec=SPEC)
registry = partial(registry_of, SPEC)
BASELINES = ("random", "greedy", *scripted.ARCHETYPES, "heuristic")
TRAINING_BASELINES = ("random", "greedy", "heuristic")
TUNABLE = scripted.TUNABLE

__all__ = [
    "BASELINES",
    "TRAINING_BASELINES",
    "TUNABLE",
    "Agent",
    "AgentError",
    "GameResults",
    "Seat",
    "Seats",
    "make_agent",
    "play_games",
    "register",
    "registry",
    "scripted",
]
