"""A slow, plain model of the board game Noblemen, written to check a fast one against."""

from tests.noblemen_env.reference.chance import RandomChance
from tests.noblemen_env.reference.data import load_components
from tests.noblemen_env.reference.model import ReferenceGame
from tests.noblemen_env.reference.scoring import find_winners

__all__ = ["RandomChance", "ReferenceGame", "find_winners", "load_components"]
