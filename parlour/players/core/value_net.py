"""Evaluate a position by a small network, fast enough for every simulation of a search.

The input is a seat's observation, the output its probability to win.
Five sixths of an observation are zeros, which the first layer skips. The weights were fitted to the
values of a trained network (`agents.fit_value_net`).
"""

import math

import numpy as np

from parlour.core.jit import jit
from parlour.core.protocol import is_over, write_observation
from parlour.core.records import table_dtype

FIRST, SECOND = 64, 32  # units of the hidden layers
END_SPREAD = 4.0  # at the end of the game: the lead in points that counts as 73 % of a victory


def value_net_dtype(observation_size):
    """Return the dtype of a network's weights, for observations of this size."""
    return table_dtype((
        ("first", np.float32, (observation_size, FIRST), "of the first layer, by input and unit"),
        ("first_bias", np.float32, (FIRST,), ""),
        ("second", np.float32, (FIRST, SECOND), "of the second layer"),
        ("second_bias", np.float32, (SECOND,), ""),
        ("last", np.float32, (SECOND,), "of the output, the log-odds of winning"),
        ("last_bias", np.float32, (), ""),
    ))  # fmt: skip


def activations_dtype(observation):
    """Return the dtype of scratch memory for a network, by the dtype of observations."""
    return table_dtype((
        ("observation", observation, (), "the input"),
        ("first", np.float32, (FIRST,), "the first layer"),
        ("second", np.float32, (SECOND,), "the second layer"),
    ))  # fmt: skip


@jit
def write_win_probabilities(s, rules, net, activations, out):
    """Write each player's probability to win. With two players the network runs only once."""
    if is_over(s):
        _write_end(s, out)
    elif s.num_players == 2:
        out[s.player] = _win_probability(s, rules, s.player, net, activations)
        out[1 - s.player] = 1.0 - out[s.player]
    else:
        for p in range(s.num_players):
            out[p] = _win_probability(s, rules, p, net, activations)


@jit
def _write_end(s, out):
    """Write a value for each player by the lead over the best of the others.

    A clear victory counts more than a narrow one, which another draw of the hidden cards might
    turn.
    """
    for p in range(s.num_players):
        best = -1
        for other in range(s.num_players):
            if other != p:
                best = max(best, s.score[other])
        out[p] = 1.0 / (1.0 + math.exp((best - s.score[p]) / END_SPREAD))


@jit
def _win_probability(s, rules, seat, net, activations):
    write_observation(s, rules, seat, activations.observation)
    inputs = activations.observation.everything
    first, second = activations.first, activations.second
    first[:] = net.first_bias
    for i in range(len(inputs)):
        x = inputs[i]
        if x != 0:
            for unit in range(FIRST):
                first[unit] += x * net.first[i, unit]
    second[:] = net.second_bias
    for i in range(FIRST):
        x = first[i]
        if x > 0:
            for unit in range(SECOND):
                second[unit] += x * net.second[i, unit]
    log_odds = net.last_bias
    for i in range(SECOND):
        if second[i] > 0:
            log_odds += second[i] * net.last[i]
    return 1.0 / (1.0 + math.exp(-log_odds))
