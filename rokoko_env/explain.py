"""Explain in words why an action is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.plain import option_names
from rokoko_env.core import ids
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.wording import DECISION_WORDS

if TYPE_CHECKING:
    from rokoko_env.game import Game

RANK_WORDS = ("a Master", "a Journeyman", "an Apprentice")


def explain_illegal(game: Game, action: int) -> str:
    """The reason, as the end of a sentence, for an action that is illegal in this game."""
    if game.is_over:
        return "the game is over"
    if game.decision in ("main", "bonus") and (reason := _reason_in_turn(game, action)):
        return reason
    return f"it has to {DECISION_WORDS[game.decision]} ({option_names(game)})"


def _reason_in_turn(game: Game, action: int) -> str | None:
    """The reason by the rules of a main action, or of the same action in a bonus."""
    if game.decision == "bonus":
        return _reason_in_bonus(game, action)
    if ids.TAKE_TILE <= action < ids.MAKE_DRESS:
        return _reason_tile(game, action - ids.TAKE_TILE)
    if ids.FUND <= action < ids.CARD:
        return _reason_fund(game, action - ids.FUND, 0)
    rank = int(game.rules["card_rank"][game.record["in_play"]])
    needs_more = {
        ids.FAVOR: "take the favor card",
        **dict.fromkeys(range(ids.MAKE_DRESS, ids.FUND), "make a dress"),
        **dict.fromkeys(range(ids.CARD, ids.SURRENDER), "hire"),
    }
    allowed = ids.MASTER if ids.CARD <= action < ids.SURRENDER else ids.JOURNEYMAN
    if action in needs_more and rank > allowed:
        return f"{RANK_WORDS[rank]} may not {needs_more[action]}"
    if action == ids.FAVOR:
        return "the favor card has been taken in this round"
    if action == ids.DEPUTE:
        return f"a deck of {int(game.rules['minimum_deck'])} cards or fewer can't shrink"
    if ids.MAKE_DRESS <= action < ids.FUND:
        return _reason_dress(game, action - ids.MAKE_DRESS, rank)
    if ids.CARD <= action < ids.SURRENDER:
        return _reason_hire(game, action - ids.CARD)
    return None


def _reason_in_bonus(game: Game, action: int) -> str | None:
    bonus = game.rules["card_bonus"][game.record["bonus_card"]]
    effect = game.rules["effect"][bonus]
    if effect == ids.ACQUIRE and ids.TAKE_TILE <= action < ids.MAKE_DRESS:
        return _reason_tile(game, action - ids.TAKE_TILE)
    if effect == ids.FUND_CHEAPER and ids.FUND <= action < ids.CARD:
        return _reason_fund(game, action - ids.FUND, int(game.rules["effect_amount"][bonus]))
    if effect == ids.MAKE_DRESS_SAVING and ids.MAKE_DRESS <= action < ids.FUND:
        return _reason_dress(game, action - ids.MAKE_DRESS, ids.JOURNEYMAN)
    return None


def _reason_tile(game: Game, space: int) -> str | None:
    s = game.record
    tile = s["warehouse"][space]
    if tile < 0:
        return "there is no tile on that space"
    price = game.tile_price(space)
    if price > _money(game):
        return f"the tile costs {price} Livre and the player has {_money(game)}"
    before = s["warehouse"][space - space % ids.SEGMENT_SPACES : space]
    if any(t >= 0 and game.tiles[t] == game.tiles[tile] for t in before):
        return "an equal tile of that segment is offered already"
    return None


def _reason_fund(game: Game, space: int, discount: int) -> str | None:
    s = game.record
    if not int(game.rules["affordable"][-1]) >> space & 1:
        return "the board has no such space"
    for p in range(game.num_players):
        if int(s["decorations"][p]) >> space & 1:
            return f"the space belongs to player {p}"
    own = int(s["decorations"][game.current_player])
    for row in (UPPER_ROW, LOWER_ROW):
        if row >> space & 1 and own & row:
            return "the player owns a space in that row of the fountain already"
    cost = max(0, int(game.rules["decoration_cost"][space]) - discount)
    if cost > _money(game):
        return f"the space costs {cost} Livre and the player has {_money(game)}"
    return None


def _reason_dress(game: Game, window: int, rank: int) -> str | None:
    s = game.record
    p = game.current_player
    dress = s["window"][window]
    if dress < 0:
        return "there is no dress on that window"
    if game.rules["dress_thimble"][dress] and rank != ids.MASTER:
        return f"the dress {game.dresses[dress]} can be made only with a Master's main action"
    cost = int(game.rules["window_cost"][window])
    if cost > _money(game):
        return f"the window costs {cost} Livre and the player has {_money(game)}"
    for trim in ("yarn", "lace"):
        needed = int(game.rules[f"dress_{trim}"][dress])
        if needed > s[trim][p]:
            return f"the dress needs {needed} {trim} and the player has {int(s[trim][p])}"
    return f"the player's silk does not cover the dress {game.dresses[dress]}"


def _reason_hire(game: Game, card: int) -> str:
    kinds = [game.rules["card_kind"][c] for c in game.record["display"] if c >= 0]
    if card not in kinds:
        return "that card is not on display"
    return f"hiring costs {game.hire_price} Livre and the player has {_money(game)}"


def _money(game: Game) -> int:
    return int(game.record["money"][game.current_player])
