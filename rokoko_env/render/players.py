"""The players' strips, and the decision in the middle of the board."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.render.icons import coin, disc, seal
from parlour.render.panels import GAP, PADDING, Box, frame, pill, player_panel
from parlour.render.shapes import Picture, wrap
from parlour.standings import ranks
from rokoko_env.components.model import COLORS
from rokoko_env.render import icons, palette
from rokoko_env.render.panels import bales_row, draw_trim
from rokoko_env.render.scene import Card, Decision, Player, Scene, Score


@dataclass(frozen=True)
class _Measures:
    """Distances in a strip; fewer players get taller ones."""

    row: float
    line: float
    text: float


_NARROW, _MEDIUM, _WIDE = _Measures(19, 13, 10), _Measures(22, 15, 11), _Measures(25, 17, 11.5)


def _measures(box: Box) -> _Measures:
    if box.height < 170:
        return _NARROW
    return _MEDIUM if box.height < 220 else _WIDE


def draw_players(picture: Picture, scene: Scene, box: Box) -> None:
    """One strip for each player; they share the height."""
    count = scene.num_players
    height = (box.height - GAP * (count - 1)) / count
    for player in scene.players:
        y = box.y + player.seat * (height + GAP)
        _strip(picture, scene, player, Box(box.x, y, box.width, height))


def _strip(picture: Picture, scene: Scene, player: Player, box: Box) -> None:
    player_panel(picture, box, player.seat, scene.decision.seat == player.seat)
    _name_line(picture, scene, player, box)
    _belongings(picture, player, box)
    if player.score is None:
        _piles(picture, player, box)
    else:
        max_lines = max(len(p.score.parts) for p in scene.players if p.score is not None)
        _score_lines(picture, player.score, box, max_lines)


def _name_line(picture: Picture, scene: Scene, player: Player, box: Box) -> None:
    y = box.y + 16
    disc(picture, box.x + 23, y, 10.5, player.seat)
    picture.text(box.x + 39, y + 5, f"Player {player.seat}", 14, bold=True)
    x = box.right - PADDING
    if player.score is not None:
        seal(picture, x - 13, y, 13, player.score.total)
        if player.score.won:
            icons.crown(picture, x - 42, y, 24)
        x -= 62
    tags = []
    if scene.favor == player.seat:
        tags.append("favor")
    if not scene.is_over:
        if scene.start_player == player.seat:
            tags.append("start")
        if scene.decision.seat == player.seat:
            tags.append("to decide")
    plain = palette.PlayerColor(palette.SHADE, palette.INK)
    for word in tags:
        color = palette.PLAYERS[player.seat] if word == "to decide" else plain
        x = pill(picture, x, y, word, color) - 5


def _belongings(picture: Picture, player: Player, box: Box) -> None:
    """Three rows: money and trim, silk, guests and decorations."""
    left, row = box.x + 16, _measures(box).row
    y = box.y + 17 + row
    coin(picture, left + 9, y, 8.5, "")
    icons.yarn(picture, left + 73, y, 16)
    icons.lace(picture, left + 130, y, 16)
    seal(picture, left + 188, y, 8.5, "")
    numbers = ((22, player.money), (85, player.yarn), (143, player.lace), (201, player.prestige))
    for offset, number in numbers:
        picture.text(left + offset, y + 4.5, str(number), 12.5, bold=True)
    y += row
    for color, count in enumerate(player.bales):
        x = left + color * 44
        icons.bale(picture, x + 9, y, 18, 13, color)
        picture.text(x + 22, y + 4, str(count), 11, _ink(count))
    if player.silk_unseen:
        words = f"+ {player.silk_unseen} unseen"
        picture.text(left + 176, y + 4, words, 10, palette.MUTED, max_width=66)
    y += row
    for color, count in enumerate(player.guests):
        x = left + color * 44
        icons.dress(picture, x + 9, y, 18, COLORS[color])
        picture.text(x + 22, y + 4, str(count), 11, _ink(count))
    icons.statue(picture, left + 188, y, 18)
    picture.text(left + 201, y + 4, str(player.decorations), 11, _ink(player.decorations))


def _ink(count: int) -> str:
    return palette.INK if count else palette.MUTED


def _piles(picture: Picture, player: Player, box: Box) -> None:
    """The sizes of the piles, and as many of the known cards as fit."""
    size = _measures(box)
    left, y = box.x + 16, _below_belongings(box)
    words = f"hand {player.hand_size}, supply {player.supply_size}, discard {player.discard_size}"
    words += f", deck of {player.deck_size}"
    picture.text(left, y, words, size.text + 0.5, palette.MUTED, max_width=box.width - 26)
    y = _card_lines(picture, player.hand, player.hand_unseen, y, box)
    uncertain = ("Hand or supply", player.hand_or_supply)
    for title, cards in (("Supply", player.supply), uncertain, ("Discard", player.discard)):
        if cards and _lines_left(y + 6, box) > len(cards):
            y += 6 + size.line
            picture.text(left, y, title, size.text + 0.5, palette.MUTED)
            y = _card_lines(picture, cards, 0, y, box)


def _below_belongings(box: Box) -> float:
    size = _measures(box)
    return box.y + 24 + 3 * size.row + size.line * 1.25


def _lines_left(y: float, box: Box) -> int:
    return int((box.bottom - 6 - y) / _measures(box).line)


def _card_lines(
    picture: Picture, cards: tuple[Card, ...], unseen: int, y: float, box: Box
) -> float:
    """Draw a line for each card below y, in two columns if needed; return the y of the last."""
    size = _measures(box)
    count = len(cards) + (unseen > 0)
    max_rows = _lines_left(y, box)
    columns = 1 if count <= max_rows else 2
    width = (box.width - 22) / columns
    rows = min(max_rows, -(-count // columns))
    for i in range(min(count, rows * columns)):
        x, line = box.x + 16 + i // rows * width, y + (i % rows + 1) * size.line
        if i < len(cards):
            icons.thimble(picture, x + 6, line - 4, size.text + 2.5, cards[i].rank)
            picture.text(x + 17, line, cards[i].bonus, size.text, max_width=width - 21)
        else:
            words = f"{unseen} more unseen" if cards else f"{unseen} unseen"
            picture.text(x, line, words, size.text, palette.MUTED, max_width=width)
    return y + rows * size.line


def _score_lines(picture: Picture, score: Score, box: Box, max_lines: int) -> None:
    """Points by source: a list if every player's fits, else running text."""
    size = _measures(box)
    left, max_width, y = box.x + 16, box.width - 30, _below_belongings(box)
    remark = f"{score.livre_left} Livre left"
    if _lines_left(y, box) >= max_lines:
        for source, points in score.parts:
            picture.text(left, y, source, size.text, palette.MUTED)
            picture.text(left + 100, y, str(points), size.text, anchor="end", bold=True)
            y += size.line
        picture.text(left, y, remark, size.text, palette.MUTED)
        return
    words = ", ".join(f"{source} {points}" for source, points in score.parts) or "no points"
    for line in wrap(words, size.text, max_width, _lines_left(y, box)):
        picture.text(left, y, line, size.text, max_width=max_width)
        y += size.line
    picture.text(left, y, remark, size.text, palette.MUTED)


def draw_decision(picture: Picture, scene: Scene, box: Box) -> None:
    """The decision and the card in play; at the end of the game the standings."""
    if scene.is_over:
        _standings(picture, scene, box)
        return
    decision = scene.decision
    frame(picture, box, palette.CELL, palette.WINE, 1.6, 8)
    if decision.seat is not None:
        disc(picture, box.x + 22, box.y + 21, 12, decision.seat)
        x, max_width = box.x + 42, box.width - 50
        picture.text(x, box.y + 17, f"Player {decision.seat} has to", 11, palette.MUTED)
        picture.text(x, box.y + 33, decision.words, 13.5, bold=True, max_width=max_width)
    _in_play(picture, decision, box)
    _in_work(picture, decision, box)


def _in_play(picture: Picture, decision: Decision, box: Box) -> None:
    y = box.y + 54.0
    cards = [card for card in (decision.card, decision.bonus_of) if card is not None]
    if not cards:
        picture.text(box.x + 14, y, "no card in play yet", 11, palette.MUTED)
    for card, words in zip(cards, ("plays", "bonus of"), strict=False):
        picture.text(box.x + 14, y, words, 10.5, palette.MUTED)
        icons.thimble(picture, box.x + 70, y - 4, 15, card.rank)
        picture.text(box.x + 82, y, card.bonus, 11, max_width=box.width - 92)
        y += 17


def _in_work(picture: Picture, decision: Decision, box: Box) -> None:
    """The tile or dress of the current turn."""
    x, y = box.x + 14, box.y + 90.0
    if decision.dress is not None:
        icons.dress(picture, x + 11, y - 3, 27, decision.dress.color)
        seal(picture, x + 36, y, 8.5, decision.dress.prestige)
        coin(picture, x + 56, y, 8.5, decision.dress.livre)
        if any(decision.missing):
            picture.text(x + 76, y + 4, "still missing", 10.5, palette.MUTED)
            bales_row(picture, x + 146, y, decision.missing, 14, 4)
    elif decision.tile is not None:
        picture.text(x, y + 4, "tile taken", 10.5, palette.MUTED)
        bales_row(picture, x + 58, y, decision.tile.bales, 15, 2)
        draw_trim(picture, x + 142, y, 15, decision.tile.trim)
    elif decision.tile_unseen:
        picture.text(x, y + 4, "tile drawn unseen", 10.5, palette.MUTED)
        icons.any_tile(picture, x + 110, y, 20)


def _standings(picture: Picture, scene: Scene, box: Box) -> None:
    """A bar for each player, the best first."""
    frame(picture, box, palette.CELL, palette.WINE, 1.6, 8)
    names = " and ".join(f"player {seat}" for seat in scene.winners)
    title = f"{names[0].upper()}{names[1:]} {'wins' if len(scene.winners) == 1 else 'win'}"
    picture.text(box.middle, box.y + 16, title, 13, palette.WINE, "middle", True, box.width - 16)
    scores = [(player.score, player.seat) for player in scene.players if player.score is not None]
    places = ranks([s.total for s, _ in scores], [s.livre_left for s, _ in scores])
    best = max(1, *(score.total for score, _ in scores))
    step = min(17.0, (box.height - 26) / len(scores))
    # The sort is stable: seats that share a rank keep their order.
    for i, number in enumerate(places.argsort(kind="stable")):
        score, seat = scores[number]
        y = box.y + 31 + i * step
        disc(picture, box.x + 18, y, 7.5, seat)
        width = max(2.0, (box.width - 90) * score.total / best)
        picture.rect(box.x + 32, y - 5, width, 10, palette.PLAYERS[seat].fill, radius=3)
        picture.text(box.x + 38 + width, y + 4, f"{score.total} PP", 11, bold=True)
