"""`Buffers`: the arrays that the core writes observations and masks to."""

from __future__ import annotations

import numpy as np

from rokoko_env.core.mask import mask_records, new_masks
from rokoko_env.core.sections import new_observations, observation_records


class Buffers:
    """Observations and masks, and `records`: the same memory in the form that the core takes.

    With `observe=False` or `mask=False` an array is empty, and the core leaves it out.
    """

    def __init__(self, number: int, *, observe: bool = True, mask: bool = True) -> None:
        self._take(new_observations(number if observe else 0), new_masks(number if mask else 0))

    def _take(self, observation: np.ndarray, mask: np.ndarray) -> None:
        self.observation, self.mask = observation, mask
        self.records = (observation_records(observation), mask_records(mask))

    def __getstate__(self) -> tuple[np.ndarray, np.ndarray]:
        return self.observation, self.mask

    def __setstate__(self, state: tuple[np.ndarray, np.ndarray]) -> None:
        self._take(*map(writable, state))  # a pickle would make records memory of their own


def writable(array: np.ndarray) -> np.ndarray:
    """The array in the form that the core writes to.

    (Unpickled arrays are read-only where processes share memory.)
    """
    return np.require(array, requirements=("C", "A", "W"))
