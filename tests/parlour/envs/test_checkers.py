"""The official checkers of PettingZoo, Gymnasium and Stable-Baselines3, for every game."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from stable_baselines3.common.env_checker import check_env as sb3_check

from parlour.envs.aec import TurnEnv, parallel, wrapped
from parlour.envs.sb3 import LearnerVecEnv
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv
from tests.parlour.games import GAMES, TABLES

# What the checkers warn of in every environment with masks in a dictionary.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)
all_tables = pytest.mark.parametrize(("spec", "num_players"), TABLES)
all_games = pytest.mark.parametrize("spec", GAMES, ids=repr)


@all_tables
@pytest.mark.parametrize("wrap", [wrapped, lambda env: env])
def test_pettingzoo_api(wrap, spec, num_players):
    api_test(wrap(TurnEnv(num_players, game_spec=spec)), num_cycles=300)


@all_games
@pytest.mark.parametrize("options", [{"reward": "shaped"}, {"observation": "perfect"}])
def test_pettingzoo_api_with_options(options, spec):
    api_test(wrapped(TurnEnv(spec.players[0], game_spec=spec, **options)), num_cycles=300)


@all_games
def test_pettingzoo_seeds(spec):
    seed_test(lambda: wrapped(TurnEnv(spec.players[0], game_spec=spec)), num_cycles=300)


@all_games
def test_pettingzoo_rendering(spec):
    modes = {"svg": lambda shown: isinstance(shown, str) and shown.startswith("<svg")}
    render_test(
        lambda render_mode: wrapped(
            TurnEnv(spec.players[0], render_mode=render_mode, game_spec=spec)
        ),
        custom_tests=modes,
    )


@all_games
def test_pettingzoo_parallel_conversion(spec):
    parallel_api_test(
        parallel(TurnEnv(spec.players[0], illegal="lose", game_spec=spec)), num_cycles=200
    )


@all_tables
def test_gymnasium_checker(spec, num_players):
    env = LearnerEnv(num_players, illegal="lose", game_spec=spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it dislikes that render modes can't be made again
        gymnasium_check(env)


@all_tables
def test_stable_baselines3_checker(spec, num_players):
    sb3_check(LearnerEnv(num_players, illegal="lose", game_spec=spec))


@all_tables
def test_environments_play_the_same_games(spec, num_players):
    """Single, vector and sb3 environments, and their copies, against opponents at random."""
    options = {"seat": 0, "game_spec": spec}
    single = LearnerEnv(num_players, **options)
    vector = LearnerVectorEnv(2, num_players, autoreset_mode="SameStep", **options)
    vec = LearnerVecEnv(2, num_players, seed=5, **options)
    vec = pickle.loads(pickle.dumps(vec))
    single = copy.deepcopy(single)
    observation, _ = single.reset(seed=5)
    assert vector.reset(seed=5)[0].tobytes() == vec.reset().tobytes()
    while True:
        masks = vector.action_masks()
        assert masks[0].tobytes() == single.action_masks().tobytes()
        assert masks.tobytes() == np.stack(vec.env_method("action_masks")).tobytes()
        actions = masks.argmax(axis=1)
        observation, reward, ended, _, info = single.step(actions[0])
        seen, rewards, done, _, infos = vector.step(actions)
        vec_seen, vec_rewards, vec_done, vec_infos = vec.step(actions)
        assert vec_seen.tobytes() == seen.tobytes()
        assert vec_rewards[0] == rewards[0] == pytest.approx(reward)
        assert vec_done[0] == done[0] == ended
        if ended:
            break
        assert seen[0].tobytes() == observation.tobytes()
    assert infos["final_obs"][0].tobytes() == observation.tobytes()
    assert vec_infos[0]["scores"] == info["scores"] == single.game.scores()
    assert info["rank"] in range(1, num_players + 1)
