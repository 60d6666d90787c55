"""Colours that the pictures of all games share."""

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
STONE: Final = "#CFCBC2"
STONE_DARK: Final = "#8F8A7F"
WOOD: Final = "#B08C61"
