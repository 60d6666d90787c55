"""A slow, plain model of the board game Rokoko, written to check a fast one against."""

from tests.rokoko_env.reference.chance import RandomChance
from tests.rokoko_env.reference.data import load_components
from tests.rokoko_env.reference.model import ReferenceGame
from tests.rokoko_env.reference.scoring import final_scoring, find_winners

__all__ = ["RandomChance", "ReferenceGame", "final_scoring", "find_winners", "load_components"]
