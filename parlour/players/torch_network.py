"""`PolicyNetwork`: the network in PyTorch, for training. Play takes `network.Network`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from parlour.players.network_file import read_network, write_network
from parlour.spec import GameSpec


class PolicyNetwork(nn.Module):
    """One trunk for any number of players, with a head for the policy and one for the value.

    Its input is the observation alone, which includes the number of players: it can't use what its
    seat does not know. The heads are computed in float32 whatever the trunk's precision: with
    logits of eight bits the policies of a rollout and of its update would differ.
    """

    def __init__(self, spec: GameSpec, hidden: Sequence[int] = (512, 256)) -> None:
        super().__init__()
        self.spec = spec
        self.hidden = tuple(hidden)
        sizes = (spec.observation_size, *self.hidden)
        layers: list[nn.Module] = []
        for inputs, outputs in pairwise(sizes):
            layers += [linear(inputs, outputs, math.sqrt(2)), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        # A small last layer: play begins near uniform, so that everything is tried.
        self.policy = linear(sizes[-1], spec.num_actions, 0.01)
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


def save_network(path: Path, network: PolicyNetwork, about: Mapping[str, Any]) -> None:
    """Write the file, whole or not at all; `about` describes the network's origin."""
    arrays = {name: tensor.cpu().numpy() for name, tensor in network.state_dict().items()}
    write_network(path, network.spec, network.hidden, arrays, about)


def load_network(path: Path, spec: GameSpec) -> tuple[PolicyNetwork, dict[str, Any]]:
    """Read a network, and the description of its origin."""
    header, arrays = read_network(path, spec)
    network = PolicyNetwork(spec, header["hidden"])
    network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    return network, header["about"]
