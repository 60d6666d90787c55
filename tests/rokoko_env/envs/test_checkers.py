"""The official checkers of PettingZoo, Gymnasium and Stable-Baselines3."""

from __future__ import annotations

import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
)
from stable_baselines3.common.env_checker import check_env as sb3_check

import rokoko_env
from rokoko_env.envs.single import RokokoEnv

# What the checkers warn of in every environment with masks in a dictionary.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)
ENV = f"rokoko_env:{rokoko_env.ENV_ID}"


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("make", [rokoko_env.env, rokoko_env.raw_env])
def test_pettingzoo_api(make, num_players):
    api_test(make(num_players=num_players), num_cycles=400, verbose_progress=False)


@pytest.mark.parametrize("options", [{"reward": "shaped"}, {"observation": "perfect"}])
def test_pettingzoo_api_with_options(options):
    api_test(rokoko_env.env(num_players=3, **options), num_cycles=400)


def test_pettingzoo_seeds():
    seed_test(lambda: rokoko_env.env(num_players=3), num_cycles=300)


def test_pettingzoo_rendering():
    modes = {"svg": lambda shown: isinstance(shown, str) and shown.startswith("<svg")}
    render_test(lambda render_mode: rokoko_env.env(render_mode=render_mode), custom_tests=modes)


def test_pettingzoo_parallel_conversion():
    env = rokoko_env.parallel_env(num_players=3, illegal="lose")
    parallel_api_test(env, num_cycles=200)


@pytest.mark.parametrize("num_players", [2, 5])
@pytest.mark.parametrize("opponents", ["random", "eager"])
def test_gymnasium_checker(num_players, opponents):
    env = gymnasium.make(ENV, num_players=num_players, opponents=opponents, illegal="lose")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it dislikes that render modes can't be made again
        gymnasium_check(env.unwrapped)


def test_stable_baselines3_checker():
    sb3_check(RokokoEnv(3, illegal="lose"))
