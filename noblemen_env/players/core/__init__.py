"""Jitted code of Noblemen's players: the script, which also serves tree search."""

from pathlib import Path

from noblemen_env.core.state import STATE
from noblemen_env.players.core.script.rate import rate
from noblemen_env.players.core.script.turns import play_turns
from parlour.core.implementations import implement

implement(STATE, Path(__file__).parent, rate, play_turns)
