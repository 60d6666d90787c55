"""The frame of a turn (N3): one action, at most one card, any number of swaps."""

from noblemen_env.core.ids import ACT, DRAFT_CARDS
from parlour.core.jit import jit


@jit
def begin_turn(s, p):
    clear_turn(s)
    s.active = s.player = p
    s.decision = ACT


@jit
def clear_turn(s):
    """Reset the fields of a turn."""
    s.acted = s.card_played = s.by_card = s.to_lay = s.given = s.due = s.waiting = 0
    s.tile = s.building = s.knight = s.purpose = -1
    s.laid[:] = 0
    s.completed[:] = 0
    for i in range(DRAFT_CARDS):
        s.drafted[i] = -1


@jit
def begin_action(s, by_card):
    """Note that the action, or the card, of this turn is being done."""
    s.by_card = by_card
    if by_card:
        s.card_played = 1
    else:
        s.acted = 1


@jit
def finish_action(s):
    """Go on with the turn of the active player."""
    s.player = s.active
    s.decision = ACT
    s.by_card = s.given = s.due = 0
    s.tile = s.building = s.knight = s.purpose = -1
