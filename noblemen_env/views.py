"""Views: everything that a seat may know, as plain data for pages, text and notebooks.

A view holds what the table shows and what lies behind the seat's own screen. `seat=None` sees
everything (for replays and debugging), and so does everybody when the game is over; such a view has
the same form, with every player's own keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from noblemen_env.actions import CELL_NAMES
from noblemen_env.core import ids
from noblemen_env.estate import Estate, read_estate
from noblemen_env.worth import land_yield, prestige_base, scores, taxes_yield

if TYPE_CHECKING:
    from noblemen_env.game import Game

View = dict[str, Any]

DRAFT_PURPOSES = {ids.AT_START: "start", ids.FOR_CHAPEL: "chapel", ids.AT_DECADE: "decade"}
SPEND_PURPOSES = {ids.FOR_TAXES: "taxes", ids.FOR_LAND: "land"}


def make_view(game: Game, seat: int | None) -> View:
    """Make the view of a seat."""
    s = game.record
    view: View = {
        "seat": seat,
        "num_players": game.num_players,
        "decade": game.round,
        "track": {"fields": _track(game), "marker": int(s["track"])},
        "queen": int(s["queen"]),
        "active": int(s["active"]),
        "to_decide": None if game.is_over else game.current_player,
        "decision": game.decision,
        "turn": _turn(game, seat),
        "offer": {name: _offer(game, number) for number, name in enumerate(ids.BUILDINGS)},
        "follies": _follies(game),
        "folly_points": _folly_points(game),
        "pool": int(s["pool"]),
        "church": _church(game),
        "bag_size": _bag_size(game, seat),
        "deck_size": _deck_size(game),
        "players": [_player(game, p, seat) for p in range(game.num_players)],
    }
    if seat is None:
        view["bag"] = _counts(s["bag"], ids.TILES)
        view["deck"] = [ids.CARDS[card] for card in deck(s)]
    if game.is_over:
        view["scores"] = game.score_breakdown()
        view["winners"] = game.winners()
    return view


def _track(game: Game) -> list[str]:
    fields = [ids.TRACK_FIELDS[kind] for kind in game.rules["track"]]
    return fields[: fields.index("scoring") + 1]


def _turn(game: Game, seat: int | None) -> View:
    """The present turn, or step of the setup; cards that are drafted are their player's alone."""
    s = game.record
    turn: View = {
        "acted": bool(s["acted"]),
        "card_played": bool(s["card_played"]),
        "by_card": bool(s["by_card"]),
        "tiles_to_lay": int(s["to_lay"]),
        "tile": _name(s["tile"], ids.TILES),
        "laid": _counts(s["laid"], ids.TILES),
        "completed": _counts(s["completed"], ids.AREAS),
        "building": _name(s["building"], game.buildings),
        "knight": None if s["knight"] < 0 else int(s["knight"]) + 1,
        "given": int(s["given"]),
        "due": int(s["due"]),
        "purpose": _purpose(s),
        "waiting": int(s["waiting"]),
    }
    if game.decision == "draft" and seat in (None, game.current_player):
        turn["drafted"] = [ids.CARDS[card] for card in s["drafted"] if card >= 0]
    return turn


def _purpose(s: np.void) -> str | None:
    """Why cards are drafted, or what markers are spent on."""
    if s["decision"] == ids.DRAFT:
        return DRAFT_PURPOSES.get(int(s["purpose"]))
    if s["decision"] == ids.SPEND:
        return SPEND_PURPOSES.get(int(s["purpose"]))
    return None


def _offer(game: Game, building: int) -> View:
    """Pieces on the board and beside it, the printed price, and that for each seat's title."""
    s, name = game.record, ids.BUILDINGS[building]
    return {
        "left": int(s["offer"][building]),
        "reserve": int(s["reserve"][building]),
        "price": game.price(name),
        "price_by_seat": [game.price(name, p) for p in range(game.num_players)],
    }


def _follies(game: Game) -> list[View]:
    s = game.record
    return [
        {
            "name": name,
            "needs": _counts(game.rules["folly_areas"][number], ids.AREAS),
            "price": game.price(name),
            "price_by_seat": [game.price(name, p) for p in range(game.num_players)],
            "owner": _number(s["folly_owner"][number]),
            "cell": _name(s["folly_cell"][number], CELL_NAMES),
        }
        for number, name in enumerate(game.buildings[ids.FOLLY :])
    ]


def _folly_points(game: Game) -> int | None:
    """The points for the next folly that anybody builds."""
    built = int((game.record["folly_owner"] >= 0).sum())
    return int(game.rules["folly_points"][built]) if built < ids.FOLLIES else None


def _church(game: Game) -> dict[str, View]:
    most = int(game.rules["church_tiles"])
    given = zip(ids.TILES, game.record["church"], strict=True)
    return {name: {"tiles": int(n), "room": most - int(n)} for name, n in given}


def _hides_choices(game: Game) -> bool:
    """R26: while tiles are chosen, hands that grow type by type would tell what is picked."""
    return game.decision == "take"


def _bag_size(game: Game, seat: int | None) -> int:
    if seat is None or not _hides_choices(game):
        return int(game.record["bag"].sum())
    estates = sum(len(read_estate(game.record, p).land) for p in range(game.num_players))
    hands = game.num_players * int(game.rules["start_tiles"])
    return int(game.rules["tile_copies"].sum()) - estates - hands


def _deck_size(game: Game) -> int:
    """The cards in the deck, which is shuffled after the choice of tiles."""
    s = game.record
    return int(game.rules["card_copies"].sum() if s["decision"] == ids.TAKE else s["deck_size"])


def _player(game: Game, p: int, seat: int | None) -> View:
    """Public things for everybody; tiles and cards for the players themselves."""
    s = game.record
    estate = read_estate(s, p)
    is_open = game.is_over or seat in (None, p)
    hand = int(s["tiles"][p].sum())
    if _hides_choices(game) and not is_open:
        hand = int(game.rules["start_tiles"])
    player: View = {
        "seat": p,
        "title": _name(s["title"][p], ids.TITLES),
        "points": int(s["points"][p].sum()),
        "points_by_source": _counts(s["points"][p], ids.SOURCE_NAMES),
        "money": int(s["money"][p]),
        "markers": int(s["markers"][p]),
        "hand_size": hand,
        "card_count": int(s["cards"][p].sum()),
        "taxes_used": bool(s["taxes_used"][p]),
        "land_used": bool(s["land_used"][p]),
        "taxes_yield": taxes_yield(s, game.rules, p),
        "land_yield": land_yield(s, game.rules, p),
        "prestige_base": prestige_base(s, game.rules, p),
        "prestige": _number(s["prestige"][p]),
        "counter": _number(s["counter"][p]),
        "estate": _estate(game, estate),
        "scoring": _scoring(game, estate, p),
        "knights": [_knight(s, p, knight) for knight in range(game.rules["knights"])],
    }
    if is_open:
        player["tiles"] = _counts(s["tiles"][p], ids.TILES)
        player["cards"] = _counts(s["cards"][p], ids.CARDS)
    return player


def _estate(game: Game, estate: Estate) -> View:
    return {
        "land": {CELL_NAMES[cell]: ids.TILES[kind] for cell, kind in estate.land.items()},
        "buildings": {
            CELL_NAMES[cell]: game.buildings[number] for cell, number in estate.buildings.items()
        },
        "areas": [
            {
                "cell": CELL_NAMES[area],
                "kind": ids.AREAS[estate.land[area]],
                "visitor": estate.visitors.get(area),
            }
            for area in estate.areas
        ],
    }


def _scoring(game: Game, estate: Estate, seat: int) -> list[View]:
    """Castles and palaces, with the points that each would bring now."""
    return [
        {
            "cell": CELL_NAMES[score.cell],
            "building": ids.BUILDINGS[score.building],
            "enclosed": score.is_enclosed,
            "chapels": score.chapels,
            "points": score.points,
        }
        for score in scores(game.record, game.rules, estate, seat)
    ]


def _knight(s: np.void, p: int, knight: int) -> View | str:
    """The area that a knight visits, or "supply"."""
    host, area = int(s["knight_host"][p][knight]), int(s["knight_area"][p][knight])
    if host < 0:
        return "supply"
    kind = read_estate(s, host).land[area]
    return {"host": host, "cell": CELL_NAMES[area], "kind": ids.AREAS[kind]}


def deck(s: np.void) -> list[int]:
    """The cards of the deck, the top one first."""
    places = range(s["deck_top"], s["deck_top"] + s["deck_size"])
    return [int(s["deck"][place % len(s["deck"])]) for place in places]


def _counts(numbers: Iterable[Any], names: Sequence[str]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, numbers, strict=True)}


def _number(number: np.integer[Any]) -> int | None:
    return None if number < 0 else int(number)


def _name(number: np.integer[Any], names: Sequence[str]) -> str | None:
    return None if number < 0 else names[int(number)]
