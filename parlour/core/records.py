"""Records: what a game or its components are to jitted code, made from a table of their fields.

Such a table is the documentation of its record. Sets are int64 bitsets (see `bits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.jit import JIT_DISABLED

# numba computes with int64 for any width of a field. Plain NumPy does not, so with the JIT off (to
# measure coverage) all fields are wide.
SET = np.int64
AMOUNT: type = np.int64 if JIT_DISABLED else np.int16
SMALL: type = np.int64 if JIT_DISABLED else np.int8

# The fields of a game's record that the engine reads; W words of legality, P players at most.
HEADER = {
    "rng": "state of the random numbers",
    "legal": "(W,) legal actions of the seat to decide, a set for each word; all at the end",
    "num_players": "players of this game",
    "player": "the seat to decide",
    "decision": "the kind of decision",
    "round_number": "the round, from 1",
    "score": "(P,) final scores, 0 before the end",
}
MAX_PLAYERS = 8
MAX_SOURCES = 16  # of points: columns of a score breakdown


class ByPlayer(tuple[int, ...]):
    """The shape of a field with an entry for each player: `ByPlayer((5,))` for at most five."""


Table = Sequence[tuple[Any, ...]]  # name, type, shape, and a sentence about the field


def record_dtype(plain: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype to use for records: with the JIT off Python needs records with attributes.

    (With it on, numba's dispatch of a plain structured array is six times as fast.)
    """
    return np.dtype((np.record, plain)) if JIT_DISABLED else plain


def table_dtype(table: Table) -> np.dtype[Any]:
    """Return the dtype of the records that a table of fields describes."""
    return record_dtype(np.dtype([tuple(row[:3]) for row in table], align=True))
