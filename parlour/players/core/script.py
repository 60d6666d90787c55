"""The functions of a game's script, for search and training: both are optional.

A script rates legal actions. `style` holds the numbers by which it plays, `plan` its notes at a
decision, with a `rating` for each action, and `scratch` two records to try things out.
"""

from parlour.core.bits import lowest
from parlour.core.flow import nth_legal, num_legal
from parlour.core.implementations import declare_optional
from parlour.core.jit import entry, jit
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


@entry
def choose_by_style(states, rules, styles, plans, scratch, actions):
    """Write the best action of a scripted player for the seat to decide in each game.

    `plans` is an array of one, `scratch` one of two records.
    """
    for k in range(len(states)):
        actions[k] = best_action(states[k], rules[0], styles[0], plans[0], scratch)


@entry
def rate_by_style(states, rules, styles, plans, scratch, ratings):
    """Write a scripted player's rating of each legal action; other entries stay as they are."""
    for k in range(len(states)):
        rate(states[k], rules[0], styles[0], plans[0], scratch)
        for n in range(num_legal(states[k])):
            action = nth_legal(states[k], n)
            ratings[k, action] = plans[0].rating[action]
