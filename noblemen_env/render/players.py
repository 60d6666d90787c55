"""The players' panels: estate, belongings and hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from noblemen_env.render import colors, icons
from noblemen_env.render.buildings import knight
from noblemen_env.render.chips import Chip, counted, flow, plate
from noblemen_env.render.estate import cell_size, draw_estate
from noblemen_env.render.land import tile
from noblemen_env.render.scene import Player, Scene
from noblemen_env.wording import CARD_WORDS
from parlour.render import palette
from parlour.render.icons import coin, disc, seal
from parlour.render.panels import Box, pill, player_panel
from parlour.render.shapes import Picture, text_width

_HEADER = 32.0
_ROW = 22.0
_LINE = 13.0
_EDGE = 12.0  # between the edge of a panel and its content
_SIDE_WIDTH = 128.0


@dataclass(frozen=True)
class _Places:
    """Boxes within a panel: belongings, estate and hand."""

    belongings: Box
    estate: Box
    hand: Box
    points: Box | None = None  # only tall panels have room for them


def _places(box: Box) -> _Places:
    """Put the hand below the estate in a tall panel, else to the right of it."""
    x, y = box.x + _EDGE, box.y + _HEADER
    width, height = box.width - _EDGE - 8, box.height - _HEADER - 8
    if box.height > 1.3 * box.width:
        estate = Box(x, y + _ROW, width, width + 22)
        points = Box(x, box.bottom - 96, width, 90)
        hand = Box(x, estate.bottom + 6, width, points.y - estate.bottom - 10)
        return _Places(Box(x, y, width, _ROW), estate, hand, points)
    side = Box(box.right - _SIDE_WIDTH - 8, y, _SIDE_WIDTH, height)
    hand = Box(side.x, y + 3.3 * _ROW, side.width, height - 3.3 * _ROW)
    return _Places(side, Box(x, y, side.x - x - 8, height), hand)


def draw_players(picture: Picture, scene: Scene, boxes: list[Box]) -> None:
    """One panel for each player, all of one size."""
    size = cell_size(scene, _places(boxes[0]).estate)
    for player, box in zip(scene.players, boxes, strict=True):
        player_panel(picture, box, player.seat, scene.decision.seat == player.seat)
        _header(picture, scene, player, box)
        places = _places(box)
        below = _belongings(picture, player, places.belongings)
        draw_estate(picture, scene, player, places.estate, size)
        hand, top = places.hand, max(places.hand.y, below)
        _hand(picture, player, Box(hand.x, top, hand.width, hand.bottom - top))
        if places.points is not None:
            _points(picture, player, places.points)


def _header(picture: Picture, scene: Scene, player: Player, box: Box) -> None:
    """Name, title and points; the Queen, and whose turn it is."""
    y = box.y + 17
    disc(picture, box.x + 24, y, 11, player.seat)
    picture.text(box.x + 40, y + 5, f"Player {player.seat}", 14, bold=True)
    x = box.x + 46 + text_width(f"Player {player.seat}", 14, bold=True)
    if player.title is not None:
        x += 2 + _title(picture, x, y, player.title)
    if scene.queen == player.seat:
        icons.queen(picture, x + 12, y, 25)
    x = box.right - 8
    seal(picture, x - 13, y, 13, player.points)
    x -= 30
    if player.seat in scene.winners:
        icons.coronet(picture, x - 12, y, 24)
    for word, color in _tags(scene, player):
        x = pill(picture, x, y, word, color) - 4


def _title(picture: Picture, x: float, y: float, title: str) -> float:
    """A plate with a title; return its width."""
    words = title.capitalize()
    width = text_width(words, 10.5, bold=True) + 12
    ink = palette.WHITE if title in colors.DARK_TITLES else palette.INK
    picture.rect(x, y - 9, width, 18, colors.TITLES[title], palette.FRAME, 1, 4)
    picture.text(x + width / 2, y + 3.8, words, 10.5, ink, "middle", bold=True)
    return width


def _tags(scene: Scene, player: Player) -> Iterable[tuple[str, palette.PlayerColor]]:
    if scene.is_over:
        return
    if scene.decision.seat == player.seat:
        yield "to decide", palette.PLAYERS[player.seat]
    elif scene.active == player.seat:
        yield "turn", palette.PlayerColor(palette.SHADE, palette.INK)


# --- belongings --------------------------------------------------------------------------------


def _belongings(picture: Picture, player: Player, box: Box) -> float:
    """Money, markers and knights; taxes and land with their yield, pale once they are used.

    Return the y below them.
    """
    chips = [
        counted(player.money, lambda p, x, y: coin(p, x, y, 8.5, ""), 17),
        counted(player.markers, lambda p, x, y: icons.purse(p, x, y, 17), 15),
        counted(player.knights, lambda p, x, y: knight(p, x, y, 17, player.seat), 12),
        _once("taxes", player.taxes_yield, player.taxes_used),
        _once("land", player.land_yield, player.land_used),
    ]
    return flow(picture, chips, box, _ROW)


def _once(name: str, amount: int, used: bool) -> Chip:
    """A right that each player has once in a decade."""
    return plate(f"{name} used" if used else f"{name} {amount}", used)


# --- the hand ----------------------------------------------------------------------------------


def _hand(picture: Picture, player: Player, box: Box) -> None:
    """Tiles and cards; of an unseen hand only how many there are."""
    if player.tiles is None or player.cards is None:
        chips = [
            counted(player.hand_size, lambda p, x, y: icons.tile_back(p, x, y, 15), 15),
            counted(player.card_count, lambda p, x, y: icons.card(p, x, y, 18), 15),
        ]
        flow(picture, chips, box, _ROW)
        return
    tiles = [_tiles(kind, count) for kind, count in player.tiles]
    y = flow(picture, tiles, box, 20) + 4
    _cards(picture, player.cards, Box(box.x, y, box.width, box.bottom - y))


def _tiles(kind: str, count: int) -> Chip:
    width, draw = counted(count, lambda p, x, y: tile(p, x - 8, y - 8, 16, kind), 16)
    return max(width, 38.0), draw


def _cards(picture: Picture, cards: tuple[tuple[str, int], ...], box: Box) -> None:
    """A line for each kind, in as many columns as fit."""
    if not cards:
        picture.text(box.x, box.y + 11, "no cards", 10, palette.MUTED)
        return
    columns = max(1, int(box.width // 130))
    width = box.width / columns
    rows = -(-len(cards) // columns)
    line = min(_LINE + 2, box.height / rows)
    for i, (name, count) in enumerate(cards):
        x, y = box.x + i // rows * width, box.y + (i % rows) * line + 11
        icons.open_card(picture, x + 4.5, y - 4, 12)
        words = CARD_WORDS[name] if count == 1 else f"{count} {CARD_WORDS[name]}"
        picture.text(x + 13, y, words, 10, max_width=width - 15)


def _points(picture: Picture, player: Player, box: Box) -> None:
    """The points so far by source, in two columns."""
    picture.line((box.x, box.y), (box.right, box.y), palette.SHADE, 1.2)
    rows = -(-len(player.sources) // 2)
    width, line = box.width / 2, (box.height - 8) / rows
    for i, (source, points) in enumerate(player.sources):
        x, y = box.x + i // rows * width, box.y + 6 + (i % rows + 0.5) * line + 4
        ink = palette.INK if points else palette.FRAME
        picture.text(x + 26, y, str(points), 11, ink, "end", bold=points > 0)
        picture.text(x + 34, y, source, 10.5, palette.MUTED)
