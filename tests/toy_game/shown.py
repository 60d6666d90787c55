"""A game for people: names, views, text and pictures, reasons, and checks of positions."""

import numpy as np

from parlour.codec import members
from parlour.render.shapes import Picture
from tests.toy_game.rules import ALL_PEBBLES, CARDS, LAY, OVER, PEBBLES, ROUNDS, SEATS, SPACES

COLORS = ("#B03A2E", "#2471A3", "#229954", "#B7950B", "#7D3C98")


def vocabulary(components):
    sizes = {"cards": CARDS, "pebbles": PEBBLES, "spaces": SPACES}
    return {name: tuple(f"{name[:-1]} {i}" for i in range(n)) for name, n in sizes.items()}


def action_names(components):
    names = vocabulary(components)
    return (*(f"take {name}" for name in names["pebbles"]), *names["spaces"])


def make_view(game, seat):
    s = game.record
    view = {"round": game.round, "player": game.current_player, "decision": game.decision}
    view |= {"table": members(s["table"]), "players": []}
    for p in range(game.num_players):
        player = {name: members(s[name][p]) for name in ("pebbles", "spaces")}
        if seat in (None, p) or game.is_over:
            player["card"] = int(s["card"][p])
        view["players"].append(player)
    return {**view, "scores": game.score_breakdown()} if game.is_over else view


def view_as_text(view, components):
    state = {name: value for name, value in view.items() if name not in ("players", "scores")}
    rows = [state, *view["players"], *view.get("scores", ())]
    return "\n".join(", ".join(f"{name} {row[name]}" for name in row) for row in rows)


def view_as_ansi(view, components):
    return f"\x1b[1m{view_as_text(view, components)}\x1b[0m"


def draw(view, components):
    picture = Picture(700, 40 * SEATS, "Pebbles")
    for p, player in enumerate(view["players"]):
        picture.text(10, 40 * p + 25, f"player {p}, card {player.get('card', '?')}", 12)
        for space in player["spaces"]:
            picture.circle(20 * space + 110, 40 * p + 20, 9, COLORS[p])
    return picture


def explain_illegal(game, action):
    if game.is_over:
        return "the game is over"
    if (action >= PEBBLES) != (game.decision == "lay"):
        return f"the player has to {game.decision} a pebble"
    return "the space is taken" if action >= PEBBLES else "the pebble is not on the table"


def seat_words(game, seat):
    return f" ({int(game.record['pebbles'][seat]).bit_count()} pebbles)"


def broken_invariants(s, rules, names):
    n = int(s["num_players"])
    limits = {"num_players": (3, SEATS), "player": (0, n - 1), "decision": (0, OVER)}
    limits["round_number"] = (1, ROUNDS)
    for name, (low, high) in limits.items():
        if not low <= s[name] <= high:
            return [f"{name} is {int(s[name])}, not {low} to {high}"]
    return [
        f"one of the {name} is in two places"
        for name, sets in (
            ("pebbles", [s["table"], *s["pebbles"]]),
            ("spaces", s["spaces"]),
            ("cards", [1 << card for card in s["card"][:n].tolist()]),
        )
        if np.bitwise_or.reduce(sets) != sum(map(int, sets))
    ]


def broken_decision(s, rules):
    laid = sum(map(len, map(members, s["spaces"])))
    taken = sum(map(len, map(members, s["pebbles"])))
    return [] if taken == laid + (s["decision"] == LAY) else ["a pebble lies on no space"]


def derive(s, rules):
    s["bag"] = ALL_PEBBLES & ~int(s["table"]) & ~int(s["pebbles"].sum())
