"""The decision, and at the end of the game the standings."""

from __future__ import annotations

from noblemen_env.render import icons
from noblemen_env.render.buildings import building
from noblemen_env.render.chips import Chip, flow, worded
from noblemen_env.render.land import tile
from noblemen_env.render.scene import Scene
from noblemen_env.wording import CARD_WORDS
from parlour.render import palette
from parlour.render.icons import disc
from parlour.render.panels import Box, frame
from parlour.render.shapes import Picture, wrap

_LINE = 13.0
_NAMES = 88.0  # the width of the names of sources


def draw_decision(picture: Picture, scene: Scene, box: Box) -> None:
    """Draw the seat to decide, its task, what has happened in the turn, and the options."""
    decision = scene.decision
    frame(picture, box, palette.CELL, palette.WINE, 1.6, 8)
    if decision.seat is None:
        return
    disc(picture, box.x + 22, box.y + 21, 12, decision.seat)
    x = box.x + 42
    picture.text(x, box.y + 17, f"Player {decision.seat} has to", 11, palette.MUTED)
    picture.text(x, box.y + 33, decision.words, 13, bold=True, max_width=box.right - x - 8)
    if decision.tile is not None:
        tile(picture, box.right - 34, box.y + 7, 18, decision.tile)
    if decision.building is not None:
        building(picture, box.right - 24, box.y + 16, 22, decision.building, decision.folly)
    y = box.y + 51
    for fact in decision.facts:
        picture.text(box.x + 12, y, fact, 10.5, max_width=box.width - 24)
        y += _LINE + 1
    if decision.drafted:
        inner = Box(box.x + 12, y - 12, box.width - 24, 0)
        y = flow(picture, map(_card, decision.drafted), inner, _LINE + 3) + 11
    _options(picture, decision.options, Box(box.x, y, box.width, box.bottom - y + 6))


def _card(name: str) -> Chip:
    return worded(CARD_WORDS[name], lambda p, x, y: icons.open_card(p, x, y, 13), 10, 10.5)


def _options(picture: Picture, options: tuple[str, ...], box: Box) -> None:
    if not options:
        return
    max_lines = max(1, int(box.height // _LINE))
    words, width = "options: " + ", ".join(options), box.width - 24
    for i, line in enumerate(wrap(words, 10, width, max_lines)):
        picture.text(box.x + 12, box.y + i * _LINE, line, 10, palette.MUTED, max_width=width)


def draw_standings(picture: Picture, scene: Scene, box: Box) -> None:
    """Points by source for each player, their total and money; the winners wear coronets."""
    frame(picture, box, palette.CELL, palette.WINE, 1.6, 8)
    names = " and ".join(f"player {seat}" for seat in scene.winners)
    title = f"{names[0].upper()}{names[1:]} {'wins' if len(scene.winners) == 1 else 'win'}"
    picture.text(box.middle, box.y + 20, title, 14, palette.WINE, "middle", True, box.width - 16)
    for player in scene.players:
        if player.seat in scene.winners:
            icons.coronet(picture, _column(scene, player.seat, box), box.y + 32, 15)
    _table(picture, scene, Box(box.x, box.y + 36, box.width, box.height - 44))


def _column(scene: Scene, seat: int, box: Box) -> float:
    """The middle of a seat's column."""
    return box.x + _NAMES + (seat + 0.5) * (box.width - _NAMES - 4) / scene.num_players


def _table(picture: Picture, scene: Scene, box: Box) -> None:
    """Sources that gave any points, their total and at the end the pounds left, for each seat."""
    sources = [[points for _, points in player.sources] for player in scene.players]
    names = [name for name, _ in scene.players[0].sources]
    by_name = zip(names, zip(*sources, strict=True), strict=True)
    rows = [(name, list(numbers)) for name, numbers in by_name if any(numbers)]
    rows.append(("points", [player.points for player in scene.players]))
    if scene.is_over:
        rows.append(("pounds left", [player.money for player in scene.players]))
    for player in scene.players:
        disc(picture, _column(scene, player.seat, box), box.y + 11, 9.5, player.seat)
    line = min(23.0, (box.height - 24) / len(rows))
    for i, (name, numbers) in enumerate(rows):
        _row(picture, scene, name, numbers, Box(box.x, box.y + 24 + i * line, box.width, line))


def _row(picture: Picture, scene: Scene, name: str, numbers: list[int], box: Box) -> None:
    is_total = name == "points"
    if is_total:
        picture.rect(box.x + 6, box.y, box.width - 12, box.height, palette.SHADE, radius=4)
    y = box.y + box.height / 2 + 4
    picture.text(box.x + 12, y, name, 11, palette.INK if is_total else palette.MUTED, bold=is_total)
    for seat, number in enumerate(numbers):
        x, ink = _column(scene, seat, box), palette.INK if number else palette.FRAME
        picture.text(x, y, str(number), 11.5, ink, "middle", bold=is_total)
