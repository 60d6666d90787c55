"""Seeds for the decisions of a match."""

import numpy as np

from parlour.core.jit import entry
from parlour.core.rng import mix, next_word


@entry
def draw_seeds(match, states, games, game_numbers, decisions, out):
    """Write a seed for the seat to decide in each game, by the number of its decisions so far."""
    for k in range(len(games)):
        i = games[k]
        seat = states[i].player
        word = mix(mix(next_word(np.uint64(match))) + next_word(np.uint64(game_numbers[i])))
        out[k] = mix(word + next_word(np.uint64(decisions[i, seat] * 8 + seat)))
