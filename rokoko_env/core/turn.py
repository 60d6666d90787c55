"""Phase 3: the frame of a turn (R6.1 to R6.6), and from the last turn of a round into the next."""

from parlour.core.jit import jit
from rokoko_env.core.deck import take_from_hand
from rokoko_env.core.hands import begin_hands
from rokoko_env.core.ids import BONUS, MAIN, OVER, PLAY, ROUNDS, TURN_DONE
from rokoko_env.core.income import pay_income
from rokoko_env.core.prepare import prepare_round
from rokoko_env.core.scoring import write_scores
from rokoko_env.core.setup import clear_turn


@jit
def play_card(s, rules, kind):
    """R6.1: one card from the hand comes into play."""
    s.in_play = take_from_hand(s, rules, s.player, kind)
    s.decision = MAIN


@jit
def action_done(s):
    """The main action is over: now the card's bonus. The bonus is over: so is the turn (R6.2)."""
    if s.bonus_card < 0:
        offer_bonus(s, s.in_play)
    else:
        s.decision = TURN_DONE


@jit
def offer_bonus(s, card):
    s.bonus_card = card
    s.decision = BONUS


@jit
def end_turn(s, rules):
    """R6.3: the card is discarded unless deputed; the next seat with cards in hand plays."""
    p = s.player
    if not s.in_play_deputed:
        s.discard[p] |= 1 << s.in_play
    clear_turn(s)
    for step in range(1, s.num_players + 1):
        seat = (p + step) % s.num_players
        if s.hand[seat]:
            s.player = seat
            s.decision = PLAY
            return
    _end_round(s, rules)


@jit
def _end_round(s, rules):
    pay_income(s, rules)
    if s.round_number == ROUNDS:  # R7.2
        write_scores(s, rules)
        s.decision = OVER
    else:
        begin_round(s, rules)


@jit
def begin_round(s, rules):
    prepare_round(s, rules)
    begin_hands(s)
