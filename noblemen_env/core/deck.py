"""The deck of scandal cards: a ring, drawn from the top; cards return under it.

Whoever gets a card looks at three, keeps one, and the others go under the deck in random order.
"""

from noblemen_env.core.ids import (
    CARD_KINDS,
    DRAFT,
    DRAFT_CARDS,
    INTRIGUE,
    MAX_DECK,
)
from parlour.core.jit import jit
from parlour.core.rng import below


@jit
def shuffle_deck(s, rules):
    s.deck_top = s.deck_size = 0
    for card in range(CARD_KINDS):
        for _ in range(rules.card_copies[card]):
            return_card(s, card)
    shuffle_ring(s)


@jit
def shuffle_ring(s):
    """Shuffle the cards of the deck where they lie."""
    for i in range(s.deck_size - 1, 0, -1):
        one = (s.deck_top + i) % MAX_DECK
        other = (s.deck_top + below(s, i + 1)) % MAX_DECK
        s.deck[one], s.deck[other] = s.deck[other], s.deck[one]


@jit
def return_card(s, card):
    """N6.2: lay a card under the deck."""
    s.deck[(s.deck_top + s.deck_size) % MAX_DECK] = card
    s.deck_size += 1


@jit
def give_up_card(s, p, card):
    """A card leaves a hand and goes under the deck."""
    s.cards[p, card] -= 1
    return_card(s, card)


@jit
def _look_at_cards(s):
    """N6.1, S7: take up to three cards from the top; return their number."""
    number = min(DRAFT_CARDS, s.deck_size)
    for i in range(number):
        s.drafted[i] = s.deck[s.deck_top]
        s.deck[s.deck_top] = -1
        s.deck_top = (s.deck_top + 1) % MAX_DECK
        s.deck_size -= 1
    return number


@jit
def begin_draft(s, purpose):
    """Let the player look at cards; return False if the deck is empty."""
    s.purpose = purpose
    s.decision = DRAFT
    return _look_at_cards(s) > 0


@jit
def begin_drafts(s, purpose, first):
    """N2.7, N10.3: let all draw a card in turn; return False if the deck is empty."""
    s.player = first
    s.waiting = s.num_players - 1
    return begin_draft(s, purpose)


@jit
def next_draft(s):
    """Let the next player draw; return False if all have, or the deck is empty."""
    if s.waiting == 0:
        return False
    s.waiting -= 1
    s.player = (s.player + 1) % s.num_players
    return begin_draft(s, s.purpose)


@jit
def num_drafted(s):
    number = 0
    for i in range(DRAFT_CARDS):
        number += s.drafted[i] >= 0
    return number


@jit
def may_keep_all(s, p):
    """S7: Intrigue was in hand before, and there is more than one card to keep."""
    return s.cards[p, INTRIGUE] > 0 and num_drafted(s) >= 2


@jit
def keep_card(s, card):
    """N6.1, S6: keep one of the cards; the others go under the deck in random order."""
    s.cards[s.player, card] += 1
    for i in range(DRAFT_CARDS):
        if s.drafted[i] == card:
            s.drafted[i] = -1
            break
    first = second = -1
    for i in range(DRAFT_CARDS):
        if s.drafted[i] >= 0:
            first, second = second, s.drafted[i]
        s.drafted[i] = -1
    if first >= 0:
        swapped = below(s, 2)
        return_card(s, second if swapped else first)
        return_card(s, first if swapped else second)
    elif second >= 0:
        return_card(s, second)


@jit
def keep_all(s):
    """Give Intrigue up for all of the cards."""
    give_up_card(s, s.player, INTRIGUE)
    for i in range(DRAFT_CARDS):
        if s.drafted[i] >= 0:
            s.cards[s.player, s.drafted[i]] += 1
        s.drafted[i] = -1
