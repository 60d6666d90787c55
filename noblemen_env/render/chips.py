"""Chips: small pieces of one line, which flow from left to right, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour.render import palette
from parlour.render.panels import Box
from parlour.render.shapes import Picture, text_width

Draw = Callable[[Picture, float, float], None]  # at this place
Chip = tuple[float, Draw]  # its width, and its drawing from the middle of its left edge
_GAP = 8.0


def flow(picture: Picture, chips: Iterable[Chip], box: Box, row: float) -> float:
    """Draw chips in rows of this height; return the y below them."""
    x, y = box.x, box.y
    for width, draw in chips:
        if x > box.x and x + width > box.right + 1:
            x, y = box.x, y + row
        draw(picture, x, y + row / 2)
        x += width + _GAP
    return y + row


def counted(number: int, icon: Draw, width: float) -> Chip:
    """An icon with a number at its right."""
    text = str(number)

    def draw(picture: Picture, x: float, y: float) -> None:
        icon(picture, x + width / 2, y)
        ink = palette.INK if number else palette.MUTED
        picture.text(x + width + 4, y + 4.5, text, 12.5, ink, bold=True)

    return width + 4 + text_width(text, 12.5, bold=True), draw


def worded(words: str, icon: Draw, width: float, size: float) -> Chip:
    """An icon with words at its right."""

    def draw(picture: Picture, x: float, y: float) -> None:
        icon(picture, x + width / 2, y)
        picture.text(x + width + 4, y + size * 0.36, words, size, bold=True)

    return width + 4 + text_width(words, size, bold=True), draw


def plate(words: str, is_pale: bool) -> Chip:
    """Words in a frame; pale ones have lost their meaning."""
    width = text_width(words, 10) + 12

    def draw(picture: Picture, x: float, y: float) -> None:
        fill, edge = (palette.PANEL, palette.SHADE) if is_pale else (palette.CELL, palette.GOLD)
        ink = palette.MUTED if is_pale else palette.INK
        picture.rect(x, y - 8, width, 16, fill, edge, 1.2, 4)
        picture.text(x + width / 2, y + 3.5, words, 10, ink, "middle")

    return width, draw
