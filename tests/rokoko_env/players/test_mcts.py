"""The search: its tree, its budget, and that it finds what is there to be found."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest

from agents.fit_value_net import sample
from rokoko_env import Game
from rokoko_env.core import ids
from rokoko_env.core.rng import mix, next_word
from rokoko_env.players import AgentError, make_agent, play_games
from rokoko_env.players.core import ismcts
from rokoko_env.players.mcts import MctsAgent
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.players.scripted import PLAYERS, heuristic_style
from rokoko_env.players.value_net import load_value_net
from tests.rokoko_env.core.table import Table
from tests.rokoko_env.kernels import play_forced
from tests.rokoko_env.players.tables import seats_of, some_games


def grown(seat, simulations: int, **options) -> np.ndarray:
    """The nodes of a tree after so many simulations."""
    agent = MctsAgent(simulations, **options)
    nodes, used = np.empty(simulations + 2, ismcts.NODE), np.zeros(1, np.int64)
    ismcts.plant(nodes, used)
    num_players = seat.num_players
    known = (seat.ruleset.rules, heuristic_style(num_players), load_value_net(num_players))
    words = seat.seeds.copy()
    ismcts.search(
        nodes, used, seat.worlds(), *known, agent.options(num_players), words, simulations
    )
    return nodes[: used[0]]


def children(nodes: np.ndarray, node: int) -> list[int]:
    found, child = [], int(nodes["first"][node])
    while child >= 0:
        found.append(child)
        child = int(nodes["next"][child])
    return found


@pytest.mark.parametrize("rollout", ["script", "estimate", "random"])
@pytest.mark.parametrize("num_players", [2, 4])
def test_the_numbers_of_a_tree_agree(rollout, num_players):
    for game in some_games(num_players, 4, seed=300):
        nodes = grown(seats_of([game]), 300, rollout=rollout)
        assert nodes["visits"][ismcts.ROOT] == 300
        for node in range(len(nodes)):
            below = children(nodes, node)
            actions = nodes["action"][below]
            assert len(set(actions.tolist())) == len(actions)
            assert (nodes["visits"][below] >= 1).all()
            assert (nodes["available"][below] >= nodes["visits"][below]).all()
            assert (nodes["total"][below] >= 0).all()
            assert (nodes["total"][below] <= nodes["visits"][below]).all()
            # A node's first simulation ended there; later ones go on unless the game is over.
            went_on = nodes["visits"][node] - (node != ismcts.ROOT)
            through = nodes["visits"][below].sum()
            assert through == went_on or (through < went_on and game.round == ids.ROUNDS)
        assert set(nodes["action"][children(nodes, 0)].tolist()) <= set(game.legal_actions())


def test_nodes_widen_with_their_visits():
    game = max(some_games(3, 30, seed=60), key=lambda game: len(game.legal_actions()))
    assert len(game.legal_actions()) > 12
    seat = seats_of([game])
    for simulations in (9, 49, 100):
        nodes = grown(seat, simulations, rollout="random", widening=1.0)
        wanted = 1 + np.sqrt(simulations)
        assert wanted - 1 <= len(children(nodes, ismcts.ROOT)) <= wanted + 1
    wide = grown(seat, 100, rollout="random", widening=100.0)
    assert len(children(wide, ismcts.ROOT)) == len(game.legal_actions())


def test_priors_try_the_best_looking_action_first():
    for game in some_games(2, 10, seed=20):
        seat = seats_of([game])
        nodes = grown(seat, 1)
        assert nodes["action"][1] == make_agent("heuristic").act_batch(seat)[0]
        assert nodes["prior"][1] == 1.0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_all_simulations_are_counted(threads):
    game = some_games(2, 1, seed=8)[0]
    visits = MctsAgent(60, threads=threads).visits(seats_of([game]))
    assert visits.sum() == 60
    assert set(np.flatnonzero(visits)) <= set(game.legal_actions())


def test_threads_grow_different_trees(monkeypatch):
    drawn: list[set[int]] = []

    def note(nodes, used, worlds, rules, styles, values, options, words, simulations):
        """The state of the random numbers grows by the same step with each simulation."""
        first = int(words[0])
        drawn.append({(first + k * 0x9E3779B97F4A7C15) % 2**64 for k in range(simulations)})
        plain(nodes, used, worlds, rules, styles, values, options, words, simulations)

    plain = ismcts.search
    monkeypatch.setattr(ismcts, "search", note)
    game = some_games(2, 1, seed=9)[0]
    trees = MctsAgent(80, threads=2, rollout="random")._search(*_with_worlds(game))
    assert trees[0].nodes["total"][:20].tolist() != trees[1].nodes["total"][:20].tolist()
    assert len(drawn) == 2
    assert not drawn[0] & drawn[1]


def _with_worlds(game: Game):
    seat = seats_of([game])
    return seat, seat.worlds()


def test_hidden_cards_do_not_change_the_distribution_of_choices():
    """The same random numbers, and a game that differs only in what the seat can't see."""
    luck_matters = False
    for game in some_games(3, 6, seed=500):
        seen = MctsAgent(80).visits(seats_of([game], [7]))
        for seed in range(4):
            other = game.determinize(game.current_player, seed)
            assert (MctsAgent(80).visits(seats_of([other], [7])) == seen).all()
        luck_matters |= (MctsAgent(80).visits(seats_of([game], [8])) != seen).any()
    assert luck_matters


def test_time_is_a_budget():
    game = some_games(2, 1, seed=1)[0]
    make_agent("mcts:4").act_batch(seats_of([game]))  # compiled
    agent = MctsAgent(time=0.25)
    begin = time.perf_counter()
    agent.act_batch(seats_of([game]))
    assert 0.2 < time.perf_counter() - begin < 2.0


def test_a_full_tree_does_not_end_the_search():
    game = some_games(2, 1, seed=2)[0]
    seat = seats_of([game])
    nodes, used = np.empty(5, ismcts.NODE), np.zeros(1, np.int64)
    ismcts.plant(nodes, used)
    known = (seat.ruleset.rules, heuristic_style(2), load_value_net(2))
    ismcts.search(
        nodes, used, seat.worlds(), *known, MctsAgent(1).options(2), seat.seeds.copy(), 200
    )
    assert used[0] == 5
    assert nodes["visits"][ismcts.ROOT] == 200


@pytest.mark.parametrize("name", ["mcts:1", "mcts:2:threads=2", "mcts:1:rollout=random"])
def test_one_simulation_is_enough_to_play(name):
    played = play_games([make_agent(name)], np.zeros((2, 2), int), np.arange(2))
    assert (played.scores > 0).all()


def test_larger_tables_play_on_before_they_estimate():
    plain, scripted, at_once = (
        [MctsAgent(40, **kind).visits(seats_of([game])).tolist() for game in some_games(3, 4)]
        for kind in ({}, {"rollout": "script"}, {"rollout": "estimate"})
    )
    assert plain == scripted
    assert plain != at_once


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
    game = Game.from_state(table.states, some_games(2, 1)[0]._ruleset)
    game.apply(game.parse_action("card l1_blind_tile"))
    game.apply(game.parse_action("forgo action"))
    assert game.decision == "bonus"
    seat = seats_of([game])
    worlds = seat.worlds()
    assert not ismcts.expect(worlds, seat.ruleset.rules, ids.USE_BONUS)
    assert worlds["tile"][0] >= 0
    assert worlds["player"][0] == 0


class Counting(MctsAgent):
    """Notes with how many visits each search begins."""

    def __init__(self, *given, **named) -> None:
        super().__init__(*given, **named)
        self.begun: list[int] = []

    def _recall(self, seat):
        trees = super()._recall(seat)
        self.begun.append(trees[0].visits)
        return trees


def test_the_tree_is_kept_within_a_turn():
    agent = Counting(60)
    play_games([agent, make_agent("random")], np.array([[0, 1]]), np.zeros(1))
    kept = np.array(agent.begun)
    assert 0.2 < (kept > 0).mean() < 0.8  # within turns, and not from one to the next
    assert kept.max() <= 60
    assert agent._memory == {}  # the game is over
    forgetful = Counting(60, reuse=0)
    play_games([forgetful, make_agent("random")], np.array([[0, 1]]), np.zeros(1))
    assert max(forgetful.begun) == 0


def test_a_tree_with_what_another_seat_did_is_not_used():
    """Player 1 holds one card. With a Master he can do nothing, and player 0 is asked again at
    once; with the Apprentice he would be asked about the bonus."""
    table = Table(2)
    table.deck(0, hand=["base_master", "base_journeyman"], supply=["base_master"])
    table.deck(1, hand=["base_master"], supply=["base_apprentice_livre"], discard=["base_master"])
    table.owns(0, money=0)
    table.owns(1, money=0)
    table.ask(0, "play")
    start = Game.from_state(table.states, some_games(2, 1)[0]._ruleset)
    start.apply(start.parse_action("card base_master"))
    for seed in range(1, 9):
        agent, game = MctsAgent(40), start.clone()
        for _ in range(2):  # the action, then the bonus of the other card
            assert (game.round, game.current_player) == (1, 0)
            action = agent.act_batch(seats_of([game], [seed]))[0]
            game.apply(int(action))  # an illegal one raises an error
        assert game.round > 1


def test_a_kept_tree_is_a_copy_of_the_branch():
    game = some_games(2, 1, seed=33)[0]
    nodes = grown(seats_of([game]), 400)
    best = max(children(nodes, ismcts.ROOT), key=lambda child: nodes["visits"][child])
    kept, used = np.empty_like(nodes), np.zeros(1, np.int64)
    assert ismcts.keep_subtree(nodes, int(nodes["action"][best]), kept, used)
    assert _branch(kept, ismcts.ROOT) == _branch(nodes, best)
    assert not ismcts.keep_subtree(nodes, ids.NUM_ACTIONS + 1, kept, used)


def _branch(nodes: np.ndarray, node: int) -> tuple:
    """Visits of a node, and of all below it by their actions."""
    below = {int(nodes["action"][c]): _branch(nodes, c) for c in children(nodes, node)}
    return int(nodes["visits"][node]), below


@pytest.mark.parametrize("rollout", ["script", "estimate", "random"])
def test_it_finds_the_best_last_action(rollout):
    """The last turn of the game: a musician for 7 PP, or ten Livre for 1 PP."""
    table = Table(2)
    table.set(round_number=7)
    for player in range(2):
        table.owns(player, money=21 if player == 0 else 0, yarn=0, lace=0)
    table.deck(0, hand=["base_apprentice_livre"], supply=["base_master"] * 2)
    table.deck(1, hand=[], supply=["base_master"] * 2)
    table.ask(0, "play")
    play_forced(table.states, table.rules)
    game = Game.from_state(table.states, some_games(2, 1)[0]._ruleset)
    assert game.decision == "main"
    action = make_agent(f"mcts:200:rollout={rollout}").act_batch(seats_of([game]))[0]
    assert game.action_name(int(action)) == "fund musician 1"


def test_search_is_stronger_than_its_script():
    seating = np.array([[0, 1], [1, 0]] * 10)
    agents = [make_agent("mcts:60"), make_agent("heuristic")]
    played = play_games(agents, seating, np.arange(20) // 2)
    assert played.wins[seating == 0].mean() > 0.6


def chances(num_players: int, observations: np.ndarray) -> np.ndarray:
    """What the estimate says, layer by layer."""
    value, out = load_value_net(num_players)[0], observations
    for layer, bias in (("first", "first_bias"), ("second", "second_bias")):
        out = np.maximum(out @ value[layer] + value[bias], 0)
    found: np.ndarray = 1 / (1 + np.exp(-(out @ value["last"] + value["last_bias"])))
    return found


@pytest.mark.parametrize("num_players", PLAYERS)
def test_estimates_know_who_is_ahead(num_players):
    """In new games, some of which begin badly, the loss is well below that of knowing nothing."""
    seen, _, won = (part.numpy() for part in sample(num_players, 100, 2**50, PolicyAgent()))
    said, usual = chances(num_players, seen.astype(np.float32)), won.mean()
    loss, known = (-(won * np.log(c) + (1 - won) * np.log(1 - c)).mean() for c in (said, usual))
    assert loss < 0.9 * known
    assert abs(said.mean() - usual) < 0.1


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_compiled_estimate_computes_its_layers(num_players):
    """The search with one simulation is worth what NumPy says of the position it comes to, also
    where another seat is asked next."""
    compared = {True: 0, False: 0}
    for game in some_games(num_players, 40, seed=700):
        seat = seats_of([game])
        nodes = grown(seat, 1, rollout="estimate")
        chooser = game.current_player
        # The world that the simulation drew (as plain Python: these are not to be called from it).
        with np.errstate(over="ignore"):
            word = mix.py_func(next_word.py_func(seat.seeds[0]))
        after = Game.from_state(seat.worlds(), game._ruleset).determinize(chooser, int(word))
        after.apply(int(nodes["action"][1]))
        if after.is_over:
            continue
        asked = after.current_player
        # Of two players only the one to decide is asked about.
        said = chances(num_players, after.observation(asked if num_players == 2 else chooser))
        if num_players == 2 and asked != chooser:
            said = 1 - said
        assert nodes["total"][1] == pytest.approx(said, abs=1e-5)
        compared[chooser == asked] += 1
    assert all(compared.values())


@pytest.mark.parametrize("num_players", [2, 3])
def test_a_finished_game_counts_by_its_lead(num_players):
    """The last decision of a game, searched: worth what its end says."""
    for game in some_games(num_players, 200, seed=40):
        while not game.is_over:
            last = game.clone()
            game.apply(game.legal_actions()[0])
        nodes = grown(seats_of([last]), 1, rollout="estimate")
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
        "played = play_games([make_agent('mcts:2')], np.zeros((1, 2), int), np.arange(1))\n"
        "assert (played.scores > 0).all()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
