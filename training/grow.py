"""A trained network as the start of a larger one with the same outputs.

As in Chen et al. (2016), "Net2Net": it keeps what was learned and adds capacity.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from parlour.players.torch_network import PolicyNetwork
from training.errors import TrainingError, joined


def check_growth(before: Sequence[int], after: Sequence[int]) -> None:
    """Layers may become wider, and others may follow that are no narrower than the last one."""
    added = len(after) - len(before)
    minimum = [*before, *[before[-1]] * added]
    if added < 0 or any(new < old for old, new in zip(minimum, after, strict=True)):
        raise TrainingError(
            f"hidden_sizes is {joined(after)}, and layers of {joined(before)} can't grow to it: "
            f"expected at least these, and at least {before[-1]} in every layer that follows"
        )


def grow(network: PolicyNetwork, hidden_sizes: Sequence[int]) -> PolicyNetwork:
    """Return a network with these layers and the same outputs.

    New units get inputs, and their outputs weight zero. A new layer starts as the identity: its
    inputs are not negative, so its ReLU changes nothing.
    """
    check_growth(network.hidden, hidden_sizes)
    larger = PolicyNetwork(network.spec, hidden_sizes)
    parameters: list[tuple[Tensor, Tensor]]
    parameters = [(layer.weight, layer.bias) for layer in _layers(network)]
    last = network.hidden[-1]
    identity = (torch.eye(last), torch.zeros(last))
    parameters += [identity] * (len(larger.hidden) - len(network.hidden))
    with torch.no_grad():
        for layer, (weight, bias) in zip(_layers(larger), parameters, strict=True):
            _copy(layer, weight, bias)
        _copy(larger.policy, network.policy.weight, network.policy.bias)
        _copy(larger.value, network.value.weight, network.value.bias)
    return larger


def _layers(network: PolicyNetwork) -> list[nn.Linear]:
    return [layer for layer in network.trunk if isinstance(layer, nn.Linear)]


def _copy(layer: nn.Linear, weight: Tensor, bias: Tensor) -> None:
    """Make the old units the first ones, with weight zero for new inputs."""
    units, inputs = weight.shape
    layer.weight[:units] = 0.0
    layer.weight[:units, :inputs] = weight
    layer.bias[:units] = bias
