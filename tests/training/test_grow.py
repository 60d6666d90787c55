"""A network that grows answers as before, and has room to learn more."""

from __future__ import annotations

import pytest
import torch

from parlour.players.torch_network import PolicyNetwork
from rokoko_env import OBSERVATION_SIZE, SPEC
from training.errors import TrainingError
from training.grow import check_growth, grow

pytestmark = pytest.mark.usefixtures("one_thread")
LARGER = [(12, 8), (16, 8), (12, 11), (12, 8, 8), (20, 9, 10, 8)]


def small() -> PolicyNetwork:
    """Heads as they are after training: not near zero."""
    torch.manual_seed(5)
    network = PolicyNetwork(SPEC, (12, 8))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    return network


@pytest.mark.parametrize("hidden", LARGER)
def test_it_answers_as_before(hidden):
    before = small()
    after = grow(before, hidden)
    observation = torch.rand(50, OBSERVATION_SIZE)
    assert after.hidden == hidden
    for old, new in zip(before(observation), after(observation), strict=True):
        assert old.std() > 0.05
        torch.testing.assert_close(new, old, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("hidden", LARGER[1:])
def test_what_is_new_can_learn(hidden):
    network = grow(small(), hidden)
    layers = [layer for layer in network.trunk if isinstance(layer, torch.nn.Linear)]
    before = [layer.weight.detach().clone() for layer in layers]
    optimizer = torch.optim.SGD(network.parameters(), lr=0.05)
    observation, targets = torch.rand(200, OBSERVATION_SIZE), torch.randint(0, 9, (200,))
    for _ in range(3):  # first the heads get weights for new units, then these get gradients
        logits, value = network(observation)
        optimizer.zero_grad()
        (torch.nn.functional.cross_entropy(logits, targets) + value.square().mean()).backward()
        optimizer.step()
    old_units = (12, 8, 8, 8)  # units of each layer that are old, or the identity
    for layer, old, units in zip(layers, before, old_units, strict=False):
        changed = (layer.weight != old).any(dim=1)
        assert changed[:units].float().mean() > 0.5
        if layer.out_features > units:
            assert changed[units:].float().mean() > 0.5, "most new units do not learn"
    for head in (network.policy, network.value):
        assert (head.weight[:9, 8:] != 0).all(), "heads ignore new units"
    for layer, units, inputs in zip(layers[1:], old_units[1:], old_units, strict=False):
        weights = layer.weight[:units, inputs:] != 0
        assert not weights.numel() or weights.float().mean() > 0.2


@pytest.mark.parametrize("hidden", LARGER)
def test_layers_may_become_wider_and_more(hidden):
    check_growth((12, 8), hidden)


@pytest.mark.parametrize("hidden", [(12,), (12, 7), (11, 8), (12, 8, 7), (20, 20, 20, 7), ()])
def test_layers_do_not_shrink(hidden):
    with pytest.raises(TrainingError, match="layers of 12 8 can't grow to it"):
        grow(small(), hidden)
