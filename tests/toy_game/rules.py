"""The rules of Pebbles: jitted functions over the record of a game, and what a seat sees of it."""

from pathlib import Path

import numpy as np

from parlour.core.bits import count
from parlour.core.implementations import implement
from parlour.core.jit import jit
from parlour.core.records import AMOUNT, SET, SMALL, ByPlayer, table_dtype
from parlour.core.rewards import new_points
from parlour.core.rng import draw, seed_rng
from parlour.core.vectors import write_sets

TAKE, LAY, OVER = range(3)
SEATS, ROUNDS, CARDS, PEBBLES, SPACES = 5, 4, 8, 40, 30
ALL_CARDS, ALL_PEBBLES, ALL_SPACES = 2**CARDS - 1, 2**PEBBLES - 1, 2**SPACES - 1
WORD_STARTS = (0, PEBBLES)  # actions: take a pebble, lay it on a space
WANTED = 0x0101010101  # card 0 wants the pebbles 0, 8, 16, 24 and 32; card 1 the next ones, ...
P = ByPlayer((SEATS,))
FIELDS = (
    ("rng", np.uint64, (), "state of the random numbers"),
    ("legal", SET, (len(WORD_STARTS),), "legal actions", "derived"),
    ("table", SET, (), "pebbles to take; the bag holds all that nobody has", "{pebbles}"),
    ("pebbles", SET, P, "pebbles of each player", "{pebbles}"),
    ("spaces", SET, P, "spaces of each player", "{spaces}"),
    ("score", AMOUNT, P, "final scores, 0 before the end"),
    ("card", SMALL, P, "secret card of each player", "cards"),
    ("num_players", SMALL, (), "3 to 5"),
    ("player", SMALL, (), "the seat to decide"),
    ("decision", SMALL, (), "take, lay or over", "decisions"),
    ("round_number", SMALL, (), "1 to 4"),
)
SECTIONS = (
    ("decision", (OVER + 1,), "one-hot"),
    ("to_decide", P, "one-hot: 0 is the observer, 1 the next seat, and so on"),
    ("table", (PEBBLES,), "pebbles to take"),
    ("pebbles", (SEATS, PEBBLES), "by player, the observer first"),
    ("spaces", (SEATS, SPACES), "by player"),
    ("cards", (SEATS, CARDS), "one-hot by player; those of the others at the end only"),
)
STATE, RULES = table_dtype(FIELDS), table_dtype((("wanted", AMOUNT, ()),))


@jit
def begin(s, rules, num_players, seed):
    seed_rng(s, seed)
    s.num_players, s.round_number, s.table, cards = num_players, 0, 0, ALL_CARDS
    for p in range(SEATS):
        s.pebbles[p] = s.spaces[p] = s.score[p] = 0
        s.card[p] = -1
    for p in range(num_players):
        s.card[p] = draw(s, cards)
        cards &= ~(1 << s.card[p])
    _begin_round(s)


@jit
def _begin_round(s):
    s.player, s.decision = s.round_number % s.num_players, TAKE
    s.round_number += 1
    for _ in range(s.num_players):
        s.table |= 1 << draw(s, ALL_PEBBLES & ~s.table & ~s.pebbles.sum())


@jit
def choose(s, rules, action):
    if s.decision == TAKE:
        s.table &= ~(1 << action)
        s.pebbles[s.player] |= 1 << action
        s.decision = LAY
        return
    s.spaces[s.player] |= 1 << (action - PEBBLES)
    if s.table:
        s.player, s.decision = (s.player + 1) % s.num_players, TAKE
    elif s.round_number < ROUNDS:
        _begin_round(s)
    else:
        s.decision, points = OVER, new_points(s)
        break_down(s, rules, points)
        for p in range(s.num_players):
            s.score[p] = points[p].sum()


@jit
def write_legal(s, rules):
    s.legal[0] = ALL_PEBBLES if s.decision == OVER else s.table if s.decision == TAKE else 0
    free = ALL_SPACES & ~s.spaces.sum()
    s.legal[1] = ALL_SPACES if s.decision == OVER else free if s.decision == LAY else 0


@jit
def is_over(s):
    return s.decision == OVER


@jit
def word_starts(s):
    return WORD_STARTS


@jit
def break_down(s, rules, points):
    for p in range(s.num_players):
        points[p, 0] = count(s.spaces[p] & (s.spaces[p] >> 1))
        points[p, 1] = count(s.pebbles[p] & (WANTED << s.card[p])) * rules.wanted


@jit
def tie_break(s, rules, seat):
    return count(s.pebbles[seat] >> 30)


@jit
def write_observation(s, rules, seat, out):
    out.everything[:] = 0.0
    out.decision[s.decision] = out.to_decide[(s.player - seat) % s.num_players] = 1.0
    write_sets((s.table,), (1.0,), out.table, 0)
    for r in range(s.num_players):
        p = (seat + r) % s.num_players
        write_sets((s.pebbles[p],), (1.0,), out.pebbles, r)
        write_sets((s.spaces[p],), (1.0,), out.spaces, r)
        if r == 0 or is_over(s):
            out.cards[r, s.card[p]] = 1.0


@jit
def determinize(s, rules, seat, seed):
    seed_rng(s, seed)  # the bag gets another order
    unseen = ALL_CARDS & ~(1 << s.card[seat])
    for p in range(s.num_players):
        if p != seat and not is_over(s):
            s.card[p] = draw(s, unseen)
            unseen &= ~(1 << s.card[p])


implement(
    STATE, Path(__file__).parent, begin, choose, write_legal, is_over, word_starts, break_down,
    tie_break, write_observation, determinize,
)  # fmt: skip
