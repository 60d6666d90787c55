"""Prices and decks of a game, for Python."""

from parlour.core.jit import entry
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.employees import hire_price
from rokoko_env.core.ids import MAX_WAREHOUSE
from rokoko_env.core.warehouse import tile_price


@entry
def look_up(states, rules, tile_prices, decks):
    """Write the prices of tiles by space, and the players' decks, of the first game.

    Returns the price of hiring.
    """
    s = states[0]
    for space in range(MAX_WAREHOUSE):
        tile_prices[space] = tile_price(s, rules[0], space)
    for p in range(s.num_players):
        decks[p] = deck_cards(s, p)
    return hire_price(s, rules[0])
