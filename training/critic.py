"""A critic that sees everything. It only judges: what plays is `PolicyNetwork`, which can't.

They are kept apart by type: the policy takes observations (a tensor), the critic a `FullView`,
which is no tensor and which nothing but training makes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn

from rokoko_env.core.sections import OBSERVATION_SIZE
from rokoko_env.players.network import linear
from training.core.hidden import HIDDEN_SIZE


@dataclass(frozen=True)
class FullView:
    """What seats know, and beside it what they do not."""

    observation: Tensor
    secrets: Tensor


class PrivilegedCritic(nn.Module):
    """The reward to expect by the end of the game, from everybody's cards and silk."""

    def __init__(self, hidden: Sequence[int]) -> None:
        super().__init__()
        sizes = (OBSERVATION_SIZE + HIDDEN_SIZE, *hidden)
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [linear(before, after, math.sqrt(2)), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        self.value = linear(sizes[-1], 1, 1.0)

    def forward(self, view: FullView) -> Tensor:
        seen = self.trunk(torch.cat([view.observation, view.secrets], dim=1))
        with torch.autocast(seen.device.type, enabled=False):
            value: Tensor = self.value(seen.float()).squeeze(-1)
        return value
