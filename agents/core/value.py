"""How good a position is for each player: a linear estimate of final scores, by round.

The weights were fitted to games of scripted players (`python -m agents.estimate`). Features count
what everybody can see, and what a player owns: in a world drawn for a seat nothing else is known.
"""

import math

from rokoko_env.core.bits import count, lowest
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.ids import (
    COLORS,
    HALLS,
    KINGS_HALL,
    MAX_PLAYERS,
    MUSICIANS,
    NUM_SOURCES,
    OVER,
)
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.jit import jit
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES, break_down

NUM_EFFECTS = 21
OWNED = NUM_SOURCES + 36  # features that are no cards
NUM_FEATURES = OWNED + NUM_EFFECTS
SCRATCH = (MAX_PLAYERS, NUM_SOURCES)


@jit
def write_features(s, rules, p, points, out):
    """What is known of player p; `points` is the score breakdown of the position."""
    for source in range(NUM_SOURCES):
        out[source] = points[p, source]
    f = NUM_SOURCES
    money = s.money[p]
    out[f] = 1.0
    out[f + 1] = min(money, 12)
    out[f + 2] = min(max(money - 12, 0), 20)
    out[f + 3] = max(money - 32, 0)
    out[f + 4] = min(s.yarn[p], 1)
    out[f + 5] = min(s.yarn[p], 4)
    out[f + 6] = min(s.lace[p], 1)
    out[f + 7] = min(s.lace[p], 4)
    f += 8
    for color in range(COLORS):
        out[f + color] = min(s.bales[p, color], 3)
        out[f + 4 + color] = count(s.guests[p] & s.guests_by_color[color])
    out[f + 8] = min(4, count(s.silk[p]))
    out[f + 9] = count(s.guests[p] & rules.master_spaces)
    out[f + 10] = count(s.guests[p] & rules.hall_spaces[KINGS_HALL])
    f += 11
    decorations = s.decorations[p]
    out[f] = count(decorations)
    out[f + 1] = count(decorations & ALL_STATUES)
    out[f + 2] = count(decorations & ALL_FIREWORKS)
    upper = 1 if decorations & UPPER_ROW else 0
    lower = 1 if decorations & LOWER_ROW else 0
    out[f + 3] = upper
    out[f + 4] = lower
    out[f + 5] = upper * count(decorations)
    out[f + 6] = lower * count(s.guests[p])
    present = 0
    for hall in range(HALLS):
        musician = decorations & (1 << (MUSICIANS + hall))
        present += 1 if s.guests[p] & rules.hall_spaces[hall] or musician else 0
    waiting = present if s.all_halls[p] < 0 else 0
    out[f + 7] = waiting
    out[f + 8] = 1 if waiting == HALLS - 1 else 0
    out[f + 9] = 1 if s.favor == p else 0
    _write_dresses_in_reach(s, rules, p, out, f + 10)
    _write_cards(s, rules, p, out, f + 12)


@jit
def _write_dresses_in_reach(s, rules, p, out, f):
    """How many dresses in the windows the player has silk and trim for, and the best of them."""
    number = 0
    best = 0
    for w in range(rules.num_windows):
        dress = s.window[w]
        if dress < 0 or rules.dress_yarn[dress] > s.yarn[p] or rules.dress_lace[dress] > s.lace[p]:
            continue
        missing = 0
        for color in range(COLORS):
            missing += max(0, rules.dress_bales[dress, color] - s.bales[p, color])
        if missing == 0:
            number += 1
            best = max(best, rules.dress_livre[dress])
    out[f] = min(2, number)
    out[f + 1] = best


@jit
def _write_cards(s, rules, p, out, f):
    """Ranks in the hand and in the deck, and bonuses of the deck."""
    deck = deck_cards(s, p)
    for i in range(f, NUM_FEATURES):
        out[i] = 0.0
    left = deck
    while left:
        card = lowest(left)
        left &= left - 1
        out[f + rules.card_rank[card]] += 1.0
        out[OWNED + rules.effect[rules.card_bonus[card]]] += 1.0
    out[f + 3] = count(s.hand[p])
    out[f + 4] = 1 if s.player == p else 0


@jit
def estimate(s, rules, weights, points, features, scores):
    """The final score to expect for each player."""
    break_down(s, rules, points)
    row = weights[s.round_number - 1]
    for p in range(s.num_players):
        if s.decision == OVER:
            scores[p] = s.score[p]
        else:
            write_features(s, rules, p, points, features)
            total = 0.0
            for i in range(NUM_FEATURES):
                total += row[i] * features[i]
            scores[p] = total


@jit
def write_chances(scores, num_players, spread, chances):
    """Each player's chance to win, by his lead over the best of the others."""
    for p in range(num_players):
        best = -1e9
        for other in range(num_players):
            if other != p:
                best = max(best, scores[other])
        chances[p] = 1.0 / (1.0 + math.exp((best - scores[p]) / spread))
