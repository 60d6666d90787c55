"""A state consistent with what a seat knows: its hidden part redrawn uniformly.

Hidden from a seat are: which of another player's hidden cards are in hand (the others are in the
supply); which tiles the others drew unseen (they are mixed with the stack they came from, or, after
a refill, among each other); and future chance. Equal cards and equal tiles are distinguished in
drawing, so every deal of the real components is equally likely.
"""

from parlour.core.bits import count, lowest
from parlour.core.flow import num_legal
from parlour.core.jit import jit
from parlour.core.rng import draw, seed_rng
from rokoko_env.core.ids import BLIND_FILLINGS, COLORS, OVER
from rokoko_env.core.legal import write_legal
from rokoko_env.core.warehouse import count_bales
from rokoko_env.core.workshop import still_to_pay


@jit
def determinize(s, rules, seat, seed):
    """Redraw in place what `seat` does not know; the future gets the stream of `seed`.

    If another seat is in the middle of its turn, everybody has seen that it has a choice, and that
    it can pay for the dress it makes: draws that contradict this are repeated.
    """
    seed_rng(s, seed)
    while True:
        for p in range(s.num_players):
            if p != seat:
                _redraw_hand(s, p)
        for filling in range(BLIND_FILLINGS):
            _redraw_blind_tiles(s, rules, seat, filling)
        write_legal(s, rules)
        if s.player == seat or s.decision == OVER or _has_a_choice(s, rules):
            return


@jit
def _has_a_choice(s, rules):
    return num_legal(s) >= 2 and (s.dress < 0 or _can_pay(s, rules))


@jit
def _can_pay(s, rules):
    """The tiles left cover what is still to pay for the dress in work."""
    missing = s.missing.copy()
    for color in range(COLORS):
        s.missing[color] = max(0, missing[color] - s.bales[s.player, color])
    to_pay = still_to_pay(s, rules, -1)
    s.missing[:] = missing
    return to_pay == 0


@jit
def _redraw_hand(s, p):
    """Redraw which of the hidden cards are in hand."""
    hidden = (s.hand[p] | s.supply[p]) & ~s.hand_known[p]
    in_hand = count(s.hand[p]) - count(s.hand_known[p])
    s.hand[p] = s.hand_known[p]
    for _ in range(in_hand):
        card = draw(s, hidden)
        hidden &= ~(1 << card)
        s.hand[p] |= 1 << card
    s.supply[p] = hidden


@jit
def _redraw_blind_tiles(s, rules, seat, filling):
    """Collect the tiles that came unseen from one filling of the stack, and deal them again."""
    is_current = filling == s.filling
    in_doubt = is_current and s.tile >= 0 and s.tile_is_blind and s.player != seat
    pool = s.blind[filling] & ~s.silk[seat]
    if pool == 0 and not in_doubt:
        return
    blind = pool
    if is_current:
        pool |= s.tile_stack
    if in_doubt:
        pool |= 1 << s.tile
        s.tile = draw(s, pool)
        pool &= ~(1 << s.tile)
    s.blind[filling] &= s.silk[seat]
    for p in range(s.num_players):
        if p != seat:
            pool = _deal_blind_tiles(s, rules, p, filling, blind, pool)
    if is_current:
        s.tile_stack = pool


@jit
def _deal_blind_tiles(s, rules, p, filling, old, pool):
    """Replace player p's old tiles by as many from the pool; return the rest of the pool."""
    given_back = s.silk[p] & old
    s.silk[p] &= ~old
    while given_back:
        count_bales(s, rules, p, lowest(given_back), -1)
        given_back &= given_back - 1
        tile = draw(s, pool)
        pool &= ~(1 << tile)
        s.silk[p] |= 1 << tile
        s.blind[filling] |= 1 << tile
        count_bales(s, rules, p, tile, 1)
    return pool
