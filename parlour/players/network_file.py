"""Files of trained networks, and of checkpoints: arrays by name, and a header in JSON.

A file (`.safetensors`) states in its header which game it is for, with which layout of observations
and actions. Unlike a pickle, it can't run code when it is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from parlour.files import write_file
from parlour.players.agent import AgentError
from parlour.spec import GameSpec

Arrays = dict[str, np.ndarray]
Header = dict[str, Any]
NETWORK = "network"


def write_arrays(
    path: Path, spec: GameSpec, kind: str, header: Mapping[str, Any], arrays: Mapping[str, Any]
) -> None:
    """Write a file of a kind, whole or not at all."""
    header = {"format": spec.mark(kind), "layout": spec.layout_digest, **header}
    contiguous = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    data = save(contiguous, {spec.name: json.dumps(header)})
    write_file(path, lambda file: file.write(data))


def read_arrays(path: Path, spec: GameSpec, kind: str) -> tuple[Header, Arrays]:
    """Read the header and the arrays of a file of a kind."""
    try:
        with safe_open(path, "np") as file:
            metadata = file.metadata() or {}
            header = json.loads(metadata.get(spec.name, "{}"))
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise AgentError(f"there is no {kind} {path}") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise AgentError(f"{path} holds no {kind}: {error}") from None
    _check_game(path, spec, kind, metadata)
    if header.get("format") != spec.mark(kind):
        raise AgentError(
            f"{path} is no {kind} of this project (its format is not {spec.mark(kind)})"
        )
    # Files without a digest are older than it, and were checked by their sizes alone.
    if header.get("layout", spec.layout_digest) != spec.layout_digest:
        raise AgentError(
            f"{path} was trained on another layout of observations or actions than this version's"
        )
    return header, arrays


def _check_game(path: Path, spec: GameSpec, kind: str, metadata: Mapping[str, str]) -> None:
    for game, header in metadata.items():
        if game != spec.name and f'"{game}-{kind}-' in header:  # as in `GameSpec.mark`
            raise AgentError(f"{path} holds a {kind} for the game {game}, not for {spec.name}")


def write_network(
    path: Path,
    spec: GameSpec,
    hidden: Sequence[int],
    arrays: Mapping[str, Any],
    about: Mapping[str, Any],
) -> None:
    """Write a network with these hidden layers; `about` describes its origin."""
    write_arrays(path, spec, NETWORK, {"hidden": list(hidden), "about": dict(about)}, arrays)


def read_network(path: Path, spec: GameSpec) -> tuple[Header, Arrays]:
    """Read the header and the arrays of a network, checked to fit the game."""
    header, arrays = read_arrays(path, spec, NETWORK)
    shapes = array_shapes(spec, header["hidden"])
    found = {name: array.shape for name, array in arrays.items()}
    for name in (*shapes, *found):
        if found.get(name) != shapes.get(name):
            raise AgentError(
                f"{path} does not fit this version's observations: {name} has shape "
                f"{found.get(name)}, expected {shapes.get(name)}"
            )
    return header, arrays


def layer_names(hidden: Sequence[int]) -> list[str]:
    """Return the names of the layers; those of the trunk have activations in between."""
    return [*(f"trunk.{2 * k}" for k in range(len(hidden))), "policy", "value"]


def array_shapes(spec: GameSpec, hidden: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of a network's arrays."""
    sizes = (spec.observation_size, *hidden)
    weights = [(outputs, inputs) for inputs, outputs in pairwise(sizes)]
    weights += [(spec.num_actions, sizes[-1]), (1, sizes[-1])]
    shapes: dict[str, tuple[int, ...]] = {}
    for name, shape in zip(layer_names(hidden), weights, strict=True):
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return shapes
