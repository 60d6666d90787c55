"""Checks of arguments; each error names the argument and the expected values."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.rewards import REWARD_NAMES

MAX_SEED = 2**64 - 1
INT64 = np.dtype(np.int64)


def whole_number(name: str, value: Any, minimum: int, maximum: int) -> int:
    """Return the value as an int, checked against its limits."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not minimum <= value <= maximum:
        raise ValueError(f"{name} is {value}, expected {minimum} to {maximum}")
    return int(value)


def real_number(name: str, value: Any, *, above_zero: bool = False) -> float:
    """Return the value as a float, checked to be finite and not negative, or above zero."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not 0 <= value < math.inf or (above_zero and value == 0):
        limit = "above" if above_zero else "not below"
        raise ValueError(f"{name} is {value}, expected a number {limit} 0")
    return float(value)


def action_array(actions: Any, number: int) -> np.ndarray:
    """Return `number` actions as the int64 array that the core takes, copied only if needed."""
    array: np.ndarray = np.asarray(actions)
    kind, flags = array.dtype, array.flags  # looked at once, as both take time
    if array.shape != (number,) or kind.kind not in "iu":
        raise ValueError(
            f"actions must be {number} whole numbers, not an array of shape {array.shape} and "
            f"type {kind}"
        )
    if kind == INT64 and flags.c_contiguous and flags.aligned:
        return array
    return array.astype(np.int64)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """Return the value if it is one of the choices, or suggest the nearest one."""
    if value in choices:
        return str(value)
    hint = near_match(str(value), choices)
    raise ValueError(f"{name} is {value!r}, expected one of {', '.join(choices)}{hint}")


def near_match(word: str, words: Sequence[str]) -> str:
    """End a sentence about an unknown word with the nearest known one, if there is any."""
    near = difflib.get_close_matches(word, words, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def reward_kind(name: Any) -> int:
    """Return the number of a named reward."""
    return REWARD_NAMES.index(one_of("reward", name, REWARD_NAMES))
