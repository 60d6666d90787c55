"""`Buffers`: where the core writes what seats know and may do."""

from __future__ import annotations

import numpy as np

from rokoko_env.core.mask import mask_records, new_masks
from rokoko_env.core.sections import new_observations, observation_records


class Buffers:
    """Room for some observations and masks, and `records`: the same memory as the core takes it.

    With `observe=False` there is room for masks only, and the core leaves observations out.
    """

    def __init__(self, number: int, *, observe: bool = True) -> None:
        self._take(new_observations(number if observe else 0), new_masks(number))

    def _take(self, observation: np.ndarray, mask: np.ndarray) -> None:
        self.observation, self.mask = observation, mask
        self.records = (observation_records(observation), mask_records(mask))

    def __getstate__(self) -> tuple[np.ndarray, np.ndarray]:
        return self.observation, self.mask

    def __setstate__(self, state: tuple[np.ndarray, np.ndarray]) -> None:
        self._take(*map(writable, state))  # a pickle would make records memory of their own


class Showing:
    """What has `Buffers` games, with the arrays under their public names."""

    _shown: Buffers

    @property
    def observation(self) -> np.ndarray:
        return self._shown.observation

    @property
    def mask(self) -> np.ndarray:
        return self._shown.mask


def writable(array: np.ndarray) -> np.ndarray:
    """The array in the form that the core writes to.

    Unpickled arrays can be read-only, where they lie in memory that processes share.
    """
    return np.require(array, requirements=("C", "A", "W"))
