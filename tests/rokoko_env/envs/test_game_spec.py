"""The engine's environments, given a game by its spec instead of by a subclass."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import rokoko_env
from parlour.envs.aec import TurnEnv, parallel, wrapped
from parlour.envs.sb3 import LearnerVecEnv
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv
from rokoko_env import SPEC
from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv


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
    (lambda **o: wrapped(TurnEnv(3, **o)), lambda: rokoko_env.env(num_players=3), play_turns),
    (lambda **o: LearnerEnv(3, **o), lambda: RokokoEnv(3), play_learners),
    (lambda **o: LearnerVectorEnv(2, 3, **o), lambda: RokokoVectorEnv(2, 3), play_learners),
    (lambda **o: LearnerVecEnv(2, 3, **o), lambda: RokokoVecEnv(2, 3), play_learners),
]


@pytest.mark.parametrize(("make", "make_bound", "play"), PAIRS)
def test_a_game_given_by_its_spec_is_the_same_game(make, make_bound, play):
    env = make(game_spec=SPEC)
    expected = play(make_bound()).tobytes()
    for each in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert each.unwrapped.game_spec is SPEC
        assert play(each).tobytes() == expected


def test_environments_in_turns_are_named_after_their_game():
    assert str(TurnEnv(game_spec=SPEC)) == SPEC.name
    assert parallel(TurnEnv(game_spec=SPEC)).metadata["name"] == SPEC.name
    assert str(rokoko_env.raw_env()) == "rokoko_v0"


def test_gymnasium_keeps_its_own_spec():
    env = gymnasium.make(f"rokoko_env:{rokoko_env.ENV_ID}", num_players=2)
    assert env.unwrapped.spec.id == rokoko_env.ENV_ID
    assert env.unwrapped.game_spec is SPEC
    assert np.array_equal(env.spec.make().reset(seed=1)[0], env.reset(seed=1)[0])


def test_the_package_loads_without_environments_and_players():
    script = (
        "import sys, rokoko_env\n"
        "print([m for m in sys.modules if '.envs.' in m or '.players' in m or m == 'torch'"
        " if m.startswith(('rokoko_env', 'parlour', 'torch'))])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
