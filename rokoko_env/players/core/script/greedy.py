"""The greedy player: the action with the best immediate result, by a fixed list of prices.

The value of a position is the player's score if the game ended now, plus their belongings at these
prices, minus a share of the best score among the others.
"""

import numpy as np

from parlour.core.bits import count, lowest
from parlour.core.flow import nth_legal, num_legal
from parlour.core.jit import entry, jit
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.flow import apply_action
from rokoko_env.core.ids import COLORS, MASTER, MAX_PLAYERS, NUM_SOURCES
from rokoko_env.core.scoring import break_down
from rokoko_env.core.state import STATE

LIVRE = 0.15  # on top of the exchange at the end, which the score includes
BALE = TRIM = 0.5
MASTER_CARD, OTHER_CARD = 2.0, 1.0
TILE_IN_HAND = 1.0  # taken, not yet kept or traded
DRESS_IN_HAND = 4.0  # paid for, not yet placed
OTHERS = 0.25  # share of the best other score that is subtracted


@jit
def _position_value(s, rules, p, points):
    break_down(s, rules, points)
    best_other = 0.0
    for seat in range(s.num_players):
        if seat != p:
            best_other = max(best_other, 1.0 * points[seat].sum())
    value = points[p].sum() - OTHERS * best_other
    value += LIVRE * s.money[p] + TRIM * (s.yarn[p] + s.lace[p])
    for color in range(COLORS):
        value += BALE * s.bales[p, color]
    left = deck_cards(s, p)
    while left:
        is_master = rules.card_rank[lowest(left)] == MASTER
        value += MASTER_CARD if is_master else OTHER_CARD
        left &= left - 1
    if s.in_play_deputed:  # the deck includes it until the end of the turn
        value -= MASTER_CARD if rules.card_rank[s.in_play] == MASTER else OTHER_CARD
    value -= OTHER_CARD * count(s.leaving)
    if s.tile >= 0:
        value += TILE_IN_HAND
    if s.dress >= 0:
        value += DRESS_IN_HAND
    return value


@entry
def choose_greedily(states, rules, actions):
    """Write the action with the best position after it; the first of equals."""
    scratch = np.zeros(1, STATE)
    after = scratch[0]
    points = np.zeros((MAX_PLAYERS, NUM_SOURCES), np.int64)
    for k in range(len(states)):
        p = states[k].player
        best = -1e18
        for n in range(num_legal(states[k])):
            action = nth_legal(states[k], n)
            scratch[0] = states[k]
            apply_action(after, rules[0], action)
            value = _position_value(after, rules[0], p, points)
            if value > best:
                best = value
                actions[k] = action
