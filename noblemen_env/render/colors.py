"""Colours of Noblemen; those of all games are in `parlour.render.palette`."""

from __future__ import annotations

from typing import Final

from parlour.render.palette import SHADE, WINE

# Kinds of land differ in lightness as well as in hue, and each has a drawing of its own.
LAND: Final = {
    "field": "#E0AE48", "grove": "#5B8F63", "fountain": "#A5CFE6", "meadow": "#DDEBB8",
}  # fmt: skip
LAND_DARK: Final = {
    "field": "#A5751A", "grove": "#2C573A", "fountain": "#3578A5", "meadow": "#86A652",
}  # fmt: skip
LAND_LIGHT: Final = {
    "field": "#F0CE85", "grove": "#84B287", "fountain": "#E6F3FA", "meadow": "#F3F8E2",
}  # fmt: skip
AREA_OF: Final = {"manor": "field", "forest": "grove", "garden": "fountain"}

WILD: Final = "#E6DEC9"  # cells of the frame without land
WILD_LINE: Final = "#D8CDB2"
OUTSIDE: Final = "#C9BEA5"  # cells that are not in the frame
CHOICE: Final = "#2B6E3F"  # the edge of a cell that may be chosen

BADGE: Final = "#FFF6DF"
ROOF: Final = "#A8483A"
WALL: Final = "#F1E4C6"
MASONRY: Final = "#B7B2A8"
MASONRY_DARK: Final = "#57524B"
STEEL: Final = "#8A94A3"
SLATE: Final = "#4A5F82"
EDGE: Final = "#4A3B2E"
GLOW: Final = "#FFE27A"  # behind an enclosed building
GLOW_EDGE: Final = "#B8860B"
ROSE: Final = "#D1495B"
PURSE: Final = "#9C6B3F"
SKIN: Final = "#F3D3B5"
VELVET: Final = "#5E3A73"  # of the Queen and of masks

# Titles, the higher the darker.
TITLES: Final = {
    "duke": WINE, "marquess": "#A25E79", "earl": "#C796A9", "viscount": "#E3C8D2", "baron": SHADE,
}  # fmt: skip
DARK_TITLES: Final = ("duke", "marquess")

CARD: Final = "#FDF3D8"
CARD_BACK: Final = "#6B4A63"
