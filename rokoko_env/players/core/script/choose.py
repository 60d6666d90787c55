"""Entry points for Python to scripted players."""

import numpy as np

from parlour.core.flow import nth_legal, num_legal
from parlour.core.jit import entry
from parlour.players.core.script import best_action
from rokoko_env.core.state import STATE
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.rate import rate


@entry
def choose_by_style(states, rules, styles, actions):
    """Write the best action of a scripted player for the seat to decide in each game."""
    plans = np.zeros(1, PLAN)
    scratch = np.zeros(2, STATE)
    for k in range(len(states)):
        actions[k] = best_action(states[k], rules[0], styles[0], plans[0], scratch)


@entry
def rate_by_style(states, rules, styles, ratings):
    """Write a scripted player's rating of each legal action; other entries stay as they are."""
    plans = np.zeros(1, PLAN)
    scratch = np.zeros(2, STATE)
    for k in range(len(states)):
        rate(states[k], rules[0], styles[0], plans[0], scratch)
        for n in range(num_legal(states[k])):
            action = nth_legal(states[k], n)
            ratings[k, action] = plans[0].rating[action]
