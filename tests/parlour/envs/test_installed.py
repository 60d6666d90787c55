"""The environments of installed games in the hands of those who use them."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test import performance_benchmark
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from tests.parlour.envs.interfaces import installed_games


@installed_games
def test_pettingzoo_performance_benchmark(of, capsys):
    performance_benchmark(of.package.env(num_players=4))
    assert "turns per second" in capsys.readouterr().out


@installed_games
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasium_vector(of, mode):
    env = gymnasium.make_vec(
        of.gymnasium_id,
        num_envs=5,
        vectorization_mode="vector_entry_point",
        num_players=3,
        autoreset_mode=mode,
    )
    assert env.metadata["autoreset_mode"] == mode
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(2 * of.spec.typical_decisions[3] // 3):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observation, reward, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(observation)
        assert reward.shape == terminated.shape == truncated.shape == (5,)
        assert not truncated.any()
        ended += terminated.sum()
        if mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in info) == terminated.any()
    assert ended >= 5


def small_ppo(env) -> MaskablePPO:
    steps = 1024 // getattr(env, "num_envs", 1)
    return MaskablePPO("MlpPolicy", env, n_steps=steps, batch_size=512, n_epochs=1)


@installed_games
def test_maskable_ppo_trains_on_the_single_env(of, one_thread):
    env = of.single(of.fewest)
    model = small_ppo(env).learn(2048)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=2, warn=False)
    assert -1 <= mean <= 1


@installed_games
def test_maskable_ppo_trains_on_the_vec_env(of, one_thread):
    env = of.vec(16, 3, reward="margin")
    model = small_ppo(env).learn(4096)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=16, warn=False)
    assert -1 <= mean <= 1
