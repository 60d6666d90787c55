"""Opponents of the environments: agents, their names, and objects with a method `act`."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from parlour.players.agent import AgentError, Seat
from parlour.players.random import RandomAgent
from parlour.players.registry import make_agent
from tests.parlour.envs.interfaces import (
    INSTALLED,
    any_illegal,
    first_legal,
    installed_games,
)

ROKOKO, NOBLEMEN = INSTALLED
# Agents of each kind: chance, scripts, search with and without threads, networks.
NAMES = {
    ROKOKO: ("random", "eager", "heuristic", "mcts:8", "mcts:8:threads=2", "ppo", "puct::8"),
    NOBLEMEN: ("random", "greedy", "heuristic", "mcts:8", "mcts:8:threads=2", "ppo", "puct::8"),
}


class Faulty:
    """Answers as it is told to."""

    def __init__(self, answer):
        self.answer = answer

    def act_batch(self, observations, masks, rng):
        return self.answer(masks)

    def act(self, observation, mask, rng):
        raise NotImplementedError


def overwrite(masks):
    """Make everything legal in its own copy of the masks, and take an action that is not."""
    wrong = any_illegal(masks)
    masks[:] = 1
    return wrong


@installed_games
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda m: first_legal(m) - m.shape[1], "it is not an action"),
        (lambda m: first_legal(m) * 0 + m.shape[1], "it is not an action"),
        (lambda m: first_legal(m)[:1].repeat(len(m) + 1), r"must return \d whole"),
        (lambda m: first_legal(m) + 0.9, "whole numbers, not .* float64"),
        (overwrite, "is not legal for player"),
    ],
    ids=["below", "above", "too many", "halves", "illegal"],
)
def test_faulty_opponents_are_named_and_do_no_harm(of, answer, message):
    seat = of.fewest - 1  # in some of the games, or all, an opponent begins
    vector = of.vector(8, of.fewest, seat=seat, opponents=Faulty(answer))
    with pytest.raises(AgentError, match=f"opponent .*Faulty.*{message}"):
        vector.reset(seed=0)
    with pytest.raises(RuntimeError, match="reset the environment first"):
        vector.step(np.zeros(8, int))


@installed_games
def test_an_own_kind_of_random_opponent_is_asked(of):
    class Mine(RandomAgent):
        asked = 0

        def act_batch(self, seats):
            self.asked += 1
            return super().act_batch(seats)

    mine = Mine()
    of.single(3, seat=2, opponents=mine).reset(seed=1)
    assert mine.asked


class ViewPlayer:
    """Gets what its seat may know as plain data."""

    uses_view = True

    def act(self, view, mask, rng):
        assert view["seat"] == view["to_decide"]
        assert len(view["options"]) == mask.sum()
        return int(first_legal(mask))


class Cheat:
    """Always chooses the last action, which is illegal at the start of games."""

    def act(self, observation, mask, rng):
        return len(mask) - 1


@installed_games
def test_opponents_by_view_and_mixed(of):
    env = of.single(3, seat=2, opponents=[ViewPlayer(), NAMES[of][1]])
    env.reset(seed=1)
    for _ in range(20):
        env.step(int(first_legal(env.action_masks())))
    last = of.spec.num_actions - 1
    with pytest.raises(AgentError, match=rf"opponent .*Cheat.* action {last}"):
        of.single(3, seat=2, opponents=Cheat()).reset(seed=2)


@installed_games
def test_agents_and_their_names_are_opponents(of):
    """Scripts and search play, too, and games depend on the seeds alone."""
    agent = make_agent("greedy", of.spec)
    for opponents in ("heuristic", "mcts:5", agent, [NAMES[of][1], "heuristic"]):
        several = of.vector(4, 3, seat=0, opponents=opponents)
        alone = [of.single(3, seat=0, opponents=opponents) for _ in range(4)]
        _, info = several.reset(seed=7)
        infos = [env.reset(seed=7 + i)[1] for i, env in enumerate(alone)]
        for _ in range(25):
            masks = [i["action_mask"] for i in infos]
            assert (info["action_mask"] == masks).all()
            actions = first_legal(info["action_mask"])
            seen, *_, info = several.step(actions)
            for i, env in enumerate(alone):
                observation, *_, infos[i] = env.step(actions[i])
                assert observation.tobytes() == seen[i].tobytes()


@installed_games
def test_an_opponent_plays_as_in_the_arena(of):
    """`greedy` makes no random choices: it chooses in an environment what it chooses for a game."""
    n = of.fewest
    env, greedy = of.single(n, seat=0, opponents="greedy"), make_agent("greedy", of.spec)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        game, done = of.game(n, seed), False
        while not game.is_over:
            if game.current_player != 0:
                game.apply(greedy.act(Seat.at(game)))
                continue
            assert not done
            action = int(first_legal(info["action_mask"]))
            game.apply(action)
            *_, done, _, info = env.step(action)
        assert done
        assert info["scores"] == game.scores()


@pytest.mark.parametrize(
    ("of", "name"), [(of, name) for of, names in NAMES.items() for name in names], ids=repr
)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_plays_on_like_the_original(of, name, copied):
    env = of.vector(2, of.fewest, seat=0, opponents=name)
    _, info = env.reset(seed=3)
    for _ in range(12):
        *_, info = env.step(first_legal(info["action_mask"]))
    other = copied(env)
    for _ in range(12):
        actions = first_legal(info["action_mask"])
        observation, *_, info = env.step(actions)
        assert other.step(actions)[0].tobytes() == observation.tobytes()


@installed_games
def test_opponents_forget_games_that_are_over(of):
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
    vector = of.vector(3, of.fewest, opponents=agent, autoreset_mode="SameStep")
    _, info = vector.reset(seed=1)
    for _ in range(250):
        *_, info = vector.step(first_legal(info["action_mask"]))
    assert len(agent.seen) > 3
    assert len(agent.seen - agent.forgotten) <= 3
