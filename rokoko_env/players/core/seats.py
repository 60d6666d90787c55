"""Loops over the games of a match: seeds for its decisions, games by agent, games not over."""

import numpy as np

from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.rng import mix, next_word


@jit
def decision_seed(match, game, seat, number):
    """Return the seed of a seat's n-th decision in a game of a match."""
    word = mix(mix(next_word(np.uint64(match))) + next_word(np.uint64(game)))
    return mix(word + next_word(np.uint64(number * 8 + seat)))


@entry
def draw_seeds(match, states, games, game_numbers, decisions, out):
    """Write a seed for the seat to decide in each game, by the number of its decisions so far."""
    for k in range(len(games)):
        i = games[k]
        seat = states[i].player
        out[k] = decision_seed(match, game_numbers[i], seat, decisions[i, seat])


@entry
def keep_unfinished(states, games):
    """Move the games that are not over to the front. Returns their number."""
    number = 0
    for k in range(len(games)):
        if states[games[k]].decision != OVER:
            games[number] = games[k]
            number += 1
    return number


@entry
def sort_by_agent(states, seating, games, by_agent, ends):
    """Sort the games by the agent whose turn it is: agent a's end at ends[a]."""
    ends[:] = 0
    for k in range(len(games)):
        ends[seating[games[k], states[games[k]].player]] += 1
    for a in range(1, len(ends)):
        ends[a] += ends[a - 1]
    places = ends.copy()
    for k in range(len(games) - 1, -1, -1):
        agent = seating[games[k], states[games[k]].player]
        places[agent] -= 1
        by_agent[places[agent]] = games[k]
