"""The doors through which Python asks scripted players."""

import numpy as np

from rokoko_env.core.flow import nth_legal, num_legal
from rokoko_env.core.jit import entry
from rokoko_env.core.state import STATE
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.rate import best_action, rate


@entry
def choose_by_style(worlds, rules, styles, actions):
    """The best action of a scripted player for the seat to decide in each game."""
    plans = np.zeros(1, PLAN)
    rooms = np.zeros(2, STATE)
    for k in range(len(worlds)):
        actions[k] = best_action(worlds[k], rules[0], styles[0], plans[0], rooms)


@entry
def rate_by_style(worlds, rules, styles, worths):
    """What each legal action is worth to a scripted player; the others keep what is there."""
    plans = np.zeros(1, PLAN)
    rooms = np.zeros(2, STATE)
    for k in range(len(worlds)):
        rate(worlds[k], rules[0], styles[0], plans[0], rooms)
        for n in range(num_legal(worlds[k])):
            action = nth_legal(worlds[k], n)
            worths[k, action] = plans[0].worth[action]
