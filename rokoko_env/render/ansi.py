"""A scene as coloured text for a terminal."""

from __future__ import annotations

from rich.text import Text

from parlour.render.ansi import WIDTH, Section, badge, padded, page, styled
from rokoko_env.components.model import COLORS, Dress, Resource
from rokoko_env.core.ids import ROUNDS
from rokoko_env.render import palette
from rokoko_env.render.scene import (
    Card,
    Decoration,
    GuestSpace,
    Hall,
    Player,
    Scene,
    Score,
    Window,
)
from rokoko_env.wording import COLOR_LETTERS, TRIM_WORDS

_HALF = WIDTH // 2
_CELL = 11
_RANK_STYLES = {rank: f"bold {palette.INK} on {metal}" for rank, metal in palette.METAL.items()}
_REWARDS = {"none": "", "yarn": "yarn", "lace": "lace", "tile": "tile"}
_GOLD = "#D9A928"


def ansi_text(scene: Scene) -> str:
    """Return lines of at most `WIDTH` columns, with colour codes on any terminal."""
    return page(_headline(scene), _sections(scene))


def _sections(scene: Scene) -> list[Section]:
    hire = f" (hire for {scene.hire_price} Livre)" if scene.display else ""
    halls = [line for hall in scene.halls for line in _hall(hall)]
    return [
        ("Halls: name, majority, musician; M marks Master spaces", halls),
        ("Decorations", _decorations(scene)),
        (f"Workshop ({scene.bag_size} dresses in the bag)", _workshop(scene)),
        (f"Warehouse ({scene.stack_size} tiles in the stack)", _warehouse(scene)),
        (f"Employees{hire}", _display(scene)),
        ("Players", [line for player in scene.players for line in _player(scene, player)]),
        ("The end" if scene.is_over else "Decision", _decision(scene)),
    ]


def _headline(scene: Scene) -> Text:
    text = styled("Rokoko", "bold")
    text.append(f"   {scene.num_players} players   round {scene.round} of {ROUNDS}")
    text.append("   start player ")
    text.append_text(badge(scene.start_player))
    text.append("   favor card ")
    return text + (Text("on the board") if scene.favor is None else badge(scene.favor))


# --- small pieces ------------------------------------------------------------------------------


def _silk(color: int, words: str) -> Text:
    name = COLORS[color]
    return styled(words, f"{palette.SILK_INK[name]} on {palette.SILK[name]}")


def _bales(bales: tuple[int, ...]) -> Text:
    """For example: 2y 1r, each on its colour."""
    counts = [_silk(c, f"{n}{COLOR_LETTERS[c]}") for c, n in enumerate(bales) if n]
    return Text(" ").join(counts) if counts else styled("-", "dim")


def _rank(card: Card) -> Text:
    return styled(f" {card.rank[0].upper()} ", _RANK_STYLES[card.rank])


def _tile(tile: Resource) -> Text:
    return _bales(tile.bales).append(f" {TRIM_WORDS[tile.trim]}")


# --- the board ---------------------------------------------------------------------------------


def _hall(hall: Hall) -> list[Text]:
    first = padded(styled(hall.name, "bold"), 30)
    majority = "/".join(str(n) for n in hall.majority)
    first.append(f"  majority {majority} PP".ljust(22))
    first.append("musician ").append_text(_decoration(hall.musician))
    second = Text(" ")
    for space in hall.spaces:
        second.append_text(padded(_guest_space(space), _CELL))
    return [first, second]


def _guest_space(space: GuestSpace) -> Text:
    text = styled("M " if space.master else "  ", f"bold {_GOLD}")
    if space.dress is None or space.owner is None:
        reward = space.reward
        words = f"{reward.amount} L" if reward.kind == "livre" else _REWARDS[reward.kind]
        return text.append(f"{space.label} {words}".rstrip(), style="dim")
    color = COLORS.index(space.dress.color)
    text.append_text(_silk(color, f" {COLOR_LETTERS[color]}{space.dress.prestige} "))
    return text.append_text(badge(space.owner))


def _decoration(decoration: Decoration) -> Text:
    text = Text(f"{decoration.cost} L") if decoration.owner is None else badge(decoration.owner)
    if decoration.prestige:
        text.append(f" {decoration.prestige} PP", style="dim")
    if decoration.multiplier is not None:
        text.append(f" x{decoration.multiplier}", style=_GOLD)
    return text


def _decorations(scene: Scene) -> list[Text]:
    majority = "/".join(str(n) for n in scene.fireworks_majority)
    rows = [
        (f"fireworks, {majority} PP", scene.fireworks),
        ("statues", scene.statues),
        ("upper fountain", scene.upper_fountain),
        ("lower fountain", scene.lower_fountain),
    ]
    lines = []
    for title, spaces in rows:
        line = Text(title.ljust(20))
        for space in spaces:
            line.append_text(padded(_decoration(space), 10))
        lines.append(line)
    line = Text("guests in each hall ")
    for place in scene.all_halls:
        entry = Text(f"{place.prestige} PP")
        if place.owner is not None:
            entry = badge(place.owner).append(f" {place.prestige} PP", style="dim")
        line.append_text(padded(entry, 10))
    return [*lines, line]


def _workshop(scene: Scene) -> list[Text]:
    """Two windows per line, in columns."""
    entries = [_window(number, window) for number, window in enumerate(scene.workshop, 1)]
    rows = (len(entries) + 1) // 2
    lines = []
    for i in range(rows):
        line = padded(entries[i], _HALF)
        if rows + i < len(entries):
            line.append_text(padded(entries[rows + i], _HALF))
        lines.append(line)
    return lines


def _window(number: int, window: Window) -> Text:
    text = Text(f"{number} for {window.cost} L".ljust(11))
    return text.append("-", style="dim") if window.dress is None else text + _dress(window.dress)


def _dress(dress: Dress) -> Text:
    color = COLORS.index(dress.color)
    text = _silk(color, f" {COLOR_LETTERS[color]}{dress.prestige} ").append(" ")
    text.append_text(_bales(dress.bales))
    trim = " +yarn" * dress.yarn + " +lace" * dress.lace
    text.append(f"{trim}  {dress.livre} L")
    if dress.thimble:
        text.append(" Master", style=_GOLD)
    return text


def _warehouse(scene: Scene) -> list[Text]:
    lines = []
    for number, shelf in enumerate(scene.warehouse, 1):
        price = "empty" if shelf.price is None else f"for {shelf.price} L"
        line = Text(f"{number} {price}".ljust(12))
        for tile in shelf.tiles:
            entry = styled("-", "dim") if tile is None else _tile(tile)
            line.append_text(padded(entry, 22))
        lines.append(line)
    return lines


def _display(scene: Scene) -> list[Text]:
    lines = []
    for card in scene.display:
        line = _rank(card).append(" ")
        line.append_text(padded(Text(card.rank.capitalize()), 11))
        lines.append(line.append_text(padded(Text(card.bonus), 50)).append(card.name, style="dim"))
    return lines or [styled("nobody left", "dim")]


# --- players and decision ----------------------------------------------------------------------


def _player(scene: Scene, player: Player) -> list[Text]:
    line = styled("> " if player.seat == scene.decision.seat else "  ", "bold")
    line.append_text(badge(player.seat))
    line.append(f" {player.money:3} Livre {player.yarn:2} yarn {player.lace:2} lace ")
    line.append(f"{player.prestige:2} PP  {player.decorations:2} decor  ")
    line.append("guests ", style="dim").append_text(padded(_bales(player.guests), 13))
    line.append("silk ", style="dim").append_text(_bales(player.bales))
    if player.silk_unseen:
        line.append(f" +{player.silk_unseen} unseen", style="dim")
    sizes = f"hand {player.hand_size} supply {player.supply_size} discard {player.discard_size}"
    cards = Text("      ").append(sizes, style="dim")
    for card in player.hand:
        cards.append("  ").append_text(_rank(card)).append(f" {card.bonus}")
    if player.hand_unseen:
        cards.append(f"  {player.hand_unseen} unseen", style="dim")
    return [line, cards] if player.score is None else [line]


def _decision(scene: Scene) -> list[Text]:
    if scene.is_over:
        return _standings(scene)
    decision, lines = scene.decision, []
    for words, card in (("plays", decision.card), ("with the bonus of", decision.bonus_of)):
        if card is not None:
            line = styled(f"{words} ", "dim").append_text(_rank(card))
            lines.append(line.append(f" {card.bonus} ({card.name})"))
    if decision.tile is not None:
        lines.append(styled("tile taken ", "dim") + _tile(decision.tile))
    if decision.tile_unseen:
        lines.append(styled("tile drawn unseen", "dim"))
    if decision.dress is not None:
        line = styled("dress in work ", "dim") + _dress(decision.dress)
        if any(decision.missing):
            line.append("  still missing ", style="dim").append_text(_bales(decision.missing))
        lines.append(line)
    if decision.seat is not None:
        head = badge(decision.seat).append(" has to ")
        lines.append(head.append(decision.words, style="bold"))
    if decision.options:
        lines.append(styled("options: ", "dim").append(", ".join(decision.options)))
    return lines


def _standings(scene: Scene) -> list[Text]:
    lines = [_standing(p.seat, p.score) for p in scene.players if p.score is not None]
    names = Text(" and ").join([badge(seat) for seat in scene.winners])
    return [*lines, styled("winner: ", "bold") + names]


def _standing(seat: int, score: Score) -> Text:
    parts = ", ".join(f"{source} {points}" for source, points in score.parts)
    text = badge(seat).append(f" {score.total:3} PP  ", style="bold" if score.won else "none")
    return text.append(f"{parts}; {score.livre_left} L left")
