"""Positions to render: games of players who build and visit, crafted views, an overfull set."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from noblemen_env.actions import CELL_NAMES
from noblemen_env.components import Components, load_components
from noblemen_env.core import ids
from noblemen_env.game import Game
from noblemen_env.render import Scene, make_scene
from tests.noblemen_env.choosers import as_model, choose

PLAYERS = (3, 4, 5)
STAGES = {"start": 0.0, "middle": 0.5, "late": 0.94, "end": 1.0}
STYLES = ("builder", "knight", "palace", "gardener", "folly")
View = dict[str, Any]


@cache
def _choices(num_players: int, seed: int) -> tuple[int, ...]:
    game, rng = Game(num_players, seed), random.Random(seed)
    while not game.is_over:
        options = {game.action_name(action): action for action in game.legal_actions()}
        style = STYLES[(game.current_player + seed) % len(STYLES)]
        game.apply(options[choose(as_model(game), list(options), rng, style)])
    return game.history


def at(num_players: int, stage: str, seed: int = 1, decision: str = "") -> Game:
    """Return a game at some stage, or at the first such decision after it."""
    choices = _choices(num_players, seed)
    first = round(len(choices) * STAGES[stage])
    game = Game(num_players, seed)
    for number, action in enumerate(choices):
        if number >= first and decision in ("", game.decision):
            break
        game.apply(action)
    return game


def asked(num_players: int, decision: str) -> Game:
    """Return a game in which this has to be decided, after the first half of a game if possible."""
    for stage in ("middle", "start"):
        for seed in range(1, 30):
            game = at(num_players, stage, seed, decision)
            if game.decision == decision:
                return game
    raise LookupError(f"no game asks for {decision!r}")


def positions(num_players: int, seed: int, every: int) -> list[Game]:
    """Return some positions of one game, including the end."""
    game, games = Game(num_players, seed), []
    for number, action in enumerate(_choices(num_players, seed)):
        if number % every == 0:
            games.append(game.clone())
        game.apply(action)
    return [*games, game]


def scene_of(game: Game, seat: int | None = None) -> Scene:
    return make_scene(game.view(seat), game.components)


# --- crafted views -----------------------------------------------------------------------------


def first_turn(num_players: int, seat: int | None = None) -> View:
    """The view of the first turn, in which everybody has a meadow with a castle."""
    return at(num_players, "start", decision="act").view(seat)


def crafted(num_players: int) -> View:
    """A view with one of everything: all pieces, knights, a folly and a masquerade."""
    view = first_turn(num_players)
    view.update(decision="bid", to_decide=1, active=0, queen=0, decade=2, options=["done"])
    view["track"]["marker"] = view["track"]["fields"].index("mask")
    view["church"] = {
        tile: {"tiles": number, "room": 3 - number} for number, tile in enumerate(ids.TILES)
    }
    view["follies"][1].update(owner=0, price=None, cell="j9")
    view["folly_points"] = 10
    for player in view["players"]:
        player.update(title=None, prestige=4 * player["seat"], counter=None)
    first, second = view["players"][:2]
    second["counter"] = 3
    first["estate"] = {
        "land": {
            **block("f6", 3, 5, "meadow"),
            **block("f9", 2, 2, "field"),
            **block("h9", 2, 2, "grove"),
            **block("j9", 1, 1, "meadow"),
            **block("j10", 2, 2, "fountain"),
        },
        "buildings": {"g7": "palace", "h8": "castle", "g8": "chapel", "j9": "folly_manors"},
        "areas": [
            {"cell": "f9", "kind": "manor", "visitor": 1},
            {"cell": "h9", "kind": "forest", "visitor": None},
            {"cell": "j10", "kind": "garden", "visitor": num_players - 1},
        ],
    }  # fmt: skip
    first["scoring"] = [
        {"cell": "g7", "building": "palace", "enclosed": True, "chapels": 1, "points": 7},
        {"cell": "h8", "building": "castle", "enclosed": False, "chapels": 1, "points": 0},
    ]
    first["cards"] = dict.fromkeys(ids.CARDS, 0) | {"liaison": 2, "secret_wedding": 1}
    first["card_count"] = 3
    first["taxes_used"] = True
    return view


def block(cell: str, rows: int, columns: int, kind: str) -> dict[str, str]:
    """Land of one kind from a cell to the right and downwards."""
    first = CELL_NAMES.index(cell)
    places = [first + row * ids.SIDE + column for row in range(rows) for column in range(columns)]
    return {CELL_NAMES[place]: kind for place in places}


def fullest(num_players: int) -> View:
    """A view with as much as can be in every place, more than a game can have."""
    view = crafted(num_players)
    view.update(pool=99, bag_size=250, deck_size=40)
    kinds = dict(zip(("f", "g", "h"), ("field", "grove", "fountain"), strict=True))
    for player in view["players"]:
        player.update(
            title="marquess", money=999, markers=99, hand_size=200, card_count=40, prestige=199,
            taxes_yield=199, land_yield=199,
            tiles=dict.fromkeys(ids.TILES, 150), cards=dict.fromkeys(ids.CARDS, 4),
            points_by_source=dict.fromkeys(ids.SOURCE_NAMES, 99),
        )  # fmt: skip
        land = {cell: kinds.get(cell[0], "meadow") for cell in CELL_NAMES}
        player["estate"] = {
            "land": land,
            "buildings": {cell: "castle" for cell in CELL_NAMES if cell[0] in "aco"},
            "areas": [
                {"cell": f"{column}{row}", "kind": kind, "visitor": row % num_players}
                for column, kind in zip("fgh", ids.AREAS, strict=True)
                for row in range(1, ids.SIDE)
            ],
        }
        player["scoring"] = [
            {"cell": f"c{row}", "building": "castle", "enclosed": True, "chapels": 4, "points": 39}
            for row in range(1, ids.SIDE + 1)
        ]
    return view


def overfull() -> Components:
    """Make a set with the dearest pieces and the longest track."""
    standard = load_components()
    board, numbers = standard.board, standard.numbers
    prices = replace(
        board.prices, castles=(99,) * 8, chapels=tuple(range(92, 100)), palaces=(99,) * 8
    )
    rounds = ("round",) * 9
    track = ("start", *rounds, "mask", *rounds, "mask", "lock", "lock", "scoring")
    return replace(
        standard,
        follies=tuple(
            replace(folly, id=f"{'w' * 39}{number}", manors=9, forests=9, gardens=9, price=99)
            for number, folly in enumerate(standard.follies)
        ),
        board=replace(board, prices=prices, track=track, folly_points=(30, 30, 30, 30)),
        numbers=replace(numbers, church=replace(numbers.church, tiles=9)),
    )
