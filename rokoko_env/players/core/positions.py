"""Positions from games of scripted players, and how these ended: the estimate is fitted to them."""

import numpy as np

from rokoko_env.core.flow import random_legal, start_game, step
from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import entry
from rokoko_env.core.observe import write_observation
from rokoko_env.core.rng import below
from rokoko_env.core.state import STATE
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.rate import best_action

FEWEST_SLIPS, SLIPS = 2, 30  # one decision of 2 to 31 is random, by game
SOON = 4  # decisions after the last slip that count as its consequences
KEEP_SOON, KEEP = 3, 20  # one of so many decisions is kept, soon after the slips and later


@entry
def sample_games(rules, styles, num_players, decisions, seeds, observations, seats, games, scores):
    """Play games that begin with slips, and keep some positions from where the script plays on.

    A search looks at what follows from bad and strange moves, too, so the estimate has to know how
    it ends from there, if it is played well from then on. The slips end anywhere in the first
    `decisions` decisions, or before the first.

    Observations of a seat (the one to decide, if there are two), its number and that of the game
    are written from the top of their arrays, while there is room; the number of positions is
    returned.
    """
    plans = np.zeros(1, PLAN)
    rooms = np.zeros(2, STATE)
    states = np.zeros(1, STATE)
    s = states[0]
    found = 0
    for g in range(len(seeds)):
        start_game(s, rules[0], num_players, seeds[g])
        sober = below(s, decisions * 6 // 5) - decisions // 5  # when the slips end
        slips = FEWEST_SLIPS + below(s, SLIPS)
        number = 0
        while s.decision != OVER:
            keep = KEEP_SOON if number < sober + SOON else KEEP
            if number >= sober and found < len(games) and below(s, keep) == 0:
                seats[found] = s.player if num_players == 2 else below(s, num_players)
                write_observation(s, rules[0], seats[found], observations[found])
                games[found] = g
                found += 1
            if number < sober and below(s, slips) == 0:
                action = random_legal(s)
            else:
                action = best_action(s, rules[0], styles[0], plans[0], rooms)
            step(s, rules[0], action)
            number += 1
        for p in range(num_players):
            scores[g, p] = s.score[p]
    return found
