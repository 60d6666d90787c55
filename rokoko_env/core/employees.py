"""Employees come and go: hire (R6.40), depute (R6.50, R6.51), and the favor card (R6.10)."""

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.deck import one_card, take_from_hand
from rokoko_env.core.ids import (
    ACTION_DONE,
    DEPUTE_USE_BONUS,
    DISPLAY_SPACES,
    FROM_HAND,
    FROM_SUPPLY,
    PILE,
    TURN_DONE,
)
from rokoko_env.core.turn import offer_bonus


@jit
def take_favor(s, rules):
    """R6.10: the favor card and its money at once."""
    s.favor = s.player
    s.money[s.player] += rules.favor_livre
    s.decision = ACTION_DONE


@jit
def hire_price(s, rules):
    """R6.40: the price falls with the number of cards on display."""
    return rules.hire_price[count(cards_on_display(s))]


@jit
def cards_on_display(s):
    """The hire cards on display, as a set."""
    cards = 0
    for i in range(DISPLAY_SPACES):
        if s.display[i] >= 0:
            cards |= 1 << s.display[i]
    return cards


@jit
def hire(s, rules, kind):
    """R6.40: a card from the display into the hand, in plain sight of everybody."""
    p = s.player
    s.money[p] -= hire_price(s, rules)
    for i in range(DISPLAY_SPACES):
        card = s.display[i]
        if card >= 0 and rules.card_kind[card] == kind:
            s.display[i] = -1
            s.hand[p] |= 1 << card
            s.hand_known[p] |= 1 << card
            break
    s.decision = ACTION_DONE


@jit
def depute_played_card(s, rules):
    """R6.50: the card in play leaves for money, after its bonus."""
    s.in_play_deputed = 1
    s.money[s.player] += rules.depute_livre[rules.card_rank[s.in_play]]
    s.decision = ACTION_DONE


@jit
def choose_deputy(s, kind):
    """First half of a depute bonus: which kind of card."""
    s.chosen_card = kind
    s.decision = PILE


@jit
def depute_from(s, rules, pile):
    """Second half: from which pile. Then its bonus (S2, S3) or its money, by the effect."""
    p = s.player
    if pile == FROM_HAND:
        card = take_from_hand(s, rules, p, s.chosen_card)
    elif pile == FROM_SUPPLY:
        card = one_card(rules, s.supply[p], s.chosen_card, 0)
        s.supply[p] &= ~(1 << card)
    else:
        card = one_card(rules, s.discard[p], s.chosen_card, 0)
        s.discard[p] &= ~(1 << card)
    s.chosen_card = -1
    if rules.effect[rules.card_bonus[s.bonus_card]] == DEPUTE_USE_BONUS:
        s.leaving |= 1 << card
        offer_bonus(s, card)
    else:
        s.money[p] += rules.bonus_depute_livre[rules.card_rank[card]]
        s.decision = TURN_DONE
