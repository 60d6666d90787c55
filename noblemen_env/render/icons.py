"""The Queen, bribe markers, cards and the signs of the round track, each placed by its centre."""

from __future__ import annotations

from noblemen_env.render import colors
from parlour.render import palette
from parlour.render.icons import mirrored, star
from parlour.render.shapes import Picture, Point

# Right halves of outlines, in a box from -0.5 to 0.5 and from 0 to 1.
_ROBE = (
    (0.0, 0.34),
    (0.13, 0.36),
    (0.16, 0.46),
    (0.10, 0.58),
    (0.26, 0.74),
    (0.40, 1.0),
    (0.0, 1.0),
)
_PANEL = ((0.0, 0.60), (0.05, 0.62), (0.14, 1.0), (0.0, 1.0))
_CROWN = ((0.0, 0.0), (0.09, 0.11), (0.20, 0.02), (0.16, 0.18), (0.0, 0.18))
_CORONET = ((0.0, 0.08), (0.16, 0.46), (0.36, 0.14), (0.40, 0.72), (0.0, 0.72))
_PURSE = ((0.0, 0.26), (0.15, 0.26), (0.42, 0.62), (0.40, 0.88), (0.24, 1.0), (0.0, 1.0))
_NECK = ((0.0, 0.0), (0.22, 0.02), (0.13, 0.24), (0.0, 0.24))
_MASK = (
    (0.0, 0.40), (0.10, 0.28), (0.36, 0.20), (0.56, 0.30), (0.50, 0.58), (0.36, 0.74), (0.18, 0.72),
    (0.06, 0.58), (0.0, 0.56),
)  # fmt: skip


def queen(picture: Picture, x: float, y: float, height: float) -> None:
    """The figure that her owner keeps."""
    edge = max(0.7, height * 0.03)
    robe = mirrored(_ROBE, x, y, height * 0.8, height)
    picture.polygon(robe, colors.VELVET, colors.EDGE, edge)
    picture.polygon(mirrored(_PANEL, x, y, height * 0.8, height), palette.COIN)
    picture.circle(x, y - height * 0.24, height * 0.11, colors.SKIN, colors.EDGE, edge)
    crown = mirrored(_CROWN, x, y, height * 0.9, height)
    picture.polygon(crown, palette.COIN, palette.COIN_DARK, edge)


def coronet(picture: Picture, x: float, y: float, width: float, fill: str = palette.COIN) -> None:
    """A title, or the winner."""
    edge = max(0.7, width * 0.05)
    outline = mirrored(_CORONET, x, y, width, width * 0.9)
    picture.polygon(outline, fill, palette.COIN_DARK, edge)
    picture.circle(x, y - width * 0.36, width * 0.07, colors.ROSE)


def purse(picture: Picture, x: float, y: float, size: float) -> None:
    """A bribe marker."""
    edge = max(0.7, size * 0.05)
    picture.polygon(mirrored(_PURSE, x, y, size, size), colors.PURSE, colors.EDGE, edge)
    picture.polygon(mirrored(_NECK, x, y, size, size), colors.PURSE, colors.EDGE, edge)
    picture.circle(x, y + size * 0.16, size * 0.17, palette.COIN, palette.COIN_DARK, edge)


def card(picture: Picture, x: float, y: float, height: float) -> None:
    """A scandal card, its back up: a wax seal on velvet."""
    width, edge = height * 0.72, max(0.7, height * 0.05)
    left, top = x - width / 2, y - height / 2
    picture.rect(left, top, width, height, colors.CARD_BACK, colors.EDGE, edge, height * 0.12)
    picture.circle(x, y, height * 0.2, colors.ROSE, colors.CARD, edge)


def open_card(picture: Picture, x: float, y: float, height: float) -> None:
    """A scandal card, its face up."""
    width, edge = height * 0.72, max(0.7, height * 0.06)
    left, top = x - width / 2, y - height / 2
    picture.rect(left, top, width, height, colors.CARD, colors.CARD_BACK, edge, height * 0.12)
    picture.circle(x, y, height * 0.2, colors.ROSE)


def tile_back(picture: Picture, x: float, y: float, size: float) -> None:
    """Any tile in a hand, unseen."""
    half = size / 2
    picture.rect(x - half, y - half, size, size, palette.WOOD, colors.EDGE, 0.8, size * 0.14)
    diamond: list[Point] = [(x, y - half * 0.6), (x + half * 0.6, y), (x, y + half * 0.6)]
    picture.polygon([*diamond, (x - half * 0.6, y)], palette.PAPER)


def bag(picture: Picture, x: float, y: float, size: float) -> None:
    """The bag of tiles."""
    edge = max(0.7, size * 0.05)
    picture.polygon(mirrored(_PURSE, x, y, size, size), palette.STONE_DARK, colors.EDGE, edge)
    picture.polygon(mirrored(_NECK, x, y, size, size), palette.STONE_DARK, colors.EDGE, edge)
    half = size * 0.13
    picture.rect(x - half, y + size * 0.06, 2 * half, 2 * half, colors.LAND["field"], colors.EDGE)


def mask(picture: Picture, x: float, y: float, width: float, ink: str) -> None:
    """A masquerade."""
    eyes = palette.CELL if ink != palette.WHITE else colors.VELVET
    picture.polygon(mirrored(_MASK, x, y, width * 0.9, width), ink)
    for side in (-0.23, 0.23):
        picture.circle(x + side * width, y - width * 0.03, width * 0.1, eyes)


def lock(picture: Picture, x: float, y: float, size: float, ink: str) -> None:
    """The field on which nobody can take the Queen."""
    picture.circle(x, y - size * 0.14, size * 0.2, None, ink, size * 0.1)
    body = (x - size * 0.32, y - size * 0.06, size * 0.64, size * 0.46)
    picture.rect(*body, ink, radius=size * 0.08)


def arrow(picture: Picture, x: float, y: float, size: float, ink: str) -> None:
    """The first field of a decade."""
    points = [(-0.42, -0.12), (0.04, -0.12), (0.04, -0.36), (0.44, 0.0), (0.04, 0.36), (0.04, 0.12)]
    outline = [(x + px * size, y + py * size) for px, py in [*points, (-0.42, 0.12)]]
    picture.polygon(outline, ink)


def scoring(picture: Picture, x: float, y: float, size: float, ink: str) -> None:
    """The scoring of buildings at the end of a decade."""
    picture.polygon(star(x, y, size * 0.5, size * 0.21, 5), ink)
