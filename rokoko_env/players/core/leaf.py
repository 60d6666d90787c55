"""How a position may end: by playing on, by an estimate, or by both."""

from rokoko_env.core.flow import random_legal, step
from rokoko_env.core.ids import MAIN, OVER, PICK, PLAY
from rokoko_env.core.jit import jit
from rokoko_env.players.core.script.rate import best_action
from rokoko_env.players.core.value_net import write_chances

ROLLOUTS = ("estimate", "random", "script")
ESTIMATE, RANDOM, SCRIPT = range(3)


@jit
def finish(s, rules, style, plan, room, value, scratch, options, chances):
    """How well it ends for each player, from 0 to 1: by his lead at the end, or as estimated."""
    if options.rollout == RANDOM:
        while s.decision != OVER:
            step(s, rules, random_legal(s))
    elif options.rollout == SCRIPT:
        _play_on(s, rules, style, plan, room, options.turns)
    write_chances(s, rules, value, scratch, chances)


@jit
def _play_on(s, rules, style, plan, room, turns):
    """By the script: the turn under way to its end, and then so many more."""
    under_way = True
    while s.decision != OVER:
        # A turn begins with its main action where the card was no choice.
        begins = s.decision == PLAY or s.decision == PICK or (s.decision == MAIN and not under_way)
        if begins and turns <= 0:
            return
        if s.decision == MAIN and not under_way:
            turns -= 1
        under_way = False
        step(s, rules, best_action(s, rules, style, plan, room))
