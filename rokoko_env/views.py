"""Views: everything that a seat may see, as plain data for pages, text and notebooks.

A view holds what a player with perfect memory would know. `seat=None` sees everything (for replays
and debugging); its view has the same form, with every player's own keys.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from parlour.codec import members
from rokoko_env.actions import guest_space_name
from rokoko_env.components import Board, Decoration
from rokoko_env.core import ids

if TYPE_CHECKING:
    import numpy as np

    from rokoko_env.game import Game

View = dict[str, Any]


def make_view(game: Game, seat: int | None) -> View:
    """Make the view of a seat."""
    s = game.record
    board = game.components.board_for(game.num_players)
    view: View = {
        "seat": seat,
        "num_players": game.num_players,
        "round": game.round,
        "start_player": int(s["start_player"]),
        "favor": _seat(s["favor"]),
        "to_decide": None if game.is_over else game.current_player,
        "decision": game.decision,
        "turn": _turn(game, seat),
        "display": [game.cards[c] for c in s["display"] if c >= 0],
        "hire_price": game.hire_price,
        "hire_stack": _names(s["hire_stack"], game.cards),
        "warehouse": _warehouse(game, board),
        "tile_stack_size": int(s["tile_stack"]).bit_count(),
        "tile_discard": _counts(s["tile_discard"], game.tiles),
        "unseen_tiles": _unseen_tiles(game, seat),
        "workshop": [
            {"cost": cost, "dress": _name(s["window"][w], game.dresses)}
            for w, cost in enumerate(board.window_costs)
        ],
        "bag": _names(s["bag"], game.dresses),
        "dress_discard": _names(s["dress_discard"], game.dresses),
        "halls": _halls(game, board),
        "decorations": _decorations(game, board),
        "all_halls": _all_halls(game, board),
        "players": [_player(game, p, seat) for p in range(game.num_players)],
    }
    if game.is_over:
        view["scores"] = game.score_breakdown()
        view["winners"] = game.winners()
    return view


def _turn(game: Game, seat: int | None) -> View | None:
    """The current turn; a tile drawn unseen is shown to its owner only."""
    s = game.record
    if s["in_play"] < 0:
        return None
    tile = _name(s["tile"], game.tiles)
    if s["tile_is_blind"] and seat not in (None, s["player"]):
        tile = "unseen"
    return {
        "card": game.cards[s["in_play"]],
        "card_deputed": bool(s["in_play_deputed"]),
        "bonus_of": _name(s["bonus_card"], game.cards),
        "leaving": _names(s["leaving"], game.cards),
        "to_depute": _name(s["chosen_card"], game.cards),
        "tile": tile,
        "tile_drawn_unseen": bool(s["tile_is_blind"]),
        "dress": _name(s["dress"], game.dresses),
        "missing_bales": [int(n) for n in s["missing"]],
        "green_yellow_bales_given": int(s["bales_given"]),
    }


def _warehouse(game: Game, board: Board) -> list[View]:
    s = game.record
    segments = []
    for number, spaces in enumerate(board.segments):
        first = number * ids.SEGMENT_SPACES
        tiles = [_name(t, game.tiles) for t in s["warehouse"][first : first + spaces]]
        price = game.tile_price(first) if any(tiles) else None
        segments.append({"tiles": tiles, "price": price})
    return segments


def _unseen_tiles(game: Game, seat: int | None) -> list[View]:
    """The tiles whose place is unknown to the seat, by filling of the stack, the latest last.

    They are in the others' silk (see `silk_unseen` of the players) or, for the latest filling, in
    the stack.
    """
    s = game.record
    own = 0 if seat is None else int(s["silk"][seat])
    latest = int(s["filling"])
    pools = []
    for filling in range(latest + 1):
        pool = int(s["blind"][filling]) & ~own
        if filling == latest:
            pool |= int(s["tile_stack"])
            if s["tile_is_blind"] and seat != s["player"]:
                pool |= 1 << int(s["tile"])
        pools.append(_counts(pool, game.tiles))
    return pools


def _halls(game: Game, board: Board) -> list[View]:
    s = game.record
    halls = []
    for number, hall in enumerate(board.halls):
        spaces = []
        rewards = [("any", r) for r in hall.normal] + [("master", r) for r in hall.master]
        for place, (rank, reward) in enumerate(rewards):
            space = number * ids.HALL_SPACES + place
            entry = {"space": guest_space_name(space), "rank": rank, "reward": reward}
            dress = _name(s["guest_dress"][space], game.dresses)
            spaces.append({**entry, "dress": dress, "owner": _owner(game, "guests", space)})
        musician = _decoration(game, hall.musician, ids.MUSICIANS + number)
        majority = list(hall.majority)
        halls.append(
            {"name": hall.name, "majority": majority, "spaces": spaces, "musician": musician}
        )
    return halls


def _decorations(game: Game, board: Board) -> View:
    kinds = {
        "fireworks": (ids.FIREWORKS, board.fireworks),
        "statues": (ids.STATUES, board.statues),
        "upper_fountain": (ids.UPPER_FOUNTAIN, board.upper_fountain),
        "lower_fountain": (ids.LOWER_FOUNTAIN, board.lower_fountain),
    }
    return {
        kind: [_decoration(game, space, first + i) for i, space in enumerate(spaces)]
        for kind, (first, spaces) in kinds.items()
    }


def _decoration(game: Game, space: Decoration, number: int) -> View:
    entry: View = {"cost": space.cost, "prestige": space.prestige}
    if number < ids.FIREWORKS + ids.MAX_FIREWORKS:
        entry["multiplier"] = space.multiplier
    return {**entry, "owner": _owner(game, "decorations", number)}


def _all_halls(game: Game, board: Board) -> list[View]:
    owners = {int(place): p for p, place in enumerate(game.record["all_halls"]) if place >= 0}
    return [{"prestige": n, "owner": owners.get(i)} for i, n in enumerate(board.all_halls)]


def _player(game: Game, p: int, seat: int | None) -> View:
    """Public numbers for everybody; hand, supply and silk for the players themselves."""
    s = game.record
    hand, supply = int(s["hand"][p]), int(s["supply"][p])
    blind = [int(filling) & int(s["silk"][p]) for filling in s["blind"]]
    all_blind = sum(blind)  # the fillings are disjoint
    player: View = {
        "seat": p,
        "money": int(s["money"][p]),
        "yarn": int(s["yarn"][p]),
        "lace": int(s["lace"][p]),
        "prestige_tokens": int(s["prestige"][p]),
        "deck": _names(game.deck(p), game.cards),
        "discard": _names(s["discard"][p], game.cards),
        "hand_size": hand.bit_count(),
        "supply_size": supply.bit_count(),
        "surely_in_hand": _names(s["hand_known"][p], game.cards),
        "hand_or_supply": _names((hand | supply) & ~int(s["hand_known"][p]), game.cards),
        "silk_size": int(s["silk"][p]).bit_count(),
        "silk_seen": _counts(int(s["silk"][p]) & ~all_blind, game.tiles),
        "silk_unseen": [tiles.bit_count() for tiles in blind],
    }
    if seat in (None, p):
        player["hand"] = _names(hand, game.cards)
        player["supply"] = _names(supply, game.cards)
        player["silk"] = _counts(s["silk"][p], game.tiles)
    return player


def _owner(game: Game, field: str, space: int) -> int | None:
    for p in range(game.num_players):
        if int(game.record[field][p]) >> space & 1:
            return p
    return None


def _seat(number: np.integer[Any]) -> int | None:
    return None if number < 0 else int(number)


def _name(number: np.integer[Any], names: tuple[str, ...]) -> str | None:
    return None if number < 0 else names[int(number)]


def _names(bits: Any, names: tuple[str, ...]) -> list[str]:
    """Sort the names, so that the numbers of equal components can't show through."""
    return sorted(names[i] for i in members(bits))


def _counts(bits: Any, names: tuple[str, ...]) -> dict[str, int]:
    return dict(sorted(Counter(names[i] for i in members(bits)).items()))
