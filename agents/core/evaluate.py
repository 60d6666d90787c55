"""How a position may end: by playing on, by an estimate, or by both."""

from agents.core.rate import best_action
from agents.core.value import NUM_FEATURES, estimate, write_chances
from rokoko_env.core.flow import random_legal, step
from rokoko_env.core.ids import MAX_PLAYERS, OVER, PICK, PLAY, ROUNDS
from rokoko_env.core.jit import jit

ROLLOUTS = ("estimate", "random", "script")
ESTIMATE, RANDOM, SCRIPT = range(3)


@jit
def finish(s, rules, style, plan, room, weights, spreads, options, points, numbers):
    """Each player's chance to win. A turn under way is finished before the position is estimated.

    `numbers` is room for features, scores and the chances returned.
    """
    scores = numbers[NUM_FEATURES : NUM_FEATURES + MAX_PLAYERS]
    chances = numbers[NUM_FEATURES + MAX_PLAYERS :]
    if options.rollout == RANDOM:
        while s.decision != OVER:
            step(s, rules, random_legal(s))
    else:
        turns = options.turns if options.rollout == SCRIPT else 0
        while s.decision != OVER:
            if s.decision == PLAY or s.decision == PICK:
                if turns <= 0:
                    break
                turns -= 1
            step(s, rules, best_action(s, rules, style, plan, room))
    spread = spreads[ROUNDS] if s.decision == OVER else spreads[s.round_number - 1]
    estimate(s, rules, weights, points, numbers[:NUM_FEATURES], scores)
    write_chances(scores, s.num_players, spread, chances)
    return chances
