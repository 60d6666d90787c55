"""Agents that play any game: by name, at random, by search and by a network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from parlour.players.agent import AgentError, Seat
from parlour.players.network_file import array_shapes, write_network
from parlour.players.play import play_games
from parlour.players.registry import make_agent, registry
from tests.parlour.game_checks import random_game
from tests.parlour.games import GAMES, TABLES

all_games = pytest.mark.parametrize("spec", GAMES, ids=repr)
all_tables = pytest.mark.parametrize(("spec", "num_players"), TABLES)


@all_games
def test_every_game_has_the_agents_of_the_engine(spec):
    assert {"random", "mcts"} <= registry(spec).keys()
    with pytest.raises(AgentError, match="no agent is called 'rndom'; did you mean 'random'"):
        make_agent("rndom", spec)


def seatings(spec, num_players: int, games: int) -> np.ndarray:
    """Agent 1 on a seat of each game, agent 0 on the others."""
    return (np.arange(num_players) == np.arange(games)[:, None] % num_players).astype(np.int64)


@all_tables
def test_matches_are_a_function_of_their_seeds(spec, num_players):
    def play(games):
        agents = [make_agent("random", spec), make_agent("mcts:8:rollout=random", spec)]
        seating = seatings(spec, num_players, 4)[games]
        seeds = np.arange(4, dtype=np.uint64)[games]
        numbers = np.arange(4)[games]
        return play_games(agents, seating, seeds, spec=spec, numbers=numbers, keep_actions=True)

    together, part = play(slice(0, 4)), play(slice(2, 4))
    assert together.actions[2:] == part.actions
    assert together.wins.sum(axis=1) == pytest.approx(1)
    game = spec.game_class(num_players, 0)
    for action in together.actions[0]:
        game.apply(action)
    assert game.is_over
    assert game.scores() == together.scores[0].tolist()
    assert together.decisions.sum() == sum(map(len, together.actions))


@all_tables
def test_search_depends_on_what_the_seat_knows(spec, num_players):
    """It changes no game, and chooses the same in positions that look the same to it."""
    agent = make_agent("mcts:30:rollout=random:reuse=0", spec)
    game = random_game(spec, num_players, share=0.3)
    before = game.to_bytes()
    action = agent.act(Seat.at(game))
    assert action in game.legal_actions()
    assert game.to_bytes() == before
    world = game.determinize(game.current_player, 3)
    world._history = list(game.history)  # the seed of a seat is the number of decisions
    assert agent.act(Seat.at(world)) == action


def test_search_wins():
    """Even with few simulations, in a game without a script."""
    spec = GAMES[-1]
    agents = [make_agent("random", spec), make_agent("mcts:100", spec)]
    seating = seatings(spec, 3, 60)
    wins = play_games(agents, seating, np.arange(60, dtype=np.uint64), spec=spec).wins
    assert wins[seating == 1].mean() > 0.6


@pytest.fixture
def network(spec, tmp_path) -> Path:
    """The file of a network for a game, whose weights are random."""
    rng = np.random.default_rng(0)
    shapes = array_shapes(spec, (8,)).items()
    arrays = {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes}
    path = tmp_path / "network.safetensors"
    write_network(path, spec, (8,), arrays, {})
    return path


@all_games
def test_networks_play_and_search(spec, network):
    num_players = spec.players[0]
    agents = [make_agent(f"ppo:{network}", spec), make_agent(f"puct:{network}:6", spec)]
    seating, seeds = seatings(spec, num_players, 4), np.arange(4, dtype=np.uint64)
    first, again = (play_games(agents, seating, seeds, spec=spec) for _ in range(2))
    assert first.wins.sum() == pytest.approx(4)
    assert first.points.tolist() == again.points.tolist()
    assert (first.asked > 0).all()


@all_games
def test_a_network_plays_one_game_only(spec, network):
    for other in GAMES:
        if other is not spec:
            words = f"holds a network for the game {spec.name}, not for {other.name}"
            with pytest.raises(AgentError, match=words):
                make_agent(f"ppo:{network}", other)
