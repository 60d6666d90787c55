"""Rows of silk, and resource tiles, the building blocks of several panels."""

from __future__ import annotations

from parlour.render.panels import Box, frame
from parlour.render.shapes import Picture
from rokoko_env.components.model import Resource
from rokoko_env.render import icons, palette


def bales_row(
    picture: Picture, x: float, y: float, bales: tuple[int, ...], size: float, max_single: int
) -> None:
    """Bales from x to the right: one by one up to `max_single` of them, else as counts."""
    width, gap = size * 1.25, 2.5
    one_by_one = sum(bales) <= max_single
    for color, count in enumerate(bales):
        for _ in range(count if one_by_one else min(count, 1)):
            label = 0 if one_by_one else count
            icons.bale(picture, x + width / 2, y, width, size, color, label)
            x += width + gap


def bales_width(bales: tuple[int, ...], size: float, max_single: int) -> float:
    """Return the width of a `bales_row`."""
    count = sum(bales) if sum(bales) <= max_single else sum(n > 0 for n in bales)
    return max(1, count) * (size * 1.25 + 2.5) - 2.5


def draw_tile(picture: Picture, box: Box, tile: Resource) -> None:
    """A resource tile: silk above, yarn and lace below."""
    frame(picture, box, palette.CELL, palette.FRAME, 1, 5)
    size = min(17.0, box.height * 0.38)
    size *= min(1.0, (box.width - 8) / bales_width(tile.bales, size, 2))
    left = box.middle - bales_width(tile.bales, size, 2) / 2
    bales_row(picture, left, box.y + box.height * 0.32, tile.bales, size, 2)
    y, size = box.y + box.height * 0.74, min(16.0, box.height * 0.34)
    draw_trim(picture, box.middle, y, size, tile.trim)


def draw_trim(picture: Picture, x: float, y: float, size: float, trim: str) -> None:
    """Yarn or lace, both, one of them or none, centred on the point."""
    if trim in ("yarn_or_lace", "yarn_and_lace"):
        icons.yarn(picture, x - size * 0.85, y, size)
        picture.label(x, y, "/" if trim == "yarn_or_lace" else "+", size * 0.72, palette.MUTED)
        icons.lace(picture, x + size * 0.85, y, size)
    elif trim == "yarn":
        icons.yarn(picture, x, y, size)
    elif trim == "lace":
        icons.lace(picture, x, y, size)
