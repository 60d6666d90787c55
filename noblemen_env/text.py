"""A view as plain text for a player."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from noblemen_env.actions import CELL_NAMES
from noblemen_env.components import Components
from noblemen_env.core import ids
from noblemen_env.wording import (
    CARD_WORDS,
    DECISION_WORDS,
    card_list,
    count_words,
    number_of,
    score_parts,
    some,
)

WIDTH = 100
RULE = "-" * WIDTH
GAP = "   "  # between estates
LEGEND = (
    "Estates: f field, g grove, o fountain, . meadow; C castle, P palace, H chapel, Y folly; the "
    "top left tile of an area has + or the player of the visiting knight"
)
LAND = {"field": "f", "grove": "g", "fountain": "o", "meadow": "."}
BUILDINGS = {"castle": "C", "palace": "P", "chapel": "H"}
FOLLY = "Y"
SUPPLY = {"pool": "marker", "bag_size": "tile", "deck_size": "scandal card"}
PLACES = {name: divmod(cell, ids.SIDE) for cell, name in enumerate(CELL_NAMES)}


def view_as_text(view: dict[str, Any], components: Components) -> str:
    """Write exactly what the view holds, in at most `WIDTH` columns."""
    lines = [*_headline(view), RULE, *_board(view), RULE]
    for player in view["players"]:
        lines += _player(view, player)
    text = [_wrapped(line) for line in lines]
    text += [RULE, _wrapped(LEGEND), *_estates(view["players"]), RULE]
    text += [_wrapped(line) for line in _decision(view)]
    return "\n".join(text)


def _wrapped(line: str) -> str:
    indent = len(line) - len(line.lstrip()) + 4
    return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=" " * indent))


def _headline(view: dict[str, Any]) -> list[str]:
    track = [
        f"[{field}]" if place == view["track"]["marker"] else field
        for place, field in enumerate(view["track"]["fields"])
    ]
    headline = (
        f"Noblemen, {view['num_players']} players   decade {view['decade']} of {ids.DECADES}   "
        f"turn of player {view['active']}   Queen: player {view['queen']}"
    )
    return [headline, f"Track: {' '.join(track)}"]


def _board(view: dict[str, Any]) -> list[str]:
    seat = view["seat"]
    offer = ", ".join(_offered(name, entry, seat) for name, entry in view["offer"].items())
    room = {name: entry["room"] for name, entry in view["church"].items()}
    points = view["folly_points"]
    lines = [
        f"Board: {offer}",
        f"Follies ({f'{points} points for the next' if points is not None else 'all built'})",
        *(f"  {_folly(folly, seat)}" for folly in view["follies"]),
        f"Church: room for {count_words(room)}",
        f"Supply: {', '.join(number_of(view[key], name) for key, name in SUPPLY.items())}",
    ]
    if "bag" in view:
        lines.append(f"In the bag: {count_words(view['bag'])}")
        deck = ", ".join(CARD_WORDS[card] for card in view["deck"])
        lines.append(f"Deck from the top: {deck or 'none'}")
    return lines


def _offered(name: str, entry: dict[str, Any], seat: int | None) -> str:
    left, reserve = number_of(entry["left"], name), f"({entry['reserve']} in reserve)"
    return f"{left} for {_price(entry, seat)} {reserve}" if entry["left"] else f"{left} {reserve}"


def _folly(folly: dict[str, Any], seat: int | None) -> str:
    needs = f"{folly['name']} (needs {count_words(folly['needs'])})"
    if folly["owner"] is not None:
        return f"{needs}: of player {folly['owner']} at {folly['cell']}"
    return f"{needs}: {_price(folly, seat)}"


def _price(entry: dict[str, Any], seat: int | None) -> str:
    """The printed price, and what the seat pays if its title saves something."""
    own = entry["price"] if seat is None else entry["price_by_seat"][seat]
    title = "" if own == entry["price"] else f", by title {own}"
    return f"{number_of(entry['price'], 'pound')}{title}"


# --- players -------------------------------------------------------------------------------------


def _player(view: dict[str, Any], player: dict[str, Any]) -> list[str]:
    arrow = ">" if player["seat"] == view["to_decide"] else " "
    numbers = {"point": "points", "pound": "money", "marker": "markers", "tile": "hand_size"}
    counts = [number_of(player[key], name) for name, key in numbers.items()]
    counts.append(number_of(player["card_count"], "card"))
    title = "no title" if player["title"] is None else player["title"]
    lines = [
        f"{arrow} Player {player['seat']}: {title}, {', '.join(counts)}",
        f"    {_prestige(player)}, {_yield(player, 'taxes')}, {_yield(player, 'land')}",
        f"    knights: {', '.join(_knight(knight) for knight in player['knights']) or 'none'}",
    ]
    if player["points"]:
        sources = ", ".join(f"{source} {n}" for source, n in some(player["points_by_source"]))
        lines.append(f"    points: {sources}")
    if player["scoring"]:
        lines.append(f"    scoring now: {', '.join(_score(entry) for entry in player['scoring'])}")
    if "tiles" in player:
        lines.append(f"    hand: {count_words(player['tiles'])}")
        lines.append(f"    cards: {card_list(player['cards'])}")
    return lines


def _prestige(player: dict[str, Any]) -> str:
    if player["counter"] is not None:
        return f"prestige {player['prestige']} (counter on {player['counter']})"
    if player["prestige"] is not None:
        return f"prestige {player['prestige']}"
    return f"prestige {player['prestige_base']}"


def _yield(player: dict[str, Any], name: str) -> str:
    unit = "pound" if name == "taxes" else "tile"
    used = " (used)" if player[f"{name}_used"] else ""
    return f"{name} {number_of(player[f'{name}_yield'], unit)}{used}"


def _knight(knight: dict[str, Any] | str) -> str:
    if isinstance(knight, str):
        return knight
    return f"{knight['kind']} {knight['cell']} of player {knight['host']}"


def _score(entry: dict[str, Any]) -> str:
    points = number_of(entry["points"], "point") if entry["enclosed"] else "not enclosed"
    return f"{entry['building']} {entry['cell']} {points}"


# --- estates -------------------------------------------------------------------------------------


def _estates(players: Sequence[dict[str, Any]]) -> Iterable[str]:
    """Draw the estates side by side, as many as fit into a line."""
    maps = [_map(player) for player in players]
    while maps:
        number = 1
        while number < len(maps) and _width(maps[: number + 1]) <= WIDTH:
            number += 1
        row, maps = maps[:number], maps[number:]
        widths = [len(estate[0]) for estate in row]
        for lines in zip_longest(*row, fillvalue=""):
            cut = zip(lines, widths, strict=True)
            yield GAP.join(line.ljust(width) for line, width in cut).rstrip()


def _width(maps: Sequence[Sequence[str]]) -> int:
    return sum(len(lines[0]) for lines in maps) + len(GAP) * (len(maps) - 1)


def _map(player: dict[str, Any]) -> list[str]:
    """Draw an estate, cropped to its land, with the names of columns and rows."""
    estate = player["estate"]
    places = {PLACES[name]: (name, kind) for name, kind in estate["land"].items()}
    marks = _marks(estate)
    rows, columns = ([place[axis] for place in places] for axis in (0, 1))
    across = range(min(columns), max(columns) + 1)
    lines = [f"   {''.join(CELL_NAMES[column][0] + ' ' for column in across)}"]
    for row in range(min(rows), max(rows) + 1):
        cells = ""
        for column in across:
            name, kind = places.get((row, column), ("", ""))
            cells += LAND.get(kind, " ") + marks.get(name, " ")
        lines.append(f"{row + 1:2} {cells}")
    title = f"player {player['seat']}"
    return [title.ljust(len(lines[0])), *lines]


def _marks(estate: dict[str, Any]) -> dict[str, str]:
    """The second letter of cells with a building, or an area's symbol."""
    marks = {cell: BUILDINGS.get(name, FOLLY) for cell, name in estate["buildings"].items()}
    for area in estate["areas"]:
        marks[area["cell"]] = "+" if area["visitor"] is None else str(area["visitor"])
    return marks


# --- the decision --------------------------------------------------------------------------------


def _decision(view: dict[str, Any]) -> list[str]:
    if "winners" in view:
        winners = " and ".join(f"player {p}" for p in view["winners"])
        lines = [_score_line(p, row) for p, row in enumerate(view["scores"])]
        return [*lines, f"Winner: {winners}"]
    lines = [
        *_turn(view["turn"]),
        f"Player {view['to_decide']} has to {DECISION_WORDS[view['decision']]}",
    ]
    if "options" in view:
        lines.append(f"Options: {', '.join(view['options'])}")
    return lines


def _turn(turn: dict[str, Any]) -> list[str]:
    """The state of what is being done; nothing of it in a turn that has just begun."""
    done = [name for name in ("acted", "card_played") if turn[name]]
    lines = []
    if done:
        words = {"acted": "the action", "card_played": "a card"}
        lines.append(f"In this turn: {' and '.join(words[name] for name in done)}")
    if turn["tiles_to_lay"]:
        laid, completed = count_words(turn["laid"]), count_words(turn["completed"])
        lines.append(f"Laid: {laid}; areas completed: {completed}; left: {turn['tiles_to_lay']}")
    if turn["tile"] is not None:
        lines.append(f"Tile: {turn['tile']}")
    if turn["building"] is not None:
        lines.append(f"Building: {turn['building']}{' of a card' if turn['by_card'] else ''}")
    if turn["purpose"] is not None:
        lines.append(f"For: {turn['purpose']}")
    if turn["given"]:
        lines.append(f"Given so far: {turn['given']}")
    if turn["due"]:
        lines.append(f"Tiles due: {turn['due']}")
    if "drafted" in turn:
        lines.append(f"Cards drawn: {', '.join(CARD_WORDS[card] for card in turn['drafted'])}")
    if turn["waiting"]:
        lines.append(f"After that: {number_of(turn['waiting'], 'player')}")
    return lines


def _score_line(p: int, row: dict[str, int]) -> str:
    parts = ", ".join(f"{source} {n}" for source, n in score_parts(row, ("total", "money_left")))
    money = number_of(row["money_left"], "pound")
    return f"Player {p}: {number_of(row['total'], 'point')} ({parts}), {money} left"
