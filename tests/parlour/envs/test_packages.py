"""The environments of the packages that hold games: those of the engine, under their own names."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest

from parlour.envs.aec import TurnEnv, parallel, wrapped
from parlour.envs.sb3 import LearnerVecEnv
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv
from tests.parlour.envs.interfaces import first_legal, installed_games


def play_turns(env):
    env.reset(seed=2)
    for _ in range(20):
        env.step(int(first_legal(env.last()[0]["action_mask"])))
    return env.last()[0]["observation"]


def play_learners(env):
    if isinstance(env, LearnerVecEnv):
        env.seed(2)
        env.reset()
    else:
        env.reset(seed=2)
    for _ in range(20):
        observation = env.step(first_legal(env.action_masks()))[0]
    return observation


PAIRS = [
    (lambda **o: wrapped(TurnEnv(3, **o)), lambda of: of.package.env(num_players=3), play_turns),
    (lambda **o: LearnerEnv(3, **o), lambda of: of.single(3), play_learners),
    (lambda **o: LearnerVectorEnv(2, 3, **o), lambda of: of.vector(2, 3), play_learners),
    (lambda **o: LearnerVecEnv(2, 3, **o), lambda of: of.vec(2, 3), play_learners),
]


@installed_games
@pytest.mark.parametrize(("make", "make_bound", "play"), PAIRS)
def test_a_game_given_by_its_spec_is_the_same_game(make, make_bound, play, of):
    env = make(game_spec=of.spec)
    expected = play(make_bound(of)).tobytes()
    for each in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert each.unwrapped.game_spec is of.spec
        assert play(each).tobytes() == expected


@installed_games
def test_environments_in_turns_are_named_after_their_game(of):
    assert str(TurnEnv(3, game_spec=of.spec)) == of.spec.name
    assert parallel(TurnEnv(3, game_spec=of.spec)).metadata["name"] == of.spec.name
    assert str(of.package.raw_env()) == f"{of.spec.name}_v0"
    with pytest.raises(
        AttributeError, match=f"'{of.package.__name__}' has no attribute 'turn_env'"
    ):
        _ = of.package.turn_env


@installed_games
def test_pettingzoo_registry(of):
    env = pettingzoo.make("aec", of.package.ENV_ID, num_players=3)
    env.reset(seed=1)
    assert env.num_agents == 3
    assert pettingzoo.make("parallel", of.package.ENV_ID, num_players=5).max_num_agents == 5


@installed_games
def test_gymnasium_registry(of):
    env = gymnasium.make(of.gymnasium_id, num_players=3)
    assert type(env.unwrapped) is of.single
    assert env.unwrapped.spec.id == of.package.ENV_ID
    assert env.unwrapped.game_spec is of.spec
    assert env.action_space.n == of.package.NUM_ACTIONS
    assert env.observation_space.shape == (of.package.OBSERVATION_SIZE,)
    assert np.array_equal(env.spec.make().reset(seed=1)[0], env.reset(seed=1)[0])
    vector = gymnasium.make_vec(of.gymnasium_id, 2, "vector_entry_point", num_players=3)
    assert type(vector.unwrapped) is of.vector


@installed_games
def test_documentation_states_the_number_of_actions(of):
    for documented in (of.package.raw_env, of.single):
        assert f"`Discrete({of.package.NUM_ACTIONS})`" in documented.__doc__


@installed_games
def test_the_package_loads_without_environments_and_players(of):
    name = of.package.__name__
    script = (
        f"import sys, {name}\n"
        "print([m for m in sys.modules if '.envs.' in m or '.players' in m or m == 'torch'"
        f" if m.startswith(('{name}', 'parlour', 'torch'))])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
