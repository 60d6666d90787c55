"""Legality as one byte an action, the form that samplers and networks want."""

from __future__ import annotations

import numpy as np

from rokoko_env.core.ids import CARD, NUM_ACTIONS, RENT
from rokoko_env.core.jit import jit
from rokoko_env.core.state import record_dtype
from rokoko_env.core.vectors import store_word

WHOLE_EIGHTS = NUM_ACTIONS // 8
REST = NUM_ACTIONS % 8

# A mask as a record: eight bytes at a time, and what is left over. The first action is the lowest
# byte of a word, as on all processors that numba knows.
MASK = record_dtype(np.dtype([("eights", np.uint64, (WHOLE_EIGHTS,)), ("rest", np.int8, (REST,))]))

_BYTE = np.uint64(0xFF)
_EIGHT = np.uint64(8)
_COPIES = np.uint64(0x0101010101010101)
_OWN_BIT = np.uint64(0x8040201008040201)
_CARRY = np.uint64(0x7F7F7F7F7F7F7F7F)
_SEVEN = np.uint64(7)


def new_masks(number: int) -> np.ndarray:
    """Memory for masks, as rows of int8."""
    return np.zeros((number, NUM_ACTIONS), np.int8)


def mask_records(masks: np.ndarray) -> np.ndarray:
    """The same memory as records, which is how jitted code takes it."""
    return masks.view(MASK)[:, 0]


@jit
def write_mask(s, out):
    """Spread the bitset of legal actions over the bytes of a mask.

    Eight actions at a time, which is four times as fast as one by one: a step writes 158 of them.
    """
    first, second, third = np.uint64(s.legal[0]), np.uint64(s.legal[1]), np.uint64(s.legal[2])
    # The three words as one string of bits.
    low = first | second << np.uint64(CARD)
    middle = second >> np.uint64(64 - CARD) | third << np.uint64(RENT - 64)
    high = third >> np.uint64(128 - RENT)
    for i in range(8):
        store_word(_spread(low), out.eights, i)
        store_word(_spread(middle), out.eights, 8 + i)
        low >>= _EIGHT
        middle >>= _EIGHT
    for i in range(16, WHOLE_EIGHTS):
        store_word(_spread(high), out.eights, i)
        high >>= _EIGHT
    for i in range(REST):
        out.rest[i] = (high >> np.uint64(i)) & np.uint64(1)


@jit
def _spread(bits):
    """The lowest eight bits as eight bytes: copy them all into each byte, keep the byte's own one,
    and let a carry move it to the top from wherever it stands."""
    own = ((bits & _BYTE) * _COPIES) & _OWN_BIT
    return ((own + _CARRY) >> _SEVEN) & _COPIES
