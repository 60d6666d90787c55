"""The functions of a game's script, for search and training: both are optional.

A script rates legal actions. `style` holds the numbers by which it plays, `plan` its notes at a
decision, with a `rating` for each action, and `scratch` two records to try things out.
"""

from parlour.core.bits import lowest
from parlour.core.implementations import declare_optional
from parlour.core.jit import jit
from parlour.core.protocol import word_starts


@declare_optional
@jit
def rate(s, rules, style, plan, scratch):
    """Write the rating of each legal action; without a script all are equal."""
    plan.rating[:] = 0.0


@declare_optional
@jit
def play_turns(s, rules, style, plan, scratch, turns):
    """Play the current turn to its end by the script, and then `turns` more; by default none."""


@jit
def best_action(s, rules, style, plan, scratch):
    """Return the legal action with the highest rating; the first of equals."""
    rate(s, rules, style, plan, scratch)
    starts = word_starts(s)
    best = -1
    for word in range(len(s.legal)):
        left = s.legal[word]
        while left:
            action = starts[word] + lowest(left)
            left &= left - 1
            if best < 0 or plan.rating[action] > plan.rating[best]:
                best = action
    return best
