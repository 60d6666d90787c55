"""A state consistent with what a seat sees: its hidden part redrawn uniformly.

Hidden from a seat are the tiles in other hands and the composition of the bag (except for types
that its legal swaps show to be there or not), the cards in other hands, those that another seat
looks at, the order of the deck, and future chance. The draw is without memory on purpose: a tile
given to a knight, a card seen when it returned under the deck, or what others chose at the start
is as likely anywhere as what was never seen. Equal tiles and cards
are distinguished in drawing, so every deal of the real components is equally likely.
"""

import numpy as np

from noblemen_env.core.deck import num_drafted, return_card, shuffle_ring
from noblemen_env.core.ids import CARD_KINDS, DRAFT_CARDS, MAX_DECK, OVER, TAKE, TILES
from noblemen_env.core.legal import absent_types, write_legal
from noblemen_env.core.supply import tiles_in_hand
from parlour.core.flow import num_legal
from parlour.core.jit import jit
from parlour.core.rng import below, seed_rng


@jit
def determinize(s, rules, seat, seed):
    """Redraw in place what `seat` does not know; the future gets the stream of `seed`.

    A seat that decides sees its legal actions, which tell something about the bag; if another one
    does, everybody has seen that it has a choice. Draws that contradict this are repeated.
    """
    seed_rng(s, seed)
    if s.decision == OVER:
        return
    seen = s.legal.copy()
    absent = absent_types(s, rules) if s.player == seat else 0
    while True:
        if s.decision == TAKE:
            _redraw_choices(s, rules, seat)
        else:
            _redraw_tiles(s, seat, absent)
            _redraw_cards(s, rules, seat)
        write_legal(s, rules)
        if _agrees(s, seat, seen):
            return


@jit
def _agrees(s, seat, seen):
    if s.player != seat:
        return num_legal(s) >= 2
    for word in range(len(seen)):
        if s.legal[word] != seen[word]:
            return False
    return True


@jit
def _redraw_choices(s, rules, seat):
    """At the start: each number that another seat may have taken of a type is equally likely."""
    for p in range(s.player + 1):
        if p == seat:
            continue
        types = s.tile if p == s.player else len(TILES)
        for t in range(types):
            number = below(s, rules.start_choice + 1)
            s.bag[t] += s.tiles[p, t] - number
            s.tiles[p, t] = number


@jit
def _redraw_tiles(s, seat, absent):
    """Put the tiles of the others into the bag, and draw as many again.

    All tiles of the types that are absent from the bag are in these hands: each place in them is
    equally likely to hold one. (To repeat draws until it is so could take forever.)
    """
    places = 0
    for p in range(s.num_players):
        if p != seat:
            places += tiles_in_hand(s, p)
            for t in range(len(TILES)):
                s.bag[t] += s.tiles[p, t]
    outside = _tiles_of(s, absent)
    for p in range(s.num_players):
        if p == seat:
            continue
        number = tiles_in_hand(s, p)
        for t in range(len(TILES)):
            s.tiles[p, t] = 0
        for _ in range(number):
            if below(s, places) < outside:
                _draw_of(s, p, absent)
                outside -= 1
            else:
                _draw_of(s, p, ~absent)
            places -= 1


@jit
def _tiles_of(s, types):
    """Return the number of tiles of some types in the bag."""
    number = 0
    for t in range(len(TILES)):
        if (types >> t) & 1:
            number += s.bag[t]
    return number


@jit
def _draw_of(s, p, types):
    """Draw a tile of one of these types from the bag; each tile is equally likely."""
    place = below(s, _tiles_of(s, types))
    for t in range(len(TILES)):
        if (types >> t) & 1:
            if place < s.bag[t]:
                s.bag[t] -= 1
                s.tiles[p, t] += 1
                return
            place -= s.bag[t]


@jit
def _redraw_cards(s, rules, seat):
    """Shuffle all cards that the seat does not see into the deck, and deal as many again."""
    drafted = 0 if s.player == seat else num_drafted(s)
    s.deck[:] = -1
    s.deck_size = 0
    for card in range(CARD_KINDS):  # in this order, so that the true one of the deck has no effect
        for _ in range(rules.card_copies[card] - _seen(s, seat, card)):
            return_card(s, card)
    shuffle_ring(s)
    for p in range(s.num_players):
        if p != seat:
            _deal_cards(s, p)
    for i in range(drafted):
        s.drafted[i] = _last_card(s)


@jit
def _seen(s, seat, card):
    """Return the copies of a card that the seat has in hand or looks at."""
    number = np.int64(s.cards[seat, card])
    if s.player == seat:
        for i in range(DRAFT_CARDS):
            number += s.drafted[i] == card
    return number


@jit
def _deal_cards(s, p):
    """Replace the cards of a hand by as many from the deck."""
    number = 0
    for card in range(CARD_KINDS):
        number += s.cards[p, card]
        s.cards[p, card] = 0
    for _ in range(number):
        s.cards[p, _last_card(s)] += 1


@jit
def _last_card(s):
    """Take the card at the bottom of the deck; the place of its top stays."""
    s.deck_size -= 1
    place = (s.deck_top + s.deck_size) % MAX_DECK
    card = s.deck[place]
    s.deck[place] = -1
    return card
