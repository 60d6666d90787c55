"""A slow, plain model of the board game Rokoko, written to check a fast one against."""

from tests.reference.chance import RandomChance
from tests.reference.data import load_components
from tests.reference.model import ReferenceGame
from tests.reference.scoring import final_scoring, find_winners

__all__ = ["RandomChance", "ReferenceGame", "final_scoring", "find_winners", "load_components"]
