"""How good a position is for each player: a small network, quick enough for every simulation.

It sees what one seat sees (`rokoko_env.core.observe`) and says how likely that seat is to win. Five
sixths of an observation are zeros, so the first layer goes through the rest only. The weights were
fitted to what a trained network expects (`agents.fit_value_net`).
"""

import math

import numpy as np

from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import jit
from rokoko_env.core.observe import write_observation
from rokoko_env.core.sections import OBSERVATION, OBSERVATION_SIZE
from rokoko_env.core.state import record_dtype

FIRST, SECOND = 64, 32  # sizes of the layers
END_SPREAD = 4.0  # at the end: the lead in points that counts as 73 % of a victory

VALUE_FIELDS = (
    ("first", (OBSERVATION_SIZE, FIRST), "what each number of an observation adds to a unit"),
    ("first_bias", (FIRST,), "what a unit begins with"),
    ("second", (FIRST, SECOND), "the same for the second layer"),
    ("second_bias", (SECOND,), "the same"),
    ("last", (SECOND,), "what the second layer adds to the logarithm of the odds"),
    ("last_bias", (), "what these begin with"),
)
VALUE = record_dtype(np.dtype([(n, np.float32, shape) for n, shape, _ in VALUE_FIELDS], align=True))

SCRATCH_FIELDS = (
    ("seen", OBSERVATION, (), "what a seat sees"),
    ("first", np.float32, (FIRST,), "the first layer"),
    ("second", np.float32, (SECOND,), "the second layer"),
)
SCRATCH = record_dtype(
    np.dtype([(n, kind, shape) for n, kind, shape, _ in SCRATCH_FIELDS], align=True)
)


@jit
def write_chances(s, rules, value, scratch, chances):
    """Each player's chance to win. Of two players only the one to decide has to be asked about."""
    if s.decision == OVER:
        _write_end(s, chances)
    elif s.num_players == 2:
        chances[s.player] = _chance(s, rules, s.player, value, scratch)
        chances[1 - s.player] = 1.0 - chances[s.player]
    else:
        for p in range(s.num_players):
            chances[p] = _chance(s, rules, p, value, scratch)


@jit
def _write_end(s, chances):
    """By the lead over the best of the others: a clear victory counts more than a narrow one,
    which another draw of the hidden cards might turn."""
    for p in range(s.num_players):
        best = -1
        for other in range(s.num_players):
            if other != p:
                best = max(best, s.score[other])
        chances[p] = 1.0 / (1.0 + math.exp((best - s.score[p]) / END_SPREAD))


@jit
def _chance(s, rules, seat, value, scratch):
    write_observation(s, rules, seat, scratch.seen)
    seen, first, second = scratch.seen.everything, scratch.first, scratch.second
    for unit in range(FIRST):
        first[unit] = value.first_bias[unit]
    for i in range(OBSERVATION_SIZE):
        number = seen[i]
        if number != 0:
            for unit in range(FIRST):
                first[unit] += number * value.first[i, unit]
    for unit in range(SECOND):
        second[unit] = value.second_bias[unit]
    for i in range(FIRST):
        number = first[i]
        if number > 0:
            for unit in range(SECOND):
                second[unit] += number * value.second[i, unit]
    odds = value.last_bias
    for i in range(SECOND):
        if second[i] > 0:
            odds += second[i] * value.last[i]
    return 1.0 / (1.0 + math.exp(-odds))
