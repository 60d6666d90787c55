"""Prices, yields and the scoring of buildings at a position, for Python."""

from noblemen_env.core import grid
from noblemen_env.core.buildings import is_offered, price, printed_price
from noblemen_env.core.ids import (
    CASTLE,
    CELLS,
    CHAPEL,
    FOLLIES,
    FOLLY,
    FOR_LAND,
    FOR_TAXES,
    MAX_PLAYERS,
    PALACE,
    WORDS,
)
from noblemen_env.core.income import base_yield
from noblemen_env.core.masquerade import base_prestige
from noblemen_env.core.scoring import castle_points, enclosed_buildings, palace_points
from parlour.core.jit import entry, jit
from parlour.core.records import AMOUNT, SET, SMALL, Table, table_dtype

FIELDS: Table = (
    ("printed", AMOUNT, (FOLLY + FOLLIES,), "price of each building on the board; -1: none"),
    ("price", AMOUNT, (MAX_PLAYERS, FOLLY + FOLLIES), "after the discount of a title"),
    ("taxes", AMOUNT, (MAX_PLAYERS,), "pounds for taxes without markers"),
    ("land", AMOUNT, (MAX_PLAYERS,), "tiles for land without markers"),
    ("prestige", AMOUNT, (MAX_PLAYERS,), "prestige before anything is given up"),
    ("enclosed", SET, (MAX_PLAYERS, WORDS), "enclosed castles and palaces"),
    ("chapels", SMALL, (MAX_PLAYERS, CELLS), "chapels around a castle or palace on a cell"),
    ("points", AMOUNT, (MAX_PLAYERS, CELLS), "points for it at a scoring now"),
)

WORTH = table_dtype(FIELDS)


@entry
def look_up(states, rules, out):
    """Write the worth of the first game into an array of one record of zeros."""
    s, w = states[0], out[0]
    for building in range(FOLLY + FOLLIES):
        w.printed[building] = -1
        if is_offered(s, building):
            w.printed[building] = printed_price(s, rules[0], building)
    for p in range(s.num_players):
        _write_seat(s, rules[0], p, w)


@jit
def _write_seat(s, rules, p, w):
    for building in range(FOLLY + FOLLIES):
        w.price[p, building] = w.printed[building]
        if is_offered(s, building) and s.title[p] >= 0:  # there are none at a masquerade
            w.price[p, building] = price(s, rules, p, building)
    w.taxes[p] = base_yield(s, rules, p, FOR_TAXES)
    w.land[p] = base_yield(s, rules, p, FOR_LAND)
    w.prestige[p] = base_prestige(s, rules, p)
    castles, palaces = enclosed_buildings(s, p)
    grid.store(w.enclosed[p], grid.either(castles, palaces))
    chapels = grid.load(s.buildings[p, CHAPEL])
    for cell in range(CELLS):
        single = grid.single(cell)
        if grid.has(s.buildings[p, CASTLE], cell):
            w.points[p, cell] = castle_points(s, rules, p, grid.both(single, castles))
        elif grid.has(s.buildings[p, PALACE], cell):
            w.points[p, cell] = palace_points(s, rules, p, grid.both(single, palaces))
        else:
            continue
        w.chapels[p, cell] = grid.pairs_around(single, chapels)
