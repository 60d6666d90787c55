"""The layout of the picture, shared by svg and rgb.

The left three quarters are the palace (terrace above, five halls, the decision in the middle) and
the markets below it; the right quarter belongs to the players.
"""

from __future__ import annotations

from parlour.render.icons import coin, disc, seal
from parlour.render.panels import GAP, Box
from parlour.render.shapes import Picture
from rokoko_env.core.ids import ROUNDS
from rokoko_env.render import icons, palette
from rokoko_env.render.markets import draw_display, draw_warehouse, draw_workshop
from rokoko_env.render.palace import draw_all_halls, draw_hall, draw_terrace
from rokoko_env.render.players import draw_decision, draw_players
from rokoko_env.render.scene import Scene

WIDTH, HEIGHT = 1200, 800
_LEFT, _MAIN = 10.0, 904.0
_COLUMN = (_MAIN - 2 * GAP) / 3
_HALL_HEIGHT = 152.0
_TERRACE, _HALLS, _WORKSHOP, _MARKETS = 46.0, 162.0, 482.0, 628.0
_ALL_HALLS_HEIGHT = 40.0


def draw(scene: Scene) -> Picture:
    """Draw the whole scene."""
    where = "the end" if scene.is_over else f"round {scene.round}"
    picture = Picture(WIDTH, HEIGHT, f"Rokoko, {scene.num_players} players, {where}")
    picture.rect(0, 0, WIDTH, HEIGHT, palette.PAPER)
    _header(picture, scene)
    draw_terrace(picture, scene, [_column(i, _TERRACE, 108) for i in range(3)])
    upper, lower = _HALLS, _HALLS + _HALL_HEIGHT + GAP
    # The King's hall is in the middle, below the fireworks.
    places = ((1, upper), (0, upper), (2, upper), (0, lower), (2, lower))
    for number, (hall, (column, y)) in enumerate(zip(scene.halls, places, strict=True)):
        draw_hall(picture, hall, _column(column, y, _HALL_HEIGHT), royal=number == 0)
    draw_all_halls(picture, scene, _column(1, lower, _ALL_HALLS_HEIGHT))
    below = _ALL_HALLS_HEIGHT + 6
    draw_decision(picture, scene, _column(1, lower + below, _HALL_HEIGHT - below))
    draw_workshop(picture, scene, Box(_LEFT, _WORKSHOP, _MAIN, 138))
    draw_warehouse(picture, scene, Box(_LEFT, _MARKETS, 500, 164))
    draw_display(picture, scene, Box(_LEFT + 508, _MARKETS, _MAIN - 508, 164))
    draw_players(picture, scene, Box(_LEFT + _MAIN + GAP, _TERRACE, 268, HEIGHT - 8 - _TERRACE))
    return picture


def _column(number: int, y: float, height: float) -> Box:
    return Box(_LEFT + number * (_COLUMN + GAP), y, _COLUMN, height)


def _header(picture: Picture, scene: Scene) -> None:
    middle = 24.0
    picture.text(12, middle + 8, "Rokoko", 23, palette.WINE, bold=True)
    picture.text(122, middle + 4, "Round", 12, palette.MUTED)
    for number in range(1, ROUNDS + 1):
        x = 154 + number * 19
        is_current, has_begun = number == scene.round, number <= scene.round
        radius, edge = (8.5, palette.INK) if is_current else (7, palette.FRAME)
        picture.circle(x, middle, radius, palette.GOLD if has_begun else palette.CELL, edge)
        picture.label(x, middle, str(number), 9.5, palette.WHITE if has_begun else palette.MUTED)
    picture.text(312, middle + 4, "Start player", 12, palette.MUTED)
    disc(picture, 400, middle, 9, scene.start_player)
    picture.text(424, middle + 4, "Favor card", 12, palette.MUTED)
    if scene.favor is None:
        picture.text(494, middle + 4, "on the board", 12)
    else:
        disc(picture, 504, middle, 9, scene.favor)
    _legend(picture, middle)


def _legend(picture: Picture, middle: float) -> None:
    """The key to the small drawings."""
    x = 606.0
    coin(picture, x, middle, 8, "")
    picture.text(x + 13, middle + 4, "Livre", 11, palette.MUTED)
    seal(picture, x + 58, middle, 8.5, "")
    picture.text(x + 71, middle + 4, "prestige", 11, palette.MUTED)
    icons.yarn(picture, x + 132, middle, 16)
    picture.text(x + 144, middle + 4, "yarn", 11, palette.MUTED)
    icons.lace(picture, x + 184, middle, 16)
    picture.text(x + 196, middle + 4, "lace", 11, palette.MUTED)
    icons.crown(picture, x + 236, middle, 16)
    picture.text(x + 249, middle + 4, "Master space", 11, palette.MUTED)
    for offset, rank in ((338, "master"), (404, "journeyman"), (496, "apprentice")):
        icons.thimble(picture, x + offset, middle, 18, rank)
        picture.text(x + offset + 13, middle + 4, rank.capitalize(), 11, palette.MUTED)
