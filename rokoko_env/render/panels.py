"""Boxes and titled panels, the building blocks of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from parlour.render.shapes import Picture
from rokoko_env.components.model import Resource
from rokoko_env.render import icons, palette

GAP = 8.0
PADDING = 8.0
T = TypeVar("T")


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def frame(picture: Picture, box: Box, fill: str, stroke: str, width: float, radius: float) -> None:
    """A filled box with an edge of this width and round corners."""
    picture.rect(box.x, box.y, box.width, box.height, fill, stroke, width, radius)


def panel(
    picture: Picture, box: Box, title: str, note: str = "", fill: str = palette.PANEL
) -> None:
    """A frame with a title on the left and a note on the right."""
    frame(picture, box, fill, palette.FRAME, 1.2, 8)
    heading(picture, box, title, note)


def heading(picture: Picture, box: Box, title: str, note: str = "", ink: str = palette.INK) -> None:
    y = box.y + 18
    picture.text(box.x + PADDING, y, title, 13, ink, bold=True, max_width=box.width * 0.5)
    if note:
        muted = palette.MUTED if ink == palette.INK else ink
        max_width = box.width * 0.45
        picture.text(box.right - PADDING, y, note, 11, muted, anchor="end", max_width=max_width)


def cells(
    box: Box, items: Sequence[T], top: float, height: float, gap: float, max_width: float
) -> list[tuple[Box, T]]:
    """Return a box for each item: side by side, centred, equal, none wider than `max_width`."""
    count = max(1, len(items))
    width = min(max_width, (box.width - 2 * PADDING - gap * (count - 1)) / count)
    left, y = box.middle - (count * width + (count - 1) * gap) / 2, box.y + top
    return [(Box(left + i * (width + gap), y, width, height), item) for i, item in enumerate(items)]


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
