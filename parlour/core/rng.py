"""Random numbers that live in the game's record (SplitMix64: one word of state).

So a game is a function of its seed, on any machine, alone or in a batch.
"""

import numpy as np

from parlour.core.bits import count, nth
from parlour.core.jit import jit

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@jit
def mix(word):
    """Scramble a word so that neighbouring inputs give unrelated outputs."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@jit
def seed_rng(s, seed):
    """Start the stream of a seed; seeds 0, 1, 2, ... start far apart."""
    s.rng = mix(np.uint64(seed) + _STEP)


@jit
def below(s, n):
    """A uniform whole number 0 <= x < n from the game's own stream."""
    s.rng = next_word(s.rng)
    return bounded(s.rng, n)


@jit
def next_word(word):
    """The next state of a stream."""
    return word + _STEP


@jit
def bounded(word, n):
    """A uniform whole number 0 <= x < n from a state of a stream (the bias of the multiplication is
    under n / 2**32)."""
    high = mix(word) >> np.uint64(32)
    return np.int64((high * np.uint64(n)) >> np.uint64(32))


@jit
def draw(s, members):
    """A uniformly random member of a set that is not empty."""
    return nth(members, below(s, count(members)))
