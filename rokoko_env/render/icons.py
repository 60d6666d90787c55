"""Small drawings of Rokoko, each placed by its centre."""

from __future__ import annotations

import math
from itertools import pairwise

from parlour.render.icons import mirrored
from parlour.render.shapes import Picture
from rokoko_env.components.model import COLORS
from rokoko_env.render import palette
from rokoko_env.wording import COLOR_LETTERS

# Right halves of the outlines, from the neck to the hem, in a box from -0.5 to 0.5 and from 0 to 1;
# the left half is the mirror image.
_GOWN = (
    (0.0, 0.11), (0.10, 0.02), (0.17, 0.04), (0.33, 0.17), (0.36, 0.33),
    (0.24, 0.35), (0.17, 0.24), (0.11, 0.42), (0.27, 0.50), (0.40, 0.66),
    (0.47, 0.84), (0.48, 0.96), (0.24, 1.0), (0.0, 1.0),
)  # fmt: skip
_GOWN_PANEL = ((0.0, 0.40), (0.04, 0.42), (0.13, 0.70), (0.17, 1.0), (0.0, 1.0))
_COAT = (
    (0.0, 0.10), (0.10, 0.0), (0.20, 0.03), (0.31, 0.10), (0.42, 0.52),
    (0.43, 0.62), (0.29, 0.64), (0.22, 0.32), (0.19, 0.50), (0.30, 0.80),
    (0.33, 0.98), (0.13, 1.0), (0.06, 0.78), (0.0, 0.78),
)  # fmt: skip
_COAT_PANEL = ((0.0, 0.10), (0.06, 0.07), (0.09, 0.45), (0.06, 0.78), (0.0, 0.78))
_LADIES = ("yellow", "red")


def dress(picture: Picture, x: float, y: float, height: float, color: str) -> None:
    """A gown for the ladies' colours, a coat for the gentlemen's."""
    outline, panel = (_GOWN, _GOWN_PANEL) if color in _LADIES else (_COAT, _COAT_PANEL)
    width = height * 0.85
    fill, dark, light = palette.SILK[color], palette.SILK_DARK[color], palette.SILK_LIGHT[color]
    picture.polygon(mirrored(outline, x, y, width, height), fill, dark, max(0.8, height / 40))
    picture.polygon(mirrored(panel, x, y, width, height), light)
    if height >= 30:
        for step in (0.5, 0.62, 0.74) if outline is _GOWN else (0.28, 0.42, 0.56):
            picture.circle(x, y + (step - 0.5) * height, height / 50, dark)


def yarn(picture: Picture, x: float, y: float, size: float) -> None:
    """A spool."""
    half = size / 2
    picture.rect(x - half * 0.6, y - half * 0.75, size * 0.6, size * 0.75, palette.YARN)
    for step in (-0.35, 0.0, 0.35):
        left = (x - half * 0.6, y + (step + 0.1) * half)
        right = (x + half * 0.6, y + (step - 0.1) * half)
        picture.line(left, right, palette.YARN_DARK, max(0.7, size / 18))
    for end in (-half, half * 0.7):
        picture.rect(x - half * 0.85, y + end, size * 0.85, size * 0.16, palette.WOOD, radius=1)


def lace(picture: Picture, x: float, y: float, size: float) -> None:
    """A doily."""
    radius, edge = size / 2, max(0.7, size / 20)
    for i in range(8):
        angle = math.pi * i / 4
        right, up = math.sin(angle) * radius * 0.72, math.cos(angle) * radius * 0.72
        picture.circle(x + right, y - up, radius * 0.30, palette.WHITE, palette.STONE_DARK, edge)
    picture.circle(x, y, radius * 0.66, palette.WHITE, palette.STONE_DARK, edge)
    picture.circle(x, y, radius * 0.24, palette.STONE, palette.STONE_DARK, max(0.6, size / 24))


def bale(
    picture: Picture, x: float, y: float, width: float, height: float, color: int, count: int = 0
) -> None:
    """A roll of silk with the letter of its colour, and the count unless it is 0."""
    name = COLORS[color]
    fill, dark = palette.SILK[name], palette.SILK_DARK[name]
    left, top = x - width / 2, y - height / 2
    picture.rect(left, top, width, height, fill, dark, 1.0, height / 3)
    shine = top + height * 0.22
    picture.line((left + 3, shine), (left + width - 3, shine), palette.SILK_LIGHT[name], 1.2)
    text = f"{count}{COLOR_LETTERS[color]}" if count else COLOR_LETTERS[color]
    picture.label(x, y, text, height * 0.74, palette.SILK_INK[name])


def any_tile(picture: Picture, x: float, y: float, size: float) -> None:
    """Any resource tile."""
    half = size / 2
    picture.rect(x - half, y - half * 0.8, size, size * 0.8, palette.SHADE, palette.MUTED, 1, 3)
    picture.label(x, y, "?", size * 0.62, palette.INK)


def thimble(
    picture: Picture, x: float, y: float, size: float, rank: str, mark: bool = True
) -> None:
    """Gold, silver or tin, with the rank's first letter."""
    fill, dark, edge = palette.METAL[rank], palette.METAL_DARK[rank], max(0.9, size / 22)
    w, h = size * 0.42, size / 2
    outline = [
        (x - w * 0.62, y - h * 0.7),
        (x - w * 0.4, y - h * 0.95),
        (x + w * 0.4, y - h * 0.95),
        (x + w * 0.62, y - h * 0.7),
        (x + w, y + h * 0.7),
        (x - w, y + h * 0.7),
    ]
    picture.polygon(outline, fill, dark, edge)
    picture.rect(x - w * 1.15, y + h * 0.62, w * 2.3, h * 0.34, fill, dark, edge, 1.5)
    if mark:
        picture.label(x, y - h * 0.02, rank[0].upper(), size * 0.52, palette.INK)


def crown(picture: Picture, x: float, y: float, width: float) -> None:
    half, height = width / 2, width * 0.62
    top, bottom = y - height / 2, y + height / 2
    points = [
        (x - half, top + height * 0.15),
        (x - half * 0.45, y + height * 0.05),
        (x, top - height * 0.1),
        (x + half * 0.45, y + height * 0.05),
        (x + half, top + height * 0.15),
        (x + half * 0.8, bottom),
        (x - half * 0.8, bottom),
    ]
    picture.polygon(points, palette.METAL["master"], palette.METAL_DARK["master"], 0.9)


def note(picture: Picture, x: float, y: float, size: float, ink: str = palette.INK) -> None:
    """A musician."""
    thick = max(1.0, size / 12)
    for side in (-0.28, 0.32):
        foot = (x + side * size, y + size * 0.34)
        picture.circle(foot[0] - size * 0.08, foot[1], size * 0.14, ink)
        picture.line(foot, (foot[0], y - size * 0.36), ink, thick)
    top = y - size * 0.36
    picture.line((x - 0.28 * size, top), (x + 0.32 * size, top), ink, thick * 2)


def firework(picture: Picture, x: float, y: float, radius: float, color: str) -> None:
    for i in range(12):
        angle = math.pi * i / 6
        far = radius if i % 2 == 0 else radius * 0.78
        sin, cos = math.sin(angle), math.cos(angle)
        tip = (x + sin * far, y - cos * far)
        picture.line((x + sin * radius * 0.5, y - cos * radius * 0.5), tip, color, 1.3)
        picture.circle(*tip, radius * 0.07, color)


def statue(picture: Picture, x: float, y: float, height: float) -> None:
    """A figure on a pedestal."""
    u = height / 10
    fill, dark = palette.STONE, palette.STONE_DARK
    body = [(-1.3, -2.9), (1.3, -2.9), (1.9, -0.4), (1.1, 2.2), (-1.1, 2.2), (-1.9, -0.4)]
    picture.polygon([(x + px * u, y + py * u) for px, py in body], fill, dark, 0.9)
    picture.circle(x, y - 4.0 * u, 1.15 * u, fill, dark, 0.9)
    picture.rect(x - 1.9 * u, y + 2.2 * u, 3.8 * u, 2.4 * u, fill, dark, 0.9)
    picture.rect(x - 2.6 * u, y + 4.2 * u, 5.2 * u, 0.9 * u, fill, dark, 0.9)


def fountain(picture: Picture, x: float, y: float, size: float) -> None:
    """Two bowls, one above the other, with water falling from each."""
    u = size / 10
    fill, dark = palette.STONE, palette.STONE_DARK
    picture.rect(x - 0.5 * u, y - 2.2 * u, u, 6 * u, fill, dark, 0.9)
    for half, top in ((2.2, -1.6), (4.4, 2.4)):
        bowl = [(-half, top), (half, top), (half * 0.6, top + 1.5), (-half * 0.6, top + 1.5)]
        picture.polygon([(x + px * u, y + py * u) for px, py in bowl], fill, dark, 0.9)
    for reach, top, bottom in ((1.3, -3.6, -1.7), (3.2, -1.2, 2.3)):
        for side in (-reach, reach):
            arc = [(side * 0.3, top), (side * 0.75, top + 0.2), (side, top + 1.0), (side, bottom)]
            points = [(x + px * u, y + py * u) for px, py in arc]
            for start, end in pairwise(points):
                picture.line(start, end, palette.WATER_DARK, 1.6)
