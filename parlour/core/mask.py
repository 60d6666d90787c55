"""Legality as one byte an action, the form that samplers and networks want."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.jit import jit
from parlour.core.protocol import word_starts
from parlour.core.records import record_dtype
from parlour.core.vectors import store_bytes

MIN_LAST_WORD = 8  # actions: they are written eight at a time

_BYTE = np.uint64(0xFF)
_EIGHT = np.uint64(8)
_COPIES = np.uint64(0x0101010101010101)
_OWN_BIT = np.uint64(0x8040201008040201)
_CARRY = np.uint64(0x7F7F7F7F7F7F7F7F)
_SEVEN = np.uint64(7)


def mask_dtype(num_actions: int) -> np.dtype[Any]:
    """Return the dtype of a mask as a record: so jitted code knows its length."""
    return record_dtype(np.dtype([("bytes", np.int8, (num_actions,))]))


@jit
def write_mask(s, out):
    """Spread the bitset of legal actions over the bytes of a mask.

    Eight actions at a time, which is four times as fast as one by one. The last eight of a word
    may reach into the next one, which is written later; those of the last word, which has at least
    eight, end with the mask.
    """
    starts = word_starts(s)
    for word in range(len(s.legal) - 1):
        bits = np.uint64(s.legal[word])
        for place in range(starts[word], starts[word + 1], 8):
            store_bytes(_spread(bits), out.bytes, place)
            bits >>= _EIGHT
    bits = np.uint64(s.legal[len(s.legal) - 1])
    last = len(out.bytes) - 8
    for place in range(starts[-1], last, 8):
        store_bytes(_spread(bits >> np.uint64(place - starts[-1])), out.bytes, place)
    store_bytes(_spread(bits >> np.uint64(last - starts[-1])), out.bytes, last)


@jit
def _spread(bits):
    """The lowest eight bits as eight bytes: copy them all into each byte, keep the byte's own one,
    and let a carry move it to the top from wherever it stands."""
    own = ((bits & _BYTE) * _COPIES) & _OWN_BIT
    return ((own + _CARRY) >> _SEVEN) & _COPIES
