"""The printed components of the game as data: the model, a loader, checks and the standard set."""

from noblemen_env.components.check import check_components
from noblemen_env.components.load import load_components
from noblemen_env.components.model import (
    CARDS,
    TILES,
    TITLES,
    TRACK_FIELDS,
    Board,
    Card,
    Components,
    Folly,
    Offer,
    Pieces,
    Prices,
    Tile,
    Title,
)
from noblemen_env.components.numbers import Numbers
from parlour.component_errors import ComponentError

__all__ = [
    "CARDS",
    "TILES",
    "TITLES",
    "TRACK_FIELDS",
    "Board",
    "Card",
    "ComponentError",
    "Components",
    "Folly",
    "Numbers",
    "Offer",
    "Pieces",
    "Prices",
    "Tile",
    "Title",
    "check_components",
    "load_components",
]
