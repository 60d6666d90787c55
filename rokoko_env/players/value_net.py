"""The weights of the value network that `mcts` judges positions by (`core.value_net`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rokoko_env.players.agent import AgentError
from rokoko_env.players.core.value_net import VALUE

FILE = Path(__file__).with_name("weights") / "value_net.npz"


@cache
def load_value_net(num_players: int) -> np.ndarray:
    """The network for so many players, in an array of one."""
    found = read_arrays()
    value = np.zeros(1, VALUE)
    for field in VALUE.names or ():
        name = array_name(num_players, field)
        wanted = value[field][0].shape
        if name not in found or found[name].shape != wanted:
            held = f"has shape {found[name].shape}" if name in found else "is missing"
            raise AgentError(
                f"{FILE.name}: {name} {held}, expected {wanted}: run python -m agents.fit_value_net"
            )
        value[field] = found[name]
    return value


def read_arrays() -> dict[str, np.ndarray]:
    """All that the file holds."""
    try:
        with np.load(FILE, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, EOFError, ValueError, BadZipFile) as error:
        raise AgentError(f"{FILE} holds no estimate for the search: {error}") from None


def array_name(num_players: int, field: str) -> str:
    """What an array is called in the file."""
    return f"{field}_{num_players}"
