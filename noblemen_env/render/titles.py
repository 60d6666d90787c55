"""The titles along the prestige track, with the players' counters."""

from __future__ import annotations

from itertools import groupby, pairwise
from operator import attrgetter

from noblemen_env.render import colors, icons
from noblemen_env.render.scene import Player, Scene, Title
from parlour.render import palette
from parlour.render.icons import coin, disc, seal
from parlour.render.panels import Box, frame
from parlour.render.shapes import Picture, text_width

_FIELDS = 26  # of the track, at least
_MIN_FIELD = 20.0  # narrower ones are not drawn one by one


def draw_titles(picture: Picture, scene: Scene, box: Box) -> None:
    """A zone for each title, from the prestige that it needs to that of the next one."""
    most = max(player.place for player in scene.players)
    count = max(_FIELDS, most + 1, scene.titles[-1].prestige + 1)
    step = box.width / count
    starts = [title.prestige for title in scene.titles]
    for title, (first, last) in zip(scene.titles, pairwise([*starts, count]), strict=True):
        zone = Box(box.x + first * step, box.y, (last - first) * step, box.height)
        if last > first:
            _zone(picture, title, zone)
    _note(picture, scene, zone)
    counters = _counters(scene, step, box)
    _numbers(picture, count, step, box, [(x, radius) for _, x, _, radius in counters])
    for player, x, y, radius in counters:
        _counter(picture, player, x, y, radius)


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
    """Say in the last zone which prestige the counters show."""
    words = "prestige at the masquerade" if scene.is_masquerade else "prestige of the estates now"
    ink = palette.WHITE if scene.titles[-1].name in colors.DARK_TITLES else palette.INK
    if box.width > 440:
        picture.text(box.right - 10, box.y + 17, words, 10.5, ink, "end")


def _numbers(
    picture: Picture, count: int, step: float, box: Box, covered: list[tuple[float, float]]
) -> None:
    """The fields of the track; a long one is a band with a number for every ten.

    Numbers under counters are left out.
    """
    y = box.bottom - 15
    is_long = step < _MIN_FIELD
    if is_long:
        band = Box(box.x + 3, y - 9, box.width - 6, 18)
        frame(picture, band, palette.CELL, palette.FRAME, 0.8, 4)
    for number in range(0, count, 10 if is_long else 1):
        x = box.x + (number + 0.5) * step
        if not is_long:
            size = min(24.0, step - 3)
            picture.rect(x - size / 2, y - 11, size, 22, palette.CELL, palette.FRAME, 0.8, 4)
        if all(abs(x - other) > radius + 8 for other, radius in covered):
            picture.text(x, y + 3.5, str(number), 9.5, palette.MUTED, "middle")


def _counters(scene: Scene, step: float, box: Box) -> list[tuple[Player, float, float, float]]:
    """Return the places of counters and their radius; more than three lie in two rows."""
    counters = []
    place = attrgetter("place")
    for field, group in groupby(sorted(scene.players, key=place), place):
        players = list(group)
        rows = [players] if len(players) <= 3 else [players[:3], players[3:]]
        radius, gap = (7.5, 14.0) if len(rows) == 1 else (6.4, 13.2)
        for i, row in enumerate(rows):
            y = box.bottom - 15 + (i - (len(rows) - 1) / 2) * 13
            reach = gap * (len(row) - 1) / 2
            x = min(max(box.x + (field + 0.5) * step, box.x + reach + 8), box.right - reach - 8)
            counters += [(p, x - reach + j * gap, y, radius) for j, p in enumerate(row)]
    return counters


def _counter(picture: Picture, player: Player, x: float, y: float, radius: float) -> None:
    """A counter, on gold once it is placed at a masquerade; before that it shows the estate."""
    if player.counter is not None:
        picture.circle(x, y, radius + 2.5, palette.COIN, palette.COIN_DARK)
    disc(picture, x, y, radius, player.seat)
