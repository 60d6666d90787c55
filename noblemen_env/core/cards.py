"""Scandal cards played in one's own turn (N6.3)."""

from noblemen_env.core import grid
from noblemen_env.core.buildings import begin_building, castle_meadows
from noblemen_env.core.deck import give_up_card
from noblemen_env.core.enlarge import begin_enlargement, free_cells
from noblemen_env.core.ids import (
    CASTLE,
    DOWRY,
    FROM_CARDS,
    INHERITANCE,
    MASTERSTROKE,
    RETURN,
    SECRET_WEDDING,
    TRIBUTE,
    VICARS_FAVOUR,
    WHITEHALL,
)
from noblemen_env.core.supply import (
    draw_tiles,
    queen_is_locked,
    take_queen,
    tiles_in_bag,
    tiles_in_hand,
)
from noblemen_env.core.turn import begin_action, finish_action
from parlour.core.jit import jit


@jit
def may_enlarge(s, rules, p):
    """True if the player has a tile and a cell to lay it on."""
    return tiles_in_hand(s, p) > 0 and not grid.is_empty(free_cells(s, rules, p))


@jit
def playable_cards(s, rules, p, can_enlarge):
    """S11: the cards in hand that would have an effect now, as a set of kinds."""
    cards = 0
    if s.cards[p, INHERITANCE] and s.offer[CASTLE] and not grid.is_empty(castle_meadows(s, p)):
        cards |= 1 << INHERITANCE
    if s.cards[p, SECRET_WEDDING]:
        cards |= 1 << SECRET_WEDDING
    if s.cards[p, DOWRY] and tiles_in_bag(s) > 0:
        cards |= 1 << DOWRY
    if s.cards[p, MASTERSTROKE] and can_enlarge:
        cards |= 1 << MASTERSTROKE
    if s.cards[p, TRIBUTE]:
        cards |= 1 << TRIBUTE
    if s.cards[p, VICARS_FAVOUR] and tiles_in_hand(s, p) > 0:
        cards |= 1 << VICARS_FAVOUR
    if s.cards[p, WHITEHALL] and s.queen != p and not queen_is_locked(s, rules):
        cards |= 1 << WHITEHALL
    return cards


@jit
def play_card(s, rules, card):
    """Put the card under the deck, then do what it says."""
    p = s.player
    give_up_card(s, p, card)
    begin_action(s, 1)
    if card == INHERITANCE:
        begin_building(s, CASTLE, 1)
    elif card == MASTERSTROKE:
        begin_enlargement(s, rules, 1)
    elif card == VICARS_FAVOUR:
        s.given = 0
        s.due = rules.cards_vicar_tiles
        s.decision = RETURN
    else:
        _take_at_once(s, rules, p, card)
        finish_action(s)


@jit
def _take_at_once(s, rules, p, card):
    if card == SECRET_WEDDING:
        markers = min(rules.cards_wedding_markers, s.pool)
        s.pool -= markers
        s.markers[p] += markers
        s.points[p, FROM_CARDS] += rules.cards_wedding_points
    elif card == DOWRY:
        draw_tiles(s, p, rules.cards_dowry_tiles)
    elif card == TRIBUTE:
        s.money[p] += rules.cards_tribute_pounds
    else:
        take_queen(s, rules, p)


@jit
def return_tile(s, rules, t):
    """Vicar's favour: a tile goes into the bag for points."""
    p = s.player
    s.tiles[p, t] -= 1
    s.bag[t] += 1
    s.given += 1
    s.due -= 1
    s.points[p, FROM_CARDS] += rules.cards_vicar_points
    if s.due == 0:
        finish_action(s)
