"""Colours that all renderers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parlour.render import shapes


@dataclass(frozen=True)
class PlayerColor:
    """A seat's colour, and the colour of the number written on it."""

    fill: str
    ink: str


# After Paul Tol's "vibrant" scheme, which colour-blind readers can tell apart; seats are still
# numbered everywhere.
PLAYERS: Final = (
    PlayerColor("#EE7733", "#2A1A10"),
    PlayerColor("#0077BB", "#FFFFFF"),
    PlayerColor("#44BB99", "#10241E"),
    PlayerColor("#CC3377", "#FFFFFF"),
    PlayerColor("#4A4651", "#FFFFFF"),
)

SILK: Final = {"yellow": "#E9B93C", "green": "#5F9150", "red": "#BC4743", "blue": "#41629F"}
SILK_DARK: Final = {"yellow": "#A97F16", "green": "#3C6331", "red": "#7F2A28", "blue": "#283F6C"}
SILK_LIGHT: Final = {"yellow": "#F6DC91", "green": "#A5C79A", "red": "#E09C98", "blue": "#97AED6"}
SILK_INK: Final = {"yellow": "#3B2C08", "green": "#FFFFFF", "red": "#FFFFFF", "blue": "#FFFFFF"}

# The thimble on a card: gold, silver or tin by rank.
METAL: Final = {"master": "#E0B03F", "journeyman": "#C3CAD3", "apprentice": "#A18D7C"}
METAL_DARK: Final = {"master": "#9A7214", "journeyman": "#7A838F", "apprentice": "#65564A"}
METAL_LIGHT: Final = {"master": "#F6E6B8", "journeyman": "#E6EAEE", "apprentice": "#E2D8CD"}

PAPER: Final = "#EFE8DA"
PANEL: Final = "#F8F4EA"
CELL: Final = "#FFFDF8"
SHADE: Final = "#E7DDCA"
FRAME: Final = "#C9B48A"
GOLD: Final = "#C7962C"
INK: Final = shapes.INK
MUTED: Final = "#857765"
WINE: Final = "#7B2D47"
WHITE: Final = "#FFFFFF"
COIN: Final = "#EBC75E"
COIN_DARK: Final = "#A37C1B"
NIGHT: Final = "#27314F"
WATER: Final = "#DCE9EC"
WATER_DARK: Final = "#7FA6B2"
GARDEN: Final = "#E2EAD7"
STONE: Final = "#CFCBC2"
STONE_DARK: Final = "#8F8A7F"
WOOD: Final = "#B08C61"
YARN: Final = "#9C7FBF"
YARN_DARK: Final = "#66498C"
