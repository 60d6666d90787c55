"""The titles along the prestige track, with the players' counters."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from noblemen_env.render import colors, icons
from noblemen_env.render.scene import Player, Scene, Title
from parlour.render import palette
from parlour.render.icons import coin, disc, seal
from parlour.render.panels import Box, frame
from parlour.render.shapes import Picture, text_width

_FIELDS = 26  # of the track, at least


def draw_titles(picture: Picture, scene: Scene, box: Box) -> None:
    """A zone for each title, from the prestige that it needs to that of the next one."""
    shown = max(_most(scene), scene.titles[-1].prestige) + 1
    count = max(_FIELDS, shown)
    step = box.width / count
    bounds = [*(title.prestige for title in scene.titles), count]
    for i, title in enumerate(scene.titles):
        first, last = bounds[i], bounds[i + 1]
        if last > first:
            x = box.x + first * step
            _zone(picture, title, Box(x, box.y, (last - first) * step, box.height))
    _note(
        picture,
        scene,
        Box(box.x + bounds[-2] * step, box.y, box.right - box.x - bounds[-2] * step, 26),
    )
    _numbers(picture, count, step, box)
    _counters(picture, scene, step, box)


def _most(scene: Scene) -> int:
    return max(player.place for player in scene.players)


def _zone(picture: Picture, title: Title, box: Box) -> None:
    dark = title.name in colors.DARK_TITLES
    ink = palette.WHITE if dark else palette.INK
    frame(picture, box, colors.TITLES[title.name], palette.FRAME, 1, 5)
    y = box.y + 13
    if box.width < 24:
        return
    icons.coronet(picture, box.x + 14, y, 17)
    name = title.name.capitalize()
    x = box.x + 34 + text_width(name, 12, bold=True)
    if x < box.right:
        picture.text(box.x + 26, y + 4.5, name, 12, ink, bold=True)
    if x + 16 < box.right:
        picture.circle(x + 4, y, 10.2, palette.CELL)
        seal(picture, x + 4, y, 9, title.points)
    x += 26
    if title.discount and x + 8 < box.right:
        coin(picture, x, y, 8.5, f"-{title.discount}")
        x += 22
    note = f"{title.left} left"
    if x + text_width(note, 10) < box.right:
        picture.text(x - 8, y + 4, note, 10, ink)


def _note(picture: Picture, scene: Scene, box: Box) -> None:
    """What the counters show, in the last zone."""
    words = "prestige at the masquerade" if scene.is_masquerade else "prestige of the estates now"
    ink = palette.WHITE if scene.titles[-1].name in colors.DARK_TITLES else palette.INK
    if box.width > 440:
        picture.text(box.right - 10, box.y + 17, words, 10.5, ink, "end")


def _numbers(picture: Picture, count: int, step: float, box: Box) -> None:
    """The fields of the track; narrow ones are numbered by fives."""
    y = box.bottom - 15
    for number in range(count):
        x = box.x + (number + 0.5) * step
        size = min(24.0, step - 3)
        picture.rect(x - size / 2, y - 11, size, 22, palette.CELL, palette.FRAME, 0.8, 4)
        if step >= 18 or number % 5 == 0:
            picture.text(x, y + 3.5, str(number), 9.5, palette.MUTED, "middle")


def _counters(picture: Picture, scene: Scene, step: float, box: Box) -> None:
    """Counters at a masquerade; else what the estates are worth now, as smaller ones."""
    place = attrgetter("place")
    for field, group in groupby(sorted(scene.players, key=place), place):
        players = list(group)
        rows = [players] if len(players) <= 3 else [players[:3], players[3:]]
        radius, gap = (7.5, 14.0) if len(rows) == 1 else (6.4, 13.2)
        for i, row in enumerate(rows):
            y = box.bottom - 15 + (i - (len(rows) - 1) / 2) * 13
            reach = gap * (len(row) - 1) / 2
            x = min(max(box.x + (field + 0.5) * step, box.x + reach + 8), box.right - reach - 8)
            for j, player in enumerate(row):
                _counter(picture, player, x - reach + j * gap, y, radius)


def _counter(picture: Picture, player: Player, x: float, y: float, radius: float) -> None:
    """A player's counter, on gold once it is placed."""
    if player.counter is not None:
        picture.circle(x, y, radius + 2.5, palette.COIN, palette.COIN_DARK)
    disc(picture, x, y, radius, player.seat)
