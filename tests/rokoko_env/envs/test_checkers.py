"""The official checkers of PettingZoo, Gymnasium and Stable-Baselines3."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from gymnasium.vector import AutoresetMode
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env as sb3_check

import rokoko_env
from rokoko_env.envs.sb3 import RokokoVecEnv
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


def test_parallel_play_is_the_same_game():
    env = rokoko_env.parallel_env(num_players=3)
    observations, _ = env.reset(seed=6)
    game = rokoko_env.Game(3, 6)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        mover = f"player_{game.current_player}"
        mask = observations[mover]["action_mask"]
        assert mask.tobytes() == game.action_mask().tobytes()
        action = int(np.flatnonzero(mask)[-1])
        observations, rewards, *_ = env.step(dict.fromkeys(env.agents, action))
        game.apply(action)
        for agent, reward in rewards.items():
            total[agent] += reward
    assert game.is_over
    assert sum(total.values()) == pytest.approx(0)


def test_pettingzoo_performance_benchmark(capsys):
    performance_benchmark(rokoko_env.env(num_players=4))
    assert "turns per second" in capsys.readouterr().out


def test_pettingzoo_registry():
    env = pettingzoo.make("aec", rokoko_env.ENV_ID, num_players=2)
    env.reset(seed=1)
    assert env.num_agents == 2
    assert pettingzoo.make("parallel", rokoko_env.ENV_ID, num_players=5).max_num_agents == 5


@pytest.mark.parametrize("num_players", [2, 5])
@pytest.mark.parametrize("opponents", ["random", "eager"])
def test_gymnasium_checker(num_players, opponents):
    env = gymnasium.make(ENV, num_players=num_players, opponents=opponents, illegal="lose")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it dislikes that render modes can't be made again
        gymnasium_check(env.unwrapped)


def test_stable_baselines3_checker():
    sb3_check(RokokoEnv(3, illegal="lose"))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasium_vector(mode):
    env = gymnasium.make_vec(
        ENV, num_envs=5, vectorization_mode="vector_entry_point", num_players=3, autoreset_mode=mode
    )
    assert env.metadata["autoreset_mode"] == mode
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(200):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observation, reward, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(observation)
        assert reward.shape == terminated.shape == truncated.shape == (5,)
        assert not truncated.any()
        ended += terminated.sum()
        if mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in info) == terminated.any()
    assert ended > 5


def small_ppo(env) -> MaskablePPO:
    return MaskablePPO("MlpPolicy", env, n_steps=1024 // env_count(env), batch_size=512, n_epochs=1)


def env_count(env) -> int:
    return getattr(env, "num_envs", 1)


def test_maskable_ppo_trains_on_the_single_env():
    env = RokokoEnv(2)
    model = small_ppo(env).learn(4096)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=2, warn=False)
    assert -1 <= mean <= 1


def test_maskable_ppo_trains_on_the_vec_env():
    env = RokokoVecEnv(16, 3, reward="margin")
    model = small_ppo(env).learn(4096)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=16, warn=False)
    assert -1 <= mean <= 1
