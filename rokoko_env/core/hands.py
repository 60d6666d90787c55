"""Phase 2: everyone picks three cards (section 5 of the rules).

The picks are simultaneous. Here the seats pick one after the other from the start player on, which
is the same because nobody's observation shows another seat's pick.
"""

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.deck import one_card
from rokoko_env.core.ids import HAND_SIZE, PICK, PLAY


@jit
def begin_hands(s):
    s.player = s.start_player
    _begin_hand(s)


@jit
def pick(s, rules, kind):
    """R5.1: one more card of this kind from the supply into the hand."""
    p = s.player
    card = one_card(rules, s.supply[p], kind, 0)
    s.supply[p] &= ~(1 << card)
    s.hand[p] |= 1 << card
    if count(s.hand[p]) == HAND_SIZE:
        _next_hand(s)


@jit
def _begin_hand(s):
    """Let the seat pick, unless it has no choice; forced cards are publicly known."""
    while True:
        p = s.player
        if count(s.supply[p]) < HAND_SIZE:  # R5.2
            _take_all(s, p)
            s.supply[p] = s.discard[p]
            s.discard[p] = 0
        if count(s.hand[p]) + count(s.supply[p]) > HAND_SIZE:
            s.decision = PICK
            return
        _take_all(s, p)  # R5.3
        if _was_last(s):
            return


@jit
def _take_all(s, p):
    s.hand[p] |= s.supply[p]
    s.hand_known[p] |= s.supply[p]
    s.supply[p] = 0


@jit
def _next_hand(s):
    if not _was_last(s):
        _begin_hand(s)


@jit
def _was_last(s):
    """Move to the next seat; after the last one the turns begin with the start player."""
    s.player = (s.player + 1) % s.num_players
    if s.player != s.start_player:
        return False
    s.decision = PLAY
    return True
