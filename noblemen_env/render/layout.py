"""The layout of the picture, shared by svg and rgb.

The board is on the left, the players' estates are on the right; five estates leave it the place of
a sixth. The titles lie along the prestige track below.
"""

from __future__ import annotations

from noblemen_env.render import colors, icons
from noblemen_env.render.board import ROMAN, draw_offer, draw_supplies, draw_track
from noblemen_env.render.buildings import building
from noblemen_env.render.chips import Draw
from noblemen_env.render.decision import draw_decision, draw_standings
from noblemen_env.render.land import area, tile
from noblemen_env.render.players import draw_players
from noblemen_env.render.scene import Scene
from noblemen_env.render.titles import draw_titles
from parlour.render import palette
from parlour.render.icons import coin, seal
from parlour.render.panels import GAP, Box
from parlour.render.shapes import Picture, text_width

WIDTH, HEIGHT = 1280, 720
_LEFT, _TOP = 8.0, 42.0
_TITLES = 56.0
_BODY = Box(_LEFT, _TOP, WIDTH - 2 * _LEFT, HEIGHT - _TOP - _TITLES - 2 * GAP)
_BOARD = 272.0  # the width of the board beside the estates


def draw(scene: Scene) -> Picture:
    """Draw the whole scene."""
    where = "the end" if scene.is_over else f"decade {ROMAN[scene.decade]}"
    picture = Picture(WIDTH, HEIGHT, f"Noblemen, {scene.num_players} players, {where}")
    picture.rect(0, 0, WIDTH, HEIGHT, palette.PAPER)
    _header(picture)
    if scene.num_players == 5:
        *estates, board = _grid(_BODY, 3, 2)
        _small_board(picture, scene, board)
    else:
        left = _BODY.x + _BOARD + GAP
        right = Box(left, _TOP, _BODY.right - left, _BODY.height)
        estates = _grid(right, 3, 1) if scene.num_players == 3 else _grid(right, 2, 2)
        _board(picture, scene, Box(_LEFT, _TOP, _BOARD, _BODY.height))
    draw_players(picture, scene, estates)
    draw_titles(picture, scene, Box(_LEFT, HEIGHT - GAP - _TITLES, _BODY.width, _TITLES))
    return picture


def _grid(box: Box, columns: int, rows: int) -> list[Box]:
    """Divide a box, row by row."""
    return [place for row in _split(box, rows, 1) for place in _split(row, 1, columns)]


def _split(box: Box, rows: int, columns: int) -> list[Box]:
    """Divide a box into equal rows or columns."""
    width = (box.width - GAP * (columns - 1)) / columns
    height = (box.height - GAP * (rows - 1)) / rows
    step = (0.0, height + GAP) if rows > 1 else (width + GAP, 0.0)
    count = max(rows, columns)
    return [Box(box.x + i * step[0], box.y + i * step[1], width, height) for i in range(count)]


def _board(picture: Picture, scene: Scene, box: Box) -> None:
    """Decision, track, offer and supplies in a column; the standings need more room."""
    decision = Box(box.x, box.y, box.width, 126)
    track = Box(box.x, decision.bottom + GAP, box.width, 180)
    offer = Box(box.x, track.bottom + GAP, box.width, 178)
    below = offer.bottom + GAP
    if scene.is_over:
        draw_standings(picture, scene, Box(box.x, box.y, box.width, track.bottom - box.y))
    else:
        draw_decision(picture, scene, decision)
        draw_track(picture, scene, track)
    draw_offer(picture, scene, offer)
    draw_supplies(picture, scene, Box(box.x, below, box.width, box.bottom - below))


def _small_board(picture: Picture, scene: Scene, box: Box) -> None:
    """The same beside five estates; the standings take the place of all."""
    if scene.is_over:
        draw_standings(picture, scene, box)
        return
    gap, height = 5.0, 141.0
    decision = Box(box.x, box.y, box.width, 94)
    track = Box(box.x, decision.bottom + gap, height, height)
    left, below = track.right + gap, track.bottom + gap
    draw_decision(picture, scene, decision)
    draw_track(picture, scene, track)
    draw_offer(picture, scene, Box(left, track.y, box.right - left, height))
    draw_supplies(picture, scene, Box(box.x, below, box.width, box.bottom - below))


_Key = tuple[str, Draw]


def _keys() -> list[list[_Key]]:
    """The small drawings of the header, in groups."""
    land = [(kind, _tile_key(kind)) for kind in colors.LAND]
    areas = [(kind, _area_key(kind)) for kind in colors.AREA_OF]
    pieces: list[_Key] = [
        ("enclosed", _enclosed_key),
        ("pounds", lambda p, x, y: coin(p, x, y, 8, "")),
        ("points", lambda p, x, y: seal(p, x, y, 8.5, "")),
        ("bribe markers", lambda p, x, y: icons.purse(p, x, y, 17)),
        ("tiles", lambda p, x, y: icons.tile_back(p, x, y, 15)),
        ("scandal cards", lambda p, x, y: icons.card(p, x, y, 17)),
    ]
    return [land, areas, pieces]


def _tile_key(kind: str) -> Draw:
    return lambda picture, x, y: tile(picture, x - 9, y - 9, 18, kind)


def _area_key(kind: str) -> Draw:
    return lambda picture, x, y: area(picture, x, y, 9, kind)


def _enclosed_key(picture: Picture, x: float, y: float) -> None:
    picture.rect(x - 8, y - 8, 16, 16, colors.GLOW, colors.GLOW_EDGE, 2, 2)
    building(picture, x, y, 14, "castle")


def _header(picture: Picture) -> None:
    """The name of the game, and the key to the small drawings, from the right."""
    middle = 22.0
    picture.text(12, middle + 8, "Noblemen", 24, palette.WINE, bold=True)
    groups = _keys()
    width = sum(text_width(word, 11) + 32 for group in groups for word, _ in group)
    gap = (WIDTH - 12 - 160 - width) / len(groups)
    x = 160.0
    for group in groups:
        x += gap
        for word, draw_key in group:
            draw_key(picture, x + 9, middle)
            picture.text(x + 21, middle + 4, word, 11, palette.MUTED)
            x += text_width(word, 11) + 32
