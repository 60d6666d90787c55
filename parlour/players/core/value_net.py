"""Evaluate a position by a small network, fast enough for every simulation of a search.

The input is a seat's observation (`rokoko_env.core.observe`), the output its probability to win.
Five sixths of an observation are zeros, which the first layer skips. The weights were fitted to the
values of a trained network (`agents.fit_value_net`).
"""

import math

import numpy as np

from parlour.core.jit import jit
from rokoko_env.core.ids import OVER
from rokoko_env.core.observe import write_observation
from rokoko_env.core.sections import OBSERVATION, OBSERVATION_SIZE
from rokoko_env.core.state import record_dtype

FIRST, SECOND = 64, 32  # units of the hidden layers
END_SPREAD = 4.0  # at the end of the game: the lead in points that counts as 73 % of a victory

VALUE_NET_FIELDS = (
    ("first", (OBSERVATION_SIZE, FIRST), "weights of the first layer, by input and unit"),
    ("first_bias", (FIRST,), ""),
    ("second", (FIRST, SECOND), "weights of the second layer"),
    ("second_bias", (SECOND,), ""),
    ("last", (SECOND,), "weights of the output, the log-odds of winning"),
    ("last_bias", (), ""),
)
VALUE_NET = record_dtype(
    np.dtype([(n, np.float32, shape) for n, shape, _ in VALUE_NET_FIELDS], align=True)
)

ACTIVATION_FIELDS = (
    ("observation", OBSERVATION, (), "the input"),
    ("first", np.float32, (FIRST,), "the first layer"),
    ("second", np.float32, (SECOND,), "the second layer"),
)
ACTIVATIONS = record_dtype(np.dtype([field[:3] for field in ACTIVATION_FIELDS], align=True))


@jit
def write_win_probabilities(s, rules, net, activations, out):
    """Write each player's probability to win. With two players the network runs only once."""
    if s.decision == OVER:
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
    for i in range(OBSERVATION_SIZE):
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
