"""Evaluation of a leaf: a rollout, the value network, or the one after the other."""

from parlour.core.jit import jit
from parlour.players.core.value_net import write_win_probabilities
from rokoko_env.core.flow import random_legal, step
from rokoko_env.core.ids import MAIN, OVER, PICK, PLAY
from rokoko_env.players.core.script.rate import best_action

ROLLOUTS = ("estimate", "random", "script")  # `estimate`: no rollout, the value network alone
ESTIMATE, RANDOM, SCRIPT = range(3)


@jit
def evaluate(s, rules, style, plan, scratch, net, activations, options, out):
    """Write each player's probability to win, after a rollout."""
    if options.rollout == RANDOM:
        while s.decision != OVER:
            step(s, rules, random_legal(s))
    elif options.rollout == SCRIPT:
        _play_script(s, rules, style, plan, scratch, options.turns)
    write_win_probabilities(s, rules, net, activations, out)


@jit
def _play_script(s, rules, style, plan, scratch, turns):
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
