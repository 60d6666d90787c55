"""Actions by what a network says: the best, or one drawn from its policy."""

import math

import numpy as np

from rokoko_env.core.jit import entry
from rokoko_env.core.rng import mix


@entry
def draw_actions(logits, masks, words, temperature, actions, log_chances):
    """An action for each row, and the logarithm of its chance among the legal ones.

    Only legal actions are looked at, which is far fewer exponentials than a softmax over all of
    them. `words` are random; with a temperature of 0 the most likely action is taken.
    """
    chances = np.empty(logits.shape[1])
    for k in range(len(logits)):
        row, mask = logits[k], masks[k]
        best = -1
        for a in range(len(row)):
            if mask[a] and (best < 0 or row[a] > row[best]):
                best = a
        total = 0.0
        for a in range(len(row)):
            chances[a] = 0.0
            if mask[a] and temperature > 0:
                chances[a] = math.exp((row[a] - row[best]) / temperature)
                total += chances[a]
        chosen = best
        if temperature > 0:
            left = float(mix(words[k]) >> np.uint64(11)) / 2.0**53 * total
            for a in range(len(row)):
                if chances[a] > 0.0:
                    chosen = a  # the last one, should rounding leave something over
                    left -= chances[a]
                    if left < 0:
                        break
        actions[k] = chosen
        log_chances[k] = math.log(chances[chosen] / total) if temperature > 0 else 0.0
