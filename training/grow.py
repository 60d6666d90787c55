"""A trained network as the start of a larger one that answers just the same.

As in Chen and others 2016, "Net2Net": what was learned is kept, and there is room for more.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from rokoko_env.players.network import PolicyNetwork
from training.options import TrainingError, listed


def check_growth(before: Sequence[int], after: Sequence[int]) -> None:
    """Layers may become wider, and others may follow that are no narrower than the last one."""
    extra = len(after) - len(before)
    least = [*before, *[before[-1]] * extra]
    if extra < 0 or any(new < old for old, new in zip(least, after, strict=True)):
        raise TrainingError(
            f"hidden is {listed(after)}, and layers of {listed(before)} can't grow to it: expected "
            f"at least these, and at least {before[-1]} in every layer that follows"
        )


def grown(network: PolicyNetwork, hidden: Sequence[int]) -> PolicyNetwork:
    """A network with these layers and, until it learns, the same answers.

    New units see everything and are not yet listened to. A new layer hands on what it is given:
    that is not negative, so its ReLU takes nothing away.
    """
    check_growth(network.hidden, hidden)
    larger = PolicyNetwork(hidden)
    known: list[tuple[Tensor, Tensor]]
    known = [(layer.weight, layer.bias) for layer in _layers(network)]
    last = network.hidden[-1]
    handing_on = (torch.eye(last), torch.zeros(last))
    known += [handing_on] * (len(larger.hidden) - len(network.hidden))
    with torch.no_grad():
        for layer, (weight, bias) in zip(_layers(larger), known, strict=True):
            _plant(layer, weight, bias)
        _plant(larger.policy, network.policy.weight, network.policy.bias)
        _plant(larger.value, network.value.weight, network.value.bias)
    return larger


def _layers(network: PolicyNetwork) -> list[nn.Linear]:
    return [layer for layer in network.trunk if isinstance(layer, nn.Linear)]


def _plant(layer: nn.Linear, weight: Tensor, bias: Tensor) -> None:
    """The old units take the first places, and hear nothing of what is new."""
    units, inputs = weight.shape
    layer.weight[:units] = 0.0
    layer.weight[:units, :inputs] = weight
    layer.bias[:units] = bias
