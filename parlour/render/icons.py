"""Small drawings that most games need, each placed by its centre."""

from __future__ import annotations

import math
from collections.abc import Sequence

from parlour.render import palette
from parlour.render.shapes import Picture, Point


def coin(picture: Picture, x: float, y: float, radius: float, amount: int | str) -> None:
    picture.circle(x, y, radius, palette.COIN, palette.COIN_DARK, max(1.0, radius / 8))
    _amount(picture, x, y, radius, str(amount), "#4A3606")


def seal(picture: Picture, x: float, y: float, radius: float, amount: int | str) -> None:
    """Points."""
    picture.polygon(star(x, y, radius, radius * 0.9, 12), palette.WINE)
    _amount(picture, x, y, radius, str(amount), palette.WHITE)


def _amount(picture: Picture, x: float, y: float, radius: float, text: str, ink: str) -> None:
    picture.label(x, y, text, radius * (1.15 if len(text) < 3 else 0.85), ink)


def disc(picture: Picture, x: float, y: float, radius: float, seat: int) -> None:
    """A player's marker with the number of the seat."""
    color = palette.PLAYERS[seat]
    picture.circle(x, y, radius, color.fill, palette.WHITE, max(1.2, radius / 6))
    picture.label(x, y, str(seat), radius * 1.25, color.ink)


def star(x: float, y: float, outer: float, inner: float, points: int) -> list[Point]:
    """Return the corners of a star that points upwards."""
    corners = [(math.pi * i / points, inner if i % 2 else outer) for i in range(2 * points)]
    return [(x + math.sin(angle) * r, y - math.cos(angle) * r) for angle, r in corners]


def mirrored(half: Sequence[Point], x: float, y: float, width: float, height: float) -> list[Point]:
    """Return an outline from its right half, in a box from -0.5 to 0.5 and from 0 to 1."""
    right = [(x + px * width, y + (py - 0.5) * height) for px, py in half]
    return right + [(2 * x - px, py) for px, py in reversed(right)]
