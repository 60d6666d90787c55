"""A critic that sees everything. It only estimates values; `PolicyNetwork` plays, and can't.

They are kept apart by type: the policy takes observations (a tensor), the critic a `FullView`,
which is no tensor and which only training makes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn

from parlour.players.torch_network import linear
from parlour.spec import GameSpec


@dataclass(frozen=True)
class FullView:
    """Observations, and what is hidden from the seats."""

    observation: Tensor
    hidden: Tensor


class PrivilegedCritic(nn.Module):
    """Expected reward by the end of the game, from what all seats know together."""

    def __init__(self, spec: GameSpec, hidden_sizes: Sequence[int]) -> None:
        super().__init__()
        sizes = (spec.observation_size + spec.hidden_size, *hidden_sizes)
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [linear(before, after, math.sqrt(2)), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        self.value = linear(sizes[-1], 1, 1.0)

    def forward(self, view: FullView) -> Tensor:
        features = self.trunk(torch.cat([view.observation, view.hidden], dim=1))
        with torch.autocast(features.device.type, enabled=False):
            value: Tensor = self.value(features.float()).squeeze(-1)
        return value
