"""The environments of the packages that hold games: those of the engine, under their own names."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from importlib import import_module

import gymnasium
import numpy as np
import pettingzoo
import pytest

import noblemen_env
import rokoko_env
from parlour.envs.aec import TurnEnv, parallel, wrapped
from parlour.envs.sb3 import LearnerVecEnv
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv

PACKAGES = [rokoko_env, noblemen_env]
all_packages = pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)


def bound(package, module: str, ending: str):
    """A class of the package's environments, such as RokokoEnv or NoblemenVecEnv."""
    return getattr(import_module(f"{package.__name__}.envs.{module}"), package.SPEC.title + ending)


def first_legal(masks):
    return masks.argmax(axis=-1)


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
    (lambda **o: wrapped(TurnEnv(3, **o)), lambda package: package.env(num_players=3), play_turns),
    (lambda **o: LearnerEnv(3, **o), lambda p: bound(p, "single", "Env")(3), play_learners),
    (
        lambda **o: LearnerVectorEnv(2, 3, **o),
        lambda package: bound(package, "vector", "VectorEnv")(2, 3),
        play_learners,
    ),
    (
        lambda **o: LearnerVecEnv(2, 3, **o),
        lambda p: bound(p, "sb3", "VecEnv")(2, 3),
        play_learners,
    ),
]


@all_packages
@pytest.mark.parametrize(("make", "make_bound", "play"), PAIRS)
def test_a_game_given_by_its_spec_is_the_same_game(make, make_bound, play, package):
    env = make(game_spec=package.SPEC)
    expected = play(make_bound(package)).tobytes()
    for each in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert each.unwrapped.game_spec is package.SPEC
        assert play(each).tobytes() == expected


@all_packages
def test_environments_in_turns_are_named_after_their_game(package):
    assert str(TurnEnv(3, game_spec=package.SPEC)) == package.SPEC.name
    assert parallel(TurnEnv(3, game_spec=package.SPEC)).metadata["name"] == package.SPEC.name
    assert str(package.raw_env()) == f"{package.SPEC.name}_v0"
    with pytest.raises(AttributeError, match=f"'{package.__name__}' has no attribute 'turn_env'"):
        _ = package.turn_env


@all_packages
def test_pettingzoo_registry(package):
    env = pettingzoo.make("aec", package.ENV_ID, num_players=3)
    env.reset(seed=1)
    assert env.num_agents == 3
    assert pettingzoo.make("parallel", package.ENV_ID, num_players=5).max_num_agents == 5


@all_packages
def test_gymnasium_registry(package):
    name = f"{package.__name__}:{package.ENV_ID}"
    env = gymnasium.make(name, num_players=3)
    assert type(env.unwrapped) is bound(package, "single", "Env")
    assert env.unwrapped.spec.id == package.ENV_ID
    assert env.unwrapped.game_spec is package.SPEC
    assert env.action_space.n == package.NUM_ACTIONS
    assert env.observation_space.shape == (package.OBSERVATION_SIZE,)
    assert np.array_equal(env.spec.make().reset(seed=1)[0], env.reset(seed=1)[0])
    vector = gymnasium.make_vec(name, 2, "vector_entry_point", num_players=3)
    assert type(vector.unwrapped) is bound(package, "vector", "VectorEnv")


@all_packages
def test_documentation_states_the_number_of_actions(package):
    for documented in (package.raw_env, bound(package, "single", "Env")):
        assert f"`Discrete({package.NUM_ACTIONS})`" in documented.__doc__


@all_packages
def test_the_package_loads_without_environments_and_players(package):
    script = (
        f"import sys, {package.__name__}\n"
        "print([m for m in sys.modules if '.envs.' in m or '.players' in m or m == 'torch'"
        f" if m.startswith(('{package.__name__}', 'parlour', 'torch'))])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
