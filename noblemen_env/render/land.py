"""Land tiles and areas as small drawings; a tile is placed by its corner, an area by its centre."""

from __future__ import annotations

import math
from collections.abc import Callable

from noblemen_env.render import colors
from parlour.render import palette
from parlour.render.panels import Box, frame
from parlour.render.shapes import Picture, Point

Draw = Callable[[Picture, float, float, float], None]

_TUFT = (
    (-0.03, 0.0), (-0.12, -0.15), (-0.03, -0.07), (0.0, -0.20), (0.03, -0.07), (0.12, -0.15),
    (0.03, 0.0),
)  # fmt: skip


def tile(picture: Picture, x: float, y: float, size: float, kind: str) -> None:
    """A tile with its left upper corner at x and y."""
    ground(picture, x, y, size, colors.LAND[kind], colors.LAND_DARK[kind])
    _TILES[kind](picture, x, y, size)


def ground(
    picture: Picture, x: float, y: float, size: float, fill: str, edge: str, width: float = 0.7
) -> None:
    """A tile without its drawing; `width` is that of its edge."""
    inset = max(0.5, width / 2)
    box = Box(x + inset, y + inset, size - 2 * inset, size - 2 * inset)
    frame(picture, box, fill, edge, width, size * 0.12)


def _field(picture: Picture, x: float, y: float, size: float) -> None:
    """Furrows, each with its light side."""
    for i in range(4):
        top = y + size * (0.22 + 0.19 * i)
        ends = ((x + size * 0.12, top + size * 0.05), (x + size * 0.88, top - size * 0.05))
        picture.line(*ends, colors.LAND_DARK["field"], size * 0.07)
        if size >= 26:
            (x0, y0), (x1, y1) = ends
            lift = size * 0.06
            picture.line((x0, y0 - lift), (x1, y1 - lift), colors.LAND_LIGHT["field"], size * 0.04)


def _grove(picture: Picture, x: float, y: float, size: float) -> None:
    """Three firs."""
    for px, py, height in ((0.28, 0.56, 0.5), (0.74, 0.54, 0.5), (0.50, 0.86, 0.62)):
        _fir(picture, x + px * size, y + py * size, height * size)


def _fir(picture: Picture, x: float, foot: float, height: float) -> None:
    w = height * 0.36
    outline = (
        (0.0, 0.0), (0.62, 0.42), (0.34, 0.42), (1.0, 0.84), (0.14, 0.84), (0.14, 1.0),
    )  # fmt: skip
    right = [(x + px * w, foot - height * (1 - py)) for px, py in outline]
    left = [(2 * x - px, py) for px, py in reversed(right)]
    dark, light = colors.LAND_DARK["grove"], colors.LAND_LIGHT["grove"]
    picture.polygon(right + left, dark, light, height * 0.045)


def _fountain(picture: Picture, x: float, y: float, size: float) -> None:
    """A round basin from above, with its jet."""
    x, y = x + size / 2, y + size / 2
    dark, light = colors.LAND_DARK["fountain"], colors.LAND_LIGHT["fountain"]
    picture.circle(x, y, size * 0.33, light, colors.STEEL, size * 0.04)
    picture.circle(x, y, size * 0.24, dark)
    picture.circle(x, y, size * 0.14, None, colors.LAND["fountain"], size * 0.035)
    picture.circle(x, y, size * 0.065, palette.WHITE)


def _meadow(picture: Picture, x: float, y: float, size: float) -> None:
    """Tufts of grass, and flowers."""
    dark = colors.LAND_DARK["meadow"]
    for px, py in ((0.27, 0.40), (0.70, 0.54), (0.40, 0.82)):
        points = [(x + (px + tx) * size, y + (py + ty) * size) for tx, ty in _TUFT]
        picture.polygon(points, dark)
    if size >= 18:
        for px, py, color in ((0.56, 0.24, colors.ROSE), (0.78, 0.80, palette.COIN)):
            picture.circle(x + px * size, y + py * size, size * 0.045, color)


_TILES: dict[str, Draw] = {
    "field": _field, "grove": _grove, "fountain": _fountain, "meadow": _meadow,
}  # fmt: skip


def area(picture: Picture, x: float, y: float, radius: float, kind: str) -> None:
    """The symbol of an area: a house, a tree or a flower on a light ground."""
    edge = colors.LAND_DARK[colors.AREA_OF[kind]]
    picture.circle(x, y, radius, colors.BADGE, edge, max(0.9, radius * 0.16))
    _AREAS[kind](picture, x, y, radius)


def _manor(picture: Picture, x: float, y: float, radius: float) -> None:
    u = radius / 10
    picture.rect(x - 4.2 * u, y - 0.8 * u, 8.4 * u, 6 * u, colors.WALL, colors.EDGE, u)
    roof = [(-6.2, -0.4), (0, -6.4), (6.2, -0.4)]
    picture.polygon(_placed(roof, x, y, u), colors.ROOF, colors.EDGE, u)
    picture.rect(x - 1.2 * u, y + 1.6 * u, 2.4 * u, 3.6 * u, colors.EDGE)


def _forest(picture: Picture, x: float, y: float, radius: float) -> None:
    u = radius / 10
    picture.rect(x - 1.1 * u, y + 0.5 * u, 2.2 * u, 5.8 * u, palette.WOOD)
    for px, py, r in ((-2.6, -0.4, 3.3), (2.6, -0.4, 3.3), (0.0, -3.0, 3.7)):
        picture.circle(x + px * u, y + py * u, r * u, colors.LAND_DARK["grove"])


def _garden(picture: Picture, x: float, y: float, radius: float) -> None:
    u = radius / 10
    for i in range(5):
        angle = 2 * math.pi * i / 5
        px, py = x + math.sin(angle) * 3.5 * u, y - math.cos(angle) * 3.5 * u
        picture.circle(px, py, 2.9 * u, colors.ROSE, colors.BADGE, 0.7 * u)
    picture.circle(x, y, 2.1 * u, palette.COIN, colors.EDGE, 0.6 * u)


def _placed(points: list[Point], x: float, y: float, unit: float) -> list[Point]:
    return [(x + px * unit, y + py * unit) for px, py in points]


_AREAS: dict[str, Draw] = {"manor": _manor, "forest": _forest, "garden": _garden}
