"""`PolicyNetwork`, and the files of trained networks.

A file (`.safetensors`) holds the weights and, as JSON in its header, the network's layer sizes and
its origin. Unlike a pickle, it can't run code when it is loaded.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn
from torch.nn import functional

from parlour.files import write_file
from parlour.players.agent import AgentError
from rokoko_env.actions import PLAIN_NAMES
from rokoko_env.core import ids
from rokoko_env.core.sections import OBSERVATION_SIZE, OBSERVATION_SLICES

FORMAT = "rokoko-network-1"


class PolicyNetwork(nn.Module):
    """One trunk for any number of players, with a head for the policy and one for the value.

    Its input is the observation alone, which includes the number of players: it can't use what its
    seat does not know. The heads are computed in float32 whatever the trunk's precision: with
    logits of eight bits the policies of a rollout and of its update would differ.
    """

    def __init__(self, hidden: Sequence[int] = (512, 256)) -> None:
        super().__init__()
        self.hidden = tuple(hidden)
        sizes = (OBSERVATION_SIZE, *self.hidden)
        layers: list[nn.Module] = []
        for inputs, outputs in pairwise(sizes):
            layers += [linear(inputs, outputs, math.sqrt(2)), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        # A small last layer: play begins near uniform, so that everything is tried.
        self.policy = linear(sizes[-1], ids.NUM_ACTIONS, 0.01)
        self.value = linear(sizes[-1], 1, 0.1)

    def forward(self, observation: Tensor, columns: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return logits of all actions, legal or not, and the expected reward until the end.

        If observations contain only some of their columns, because the others are zero, `columns`
        lists these, and the first layer skips the rest.
        """
        first, *others = self.trunk
        assert isinstance(first, nn.Linear)
        weight = first.weight if columns is None else first.weight.index_select(1, columns)
        hidden = functional.linear(observation, weight, first.bias)
        for layer in others:
            hidden = layer(hidden)
        with torch.autocast(hidden.device.type, enabled=False):
            hidden = hidden.float()
            return self.policy(hidden), self.value(hidden).squeeze(-1)


def linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    """Return a layer with orthogonal weights, which keep the scale of activations at the start."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


@cache
def layout_digest() -> str:
    """Return a fingerprint of the inputs and outputs: sections of observations, action ids.

    A network trained on another layout of the same size would load, and play nonsense.
    """
    sections = [(name, part.start, part.stop) for name, part in OBSERVATION_SLICES.items()]
    starts = [ids.TAKE_TILE, ids.MAKE_DRESS, ids.FUND, ids.CARD, ids.SURRENDER, ids.RENT]
    layout = json.dumps([sections, sorted(PLAIN_NAMES.items()), starts, ids.NUM_ACTIONS])
    return hashlib.sha256(layout.encode()).hexdigest()[:16]


def save_network(path: Path, network: PolicyNetwork, about: Mapping[str, Any]) -> None:
    """Write the file, whole or not at all; `about` describes the network's origin."""
    header = {"format": FORMAT, "layout": layout_digest(), "hidden": network.hidden}
    tensors = {name: tensor.contiguous() for name, tensor in network.state_dict().items()}
    data = save(tensors, {"rokoko": json.dumps({**header, "about": dict(about)})})
    write_file(path, lambda file: file.write(data))


def read_tensors(path: Path, what: str, kind: str) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Read the header and the tensors of a file of this format; errors say `what` it should be."""
    try:
        with safe_open(path, "pt") as file:
            header = json.loads((file.metadata() or {}).get("rokoko", "{}"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise AgentError(f"there is no {what} {path}") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise AgentError(f"{path} holds no {what}: {error}") from None
    if header.get("format") != kind:
        raise AgentError(f"{path} is no {what} of this project (its format is not {kind})")
    # Files without a digest are older than it, and were checked by their sizes alone.
    if header.get("layout", layout_digest()) != layout_digest():
        raise AgentError(
            f"{path} was trained on another layout of observations or actions than this version's"
        )
    return header, tensors


def load_network(path: Path) -> tuple[PolicyNetwork, dict[str, Any]]:
    """Read a network, and the description of its origin."""
    header, tensors = read_tensors(path, "network", FORMAT)
    network = PolicyNetwork(header["hidden"])
    try:
        network.load_state_dict(tensors)
    except RuntimeError as error:
        reason = str(error).splitlines()[-1].strip()
        raise AgentError(f"{path} does not fit this version's observations: {reason}") from None
    return network, header["about"]
