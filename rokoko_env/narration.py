"""Decisions and actions of a game in words, for playthroughs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rokoko_env.components import RANKS
from rokoko_env.core import ids
from rokoko_env.wording import dress_words, employee_words, guest_space_words, tile_words

if TYPE_CHECKING:
    from rokoko_env.game import Game


def decision_words(game: Game) -> str:
    """Name the decision and its card, whose play may have been forced."""
    s = game.record
    if s["in_play"] < 0:
        return game.decision
    card = game.cards[s["bonus_card"] if s["bonus_card"] >= 0 else s["in_play"]]
    return f"{game.decision} with {card}"


def round_words(game: Game) -> tuple[str, str]:
    """Name the start player and the cards on display."""
    s = game.record
    display = ", ".join(game.cards[card] for card in s["display"] if card >= 0)
    return f"start player: {int(s['start_player'])}", f"to hire: {display}"


def seat_words(game: Game, seat: int) -> str:
    """Return a player's money and trim in short."""
    money, yarn, lace = (int(game.record[name][seat]) for name in ("money", "yarn", "lace"))
    return f" ({money} Livre, {yarn} yarn, {lace} lace)"


def action_words(game: Game, action: int) -> str:
    """Describe a legal action in this position."""
    if action >= ids.RENT:
        place = guest_space_words(game.components, game.num_players, action - ids.RENT)
        return f"rent it out in {place}"
    if action >= ids.SURRENDER:
        return f"surrender a silk tile {game.components.resources[action - ids.SURRENDER].id}"
    if action >= ids.CARD:
        return _card_words(game, action - ids.CARD)
    if action >= ids.FUND:
        cost = int(game.rules["decoration_cost"][action - ids.FUND])
        if game.decision == "bonus":
            bonus = game.rules["card_bonus"][game.record["bonus_card"]]
            cost = max(0, cost - int(game.rules["effect_amount"][bonus]))
        return f"{game.action_name(action)} for {cost} Livre"
    if action >= ids.MAKE_DRESS:
        window = action - ids.MAKE_DRESS
        dress = game.components.dresses[game.record["window"][window]]
        return f"make {dress_words(dress)} for {int(game.rules['window_cost'][window])} Livre"
    if action >= ids.TAKE_TILE:
        return _tile_words(game, action - ids.TAKE_TILE)
    return _plain_words(game, action)


def _card_words(game: Game, card: int) -> str:
    words = _employee_words(game, card)
    if game.decision == "pick":
        return f"take {words} into the hand"
    if game.decision == "play":
        return f"play {words}"
    if game.decision == "main":
        return f"hire {words} for {game.hire_price} Livre"
    return f"depute {words}"


def _employee_words(game: Game, card: int) -> str:
    employees = {employee.id: employee for employee in game.components.employees}
    return employee_words(employees[game.cards[card]])


def _tile_words(game: Game, space: int) -> str:
    s = game.record
    price = 0 if game.decision == "reward" else game.tile_price(space)
    kind = game.components.resources[game.rules["tile_kind"][s["warehouse"][space]]]
    return f"{game.action_name(ids.TAKE_TILE + space)} ({tile_words(kind)}) for {price} Livre"


def _plain_words(game: Game, action: int) -> str:
    s, rules = game.record, game.rules
    name = game.action_name(action)
    if action == ids.KEEP_TILE:
        kind = game.components.resources[rules["tile_kind"][s["tile"]]]
        return f"keep the tile {tile_words(kind)}"
    if action == ids.SELL:
        dress = game.components.dresses[s["dress"]]
        return f"sell {dress.id} for {dress.livre} Livre"
    if action == ids.FAVOR:
        return f"take the favor card and {int(rules['favor_livre'])} Livre"
    if action == ids.DEPUTE:
        rank = rules["card_rank"][s["in_play"]]
        livre = int(rules["depute_livre"][rank])
        return f"depute this {RANKS[rank].capitalize()} for {livre} Livre"
    if action in (ids.USE_BONUS, ids.FORGO_BONUS):
        return f"{name} of {_employee_words(game, s['bonus_card'])}"
    if game.decision == "tile":
        return f"trade the tile: {name}"
    return name
