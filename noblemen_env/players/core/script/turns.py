"""Turns played by the script, for rollouts of a search."""

from noblemen_env.core.ids import OVER
from parlour.core.flow import step
from parlour.core.jit import jit
from parlour.players.core.script import best_action


@jit
def play_turns(s, rules, style, plan, scratch, turns):
    """Play the current turn to its end by the script, and then `turns` more."""
    active = s.active
    while s.decision != OVER:
        if s.active != active:
            if turns <= 0:
                return
            turns -= 1
            active = s.active
        step(s, rules, best_action(s, rules, style, plan, scratch))
