"""Boxes, titled panels and pills, the building blocks of a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from parlour.render import palette
from parlour.render.shapes import Picture, text_width

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


def player_panel(picture: Picture, box: Box, seat: int, is_deciding: bool) -> None:
    """The frame of a player's panel; its edge has the seat's colour while the seat decides."""
    color = palette.PLAYERS[seat].fill
    edge, edge_width = (color, 3.0) if is_deciding else (palette.FRAME, 1.2)
    frame(picture, box, palette.PANEL, edge, edge_width, 8)
    picture.rect(box.x + 1, box.y + 8, 6, box.height - 16, color, radius=3)


def pill(picture: Picture, right: float, y: float, words: str, color: palette.PlayerColor) -> float:
    """A short text on a round ground, ending at `right`; return the x of its left edge."""
    width = text_width(words, 10) + 12
    left = right - width
    picture.rect(left, y - 8, width, 16, color.fill, radius=8)
    picture.text(left + width / 2, y + 3.5, words, 10, color.ink, "middle")
    return left


def cells(
    box: Box, items: Sequence[T], top: float, height: float, gap: float, max_width: float
) -> list[tuple[Box, T]]:
    """Return a box for each item: side by side, centred, equal, none wider than `max_width`."""
    count = max(1, len(items))
    width = min(max_width, (box.width - 2 * PADDING - gap * (count - 1)) / count)
    left, y = box.middle - (count * width + (count - 1) * gap) / 2, box.y + top
    return [(Box(left + i * (width + gap), y, width, height), item) for i, item in enumerate(items)]
