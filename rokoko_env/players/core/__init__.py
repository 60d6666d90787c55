"""Jitted code of Rokoko's players: the script, which also serves tree search."""

from pathlib import Path

from parlour.core.implementations import implement
from rokoko_env.core.state import STATE
from rokoko_env.players.core.script.rate import rate
from rokoko_env.players.core.script.turns import play_turns

implement(STATE, Path(__file__).parent, rate, play_turns)
