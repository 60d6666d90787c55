"""Choose actions from a network's logits: the most likely one, or one drawn from the policy."""

import math

import numpy as np

from parlour.core.jit import entry
from parlour.core.rng import mix


@entry
def draw_actions(logits, masks, rng_words, temperature, actions, log_probs):
    """Choose a legal action for each row, and write the log of its probability.

    Exponentials are computed for legal actions alone, which are far fewer than all. With a
    temperature of 0 the most likely action is taken, with a log-probability of 0.
    """
    weights = np.empty(logits.shape[1])
    for k in range(len(logits)):
        row, mask = logits[k], masks[k]
        best = -1
        for a in range(len(row)):
            if mask[a] and (best < 0 or row[a] > row[best]):
                best = a
        total = 0.0
        for a in range(len(row)):
            weights[a] = 0.0
            if mask[a] and temperature > 0:
                weights[a] = math.exp((row[a] - row[best]) / temperature)
                total += weights[a]
        action = best
        if temperature > 0:
            left = float(mix(rng_words[k]) >> np.uint64(11)) / 2.0**53 * total
            for a in range(len(row)):
                if weights[a] > 0.0:
                    action = a  # the last one, should rounding leave a remainder
                    left -= weights[a]
                    if left < 0:
                        break
        actions[k] = action
        log_probs[k] = math.log(weights[action] / total) if temperature > 0 else 0.0
