"""`Shown`: where the core writes what seats know and may do."""

from __future__ import annotations

import numpy as np

from rokoko_env.core.mask import mask_records, new_masks
from rokoko_env.core.sections import new_observations, observation_records


class Shown:
    """Room for some observations and masks, and `records`: the same memory as the core takes it.

    With `observe=False` there is room for masks only, and the core leaves observations out.
    """

    def __init__(self, number: int, *, observe: bool = True) -> None:
        self.observation = new_observations(number if observe else 0)
        self.mask = new_masks(number)
        self._take_records()

    def _take_records(self) -> None:
        self.records = (observation_records(self.observation), mask_records(self.mask))

    def __getstate__(self) -> tuple[np.ndarray, np.ndarray]:
        return self.observation, self.mask

    def __setstate__(self, state: tuple[np.ndarray, np.ndarray]) -> None:
        self.observation, self.mask = state
        self._take_records()  # a pickle would make them memory of their own
