"""The greedy player: whatever leaves it best off at once, by a fixed list of prices.

A position is worth what the player would score if the game ended now, plus what he has in hand at
these prices, minus a share of the best score among the others.
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
    "livre": 0.15,  # beside the exchange at the end, which the score counts already
    "bale": 0.5,
    "trim": 0.5,
    "master": 2.0,
    "other_card": 1.0,
    "tile_in_hand": 1.0,  # taken, and not yet kept or traded
    "dress_in_hand": 4.0,  # paid for, and not yet placed
    "others": 0.25,  # share of the best other score that is taken off
}
LIVRE, BALE, TRIM, MASTER_CARD, OTHER_CARD, TILE_IN_HAND, DRESS_IN_HAND, OTHERS = PRICES.values()


@jit
def _position(s, rules, p, points):
    break_down(s, rules, points)
    worth = 0.0
    best_other = 0.0
    for seat in range(s.num_players):
        score = 1.0 * points[seat].sum()
        if seat == p:
            worth += score
        else:
            best_other = max(best_other, score)
    worth -= OTHERS * best_other
    worth += LIVRE * s.money[p] + TRIM * (s.yarn[p] + s.lace[p])
    for color in range(COLORS):
        worth += BALE * s.bales[p, color]
    left = deck_cards(s, p)
    while left:
        is_master = rules.card_rank[lowest(left)] == MASTER
        worth += MASTER_CARD if is_master else OTHER_CARD
        left &= left - 1
    if s.in_play_deputed:  # it is counted with the deck until the end of the turn
        worth -= MASTER_CARD if rules.card_rank[s.in_play] == MASTER else OTHER_CARD
    worth -= OTHER_CARD * count(s.leaving)
    if s.tile >= 0:
        worth += TILE_IN_HAND
    if s.dress >= 0:
        worth += DRESS_IN_HAND
    return worth


@entry
def choose_greedily(worlds, rules, actions):
    """The action after which the position is worth most; the first of equals."""
    rooms = np.zeros(1, STATE)
    points = np.zeros((MAX_PLAYERS, NUM_SOURCES), np.int64)
    room = rooms[0]
    for k in range(len(worlds)):
        p = worlds[k].player
        best = -1e18
        for n in range(num_legal(worlds[k])):
            action = nth_legal(worlds[k], n)
            rooms[0] = worlds[k]
            apply_action(room, rules[0], action)
            worth = _position(room, rules[0], p, points)
            if worth > best:
                best = worth
                actions[k] = action
