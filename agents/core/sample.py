"""Positions from games of scripted players and what they led to: the estimate is fitted to them."""

import numpy as np

from agents.core.plan import PLAN
from agents.core.rate import best_action
from agents.core.value import SCRATCH, write_features
from rokoko_env.core.flow import random_legal, start_game, step
from rokoko_env.core.ids import OVER, PICK, PLAY
from rokoko_env.core.jit import entry
from rokoko_env.core.rng import below
from rokoko_env.core.scoring import break_down
from rokoko_env.core.state import STATE


@entry
def sample_games(
    rules, styles, num_players, seeds, slips, keep, features, rounds, games, scores
):  # fmt: skip
    """Play games in which one decision of `slips` is random; keep one turn of `keep`, at its start.

    Features, round and number of the game are written from the top of their arrays; the number of
    positions is returned. It ends early when they are full.
    """
    plans = np.zeros(1, PLAN)
    rooms = np.zeros(2, STATE)
    states = np.zeros(1, STATE)
    points = np.zeros(SCRATCH, np.int64)
    s = states[0]
    found = 0
    for g in range(len(seeds)):
        start_game(s, rules[0], num_players, seeds[g])
        while s.decision != OVER:
            starts_turn = s.decision == PLAY or s.decision == PICK
            if starts_turn and found < len(rounds) and below(s, keep) == 0:
                break_down(s, rules[0], points)
                for p in range(num_players):
                    write_features(s, rules[0], p, points, features[found, p])
                rounds[found] = s.round_number
                games[found] = g
                found += 1
            if below(s, slips) == 0:
                action = random_legal(s)
            else:
                action = best_action(s, rules[0], styles[0], plans[0], rooms)
            step(s, rules[0], action)
        for p in range(num_players):
            scores[g, p] = s.score[p]
    return found
