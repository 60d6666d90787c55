"""Conversion between `PolicyNetwork` and policies of Stable-Baselines3.

SB3 calls what comes before policy and value a features extractor: here it is the whole trunk,
shared by both, and the heads are single layers. So both trainers learn the same network.
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

from parlour.games import DEFAULT_GAME, known_game
from parlour.players.torch_network import PolicyNetwork
from parlour.spec import GameSpec


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share.

    In a module of its own, because SB3's files name it: a class of the module that `python -m`
    started could not be found when they are loaded. The first files name no game.
    """

    def __init__(
        self, observation_space: spaces.Box, hidden: Sequence[int], game: str = DEFAULT_GAME
    ) -> None:
        super().__init__(observation_space, features_dim=hidden[-1])
        self.spec = known_game(game)
        self.layers = PolicyNetwork(self.spec, hidden).trunk

    def forward(self, observation: Tensor) -> Tensor:
        features: Tensor = self.layers(observation)
        return features


def policy_kwargs(spec: GameSpec, hidden_sizes: Sequence[int]) -> dict[str, Any]:
    """The argument `policy_kwargs` of MaskablePPO for a network with these layers."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": tuple(hidden_sizes), "game": spec.name},
        "share_features_extractor": True,
        "net_arch": {"pi": [], "vf": []},
        "activation_fn": nn.ReLU,
        "ortho_init": False,  # `set_network` sets the initial weights
    }


def _modules(policy: BasePolicy) -> tuple[GameSpec, nn.Sequential, nn.Module, nn.Module]:
    """The game, and SB3's trunk, policy head and value head."""
    if not isinstance(policy, MaskableActorCriticPolicy):
        raise TypeError(f"expected a policy of MaskablePPO, not a {type(policy).__name__}")
    trunk = policy.features_extractor
    if not isinstance(trunk, Trunk):
        raise TypeError(f"the policy's features come from a {type(trunk).__name__}, not a Trunk")
    return trunk.spec, trunk.layers, policy.action_net, policy.value_net


def set_network(policy: BasePolicy, network: PolicyNetwork) -> None:
    """Copy the weights of a network to a policy."""
    modules = (network.trunk, network.policy, network.value)
    for target, source in zip(_modules(policy)[1:], modules, strict=True):
        target.load_state_dict(source.state_dict())


def to_network(policy: BasePolicy) -> PolicyNetwork:
    """Return a copy of the policy that needs no SB3 to play."""
    spec, trunk, action_net, value_net = _modules(policy)
    hidden_sizes = [layer.out_features for layer in trunk if isinstance(layer, nn.Linear)]
    # Initial weights are drawn and overwritten: the random numbers of training must not change.
    with torch.random.fork_rng(devices=[]):
        network = PolicyNetwork(spec, hidden_sizes)
    network.trunk.load_state_dict(trunk.state_dict())
    network.policy.load_state_dict(action_net.state_dict())
    network.value.load_state_dict(value_net.state_dict())
    return network.eval()
