"""A learner is asked in the turns of others, too: at masquerades, for cards, and for a knight."""

from __future__ import annotations

from collections import Counter

import pytest

from noblemen_env.core.sections import OBSERVATION_SLICES, PLANES, WINDOW
from noblemen_env.envs.sb3 import NoblemenVecEnv
from noblemen_env.envs.single import NoblemenEnv
from noblemen_env.players import Seat, make_agent


@pytest.mark.parametrize("num_players", [3, 5])
def test_a_learner_decides_in_the_turns_of_others(num_players):
    """The mask is the learner's own, and the reward of a turn that others end comes to it."""
    env = NoblemenEnv(num_players, seat=1, opponents="builder")  # who sends knights to its forests
    learner, asked = make_agent("landlord"), Counter()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            game = env.unwrapped.game
            assert game.current_player == 1
            assert info["action_mask"].tobytes() == game.action_mask().tobytes()
            asked[game.decision, int(game.record["active"]) == 1] += 1
            observation, _, done, _, info = env.step(learner.act(Seat.at(game)))
            assert env.observation_space.contains(observation)
    assert asked["act", True]
    assert not asked["act", False]
    for decision in ("bid", "draft", "give"):
        assert asked[decision, False], decision


def test_the_planes_are_the_end_of_every_observation():
    """As `OBSERVATION_SLICES` says, also in a batch of games: the start castle is in the middle."""
    env = NoblemenVecEnv(3, 3, seat=0, seed=1)
    observation = env.reset()
    part = OBSERVATION_SLICES["estate"]
    assert part.stop == observation.shape[1]
    planes = observation[:, part].reshape(3, len(PLANES), WINDOW, WINDOW)
    castles = planes[:, [name for name, _ in PLANES].index("castles")]
    assert castles.sum(axis=(1, 2)).tolist() == [1, 1, 1]
    assert castles[:, WINDOW // 2, WINDOW // 2].all()
