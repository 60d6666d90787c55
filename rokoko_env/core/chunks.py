"""Threads that share the games of a batch, piece by piece.

Whoever is free takes the next piece, so nobody waits for a thread that another process keeps from
running: the others do its work. (With fixed parts, or with the barrier of numba's `prange`, every
step would wait for that thread's turn, which takes milliseconds.) Taking a piece is one atomic
addition; between pieces nobody needs Python's lock.
"""

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from rokoko_env.core.jit import entry, jit

NEXT, DONE, SIZE, TOTAL = range(4)


def new_chunks(num_games: int, size: int) -> np.ndarray:
    """So many games in pieces of this size, none of them taken yet."""
    return np.array([0, 0, size, num_games], np.int64)


def atomic_add(numbers, place, amount):
    """Add to a number that threads share, and return what it was. (Atomic when compiled.)"""
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
def take_chunk(pieces):
    """The first game of the next piece and the one after its last; twice the same: none is left."""
    start = min(atomic_add(pieces, NEXT, pieces[SIZE]), pieces[TOTAL])
    return start, min(start + pieces[SIZE], pieces[TOTAL])


@jit
def chunk_done(pieces, start, stop):
    atomic_add(pieces, DONE, stop - start)


@entry
def all_done(pieces, patience):
    """Whether all pieces are done; looks so many times."""
    for _ in range(patience):
        if atomic_add(pieces, DONE, 0) == pieces[TOTAL]:
            return True
    return False
