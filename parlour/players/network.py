"""`Network`: a trained network as plain arrays, for play without PyTorch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from parlour.core.jit import JIT_DISABLED
from parlour.helper_threads import HelperThreads
from parlour.players.core.network import evaluate, evaluate_together
from parlour.players.network_file import layer_names, read_network, write_network
from parlour.spec import GameSpec

if TYPE_CHECKING:
    from parlour.players.torch_network import PolicyNetwork

MIN_SHARED_ROWS = 64  # with fewer, waking a thread costs more than it saves
MIN_CHUNK = 16
MAX_THREADS = 8
# Shared by all networks of the process.
HELPERS = HelperThreads(min(MAX_THREADS, numba.config.NUMBA_NUM_THREADS) - 1)


def use_threads(number: int) -> None:
    """Set the number of threads that evaluate large batches, by default NUMBA_NUM_THREADS.

    (The environment sets it; without it numba takes one for each core.)
    """
    global HELPERS
    HELPERS = HelperThreads(number - 1)


class Network:
    """The weights of a trained network, in float32 and in the form that the core takes."""

    def __init__(
        self, spec: GameSpec, hidden: Sequence[int], arrays: Mapping[str, np.ndarray]
    ) -> None:
        """The arrays are those of a file (`network_file.array_shapes`)."""
        self.spec = spec
        self.hidden = tuple(hidden)
        tables = [_table(arrays, name) for name in layer_names(self.hidden)]
        tables[-2:] = [np.concatenate(tables[-2:], axis=1)]  # both heads are one layer
        self._weights = np.concatenate([table.ravel() for table in tables])
        self._sizes = np.array([spec.observation_size, *(table.shape[1] for table in tables)])

    @classmethod
    def load(cls, path: Path, spec: GameSpec) -> tuple[Network, dict[str, Any]]:
        """Read a network, and the description of its origin."""
        header, arrays = read_network(path, spec)
        return cls(spec, header["hidden"], arrays), header["about"]

    @classmethod
    def of(cls, network: PolicyNetwork) -> Network:
        """Return a copy of a network of PyTorch, as it is now."""
        state = network.state_dict()
        arrays = {name: tensor.float().cpu().numpy() for name, tensor in state.items()}
        return cls(network.spec, network.hidden, arrays)

    def save(self, path: Path, about: Mapping[str, Any]) -> None:
        """Write the file, whole or not at all; `about` describes the network's origin."""
        write_network(path, self.spec, self.hidden, self.arrays(), about)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the weights as in a file."""
        tables, first = [], 0
        for inputs, outputs in pairwise(self._sizes.tolist()):
            last = first + (inputs + 1) * outputs
            tables.append(self._weights[first:last].reshape(inputs + 1, outputs))
            first = last
        tables[-1:] = np.split(tables[-1], [self.spec.num_actions], axis=1)
        named = zip(layer_names(self.hidden), tables, strict=True)
        arrays = [{f"{name}.weight": t[1:].T, f"{name}.bias": t[0]} for name, t in named]
        return {name: array for layer in arrays for name, array in layer.items()}

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the logits of all actions, legal or not, and the value for each observation.

        A row's results do not depend on the others.
        """
        observation = np.require(observation, np.float32, ("C", "A", "W"))
        if observation.ndim != 2 or observation.shape[1] != self._sizes[0]:
            raise ValueError(
                f"observations have shape {observation.shape}, expected (n, {self._sizes[0]})"
            )
        rows = len(observation)
        logits = np.empty((rows, self.spec.num_actions), np.float32)
        values = np.empty(rows, np.float32)
        arguments = (self._weights, self._sizes, observation, logits, values)
        if HELPERS.helpers == 0 or rows < MIN_SHARED_ROWS or JIT_DISABLED:
            evaluate(*arguments, 0, rows)
        else:
            HELPERS.share(rows, MIN_CHUNK, evaluate_together, *arguments)
        return logits, values


def _table(arrays: Mapping[str, np.ndarray], layer: str) -> np.ndarray:
    """Return a layer as the core takes it: its biases, then a row of weights for each input."""
    weight, bias = arrays[f"{layer}.weight"], arrays[f"{layer}.bias"]
    return np.concatenate([bias[None], weight.T]).astype(np.float32)
