"""The greedy player: the action with the best immediate result, by a fixed list of prices.

The value of a position is the player's score if the game ended now, plus their belongings at these
prices, minus a share of the best score among the others.
"""

import numpy as np

from noblemen_env.core import grid, ids
from noblemen_env.core.flow import choose
from noblemen_env.core.scoring import break_down
from noblemen_env.core.state import STATE
from noblemen_env.core.supply import tiles_in_hand
from parlour.core.flow import nth_legal, num_legal
from parlour.core.jit import entry, jit

POUND, TILE_IN_HAND, TILE_LAID, AREA = 0.4, 0.3, 0.7, 1.5
MARKER, CARD, CASTLE, PALACE, CHAPEL = 0.4, 0.6, 5.0, 9.0, 2.0
QUEEN, KNIGHT = 1.5, 1.5
STARTED = 0.5  # what has been begun and not finished: tiles to lay, a building to place
OTHERS = 0.25  # share of the best other score that is subtracted


@jit
def _position_value(s, rules, p, points):
    break_down(s, rules, points)
    best_other = 0.0
    for seat in range(s.num_players):
        if seat != p:
            best_other = max(best_other, 1.0 * points[seat].sum())
    value = points[p].sum() - OTHERS * best_other
    value += POUND * s.money[p] + MARKER * s.markers[p] + TILE_IN_HAND * tiles_in_hand(s, p)
    for t in range(len(ids.TILES)):
        value += TILE_LAID * grid.size(grid.load(s.land[p, t]))
    value += AREA * grid.size(grid.load(s.areas[p]))
    value += CASTLE * grid.size(grid.load(s.buildings[p, ids.CASTLE]))
    value += PALACE * grid.size(grid.load(s.buildings[p, ids.PALACE]))
    value += CHAPEL * grid.size(grid.load(s.buildings[p, ids.CHAPEL]))
    for card in range(ids.CARD_KINDS):
        value += CARD * s.cards[p, card]
    for k in range(ids.KNIGHTS):
        value += KNIGHT * (s.knight_host[p, k] >= 0)
    if s.queen == p:
        value += QUEEN
    if s.active == p:
        value += STARTED * s.to_lay
        if s.tile >= 0:
            value += TILE_LAID
        if s.building >= 0:
            value += CASTLE
    return value


@entry
def choose_greedily(states, rules, actions):
    """Write the action with the best position after it; the first of equals."""
    scratch = np.zeros(1, STATE)
    after = scratch[0]
    points = np.zeros((ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
    for k in range(len(states)):
        p = states[k].player
        best = -1e18
        for n in range(num_legal(states[k])):
            action = nth_legal(states[k], n)
            scratch[0] = states[k]
            choose(after, rules[0], action)
            value = _position_value(after, rules[0], p, points)
            if value > best:
                best = value
                actions[k] = action
