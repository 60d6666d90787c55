"""A view as plain text for a player."""

from __future__ import annotations

import textwrap
from typing import Any

from rokoko_env.components import Components
from rokoko_env.wording import (
    DECISION_WORDS,
    bales_words,
    dress_words,
    employee_words,
    reward_words,
    score_parts,
    tile_words,
)

WIDTH = 100
RULE = "-" * WIDTH


def view_as_text(view: dict[str, Any], components: Components) -> str:
    """Write exactly what the view holds, in at most `WIDTH` columns."""
    lines = [_headline(view), RULE]
    lines += _markets(view, components)
    lines += [RULE, *_ballroom(view), RULE]
    for player in view["players"]:
        lines += _player(view, player)
    lines += [RULE, *_decision(view, components)]
    return "\n".join(_wrapped(line) for line in lines)


def _wrapped(line: str) -> str:
    indent = len(line) - len(line.lstrip()) + 4
    return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=" " * indent))


def _headline(view: dict[str, Any]) -> str:
    favor = "on the board" if view["favor"] is None else f"player {view['favor']}"
    return (
        f"Rokoko, {view['num_players']} players   round {view['round']} of 7   "
        f"start player {view['start_player']}   favor card: {favor}"
    )


def _markets(view: dict[str, Any], components: Components) -> list[str]:
    employees = {e.id: e for e in components.employees}
    dresses = {d.id: d for d in components.dresses}
    tiles = {r.id: r for r in components.resources}
    lines = [f"Display (hire for {view['hire_price']} Livre)"]
    lines += [f"  {employee_words(employees[card])}" for card in view["display"]] or ["  empty"]
    lines.append(f"Warehouse (stack {view['tile_stack_size']})")
    for number, segment in enumerate(view["warehouse"], 1):
        price = "empty" if segment["price"] is None else f"{segment['price']} Livre"
        lines.append(f"  segment {number} ({price})")
        for place, tile in enumerate(segment["tiles"], 1):
            if tile is not None:
                lines.append(f"    {number}.{place} {tile_words(tiles[tile])}")
    lines.append(f"Workshop (bag {len(view['bag'])})")
    for number, window in enumerate(view["workshop"], 1):
        dress = "-" if window["dress"] is None else dress_words(dresses[window["dress"]])
        lines.append(f"  window {number} for {window['cost']} Livre: {dress}")
    return lines


def _ballroom(view: dict[str, Any]) -> list[str]:
    lines = []
    for number, hall in enumerate(view["halls"], 1):
        musician = _owned(hall["musician"])
        first, second = hall["majority"]
        lines.append(f"{hall['name']} ({number}), majority {first}/{second}, musician {musician}")
        lines.append("  " + "  ".join(_guest_space(space) for space in hall["spaces"]))
    for kind, spaces in view["decorations"].items():
        lines.append(f"{kind.replace('_', ' ')}: " + "  ".join(_owned(space) for space in spaces))
    places = [f"{place['prestige']} PP{_whose(place)}" for place in view["all_halls"]]
    lines.append("all halls: " + "  ".join(places))
    return lines


def _guest_space(space: dict[str, Any]) -> str:
    """For example [M lace] if free, [M yellow_06 of 2] if taken; M marks a Master space."""
    mark = "M " if space["rank"] == "master" else ""
    if space["dress"] is not None:
        return f"[{mark}{space['dress']}{_whose(space)}]"
    reward = "free" if space["reward"] == "none" else reward_words(space["reward"])
    return f"[{mark}{reward}]"


def _owned(space: dict[str, Any]) -> str:
    points = f", {space['prestige']} PP" if space["prestige"] else ""
    times = f", x{space['multiplier']}" if "multiplier" in space else ""
    return f"[{space['cost']} Livre{points}{times}{_whose(space)}]"


def _whose(space: dict[str, Any]) -> str:
    return "" if space["owner"] is None else f" of {space['owner']}"


def _player(view: dict[str, Any], player: dict[str, Any]) -> list[str]:
    arrow = ">" if player["seat"] == view["to_decide"] else " "
    lines = [
        (
            f"{arrow} Player {player['seat']}: {player['money']} Livre, {player['yarn']} yarn, "
            f"{player['lace']} lace, {player['prestige_tokens']} PP tokens, "
            f"deck of {len(player['deck'])}, silk tiles {player['silk_size']}"
        )
    ]
    if "hand" in player:
        lines.append(f"    hand     {_list(player['hand'])}")
        lines.append(f"    supply   {_list(player['supply'])}")
        lines.append(f"    silk     {_tile_counts(player['silk'])}")
    else:
        sure = f", surely {_list(player['surely_in_hand'])}" if player["surely_in_hand"] else ""
        lines.append(f"    hand     {player['hand_size']} cards{sure}")
        lines.append(f"    hand or supply   {_list(player['hand_or_supply'])}")
        unseen = sum(player["silk_unseen"])
        lines.append(f"    silk     {_tile_counts(player['silk_seen'])}, {unseen} unseen")
    lines.append(f"    discard  {_list(player['discard'])}")
    return lines


def _list(names: list[str]) -> str:
    return ", ".join(names) if names else "-"


def _tile_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} x {kind}" if n > 1 else kind for kind, n in counts.items()) or "-"


def _decision(view: dict[str, Any], components: Components) -> list[str]:
    if "winners" in view:
        return [_score_line(p, row) for p, row in enumerate(view["scores"])] + [
            "Winner: " + " and ".join(f"player {p}" for p in view["winners"])
        ]
    lines = []
    turn = view["turn"]
    if turn is not None:
        employees = {e.id: e for e in components.employees}
        lines.append(f"In play: {employee_words(employees[turn['card']])}")
        if turn["tile"] is not None:
            tiles = {r.id: r for r in components.resources}
            is_seen = turn["tile"] in tiles
            lines.append(f"Tile taken: {tile_words(tiles[turn['tile']]) if is_seen else 'unseen'}")
        if turn["dress"] is not None:
            dresses = {d.id: d for d in components.dresses}
            lines.append(f"Dress in work: {dress_words(dresses[turn['dress']])}")
            if any(turn["missing_bales"]):
                lines.append(f"Still missing: {bales_words(tuple(turn['missing_bales']))}")
    lines.append(f"Player {view['to_decide']} has to {DECISION_WORDS[view['decision']]}")
    if "options" in view:
        lines.append(f"Options: {', '.join(view['options'])}")
    return lines


def _score_line(p: int, row: dict[str, int]) -> str:
    parts = ", ".join(f"{source} {points}" for source, points in score_parts(row))
    return f"Player {p}: {row['total']} PP ({parts}), {row['livre_left']} Livre left"
