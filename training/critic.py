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

from parlour.players.network import linear
from rokoko_env.core.sections import OBSERVATION_SIZE
from training.core.hidden import HIDDEN_SIZE


@dataclass(frozen=True)
class FullView:
    """Observations, and what is hidden from the seats."""

    observation: Tensor
    hidden: Tensor


class PrivilegedCritic(nn.Module):
    """Expected reward by the end of the game, from the cards and silk of all seats."""

    def __init__(self, hidden_sizes: Sequence[int]) -> None:
        super().__init__()
        sizes = (OBSERVATION_SIZE + HIDDEN_SIZE, *hidden_sizes)
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
