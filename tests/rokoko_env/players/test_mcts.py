"""`mcts`: its tree, its budget, its value network, and its choices."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest

from agents.fit_value_net import sample
from parlour.core.rng import mix, next_word
from parlour.players.core import ismcts
from parlour.players.core.value_net import activations_dtype
from parlour.players.mcts import MctsAgent
from parlour.players.policy import PolicyAgent
from parlour.players.value_net import load_value_net
from rokoko_env import SPEC, Game
from rokoko_env.core import ids
from rokoko_env.players import AgentError, make_agent, play_games
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.scripted import PLAYERS, heuristic_style
from tests.rokoko_env.core.table import Table
from tests.rokoko_env.players.positions import (
    game_of,
    largest_game,
    last_turn,
    seats_of,
    some_games,
)

NODE = ismcts.node_dtype(len(ids.WORD_STARTS))


def tree_of(seat, simulations: int, max_nodes: int | None = None, **options) -> np.ndarray:
    """Return the nodes of a tree after a number of simulations."""
    n, size = seat.num_players, max_nodes or simulations + 2
    nodes, used = np.empty(size, NODE), np.zeros(1, np.int64)
    ismcts.reset_tree(nodes, used)
    plan, activations = np.zeros(1, PLAN), np.zeros(1, activations_dtype(SPEC.observation))
    script, net = (heuristic_style(n), plan), (load_value_net(SPEC, n), activations)
    context = (seat.ruleset.rules, *script, *net)
    search_options = MctsAgent(SPEC, simulations, **options).options(n)
    rng_state = seat.seeds.copy()
    ismcts.search(nodes, used, seat.worlds(), *context, search_options, rng_state, simulations)
    return nodes[: used[0]]


def children(nodes: np.ndarray, node: int) -> list[int]:
    numbers, child = [], int(nodes["first_child"][node])
    while child >= 0:
        numbers.append(child)
        child = int(nodes["sibling"][child])
    return numbers


@pytest.mark.parametrize("rollout", ["script", "estimate", "random"])
@pytest.mark.parametrize("num_players", [2, 4])
def test_visits_and_totals_of_a_tree_agree(rollout, num_players):
    for game in some_games(num_players, 4, seed=300):
        nodes = tree_of(seats_of([game]), 300, rollout=rollout)
        assert nodes["visits"][ismcts.ROOT] == 300
        for node in range(len(nodes)):
            below = children(nodes, node)
            actions = nodes["action"][below]
            assert len(set(actions.tolist())) == len(actions)
            assert (nodes["visits"][below] >= 1).all()
            assert (nodes["available"][below] >= nodes["visits"][below]).all()
            assert (nodes["total"][below] >= 0).all()
            assert (nodes["total"][below] <= nodes["visits"][below]).all()
            # A node's first simulation ended there; later ones passed through, or ended the game.
            passed = nodes["visits"][node] - (node != ismcts.ROOT)
            through = nodes["visits"][below].sum()
            assert through == passed or (through < passed and game.round == ids.ROUNDS)
        assert set(nodes["action"][children(nodes, 0)].tolist()) <= set(game.legal_actions())


def test_nodes_widen_with_their_visits():
    game = largest_game(3, seed=60)
    seat = seats_of([game])
    for simulations in (9, 49, 100):
        nodes = tree_of(seat, simulations, rollout="random", widening=1.0)
        limit = 1 + np.sqrt(simulations)
        assert limit - 1 <= len(children(nodes, ismcts.ROOT)) <= limit + 1
    wide = tree_of(seat, 100, rollout="random", widening=100.0)
    assert len(children(wide, ismcts.ROOT)) == len(game.legal_actions())


def test_the_action_with_the_highest_rating_is_tried_first():
    for game in some_games(2, 10, seed=20):
        seat = seats_of([game])
        nodes = tree_of(seat, 1)
        assert nodes["action"][1] == make_agent("heuristic").act_batch(seat)[0]
        assert nodes["prior"][1] == 1.0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_all_simulations_are_counted(threads):
    game = some_games(2, 1, seed=8)[0]
    visits = MctsAgent(SPEC, 60, threads=threads).visits(seats_of([game]))
    assert visits.sum() == 60
    assert set(np.flatnonzero(visits)) <= set(game.legal_actions())


def test_threads_grow_different_trees(monkeypatch):
    drawn: list[set[int]] = []

    def note(*arguments):
        """The state of the random numbers grows by the same step with each simulation."""
        rng_state, simulations = arguments[-2:]
        first = int(rng_state[0])
        drawn.append({(first + k * 0x9E3779B97F4A7C15) % 2**64 for k in range(simulations)})
        search(*arguments)

    search = ismcts.search
    monkeypatch.setattr(ismcts, "search", note)
    game = some_games(2, 1, seed=9)[0]
    seat = seats_of([game])
    trees = MctsAgent(SPEC, 80, threads=2, rollout="random")._search(seat, seat.worlds())
    assert trees[0].nodes["total"][:20].tolist() != trees[1].nodes["total"][:20].tolist()
    assert len(drawn) == 2
    assert not drawn[0] & drawn[1]


def test_hidden_cards_do_not_change_the_distribution_of_choices():
    """The same random numbers, and a game that differs only in what the seat can't see."""
    luck_matters = False
    for game in some_games(3, 6, seed=500):
        visits = MctsAgent(SPEC, 80).visits(seats_of([game], [7]))
        for seed in range(4):
            other = game.determinize(game.current_player, seed)
            assert (MctsAgent(SPEC, 80).visits(seats_of([other], [7])) == visits).all()
        luck_matters |= (MctsAgent(SPEC, 80).visits(seats_of([game], [8])) != visits).any()
    assert luck_matters


def test_time_is_a_budget():
    game = some_games(2, 1, seed=1)[0]
    make_agent("mcts:4").act_batch(seats_of([game]))  # compiled
    agent = MctsAgent(SPEC, time=0.25)
    begin = time.perf_counter()
    agent.act_batch(seats_of([game]))
    assert 0.2 < time.perf_counter() - begin < 2.0


def test_a_full_tree_does_not_end_the_search():
    game = some_games(2, 1, seed=2)[0]
    nodes = tree_of(seats_of([game]), 200, max_nodes=5)
    assert len(nodes) == 5
    assert nodes["visits"][ismcts.ROOT] == 200


@pytest.mark.parametrize("name", ["mcts:1", "mcts:2:threads=2", "mcts:1:rollout=random"])
def test_one_simulation_is_enough_to_play(name):
    results = play_games([make_agent(name)], np.zeros((2, 2), int), np.arange(2))
    assert (results.scores > 0).all()


def test_with_more_players_a_rollout_precedes_the_value_network():
    default, script, estimate = (
        [MctsAgent(SPEC, 40, **kind).visits(seats_of([game])).tolist() for game in some_games(3, 4)]
        for kind in ({}, {"rollout": "script"}, {"rollout": "estimate"})
    )
    assert default == script
    assert default != estimate


@pytest.mark.parametrize("value", ["nan", "-1", "inf", "much"])
@pytest.mark.parametrize("name", ["exploration", "temperature", "widening", "time"])
def test_parameters_are_sound_numbers(name, value):
    with pytest.raises(AgentError, match=rf"agent 'mcts:{name}={value}': {name} (is|must be)"):
        make_agent(f"mcts:{name}={value}")


def test_no_tree_is_kept_over_a_tile_drawn_unseen():
    """Its children would be about other tiles."""
    table = Table(2)
    table.deck(0, hand=["l1_blind_tile", "base_master", "base_master"], supply=["base_journeyman"])
    table.ask(0, "play")
    game = game_of(table)
    game.apply(game.parse_action("card l1_blind_tile"))
    game.apply(game.parse_action("forgo action"))
    assert game.decision == "bonus"
    seat = seats_of([game])
    worlds = seat.worlds()
    assert not ismcts.leads_to_same_seat(worlds, seat.ruleset.rules, ids.USE_BONUS)
    assert worlds["tile"][0] >= 0
    assert worlds["player"][0] == 0


class Counting(MctsAgent):
    """Notes the visits at the beginning of each search."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.visits_before: list[int] = []

    def _recall(self, seat):
        trees = super()._recall(seat)
        self.visits_before.append(trees[0].visits)
        return trees


def test_the_tree_is_kept_within_a_turn():
    agent = Counting(SPEC, 60)
    play_games([agent, make_agent("random")], np.array([[0, 1]]), np.zeros(1))
    reused = np.array(agent.visits_before)
    assert 0.2 < (reused > 0).mean() < 0.8  # within turns, and not from one to the next
    assert reused.max() <= 60
    assert len(agent._memory) == 0  # the game is over
    forgetful = Counting(SPEC, 60, reuse=0)
    play_games([forgetful, make_agent("random")], np.array([[0, 1]]), np.zeros(1))
    assert max(forgetful.visits_before) == 0


def test_a_tree_with_actions_of_another_seat_is_not_reused():
    """Player 1 holds one card. With a Master they have no choice, and player 0 decides next; with
    the Apprentice they would decide about the bonus."""
    table = Table(2)
    table.deck(0, hand=["base_master", "base_journeyman"], supply=["base_master"])
    table.deck(1, hand=["base_master"], supply=["base_apprentice_livre"], discard=["base_master"])
    table.owns(0, money=0)
    table.owns(1, money=0)
    table.ask(0, "play")
    start = game_of(table)
    start.apply(start.parse_action("card base_master"))
    for seed in range(1, 9):
        agent, game = MctsAgent(SPEC, 40), start.clone()
        for _ in range(2):  # the action, then the bonus of the other card
            assert (game.round, game.current_player) == (1, 0)
            action = agent.act_batch(seats_of([game], [seed]))[0]
            game.apply(int(action))  # an illegal one raises an error
        assert game.round > 1


def test_a_kept_tree_is_a_copy_of_the_branch():
    game = some_games(2, 1, seed=33)[0]
    nodes = tree_of(seats_of([game]), 400)
    best = max(children(nodes, ismcts.ROOT), key=lambda child: nodes["visits"][child])
    copy, used = np.empty_like(nodes), np.zeros(1, np.int64)
    assert ismcts.copy_subtree(nodes, int(nodes["action"][best]), copy, used)
    assert _branch(copy, ismcts.ROOT) == _branch(nodes, best)
    assert not ismcts.copy_subtree(nodes, ids.NUM_ACTIONS + 1, copy, used)


def _branch(nodes: np.ndarray, node: int) -> tuple:
    """Return the visits of a node, and of all below it by their actions."""
    below = {int(nodes["action"][c]): _branch(nodes, c) for c in children(nodes, node)}
    return int(nodes["visits"][node]), below


@pytest.mark.parametrize("rollout", ["script", "estimate", "random"])
def test_it_finds_the_best_last_action(rollout):
    game = last_turn()
    action = make_agent(f"mcts:200:rollout={rollout}").act_batch(seats_of([game]))[0]
    assert game.action_name(int(action)) == "fund musician 1"


def test_search_is_stronger_than_its_script():
    seating = np.array([[0, 1], [1, 0]] * 10)
    agents = [make_agent("mcts:60"), make_agent("heuristic")]
    results = play_games(agents, seating, np.arange(20) // 2)
    assert results.wins[seating == 0].mean() > 0.6


def win_probabilities(num_players: int, observations: np.ndarray) -> np.ndarray:
    """Compute the value network layer by layer."""
    net, out = load_value_net(SPEC, num_players)[0], observations
    for layer, bias in (("first", "first_bias"), ("second", "second_bias")):
        out = np.maximum(out @ net[layer] + net[bias], 0)
    probabilities: np.ndarray = 1 / (1 + np.exp(-(out @ net["last"] + net["last_bias"])))
    return probabilities


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_value_network_knows_who_is_ahead(num_players):
    """In new games, some of which begin badly, its loss is well below that of a constant."""
    positions = sample(SPEC, num_players, 100, 2**50, PolicyAgent(SPEC))
    observations, won = positions.observation.numpy(), positions.outcome.numpy()
    predicted, mean = win_probabilities(num_players, observations.astype(np.float32)), won.mean()
    loss, loss_of_mean = (
        -(won * np.log(p) + (1 - won) * np.log(1 - p)).mean() for p in (predicted, mean)
    )
    assert loss < 0.9 * loss_of_mean
    assert abs(predicted.mean() - mean) < 0.1


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_compiled_value_network_computes_its_layers(num_players):
    """A search with one simulation has the value that NumPy computes for its leaf, also if another
    seat decides next."""
    compared = {True: 0, False: 0}
    for game in some_games(num_players, 40, seed=700):
        seat = seats_of([game])
        nodes = tree_of(seat, 1, rollout="estimate")
        player = game.current_player
        # The world that the simulation drew (`mix` is no entry point for Python).
        with np.errstate(over="ignore"):
            word = mix.py_func(next_word.py_func(seat.seeds[0]))
        after = Game.from_state(seat.worlds(), game._ruleset).determinize(player, int(word))
        after.apply(int(nodes["action"][1]))
        if after.is_over:
            continue
        next_player = after.current_player
        # With two players the network evaluates the one to decide.
        seen = after.observation(next_player if num_players == 2 else player)
        expected = win_probabilities(num_players, seen)
        if num_players == 2 and next_player != player:
            expected = 1 - expected
        assert nodes["total"][1] == pytest.approx(expected, abs=1e-5)
        compared[player == next_player] += 1
    assert all(compared.values())


@pytest.mark.parametrize("num_players", [2, 3])
def test_a_finished_game_counts_by_its_lead(num_players):
    """A search of the last decision of a game has the value of its end."""
    for game in some_games(num_players, 200, seed=40):
        while not game.is_over:
            last = game.clone()
            game.apply(game.legal_actions()[0])
        nodes = tree_of(seats_of([last]), 1, rollout="estimate")
        after = last.clone()
        after.apply(int(nodes["action"][1]))
        if after.is_over:
            scores = after.scores()
            own = scores[last.current_player]
            best = max(s for p, s in enumerate(scores) if p != last.current_player)
            assert nodes["total"][1] == pytest.approx(1 / (1 + np.exp((best - own) / 4.0)))
            return
    raise AssertionError("no game ended with a decision that ends it")


def test_the_search_needs_no_torch():
    """Only trained agents do."""
    code = (
        "import sys; sys.modules['torch'] = None; import numpy as np\n"
        "from rokoko_env.players import make_agent, play_games\n"
        "results = play_games([make_agent('mcts:2')], np.zeros((1, 2), int), np.arange(1))\n"
        "assert (results.scores > 0).all()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
