"""Checks of what users hand over; each error names the argument and what was expected."""

from __future__ import annotations

import difflib
from typing import Any

import numpy as np

from rokoko_env.core.rewards import REWARD_NAMES


def whole_number(name: str, value: Any, lowest: int, highest: int) -> int:
    """The value as an int within its limits."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is {value}, expected {lowest} to {highest}")
    return int(value)


def action_array(actions: Any, number: int) -> np.ndarray:
    """So many whole numbers in the form that the core takes (without a copy, if they have it)."""
    chosen: np.ndarray = np.asarray(actions)
    if chosen.shape != (number,) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"actions must be {number} whole numbers, not an array of shape {chosen.shape} and "
            f"type {chosen.dtype}"
        )
    if chosen.dtype == np.int64 and chosen.flags.c_contiguous and chosen.flags.aligned:
        return chosen
    return chosen.astype(np.int64)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """The value, if it is one of the choices; else the nearest one is suggested."""
    if value in choices:
        return str(value)
    near = difflib.get_close_matches(str(value), choices, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{name} is {value!r}, expected one of {', '.join(choices)}{hint}")


def reward_kind(name: Any) -> int:
    """The number of a named reward."""
    return REWARD_NAMES.index(one_of("reward", name, REWARD_NAMES))
