"""Weights of the value network that evaluates leaves for `mcts` (`core.value_net`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from parlour.players.agent import AgentError
from parlour.players.core.value_net import value_net_dtype
from parlour.spec import GameSpec


def value_net_file(spec: GameSpec) -> Path:
    """Return the file with a game's networks."""
    return spec.folder / "players" / "weights" / "value_net.npz"


@cache
def load_value_net(spec: GameSpec, num_players: int) -> np.ndarray:
    """Return the network for this number of players, as an array of length 1."""
    file = value_net_file(spec)
    arrays = read_arrays(file)
    net = np.zeros(1, value_net_dtype(spec.observation_size))
    for field in net.dtype.names or ():
        name = array_name(num_players, field)
        shape = net[field][0].shape
        if name not in arrays or arrays[name].shape != shape:
            problem = f"has shape {arrays[name].shape}" if name in arrays else "is missing"
            problem += f", expected {shape}: run python -m agents.fit_value_net"
            raise AgentError(f"{file.name}: {name} {problem}")
        net[field] = arrays[name]
    return net


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """Return the arrays of a file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, EOFError, ValueError, BadZipFile) as error:
        raise AgentError(f"{path} holds no value network: {error}") from None


def array_name(num_players: int, field: str) -> str:
    """Return the name of an array in the file."""
    return f"{field}_{num_players}"
