"""Turns played by the script, for rollouts of a search."""

from parlour.core.flow import step
from parlour.core.jit import jit
from parlour.players.core.script import best_action
from rokoko_env.core.ids import MAIN, OVER, PICK, PLAY


@jit
def play_turns(s, rules, style, plan, scratch, turns):
    """Play the current turn to its end by the script, and then `turns` more."""
    first = True
    while s.decision != OVER:
        # A turn begins with its main action if there was no choice of a card.
        begins = s.decision == PLAY or s.decision == PICK or (s.decision == MAIN and not first)
        if begins and turns <= 0:
            return
        if s.decision == MAIN and not first:
            turns -= 1
        first = False
        step(s, rules, best_action(s, rules, style, plan, scratch))
