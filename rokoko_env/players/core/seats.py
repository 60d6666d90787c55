"""Loops over the games of a match: which agent is asked, with which random word, what is over."""

import numpy as np

from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.rng import mix, next_word


@jit
def seed_of(match, game, seat, number):
    """The random word of a seat's n-th decision in a game of a match."""
    word = mix(mix(next_word(np.uint64(match))) + next_word(np.uint64(game)))
    return mix(word + next_word(np.uint64(number * 8 + seat)))


@entry
def draw_seeds(match, states, chosen, games, decisions, out):
    """Write a random word for each seat to decide, from the number of decisions it has made."""
    for k in range(len(chosen)):
        i = chosen[k]
        seat = states[i].player
        out[k] = seed_of(match, games[i], seat, decisions[i, seat])


@entry
def still_going(states, chosen):
    """Move the games that are not over to the front. Returns their number."""
    number = 0
    for k in range(len(chosen)):
        if states[chosen[k]].decision != OVER:
            chosen[number] = chosen[k]
            number += 1
    return number


@entry
def sort_by_agent(states, seating, going, by_agent, ends):
    """Sort the games in progress by the agent whose turn it is: agent a's end at ends[a]."""
    ends[:] = 0
    for k in range(len(going)):
        ends[seating[going[k], states[going[k]].player]] += 1
    for a in range(1, len(ends)):
        ends[a] += ends[a - 1]
    places = ends.copy()
    for k in range(len(going) - 1, -1, -1):
        agent = seating[going[k], states[going[k]].player]
        places[agent] -= 1
        by_agent[places[agent]] = going[k]
