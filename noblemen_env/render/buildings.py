"""Buildings and knights as small drawings, each placed by its centre."""

from __future__ import annotations

from noblemen_env.render import colors
from parlour.render import palette
from parlour.render.icons import mirrored
from parlour.render.shapes import Picture

# Right halves of the outlines, from the top to the foot, in a box from -0.5 to 0.5 and from 0 to 1.
_KEEP = (
    (0.0, 0.30), (0.07, 0.30), (0.07, 0.38), (0.16, 0.38), (0.16, 0.20), (0.24, 0.20), (0.24, 0.27),
    (0.31, 0.27), (0.31, 0.20), (0.38, 0.20), (0.38, 0.27), (0.45, 0.27), (0.45, 0.20),
    (0.50, 0.20), (0.50, 1.0), (0.0, 1.0),
)  # fmt: skip
_GATE = ((0.0, 0.62), (0.06, 0.65), (0.10, 0.74), (0.10, 1.0), (0.0, 1.0))
_PALACE_WALL = ((0.0, 0.44), (0.52, 0.44), (0.52, 1.0), (0.0, 1.0))
_PALACE_ROOF = (
    (0.0, 0.12), (0.07, 0.14), (0.16, 0.24), (0.18, 0.36), (0.44, 0.32), (0.56, 0.47), (0.0, 0.47),
)  # fmt: skip
_GABLE = ((0.0, 0.45), (0.17, 0.59), (0.13, 0.59), (0.13, 1.0), (0.0, 1.0))
_NAVE = ((0.0, 0.50), (0.36, 0.66), (0.36, 1.0), (0.0, 1.0))
_SPIRE = ((0.0, 0.20), (0.16, 0.58), (0.0, 0.58))
_TOWER = ((0.0, 0.56), (0.13, 0.56), (0.13, 1.0), (0.0, 1.0))
_SHIELD = ((0.0, 0.0), (0.25, 0.05), (0.50, 0.0), (0.50, 0.45), (0.38, 0.76), (0.0, 1.0))


def building(picture: Picture, x: float, y: float, size: float, kind: str, folly: int = 0) -> None:
    """A castle, a palace, a chapel or one of the follies."""
    if kind == "castle":
        _castle(picture, x, y, size)
    elif kind == "palace":
        _palace(picture, x, y, size)
    elif kind == "chapel":
        _chapel(picture, x, y, size)
    else:
        _FOLLIES[folly % len(_FOLLIES)](picture, x, y, size)


def _castle(picture: Picture, x: float, y: float, size: float) -> None:
    """Two towers and a gate, with a flag."""
    edge = size * 0.04
    _flag(picture, x, y - size * 0.20, size)
    outline = mirrored(_KEEP, x, y, size * 0.92, size)
    picture.polygon(outline, colors.MASONRY, colors.MASONRY_DARK, edge)
    picture.polygon(mirrored(_GATE, x, y, size, size), colors.MASONRY_DARK)
    for side in (-0.30, 0.30):
        picture.rect(
            x + (side - 0.03) * size,
            y - 0.08 * size,
            size * 0.06,
            size * 0.16,
            colors.MASONRY_DARK,
        )


def _flag(picture: Picture, x: float, foot: float, size: float) -> None:
    top = foot - size * 0.28
    picture.line((x, foot), (x, top), colors.MASONRY_DARK, size * 0.045)
    cloth = [(x, top), (x + size * 0.22, top + size * 0.07), (x, top + size * 0.15)]
    picture.polygon(cloth, colors.ROSE)


def _palace(picture: Picture, x: float, y: float, size: float) -> None:
    """A long front with windows and a gable under a slate roof with a dome."""
    edge = size * 0.035
    wall = mirrored(_PALACE_WALL, x, y, size, size)
    picture.polygon(wall, colors.WALL, colors.EDGE, edge)
    roof = mirrored(_PALACE_ROOF, x, y, size, size)
    picture.polygon(roof, colors.SLATE, colors.EDGE, edge)
    for side in (-0.42, -0.26, 0.26, 0.42):
        for level in (0.04, 0.27):
            left, top = x + (side - 0.04) * size, y + level * size
            picture.rect(left, top, size * 0.08, size * 0.13, colors.SLATE)
    gable = mirrored(_GABLE, x, y, size, size)
    picture.polygon(gable, palette.COIN, colors.EDGE, edge)
    picture.rect(x - size * 0.05, y + size * 0.25, size * 0.10, size * 0.25, colors.EDGE)
    picture.circle(x, y - size * 0.42, size * 0.06, palette.COIN, colors.EDGE, edge * 0.7)


def _chapel(picture: Picture, x: float, y: float, size: float) -> None:
    """A nave behind a tower with a spire and a cross."""
    edge, top = size * 0.035, y - size * 0.44
    picture.polygon(mirrored(_NAVE, x, y, size, size), colors.ROOF, colors.EDGE, edge)
    picture.polygon(mirrored(_TOWER, x, y, size, size), palette.WHITE, colors.EDGE, edge)
    picture.polygon(mirrored(_SPIRE, x, y, size, size), colors.ROOF, colors.EDGE, edge)
    picture.line((x, y - size * 0.28), (x, top - size * 0.04), colors.EDGE, size * 0.05)
    picture.line(
        (x - size * 0.08, top + size * 0.05),
        (x + size * 0.08, top + size * 0.05),
        colors.EDGE,
        size * 0.05,
    )
    picture.rect(x - size * 0.045, y + size * 0.27, size * 0.09, size * 0.23, colors.EDGE)


def _lodge(picture: Picture, x: float, y: float, size: float) -> None:
    """A round tower under a green cone: the folly of forests."""
    edge = size * 0.035
    tower = ((0.0, 0.42), (0.22, 0.42), (0.27, 1.0), (0.0, 1.0))
    cone = ((0.0, 0.02), (0.36, 0.46), (0.0, 0.46))
    picture.polygon(mirrored(tower, x, y, size, size), colors.MASONRY, colors.EDGE, edge)
    roof = mirrored(cone, x, y, size, size)
    picture.polygon(roof, colors.LAND_DARK["grove"], colors.EDGE, edge)
    picture.circle(x, y + size * 0.12, size * 0.07, colors.EDGE)
    picture.rect(x - size * 0.06, y + size * 0.28, size * 0.12, size * 0.22, colors.EDGE)


def _windmill(picture: Picture, x: float, y: float, size: float) -> None:
    """The folly of manors."""
    edge = size * 0.035
    body = ((0.0, 0.22), (0.12, 0.24), (0.16, 0.36), (0.26, 1.0), (0.0, 1.0))
    picture.polygon(mirrored(body, x, y, size, size), colors.WALL, colors.EDGE, edge)
    hub = (x, y - size * 0.14)
    for right, down in ((0.30, 0.26), (-0.26, 0.30), (-0.30, -0.26), (0.26, -0.30)):
        tip = (hub[0] + right * size, hub[1] + down * size)
        picture.line(hub, tip, colors.ROOF, size * 0.10)
        picture.line(hub, tip, colors.EDGE, size * 0.03)
    picture.circle(*hub, size * 0.06, colors.EDGE)
    picture.rect(x - size * 0.06, y + size * 0.28, size * 0.12, size * 0.22, colors.EDGE)


def _rotunda(picture: Picture, x: float, y: float, size: float) -> None:
    """Columns under a dome: the folly of gardens."""
    edge = size * 0.035
    for left in (-0.32, -0.13, 0.06, 0.25):
        box = (x + left * size, y - size * 0.06, size * 0.08, size * 0.46)
        picture.rect(*box, palette.WHITE, colors.EDGE, edge * 0.7)
    dome = ((0.0, 0.08), (0.12, 0.10), (0.28, 0.22), (0.36, 0.40), (0.42, 0.46), (0.0, 0.46))
    roof = mirrored(dome, x, y, size, size)
    picture.polygon(roof, colors.LAND_DARK["fountain"], colors.EDGE, edge)
    step = (x - size * 0.44, y + size * 0.38, size * 0.88, size * 0.12)
    picture.rect(*step, colors.MASONRY, colors.EDGE, edge)


def _obelisk(picture: Picture, x: float, y: float, size: float) -> None:
    """The folly that needs an area of each kind."""
    edge = size * 0.035
    needle = ((0.0, 0.0), (0.09, 0.12), (0.14, 0.76), (0.0, 0.76))
    picture.polygon(mirrored(needle, x, y, size, size), palette.COIN, colors.EDGE, edge)
    for half, top, height in ((0.22, 0.74, 0.12), (0.34, 0.86, 0.14)):
        step = (x - half * size, y + (top - 0.5) * size, 2 * half * size, height * size)
        picture.rect(*step, colors.MASONRY, colors.EDGE, edge)


_FOLLIES = (_lodge, _windmill, _rotunda, _obelisk)


def knight(picture: Picture, x: float, y: float, height: float, seat: int) -> None:
    """A helmet above a shield with the number of the owner's seat."""
    color = palette.PLAYERS[seat]
    rim = max(0.9, height * 0.05)
    helmet = (x, y - height * 0.34)
    picture.circle(*helmet, height * 0.19, colors.STEEL, palette.WHITE, rim)
    slit = height * 0.12
    picture.line((x - slit, helmet[1]), (x + slit, helmet[1]), colors.EDGE, rim)
    shield = mirrored(_SHIELD, x, y + height * 0.13, height * 0.74, height * 0.78)
    picture.polygon(shield, color.fill, palette.WHITE, rim)
    picture.label(x, y + height * 0.08, str(seat), max(8.0, height * 0.46), color.ink)
