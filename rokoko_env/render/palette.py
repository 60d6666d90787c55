"""Colours that all renderers of Rokoko share."""

from __future__ import annotations

from typing import Final

from parlour.render.palette import (
    CELL,
    COIN,
    COIN_DARK,
    FRAME,
    GOLD,
    INK,
    MUTED,
    PANEL,
    PAPER,
    PLAYERS,
    SHADE,
    STONE,
    STONE_DARK,
    WHITE,
    WINE,
    WOOD,
    PlayerColor,
)

__all__ = [
    "CELL",
    "COIN",
    "COIN_DARK",
    "FRAME",
    "GARDEN",
    "GOLD",
    "INK",
    "METAL",
    "METAL_DARK",
    "METAL_LIGHT",
    "MUTED",
    "NIGHT",
    "PANEL",
    "PAPER",
    "PLAYERS",
    "SHADE",
    "SILK",
    "SILK_DARK",
    "SILK_INK",
    "SILK_LIGHT",
    "STONE",
    "STONE_DARK",
    "WATER",
    "WATER_DARK",
    "WHITE",
    "WINE",
    "WOOD",
    "YARN",
    "YARN_DARK",
    "PlayerColor",
]

SILK: Final = {"yellow": "#E9B93C", "green": "#5F9150", "red": "#BC4743", "blue": "#41629F"}
SILK_DARK: Final = {"yellow": "#A97F16", "green": "#3C6331", "red": "#7F2A28", "blue": "#283F6C"}
SILK_LIGHT: Final = {"yellow": "#F6DC91", "green": "#A5C79A", "red": "#E09C98", "blue": "#97AED6"}
SILK_INK: Final = {"yellow": "#3B2C08", "green": "#FFFFFF", "red": "#FFFFFF", "blue": "#FFFFFF"}

# The thimble on a card: gold, silver or tin by rank.
METAL: Final = {"master": "#E0B03F", "journeyman": "#C3CAD3", "apprentice": "#A18D7C"}
METAL_DARK: Final = {"master": "#9A7214", "journeyman": "#7A838F", "apprentice": "#65564A"}
METAL_LIGHT: Final = {"master": "#F6E6B8", "journeyman": "#E6EAEE", "apprentice": "#E2D8CD"}

NIGHT: Final = "#27314F"
WATER: Final = "#DCE9EC"
WATER_DARK: Final = "#7FA6B2"
GARDEN: Final = "#E2EAD7"
YARN: Final = "#9C7FBF"
YARN_DARK: Final = "#66498C"
