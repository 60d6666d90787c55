"""Explain in words why an action or a card is not legal in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noblemen_env import worth
from noblemen_env.core import ids
from noblemen_env.estate import too_close
from noblemen_env.wording import CARD_WORDS, number_of

if TYPE_CHECKING:
    from noblemen_env.game import Game

NOT_IN_TURN = {
    ids.INTRIGUE: "Intrigue is used when cards are drawn",
    ids.BLACKMAIL: "Blackmail is given up at a masquerade",
    ids.LIAISON: "Liaison counts at the end of the game",
}


def reason_in_turn(game: Game, action: int) -> str | None:
    s = game.record
    if ids.CARD <= action < ids.KEEP_ALL:
        return _reason_of_card(game, action - ids.CARD)
    if action == ids.DONE:
        return "the turn needs an action"
    if action >= ids.CARD:
        return None
    if s["acted"]:
        return "the action of this turn is done"
    if action == ids.ENLARGE:
        return reason_to_enlarge(game)
    if ids.BUILD_CASTLE <= action < ids.BRIBE:
        return _reason_to_build(game, action - ids.BUILD_CASTLE)
    if ids.BRIBE <= action < ids.TAXES:
        return _reason_to_bribe(game, action - ids.BRIBE + 1)
    if action == ids.CHURCH:
        return "the church takes none of the tiles in hand in this decade"
    return _reason_of_yield(game, action)


def reason_to_enlarge(game: Game) -> str:
    """The reason why no tile can be laid."""
    if not game.record["tiles"][game.current_player].any():
        return "the player has no tile in hand"
    return "there is no free cell for a tile in the frame"


def _reason_to_build(game: Game, building: int) -> str:
    s, seat, name = game.record, game.current_player, game.buildings[building]
    price = worth.price_for(s, game.rules, building, seat)
    if price is None:
        if building < ids.FOLLY:
            return f"there is no {name} left on the board"
        owner = int(s["folly_owner"][building - ids.FOLLY])
        return f"{name} has been built by player {owner}"
    if price > s["money"][seat]:
        return f"it costs {number_of(price, 'pound')} and the player has {int(s['money'][seat])}"
    if building >= ids.FOLLY and (reason := _missing_areas(game, building - ids.FOLLY)):
        return reason
    return _reason_of_sites(building)


def _missing_areas(game: Game, folly: int) -> str | None:
    estate = game.estate(game.current_player)
    for kind, name in enumerate(ids.AREAS):
        needed, found = int(game.rules["folly_areas"][folly][kind]), len(estate.areas_of(kind))
        if found < needed:
            return f"it needs {number_of(needed, name)} and the estate has {found}"
    return None


def _reason_of_sites(building: int) -> str:
    """The reason why an estate has no place for a building."""
    if building == ids.PALACE:
        return "there is no castle to replace"
    names = " or ".join(ids.BUILDINGS[other] for other in too_close(building))
    return f"there is no empty meadow{f' without a {names} next to it' if names else ''}"


def _reason_to_bribe(game: Game, number: int) -> str:
    s, rules = game.record, game.rules
    money, cost = int(s["money"][game.current_player]), number * int(rules["bribes_price"])
    if number > rules["bribes_most"]:
        return f"at most {int(rules['bribes_most'])} are bought at once"
    if number > s["pool"]:
        return f"the board holds {number_of(int(s['pool']), 'marker')}"
    return f"they cost {number_of(cost, 'pound')} and the player has {money}"


def _reason_of_yield(game: Game, action: int) -> str:
    s, seat = game.record, game.current_player
    used = s["taxes_used"] if action == ids.TAXES else s["land_used"]
    if used[seat]:
        what = "collected taxes" if action == ids.TAXES else "acquired land"
        return f"the player has {what} in this decade"
    if action == ids.LAND and not s["bag"].any():
        return "the bag is empty"
    return "it would bring nothing"


def _reason_of_card(game: Game, card: int) -> str:
    """The reason, as the end of a sentence, why a card is not played now."""
    s, seat = game.record, game.current_player
    if s["card_played"]:
        return "the card of this turn has been played"
    if not s["cards"][seat][card]:
        return f"the player does not have {CARD_WORDS[ids.CARDS[card]]}"
    if card in NOT_IN_TURN:
        return NOT_IN_TURN[card]
    if card == ids.INHERITANCE and s["offer"][ids.CASTLE]:
        return _reason_of_sites(ids.CASTLE)
    if card == ids.MASTERSTROKE:
        return reason_to_enlarge(game)
    if card == ids.WHITEHALL and s["queen"] != seat:
        return "nobody takes the Queen while the round marker is on the lock"
    return {
        ids.INHERITANCE: "there is no castle left on the board",
        ids.DOWRY: "the bag is empty",
        ids.VICARS_FAVOUR: "the player has no tile in hand",
        ids.WHITEHALL: "the player has the Queen",
    }[card]
