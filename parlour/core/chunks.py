"""Chunks of a batch, for threads that share its games.

A free thread takes the next chunk, so no step waits for a thread that another process keeps from
running: the others do its work. (With fixed parts, or with the barrier of numba's `prange`, every
step would wait until that thread runs again, which takes milliseconds.) Taking a chunk is one
atomic addition; between chunks no thread needs Python's lock.
"""

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from parlour.core.jit import entry, jit

NEXT, DONE, SIZE, TOTAL = range(4)


def new_chunks(num_games: int, size: int) -> np.ndarray:
    """A batch of games in chunks of this size, none of them taken yet."""
    return np.array([0, 0, size, num_games], np.int64)


def atomic_add(numbers, place, amount):
    """Add to a number that threads share, and return its old value. (Atomic when compiled.)"""
    before = numbers[place]
    numbers[place] += amount
    return before


@intrinsic
def _add_in_memory(typing_context, numbers, place, amount):  # pragma: no cover (see `bits`)
    def build(context, builder, signature, arguments):
        data = context.make_array(numbers)(context, builder, arguments[0]).data
        pointer = builder.gep(data, [arguments[1]])
        return builder.atomic_rmw("add", pointer, arguments[2], "seq_cst")

    return types.int64(numbers, types.int64, types.int64), build


@overload(atomic_add)
def _atomic_add_jitted(numbers, place, amount):  # pragma: no cover
    return lambda numbers, place, amount: _add_in_memory(numbers, place, amount)


@jit
def take_chunk(chunks):
    """The first game of the next chunk and the one after its last; equal if none is left."""
    start = min(atomic_add(chunks, NEXT, chunks[SIZE]), chunks[TOTAL])
    return start, min(start + chunks[SIZE], chunks[TOTAL])


@jit
def chunk_done(chunks, start, stop):
    """Count the games of a chunk as done."""
    atomic_add(chunks, DONE, stop - start)


@entry
def all_done(chunks, patience):
    """True if all chunks are done; looks `patience` times."""
    for _ in range(patience):
        if atomic_add(chunks, DONE, 0) == chunks[TOTAL]:
            return True
    return False
