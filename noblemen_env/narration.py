"""Decisions and actions of a game in words, for playthroughs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noblemen_env import worth
from noblemen_env.actions import cell_name
from noblemen_env.core import ids
from noblemen_env.wording import CARD_WORDS, a, count_words, number_of

if TYPE_CHECKING:
    from noblemen_env.game import Game

FOR_WHAT = {
    "lay": "lay",
    "donate": "donate",
    "return": "return",
    "give": "give up",
}
DRAFT_WORDS = {
    ids.AT_START: "at the start",
    ids.FOR_CHAPEL: "for the chapel",
    ids.AT_DECADE: "for the new decade",
}


def decision_words(game: Game) -> str:
    """Name the decision and what it is about."""
    s, name = game.record, game.decision
    if name == "take":
        return f"take {ids.TILES[s['tile']]} tiles"
    if name == "draft":
        cards = ", ".join(CARD_WORDS[ids.CARDS[card]] for card in s["drafted"] if card >= 0)
        return f"draft {DRAFT_WORDS[int(s['purpose'])]} of {cards}"
    if name == "place":
        return f"place the {ids.TILES[s['tile']]}"
    if name == "build":
        return f"build the {game.buildings[s['building']]}"
    if name == "spend":
        return f"spend markers for {'land' if s['purpose'] == ids.FOR_LAND else 'taxes'}"
    if name == "give":
        return f"give to player {int(s['active'])}"
    return name


def round_words(game: Game) -> tuple[str, ...]:
    """Name the owner of the Queen and the prices on the board."""
    prices = [
        f"{building} {price}"
        for building in game.buildings
        if (price := game.price(building)) is not None
    ]
    queen = f"the Queen is with player {int(game.record['queen'])}"
    return queen, f"prices in pounds: {', '.join(prices)}"


def seat_words(game: Game, seat: int) -> str:
    """Return a player's money, markers, tiles and points in short."""
    s = game.record
    numbers = {
        "point": s["points"][seat].sum(),
        "pound": s["money"][seat],
        "marker": s["markers"][seat],
        "tile": s["tiles"][seat].sum(),
    }
    return f" ({', '.join(number_of(int(n), name) for name, n in numbers.items())})"


def action_words(game: Game, action: int) -> str:
    """Describe a legal action in this position."""
    if action >= ids.CELL:
        return _cell_words(game, action - ids.CELL)
    if action >= ids.SWAP:
        first, second, wanted = (ids.TILES[tile] for tile in ids.SWAPS[action - ids.SWAP])
        given = f"two {first}s" if first == second else f"{a(first)} and {a(second)}"
        return f"swap {given} for {a(wanted)}"
    if action >= ids.TAKE_TILES:
        return f"take {number_of(action - ids.TAKE_TILES, ids.TILES[game.record['tile']])}"
    if action >= ids.MOVE_KNIGHT:
        return _knight_words(game, action - ids.MOVE_KNIGHT)
    if action >= ids.VISIT_AREA:
        return _visit_words(game, action - ids.VISIT_AREA)
    if action >= ids.TILE:
        return f"{FOR_WHAT[game.decision]} {a(ids.TILES[action - ids.TILE])}"
    if action == ids.MARKER:
        return f"{'give up' if game.decision == 'bid' else 'spend'} a marker"
    if action == ids.KEEP_ALL:
        return "keep all of them for Intrigue"
    if action >= ids.CARD:
        return _card_words(game, action - ids.CARD)
    return _plain_words(game, action)


def _cell_words(game: Game, cell: int) -> str:
    s, place = game.record, cell_name(cell)
    if game.decision == "place":
        return f"lay {a(ids.TILES[s['tile']])} at {place}"
    if s["building"] == ids.PALACE:
        return f"replace the castle at {place} by a palace"
    return f"put the {game.buildings[s['building']]} at {place}"


def _knight_words(game: Game, knight: int) -> str:
    s, seat = game.record, game.current_player
    host, area = int(s["knight_host"][seat][knight]), int(s["knight_area"][seat][knight])
    kind = ids.AREAS[game.estate(host).land[area]]
    return f"move the knight on the {kind} {cell_name(area)} of player {host}"


def _visit_words(game: Game, target: int) -> str:
    """Name the area that the knight gets: all of a kind of one rival are worth the same."""
    step, kind = divmod(target, len(ids.AREAS))
    host = (game.current_player + 1 + step) % game.num_players
    area = game.estate(host).free_areas(kind)[0]
    return f"visit the {ids.AREAS[kind]} {cell_name(area)} of player {host}"


def _card_words(game: Game, card: int) -> str:
    verb = {"draft": "keep", "bid": "give up"}.get(game.decision, "play")
    return f"{verb} {CARD_WORDS[ids.CARDS[card]]}"


def _plain_words(game: Game, action: int) -> str:
    if action == ids.DONE:
        return _done_words(game)
    if action == ids.ENLARGE:
        return "enlarge the estate"
    if ids.BUILD_CASTLE <= action < ids.BRIBE:
        building = action - ids.BUILD_CASTLE
        price = worth.price_for(game.record, game.rules, building, game.current_player)
        return f"build {a(game.buildings[building])} for {number_of(price or 0, 'pound')}"
    if ids.BRIBE <= action < ids.TAXES:
        number = action - ids.BRIBE + 1
        cost = number * int(game.rules["bribes_price"])
        return f"bribe: {number_of(number, 'marker')} for {number_of(cost, 'pound')}"
    s, seat = game.record, game.current_player
    if action == ids.TAXES:
        pounds = number_of(worth.taxes_yield(s, game.rules, seat), "pound")
        return f"collect taxes: {pounds} without markers"
    if action == ids.LAND:
        tiles = number_of(worth.land_yield(s, game.rules, seat), "tile")
        return f"acquire land: {tiles} without markers"
    if action == ids.CHURCH:
        return "donate to the church"
    return f"leisure for {number_of(int(game.rules['leisure_points']), 'point')}"


def _done_words(game: Game) -> str:
    """Name what ends, and what it brings."""
    s = game.record
    if game.decision == "lay":
        laid = dict(zip(ids.TILES, s["laid"].tolist(), strict=True))
        return f"end the enlargement after {count_words(laid)}"
    if game.decision == "spend":
        return f"spend no more than {number_of(int(s['given']), 'marker')}"
    if game.decision == "bid":
        prestige = int(s["prestige"][game.current_player])
        return f"stop at {prestige} prestige"
    if game.decision in ("move", "visit"):
        return "send no knight"
    return "end the turn" if game.decision == "act" else "stop"
