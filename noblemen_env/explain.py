"""Explain in words why an action is not legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from noblemen_env.actions import cell_name
from noblemen_env.core import ids
from noblemen_env.estate import beside, in_frame, too_close
from noblemen_env.explain_turn import reason_in_turn, reason_to_enlarge
from noblemen_env.wording import CARD_WORDS, DECISION_WORDS, a, number_of
from parlour.plain import option_names

if TYPE_CHECKING:
    from noblemen_env.game import Game


def explain_illegal(game: Game, action: int) -> str:
    """The reason, as the end of a sentence, for an action that is illegal in this game."""
    if game.is_over:
        return "the game is over"
    if ids.SWAP <= action < ids.CELL:
        reason = _reason_swap(game, *ids.SWAPS[action - ids.SWAP])
    else:
        reason = REASONS[game.decision](game, action) if game.decision in REASONS else None
    return reason or f"it has to {DECISION_WORDS[game.decision]} ({option_names(game)})"


def _reason_swap(game: Game, first: int, second: int, wanted: int) -> str | None:
    s, seat = game.record, game.current_player
    if game.decision not in ("act", "lay"):
        return None
    if game.decision == "lay" and not game.rules["switches_swaps_mid_action"]:
        return "tiles are not swapped within an enlargement"
    for tile in (first, second):
        needed = 1 + (first == second)
        if s["tiles"][seat][tile] < needed:
            name = ids.TILES[tile]
            return f"the player has {number_of(int(s['tiles'][seat][tile]), name)} in hand"
    return f"there is no {ids.TILES[wanted]} in the bag"


# --- tiles and cells -----------------------------------------------------------------------------


def _reason_to_lay(game: Game, action: int) -> str | None:
    if action == ids.DONE:
        return "an enlargement lays at least one tile"
    if _is_tile(action):
        return _not_in_hand(game, action - ids.TILE) or reason_to_enlarge(game)
    return None


def _reason_to_place(game: Game, action: int) -> str | None:
    cell = action - ids.CELL
    if cell < 0:
        return None
    land, name = game.estate(game.current_player).land, cell_name(cell)
    if cell in land:
        return f"{name} holds {a(ids.TILES[land[cell]])}"
    if not in_frame(cell, int(game.rules["switches_radius"])):
        return f"{name} lies outside the frame"
    assert not any(other in land for other in beside(cell)), "this cell is free"
    return f"{name} touches no tile of the estate with a side"


def _reason_of_site(game: Game, action: int) -> str | None:
    cell, building = action - ids.CELL, int(game.record["building"])
    if cell < 0:
        return None
    estate, name = game.estate(game.current_player), cell_name(cell)
    if building == ids.PALACE:
        return f"there is no castle on {name}"
    if estate.land.get(cell) != ids.MEADOW:
        return f"{name} is not a meadow of the estate"
    if cell in estate.buildings:
        return f"{name} holds {a(game.buildings[estate.buildings[cell]])}"
    other = estate.built_near(cell, *too_close(building))[0]
    near = ids.BUILDINGS[estate.buildings[other]]
    return f"{name} is next to the {near} on {cell_name(other)}"


def _reason_to_give(game: Game, action: int) -> str | None:
    if action == ids.DONE:
        return "at least one tile has to be given" if game.decision != "give" else "tiles are due"
    if not _is_tile(action):
        return None
    tile = action - ids.TILE
    if reason := _not_in_hand(game, tile):
        return reason
    return f"the church takes no more {ids.TILES[tile]}s in this decade"


def _not_in_hand(game: Game, tile: int) -> str | None:
    if game.record["tiles"][game.current_player][tile]:
        return None
    return f"the player has no {ids.TILES[tile]} in hand"


def _is_tile(action: int) -> bool:
    return 0 <= action - ids.TILE < len(ids.TILES)


# --- knights, cards and markers ------------------------------------------------------------------


def _reason_of_knight(game: Game, action: int) -> str | None:
    if 0 <= action - ids.MOVE_KNIGHT < ids.KNIGHTS and game.decision == "move":
        return f"the player has {number_of(int(game.rules['knights']), 'knight')}"
    return None


def _reason_to_visit(game: Game, action: int) -> str | None:
    if action == ids.DONE:
        return "the knight has left its area"
    step, kind = divmod(action - ids.VISIT_AREA, len(ids.AREAS))
    if not 0 <= step < ids.MAX_PLAYERS - 1:
        return None
    if step + 1 >= game.num_players:
        return f"there are {game.num_players} players"
    host = (game.current_player + 1 + step) % game.num_players
    return f"player {host} has no free {ids.AREAS[kind]}"


def _reason_to_spend(game: Game, action: int) -> str | None:
    if action == ids.DONE:
        return "it would bring nothing without a marker"
    return "the player has no marker" if action == ids.MARKER else None


def _reason_to_bid(game: Game, action: int) -> str | None:
    if action == ids.MARKER:
        return "the player has no marker"
    if ids.CARD <= action < ids.KEEP_ALL:
        return f"the player does not have {CARD_WORDS[ids.CARDS[action - ids.CARD]]}"
    return None


def _reason_to_draft(game: Game, action: int) -> str | None:
    if action == ids.KEEP_ALL:
        if game.record["cards"][game.current_player][ids.INTRIGUE]:
            return "one card alone is kept without Intrigue"
        return "the player does not have Intrigue"
    if ids.CARD <= action < ids.KEEP_ALL:
        return f"{CARD_WORDS[ids.CARDS[action - ids.CARD]]} is not one of the cards drawn"
    return None


def _reason_to_take(game: Game, action: int) -> str | None:
    if ids.TAKE_TILES <= action < ids.PLAIN_ACTIONS:
        return f"at most {int(game.rules['start_choice'])} of a type may be chosen"
    return None


REASONS: dict[str, Callable[[Game, int], str | None]] = {
    "take": _reason_to_take,
    "draft": _reason_to_draft,
    "act": reason_in_turn,
    "lay": _reason_to_lay,
    "place": _reason_to_place,
    "build": _reason_of_site,
    "move": _reason_of_knight,
    "visit": _reason_to_visit,
    "give": _reason_to_give,
    "spend": _reason_to_spend,
    "donate": _reason_to_give,
    "return": _reason_to_give,
    "bid": _reason_to_bid,
}
