"""Evaluation of a leaf: a rollout, the value network, or the one after the other."""

from parlour.core.flow import random_legal, step
from parlour.core.jit import jit
from parlour.core.protocol import is_over
from parlour.players.core.script import play_turns
from parlour.players.core.value_net import write_win_probabilities

ROLLOUTS = ("estimate", "random", "script")  # `estimate`: no rollout, the value network alone
ESTIMATE, RANDOM, SCRIPT = range(3)


@jit
def evaluate(s, rules, style, plan, scratch, net, activations, options, out):
    """Write each player's probability to win, after a rollout."""
    if options.rollout == RANDOM:
        while not is_over(s):
            step(s, rules, random_legal(s))
    elif options.rollout == SCRIPT:
        play_turns(s, rules, style, plan, scratch, options.turns)
    write_win_probabilities(s, rules, net, activations, out)
