"""The rules: jitted functions over the record of a game, and what a seat sees of it."""

from pathlib import Path

import numpy as np

from parlour.core.bits import count
from parlour.core.implementations import implement
from parlour.core.jit import jit
from parlour.core.records import AMOUNT, SET, SMALL, table_dtype
from parlour.core.rng import draw, seed_rng
from parlour.core.vectors import write_sets

TAKE, LAY, OVER = range(3)
SEATS, ROUNDS, CARDS, PEBBLES, SPACES = 5, 4, 8, 40, 30
ALL_CARDS, ALL_PEBBLES, ALL_SPACES = 2**CARDS - 1, 2**PEBBLES - 1, 2**SPACES - 1
WORD_STARTS = (0, PEBBLES)  # actions: take a pebble, lay it on a space
WANTED = 0x0101010101  # by card 0: the pebbles 0, 8, 16, 24, 32; by card 1 the next ones, ...
P = (SEATS,)

RULES = table_dtype((("pair", AMOUNT, (), "points"), ("wanted", AMOUNT, (), "points")))
FIELDS = (
    ("rng", np.uint64, (), "state of the random numbers"),
    ("legal", SET, (len(WORD_STARTS),), "legal actions", "derived"),
    ("bag", SET, (), "pebbles in the bag, without an order: they are drawn one by one", "derived"),
    ("table", SET, (), "pebbles to take", "{pebbles}"),
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
    ("cards", (SEATS, CARDS), "one-hot by player; the others' at the end only"),
)


@jit
def begin(s, rules, num_players, seed):
    seed_rng(s, seed)
    s.num_players, s.round_number, s.bag, cards = num_players, 0, ALL_PEBBLES, ALL_CARDS
    for p in range(SEATS):
        s.pebbles[p] = s.spaces[p] = s.score[p] = 0
        s.card[p] = -1
        if p < num_players:
            s.card[p] = draw(s, cards)
            cards &= ~(1 << s.card[p])
    _begin_round(s)


@jit
def _begin_round(s):
    s.player, s.decision, s.table = s.round_number % s.num_players, TAKE, 0
    s.round_number += 1
    for _ in range(s.num_players):
        s.table |= 1 << draw(s, s.bag & ~s.table)
    s.bag &= ~s.table


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
        s.decision = OVER
        for p in range(s.num_players):
            s.score[p] = sum(_points(s, rules, p))


@jit
def _points(s, rules, p):
    pairs = count(s.spaces[p] & (s.spaces[p] >> 1))
    wanted = count(s.pebbles[p] & (WANTED << s.card[p]))
    return pairs * rules.pair, wanted * rules.wanted


@jit
def break_down(s, rules, points):
    for p in range(s.num_players):
        points[p, 0], points[p, 1] = _points(s, rules, p)


@jit
def tie_break(s, rules, seat):
    return count(s.pebbles[seat] >> 30)


@jit
def write_legal(s, rules):
    s.legal[0] = s.legal[1] = 0
    if s.decision != LAY:
        s.legal[0] = s.table if s.decision == TAKE else ALL_PEBBLES
    if s.decision != TAKE:
        s.legal[1] = ALL_SPACES & ~s.spaces.sum() if s.decision == LAY else ALL_SPACES


@jit
def is_over(s):
    return s.decision == OVER


@jit
def word_starts(s):
    return WORD_STARTS


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
    seed_rng(s, seed)  # what comes out of the bag changes too
    unseen = ALL_CARDS & ~(1 << s.card[seat])
    for p in range(s.num_players):
        if p != seat and not is_over(s):
            s.card[p] = draw(s, unseen)
            unseen &= ~(1 << s.card[p])


STATE = table_dtype(FIELDS)
implement(
    STATE, Path(__file__).parent,
    begin, choose, write_legal, is_over, word_starts, break_down, tie_break, write_observation,
    determinize,
)  # fmt: skip
