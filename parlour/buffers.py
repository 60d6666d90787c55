"""`Buffers`: the arrays that the core writes observations and masks to."""

from __future__ import annotations

import numpy as np

from parlour.spec import GameSpec


class Buffers:
    """Observations and masks, and `records`: the same memory in the form that the core takes.

    With `observe=False` or `mask=False` an array is empty, and the core leaves it out.
    """

    def __init__(
        self, spec: GameSpec, number: int, *, observe: bool = True, mask: bool = True
    ) -> None:
        self._spec = spec
        observations = (number if observe else 0, spec.observation_size)
        masks = (number if mask else 0, spec.num_actions)
        self._take(np.zeros(observations, np.float32), np.zeros(masks, np.int8))

    def _take(self, observation: np.ndarray, mask: np.ndarray) -> None:
        self.observation, self.mask = observation, mask
        spec = self._spec
        self.records = (observation.view(spec.observation)[:, 0], mask.view(spec.mask)[:, 0])

    def __getstate__(self) -> tuple[GameSpec, np.ndarray, np.ndarray]:
        return self._spec, self.observation, self.mask

    def __setstate__(self, state: tuple[GameSpec, np.ndarray, np.ndarray]) -> None:
        self._spec, *arrays = state
        self._take(*map(writable, arrays))  # a pickle would make records memory of their own


def writable(array: np.ndarray) -> np.ndarray:
    """The array in the form that the core writes to.

    (Unpickled arrays are read-only where processes share memory.)
    """
    return np.require(array, requirements=("C", "A", "W"))
