"""A scene as coloured text for a terminal."""

from __future__ import annotations

import math
from collections import Counter

from rich.text import Text

from noblemen_env.core.ids import DECADES
from noblemen_env.render import colors
from noblemen_env.render.board import ROMAN
from noblemen_env.render.estate import extent
from noblemen_env.render.scene import Cell, Estate, Offer, Player, Scene
from noblemen_env.wording import CARD_WORDS
from parlour.render import palette
from parlour.render.ansi import WIDTH, Section, badge, padded, page, styled

_GOLD = "#D9A928"
_SIGNS = {"start": ">", "mask": "M", "lock": "L", "scoring": "S"}
_LAND = {"field": "f", "grove": "g", "fountain": "w", "meadow": " "}
_BUILDINGS = {"castle": "C", "palace": "P", "chapel": "H", "folly": "F"}
_GAP = 3


def ansi_text(scene: Scene) -> str:
    """Return lines of at most `WIDTH` columns, with colour codes on any terminal."""
    return page(_headline(scene), _sections(scene))


def _sections(scene: Scene) -> list[Section]:
    signs = "C castle, P palace, H chapel, F folly, * enclosed; + area, or the knight on it"
    return [
        ("Round track: M masquerade, L lock, S scoring", [_track(scene)]),
        ("Buildings: prices of those on offer, those beside the board", _buildings(scene)),
        ("Supplies", _supplies(scene)),
        ("Titles: prestige, points, discount; the prestige of each player", _titles(scene)),
        (f"Estates: {signs}", _estates(scene)),
        ("Players", [line for player in scene.players for line in _player(scene, player)]),
        ("The end" if scene.is_over else "Decision", _decision(scene)),
    ]


def _headline(scene: Scene) -> Text:
    text = styled("Noblemen", "bold")
    text.append(f"   {scene.num_players} players   decade {ROMAN[scene.decade]} of {DECADES}")
    return text.append("   the Queen is with ").append_text(badge(scene.queen))


# --- the board ---------------------------------------------------------------------------------


def _track(scene: Scene) -> Text:
    line = Text()
    for number, kind in enumerate(scene.track):
        sign = f" {_SIGNS.get(kind, str(number))} "
        at_marker = number == scene.marker
        line.append(sign, f"bold white on {palette.WINE}" if at_marker else "none")
    return line


def _buildings(scene: Scene) -> list[Text]:
    lines = [_offer(offer) for offer in scene.offers]
    next_one = "" if scene.folly_points is None else f"next {scene.folly_points} points"
    follies = styled(f"follies  {next_one:15}", "none")
    for folly in scene.follies:
        needs = " ".join(f"{n} {kind}" for kind, n in Counter(folly.needs).items())
        follies.append(f"  {needs or folly.name} ", "dim")
        follies.append_text(Text(f"{folly.price}") if folly.owner is None else badge(folly.owner))
    return [*lines, follies]


def _offer(offer: Offer) -> Text:
    line = Text(f"{offer.building}s".ljust(9))
    for space in offer.spaces:
        style = f"bold {_GOLD}" if space.is_next else "none" if space.is_taken else "dim"
        line.append(f"{space.price if space.is_taken else '-':>3}", style)
    return line.append(f"   {offer.reserve} beside", "dim")


def _supplies(scene: Scene) -> list[Text]:
    line = Text(f"{scene.pool} markers on the board, {scene.bag_size} tiles in the bag, ")
    line.append(f"{scene.deck_size} cards in the deck")
    church = Text("church   ")
    for donations in scene.church:
        church.append_text(_ground(donations.tile, f" {donations.tile} "))
        church.append(f" {donations.tiles} of {donations.tiles + donations.room}   ")
    return [line, church]


def _titles(scene: Scene) -> list[Text]:
    """Each title with the seats whose prestige is enough for it and not for the next one."""
    lines = []
    bounds = [*(title.prestige for title in scene.titles[1:]), math.inf]
    for title, bound in zip(scene.titles, bounds, strict=True):
        line = Text(f"{title.name.capitalize():9}")
        line.append(
            f"from {title.prestige:2}, {title.points} points, -{title.discount} pounds", "dim"
        )
        line.append(f"  {title.left} left  ")
        for player in scene.players:
            if title.prestige <= player.place < bound:
                style = "none" if player.counter is None else f"bold {_GOLD}"
                line.append_text(badge(player.seat)).append(f" {player.place}  ", style)
        lines.append(line)
    return lines


# --- estates -----------------------------------------------------------------------------------


def _estates(scene: Scene) -> list[Text]:
    """Estates side by side, as many as fit; each has its own rows and columns."""
    lines: list[Text] = []
    block: list[Text] = []
    width = 0
    for player in scene.players:
        estate = _estate(player)
        own = 3 + 2 * _columns(player.estate)
        if block and width + own > WIDTH:
            lines += block
            block, width = [], 0
        block = _beside(block, width, estate)
        width += own + _GAP
    return lines + block


def _beside(left: list[Text], width: int, right: list[Text]) -> list[Text]:
    height = max(len(left), len(right))
    left = left + [Text()] * (height - len(left))
    right = right + [Text()] * (height - len(right))
    return [padded(a, width) + b for a, b in zip(left, right, strict=True)]


def _columns(estate: Estate) -> int:
    _, first, _, last = extent(estate)
    return last - first + 1


def _estate(player: Player) -> list[Text]:
    """The letters of the columns, then the rows with their numbers."""
    top, left, bottom, right = extent(player.estate)
    columns = range(left, right + 1)
    head = badge(player.seat)
    for column in columns:
        head.append(f"{chr(ord('a') + column)} ", "dim")
    cells = _cells(player.estate)
    lines = [head]
    for row in range(top, bottom + 1):
        line = styled(f"{row + 1:2} ", "dim")
        for column in columns:
            line.append_text(cells.get((row, column), Text("  ")))
        lines.append(line)
    return lines


def _cells(estate: Estate) -> dict[Cell, Text]:
    """Two letters for each cell with land: what is there, and the area that begins there."""
    kinds = dict(estate.land)
    firsts = {cell: _LAND[kind] for cell, kind in estate.land}
    seconds = {cell: _ground(kind, " ") for cell, kind in estate.land}
    for building in estate.buildings:
        firsts[building.cell] = _BUILDINGS[building.kind]
        if building.enclosed:
            seconds[building.cell] = _ground(kinds[building.cell], "*", bold=True)
    for area in estate.areas:
        seconds[area.cell] = _ground(kinds[area.cell], "+", bold=True)
        if area.visitor is not None:
            color = palette.PLAYERS[area.visitor]
            seconds[area.cell] = styled(str(area.visitor), f"bold {color.ink} on {color.fill}")
    return {
        cell: _ground(kind, firsts[cell], bold=firsts[cell].isupper()) + seconds[cell]
        for cell, kind in estate.land
    }


def _ground(kind: str, words: str, bold: bool = False) -> Text:
    return styled(words, f"{'bold ' if bold else ''}{palette.INK} on {colors.LAND[kind]}")


# --- players and decision ----------------------------------------------------------------------


def _player(scene: Scene, player: Player) -> list[Text]:
    line = styled("> " if player.seat == scene.decision.seat else "  ", "bold")
    line.append_text(badge(player.seat))
    line.append(f" {(player.title or 'no title').capitalize():9}", "bold")
    line.append(f"{player.points:3} points {player.money:3} pounds {player.markers:2} markers ")
    line.append(f"{player.knights} knights  ")
    for name, amount, used in (
        ("taxes", player.taxes_yield, player.taxes_used),
        ("land", player.land_yield, player.land_used),
    ):
        line.append(f"{name} {'used' if used else amount}  ", "dim" if used else "none")
    line.append(f"tiles {player.hand_size}  cards {player.card_count}")
    hand = _hand(player)
    return [line] if hand is None else [line, hand]


def _hand(player: Player) -> Text | None:
    """The tiles and cards of a hand that the view shows; None if it has none."""
    if player.tiles is None or player.cards is None or not player.hand_size + player.card_count:
        return None
    line = Text("      ")
    for kind, count in player.tiles:
        line.append_text(_ground(kind, f" {count} {kind} ")).append(" ")
    cards = [f"{n} {CARD_WORDS[name]}" if n > 1 else CARD_WORDS[name] for name, n in player.cards]
    return line.append(f" {', '.join(cards)}")


def _decision(scene: Scene) -> list[Text]:
    if scene.is_over:
        return _standings(scene)
    decision, lines = scene.decision, []
    if decision.seat is not None:
        head = badge(decision.seat).append(" has to ")
        lines.append(head.append(decision.words, style="bold"))
    for name, piece in (("tile", decision.tile), ("building", decision.building)):
        if piece is not None:
            lines.append(styled(f"{name}: ", "dim").append(piece))
    lines += [Text(fact) for fact in decision.facts]
    if decision.drafted:
        lines.append(Text(", ".join(CARD_WORDS[name] for name in decision.drafted)))
    if decision.options:
        lines.append(styled("options: ", "dim").append(", ".join(decision.options)))
    return lines


def _standings(scene: Scene) -> list[Text]:
    lines = [_standing(scene, player) for player in scene.players]
    names = Text(" and ").join([badge(seat) for seat in scene.winners])
    return [*lines, styled("winner: ", "bold") + names]


def _standing(scene: Scene, player: Player) -> Text:
    parts = ", ".join(f"{source} {points}" for source, points in player.sources if points)
    style = "bold" if player.seat in scene.winners else "none"
    text = badge(player.seat).append(f" {player.points:3} points  ", style=style)
    return text.append(f"{parts}; {player.money} pounds left")
