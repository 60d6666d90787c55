"""A player's deck: its cards, its size, and what depends on the size."""

from parlour.core.bits import count, lowest
from parlour.core.jit import jit


@jit
def deck_cards(s, p):
    """Return all of a player's cards that have not left the game.

    The card in play belongs to the deck (S15). Deputed cards stay until the end of the turn, when
    their bonus has been used (R6.50).
    """
    cards = s.hand[p] | s.supply[p] | s.discard[p]
    if p == s.player and s.in_play >= 0:
        cards |= (1 << s.in_play) | s.leaving
    return cards


@jit
def by_deck_size(rules, bonus, size):
    """The bonus's number for a deck of 5-6, 7-8, 9-10 or at least 11 cards; 0 for fewer than 5."""
    if size < 5:
        return 0
    return rules.effect_deck[bonus, min(3, (size - 5) // 2)]


@jit
def may_depute(s, rules):
    """R6.51: the deck must not fall below its minimum; cards already deputed count as gone."""
    p = s.player
    in_deck = count(s.hand[p] | s.supply[p] | s.discard[p]) + (1 - s.in_play_deputed)
    return in_deck > rules.minimum_deck


@jit
def card_kinds(rules, pile):
    """The kinds of card in a pile, each as its first card: equal cards are one choice (S11)."""
    for g in range(rules.num_copied_cards):
        copies = rules.copied_cards[g]
        if pile & copies:
            pile = (pile & ~copies) | (copies & -copies)
    return pile


@jit
def take_from_hand(s, rules, p, kind):
    """A card of this kind leaves the hand.

    Of two equal cards the publicly known one goes first: the unknown one stays.
    """
    card = one_card(rules, s.hand[p], kind, s.hand_known[p])
    s.hand[p] &= ~(1 << card)
    s.hand_known[p] &= ~(1 << card)
    return card


@jit
def one_card(rules, pile, kind, first):
    """A card of this kind from a pile, one of the set `first` if there is one."""
    cards = pile & rules.card_copies[kind]
    preferred = cards & first
    return lowest(preferred if preferred else cards)
