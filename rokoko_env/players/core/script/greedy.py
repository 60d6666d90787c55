"""The greedy player: the action with the best immediate result, by a fixed list of prices.

The value of a position is the player's score if the game ended now, plus their belongings at these
prices, minus a share of the best score among the others.
"""

import numpy as np

from rokoko_env.core.bits import count, lowest
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.flow import apply_action, nth_legal, num_legal
from rokoko_env.core.ids import COLORS, MASTER, MAX_PLAYERS, NUM_SOURCES
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.scoring import break_down
from rokoko_env.core.state import STATE

PRICES = {
    "livre": 0.15,  # on top of the exchange at the end, which the score includes
    "bale": 0.5,
    "trim": 0.5,
    "master": 2.0,
    "other_card": 1.0,
    "tile_in_hand": 1.0,  # taken, not yet kept or traded
    "dress_in_hand": 4.0,  # paid for, not yet placed
    "others": 0.25,  # share of the best other score that is subtracted
}
LIVRE, BALE, TRIM, MASTER_CARD, OTHER_CARD, TILE_IN_HAND, DRESS_IN_HAND, OTHERS = PRICES.values()


@jit
def _position_value(s, rules, p, points):
    break_down(s, rules, points)
    value = 0.0
    best_other = 0.0
    for seat in range(s.num_players):
        score = 1.0 * points[seat].sum()
        if seat == p:
            value += score
        else:
            best_other = max(best_other, score)
    value -= OTHERS * best_other
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
