"""Opponents of the environments: agents, their names, and objects with a method `act`."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import rokoko_env
from parlour.players.random import RandomAgent
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv
from rokoko_env.players import AgentError, Seat, make_agent


class Faulty:
    """Answers as it is told to."""

    def __init__(self, answer):
        self.answer = answer

    def act_batch(self, observations, masks, rng):
        return self.answer(masks)

    def act(self, observation, mask, rng):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda m: m.argmax(axis=1) - 158, AgentError, "it is not an action"),
        (lambda m: m.argmax(axis=1) * 0 + 158, AgentError, "it is not an action"),
        (lambda m: m.argmax(axis=1)[:1].repeat(len(m) + 1), AgentError, r"must return \d whole"),
        (lambda m: m.argmax(axis=1) + 0.9, AgentError, "whole numbers, not .* float64"),
        (
            lambda m: m.__setitem__(slice(None), 1) or np.full(len(m), 157),
            AgentError,
            "157",
        ),
    ],
)
def test_faulty_opponents_are_named_and_do_no_harm(answer, error, message):
    vector = RokokoVectorEnv(8, 2, seat=1, opponents=Faulty(answer))
    with pytest.raises(error, match=f"opponent .*Faulty.*{message}"):
        vector.reset(seed=0)  # in some of the games the opponent begins
    with pytest.raises(RuntimeError, match="reset the environment first"):
        vector.step(np.zeros(8, int))


def test_an_own_kind_of_random_opponent_is_asked():
    class Mine(RandomAgent):
        asked = 0

        def act_batch(self, seats):
            self.asked += 1
            return super().act_batch(seats)

    mine = Mine()
    RokokoEnv(3, seat=2, opponents=mine).reset(seed=1)
    assert mine.asked


class ViewPlayer:
    """Gets what its seat may know as plain data."""

    uses_view = True

    def act(self, view, mask, rng):
        assert view["seat"] == view["to_decide"]
        assert len(view["options"]) == mask.sum()
        return int(np.flatnonzero(mask)[0])


class Cheat:
    def act(self, observation, mask, rng):
        return 157


def test_opponents_by_view_and_mixed():
    env = RokokoEnv(3, seat=2, opponents=[ViewPlayer(), "eager"])
    env.reset(seed=1)
    for _ in range(20):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(AgentError, match=r"opponent .*Cheat.* action 157"):
        RokokoEnv(3, seat=2, opponents=Cheat()).reset(seed=2)


def test_agents_and_their_names_are_opponents():
    """Scripts and search play, too, and games depend on the seeds alone."""
    for opponents in ("heuristic", "mcts:5", make_agent("greedy"), ["eager", "heuristic"]):
        several = RokokoVectorEnv(4, 3, seat=0, opponents=opponents)
        alone = [RokokoEnv(3, seat=0, opponents=opponents) for _ in range(4)]
        _, info = several.reset(seed=7)
        infos = [env.reset(seed=7 + i)[1] for i, env in enumerate(alone)]
        for _ in range(25):
            masks = [i["action_mask"] for i in infos]
            assert (info["action_mask"] == masks).all()
            actions = np.array([np.flatnonzero(mask)[0] for mask in masks])
            seen, *_, info = several.step(actions)
            for i, env in enumerate(alone):
                observation, *_, infos[i] = env.step(actions[i])
                assert observation.tobytes() == seen[i].tobytes()


def test_an_opponent_plays_as_in_the_arena():
    """`greedy` makes no random choices: it chooses in an environment what it chooses for a game."""
    env, greedy = RokokoEnv(2, seat=1, opponents="greedy"), make_agent("greedy")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        game, done = rokoko_env.Game(2, seed), False
        while not game.is_over:
            if game.current_player == 0:
                game.apply(greedy.act(Seat.at(game)))
                continue
            assert not done
            action = int(np.flatnonzero(info["action_mask"])[0])
            game.apply(action)
            *_, done, _, info = env.step(action)
        assert done
        assert info["scores"] == game.scores()


@pytest.mark.parametrize(
    "name", ["random", "eager", "heuristic", "mcts:8", "mcts:8:threads=2", "ppo", "puct::8"]
)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_plays_on_like_the_original(name, copied):
    env = RokokoVectorEnv(2, 2, seat=0, opponents=name)
    _, info = env.reset(seed=3)
    for _ in range(12):
        *_, info = env.step(info["action_mask"].argmax(axis=1))
    other = copied(env)
    for _ in range(12):
        actions = info["action_mask"].argmax(axis=1)
        observation, *_, info = env.step(actions)
        assert other.step(actions)[0].tobytes() == observation.tobytes()


def test_opponents_forget_games_that_are_over():
    class Remembering(RandomAgent):
        def __init__(self):
            self.seen, self.forgotten = set(), set()

        def act_batch(self, seats):
            games = set(seats.games.tolist())
            assert not games & self.forgotten
            self.seen |= games
            return super().act_batch(seats)

        def forget(self, games):
            self.forgotten |= set(games.tolist())

    agent = Remembering()
    vector = RokokoVectorEnv(3, 2, opponents=agent, autoreset_mode="SameStep")
    _, info = vector.reset(seed=1)
    for _ in range(250):
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        *_, info = vector.step(actions)
    assert len(agent.seen) > 3
    assert len(agent.seen - agent.forgotten) <= 3
