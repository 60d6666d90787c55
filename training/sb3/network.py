"""The network of `rokoko_env.players.network` as a policy of Stable-Baselines3, and back.

SB3 calls what comes before policy and value a features extractor: here it is the whole trunk,
shared by both, and the heads are single layers. So both ways of training move the same network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.policies import BasePolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from rokoko_env.players.network import PolicyNetwork


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share.

    In a module of its own, because SB3's files name it: a class of a module that was started as a
    program could not be found again.
    """

    def __init__(self, observation_space: spaces.Box, hidden: Sequence[int]) -> None:
        super().__init__(observation_space, features_dim=hidden[-1])
        self.layers = PolicyNetwork(hidden).trunk

    def forward(self, observation: Tensor) -> Tensor:
        seen: Tensor = self.layers(observation)
        return seen


def policy_options(hidden: Sequence[int]) -> dict[str, Any]:
    """`policy_kwargs` of MaskablePPO for a network of this shape."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": tuple(hidden)},
        "share_features_extractor": True,
        "net_arch": {"pi": [], "vf": []},
        "activation_fn": nn.ReLU,
        "ortho_init": False,  # `set_network` gives the weights to begin with
    }


def _parts(policy: BasePolicy) -> tuple[nn.Sequential, nn.Module, nn.Module]:
    """Trunk, policy and value as SB3 keeps them."""
    if not isinstance(policy, MaskableActorCriticPolicy):
        raise TypeError(f"expected a policy of MaskablePPO, not a {type(policy).__name__}")
    trunk = policy.features_extractor
    if not isinstance(trunk, Trunk):
        raise TypeError(f"the policy's features come from a {type(trunk).__name__}, not a Trunk")
    return trunk.layers, policy.action_net, policy.value_net


def set_network(policy: BasePolicy, network: PolicyNetwork) -> None:
    """Let the policy play as the network does."""
    own = (network.trunk, network.policy, network.value)
    for part, ours in zip(_parts(policy), own, strict=True):
        part.load_state_dict(ours.state_dict())


def to_network(policy: BasePolicy) -> PolicyNetwork:
    """A copy of the policy that needs no SB3 to play."""
    trunk, action_net, value_net = _parts(policy)
    hidden = [layer.out_features for layer in trunk if isinstance(layer, nn.Linear)]
    # Making it draws weights that are overwritten at once: training must not notice.
    with torch.random.fork_rng(devices=[]):
        network = PolicyNetwork(hidden)
    network.trunk.load_state_dict(trunk.state_dict())
    network.policy.load_state_dict(action_net.state_dict())
    network.value.load_state_dict(value_net.state_dict())
    return network.eval()
