"""Weights of the value network that evaluates leaves for `mcts` (`core.value_net`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from parlour.players.agent import AgentError
from parlour.players.core.value_net import VALUE_NET

FILE = Path(__file__).with_name("weights") / "value_net.npz"


@cache
def load_value_net(num_players: int) -> np.ndarray:
    """Return the network for this number of players, as an array of length 1."""
    arrays = read_arrays()
    net = np.zeros(1, VALUE_NET)
    for field in VALUE_NET.names or ():
        name = array_name(num_players, field)
        shape = net[field][0].shape
        if name not in arrays or arrays[name].shape != shape:
            problem = f"has shape {arrays[name].shape}" if name in arrays else "is missing"
            problem += f", expected {shape}: run python -m agents.fit_value_net"
            raise AgentError(f"{FILE.name}: {name} {problem}")
        net[field] = arrays[name]
    return net


def read_arrays() -> dict[str, np.ndarray]:
    """Return the arrays of the file."""
    try:
        with np.load(FILE, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, EOFError, ValueError, BadZipFile) as error:
        raise AgentError(f"{FILE} holds no value network: {error}") from None


def array_name(num_players: int, field: str) -> str:
    """Return the name of an array in the file."""
    return f"{field}_{num_players}"
