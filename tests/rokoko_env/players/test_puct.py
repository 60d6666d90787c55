"""Tree search by a network: its tree, what it takes from the network, what it finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import rokoko_env.players.puct
from rokoko_env import Game
from rokoko_env.core import ids
from rokoko_env.core.rewards import MARGIN
from rokoko_env.core.states import score_games
from rokoko_env.players import AgentError, make_agent, network, play_games
from rokoko_env.players.core import puct
from rokoko_env.players.network import PolicyNetwork, load_network, save_network
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.players.puct import CAUTION, UNITS, PuctAgent
from tests.rokoko_env.core.table import Table
from tests.rokoko_env.kernels import play_forced
from tests.rokoko_env.players.tables import seats_of, some_games

pytestmark = pytest.mark.usefixtures("one_thread")


def untrained(seed: int = 1) -> PolicyAgent:
    """A small network with weights at random, and a policy that is far from uniform."""
    torch.manual_seed(seed)
    network = PolicyNetwork((32,))
    with torch.no_grad():
        network.policy.weight.mul_(100)
        network.value.weight.mul_(0.3)
    return PolicyAgent.of(network)


def certain(value: float = 0.0, liked: int | None = None, reward: str = "win") -> PolicyAgent:
    """Says the same of every position."""
    network = PolicyNetwork((1,))
    with torch.no_grad():
        for weights in network.parameters():
            weights.zero_()
        network.value.bias.fill_(value)
        if liked is not None:
            network.policy.bias[liked] = 20.0
    policy = PolicyAgent.of(network)
    policy.about = {"reward": reward}
    return policy


def grown(seats, simulations: int, policy: PolicyAgent, **options) -> np.ndarray:
    """The nodes of the first seat's tree."""
    agent = PuctAgent(simulations=simulations, policy=policy, **options)
    trees = agent._search(seats, seats.worlds())
    return trees.nodes[0, : trees.used[0]]


def children(nodes: np.ndarray, node: int, action: int) -> list[int]:
    found, child = [], int(nodes["child"][node, action])
    while child >= 0:
        found.append(child)
        child = int(nodes["next"][child])
    return found


def last_turn(**money: int) -> Game:
    """The last turn of the game: a musician for 7 PP, or ten Livre for 1 PP."""
    table = Table(2)
    table.set(round_number=7)
    table.owns(0, money=21, yarn=0, lace=0)
    table.owns(1, money=money.get("other", 0), yarn=0, lace=0)
    table.deck(0, hand=["base_apprentice_livre"], supply=["base_master"] * 2)
    table.deck(1, hand=[], supply=["base_master"] * 2)
    table.ask(0, "play")
    play_forced(table.states, table.rules)
    game = Game.from_state(table.states, some_games(2, 1)[0]._ruleset)
    assert game.decision == "main"
    return game


# --- the tree ------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [1, 8])
@pytest.mark.parametrize("num_players", [2, 4])
def test_the_numbers_of_a_tree_agree(num_players, leaves):
    for game in some_games(num_players, 4, seed=300):
        nodes = grown(seats_of([game]), 200, untrained(), leaves=leaves)
        visits, total, prior = nodes["visits"], nodes["total"], nodes["prior"]
        legal = game.action_mask() == 1
        assert visits[puct.ROOT].sum() == 200
        assert not visits[puct.ROOT, ~legal].any()
        assert (nodes["available"][puct.ROOT, legal] == 200).all()
        assert prior[puct.ROOT, legal].sum() == pytest.approx(1)
        assert (prior[puct.ROOT, ~legal] == -1).all()
        assert (nodes["available"] >= visits).all()
        assert not nodes["under_way"].any()
        assert (abs(total) <= visits + 1e-9).all()
        reached = [puct.ROOT]
        for node, action in np.argwhere(nodes["child"] >= 0).tolist():
            below = children(nodes, node, action)
            reached += below
            asked = [(int(nodes["seat"][c]), int(nodes["decision"][c])) for c in below]
            assert len(set(asked)) == len(asked)
            # A simulation ended where each node was added; the others went on.
            ended = visits[node, action] - visits[below].sum()
            assert ended >= len(below)
            assert ended == len(below) or leaves > 1 or game.round == ids.ROUNDS
        assert sorted(reached) == list(range(len(nodes)))


def test_one_action_can_lead_to_different_questions():
    """Where a hidden hand leaves another seat no choice, the next one is asked."""
    games = some_games(3, 20, seed=70)
    trees = [grown(seats_of([game]), 200, untrained()) for game in games]
    assert any((nodes["next"] >= 0).any() for nodes in trees)


def test_simulations_under_way_are_settled():
    """With three players and one answer for all, every simulation is worth just this answer."""
    game = some_games(3, 1, seed=4)[0]
    nodes = grown(seats_of([game]), 100, certain(0.25), leaves=8)
    assert np.allclose(nodes["total"], 0.25 * nodes["visits"])
    assert (nodes["value"] == 0.25).all()


def test_simulations_of_a_round_look_elsewhere():
    game = max(some_games(2, 30, seed=60), key=lambda game: len(game.legal_actions()))
    assert len(game.legal_actions()) > 12
    nodes = grown(seats_of([game]), 8, certain(), leaves=8)
    assert nodes["visits"][puct.ROOT].max() == 1


def test_of_two_players_one_loses_what_the_other_wins():
    for game in some_games(2, 5, seed=90):
        nodes = grown(seats_of([game]), 60, certain(0.5), leaves=1)
        for node, action in np.argwhere(nodes["visits"] == 1).tolist():
            for child in children(nodes, node, action):
                sign = 1 if nodes["seat"][child] == nodes["seat"][node] else -1
                assert nodes["total"][node, action] == 0.5 * sign


def test_a_kept_tree_is_a_copy_of_the_branch():
    for game in some_games(3, 6, seed=33):
        nodes = grown(seats_of([game]), 300, untrained())
        action = int(nodes["visits"][puct.ROOT].argmax())
        branch = children(nodes, puct.ROOT, action)[0]
        asked = (int(nodes["seat"][branch]), int(nodes["decision"][branch]))
        kept = np.empty_like(nodes)
        number = puct.keep_subtree(nodes, len(nodes), action, *asked, kept)
        assert number > 1
        assert _branch(kept[:number], puct.ROOT) == _branch(nodes, branch)
        assert kept["next"][puct.ROOT] == -1
        assert puct.keep_subtree(nodes, len(nodes), action, 4, asked[1], kept) == 0


def _branch(nodes: np.ndarray, node: int) -> tuple:
    """What a node holds, and all below it by their actions."""
    below = {
        action: [_branch(nodes, child) for child in children(nodes, node, action)]
        for action in np.flatnonzero(nodes["child"][node] >= 0).tolist()
    }
    names = ("total", "visits", "available", "prior", "value", "seat", "decision")
    return *(nodes[name][node].tolist() for name in names), below


# --- what it takes from the network --------------------------------------------------------------


def test_the_policy_says_what_is_tried_first():
    for game in some_games(2, 10, seed=20):
        liked = game.legal_actions()[-1]
        agent = PuctAgent(simulations=1, policy=certain(liked=liked))
        assert agent.act_batch(seats_of([game]))[0] == liked


def test_temperature_weakens_the_policy():
    game = some_games(2, 1, seed=20)[0]
    liked, number = game.legal_actions()[0], len(game.legal_actions())
    calm = grown(seats_of([game]), 1, certain(liked=liked), temperature=1000.0)
    assert calm["prior"][puct.ROOT, liked] == pytest.approx(1 / number, rel=0.05)
    assert grown(seats_of([game]), 1, certain(liked=liked))["prior"][puct.ROOT, liked] > 0.99


class Counting(PolicyAgent):
    """Notes of how many positions it was asked at a time."""

    asked: list[int]

    @classmethod
    def new(cls) -> Counting:
        made = cls.of(PolicyNetwork((8,)))
        assert isinstance(made, Counting)
        made.asked = []
        return made

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked.append(len(observation))
        return super().judge(observation)


def test_the_network_is_asked_about_all_games_at_once():
    games = [Game(2, seed=k) for k in range(5)]
    policy = Counting.new()
    PuctAgent(simulations=30, leaves=4, policy=policy).act_batch(seats_of(games))
    # The positions themselves, then four simulations in each game, of the last round two.
    assert policy.asked == [5, *[20] * 7, 10]


def test_with_more_players_all_who_chose_are_asked_about():
    policy = Counting.new()
    game = some_games(4, 1, seed=3)[0]
    PuctAgent(simulations=60, leaves=1, policy=policy).act_batch(seats_of([game]))
    assert set(policy.asked) >= {1, 2}
    assert max(policy.asked) <= 4


def test_what_shaping_has_paid_already_is_added():
    """The value is then what is still to come: without the worth of the position."""
    for game in some_games(3, 5, seed=11):
        seats = seats_of([game])
        points = np.zeros((1, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        livre_left = np.zeros((1, ids.MAX_PLAYERS), np.int64)
        score_games(seats.worlds(), seats.ruleset.rules, points, livre_left)
        worth = points[0, :3].sum(axis=1) / 100
        player = game.current_player
        ahead = worth[player] - np.delete(worth, player).mean()
        assert grown(seats, 1, certain(0.1, reward="shaped"))["value"][0] == pytest.approx(
            min(1, max(-1, ahead + 0.1))
        )


@pytest.mark.parametrize(("first", "wins"), [("fund musician 1", 1), ("fund statue 1", -1)])
@pytest.mark.parametrize("reward", ["win", "shaped", "rank", "margin"])
def test_the_end_of_a_game_is_worth_what_the_network_was_trained_for(reward, first, wins):
    game = last_turn(other=60)
    game.apply(game.parse_action(first))
    nodes = grown(seats_of([game]), 50, certain(0.3, reward=reward))
    assert len(nodes) == 1  # whatever it does about the bonus is the end
    for action in game.legal_actions():
        bringing = _at_best(game, action) / 100 if reward == "margin" else wins
        visits = nodes["visits"][puct.ROOT, action]
        assert visits > 0
        assert nodes["total"][puct.ROOT, action] == pytest.approx(bringing * visits)


def _at_best(game: Game, action: int) -> int:
    """By how much the first seat can be ahead in the end, if it goes on with this action."""
    game = game.clone()
    game.apply(action)
    if not game.is_over:
        return max(_at_best(game, then) for then in game.legal_actions())
    scores = game.scores()
    return scores[0] - scores[1]


def test_a_network_for_an_unknown_reward_is_refused():
    with pytest.raises(ValueError, match=r"reward is 'wins', expected one of win, .*mean 'win'"):
        PuctAgent(policy=certain(reward="wins"))


# --- what it decides -----------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [40, 200])
def test_it_finds_what_wins(simulations):
    """The other has 60 Livre, which are 6 PP: few actions get more. The network likes to forgo."""
    game = last_turn(other=60)
    ahead = {action: _at_best(game, action) for action in game.legal_actions()}
    winning = [action for action in ahead if ahead[action] > 0]
    assert len(winning) == 3
    assert len(ahead) == 16
    policy = certain(liked=ids.FORGO_ACTION)
    agent = PuctAgent(simulations=simulations, policy=policy, temperature=10.0)
    assert agent.act_batch(seats_of([game]))[0] in winning


def test_it_beats_random_by_what_positions_are_worth():
    """A network that expects things to stay as they are: its value is who is ahead now."""
    seating = np.array([[0, 1], [1, 0]] * 6)
    num_players = [PuctAgent(simulations=48, policy=certain(reward="shaped")), make_agent("random")]
    played = play_games(num_players, seating, np.arange(12) // 2)
    assert played.wins[seating == 0].mean() > 0.9


@pytest.mark.parametrize("num_players", [2, 3])
def test_hidden_cards_do_not_change_the_tree(num_players):
    """The same random numbers, and a game that differs only in what the seat can't see.

    Whole trees are compared: the visits of the root alone are often the same by chance.
    """
    policy = untrained()
    luck_matters = 0
    for game in some_games(num_players, 6, seed=500):
        seen = grown(seats_of([game], [7]), 80, policy)
        for seed in range(4):
            other = game.determinize(game.current_player, seed)
            assert _same(grown(seats_of([other], [7]), 80, policy), seen)
        luck_matters += not _same(grown(seats_of([game], [8]), 80, policy), seen)
    assert luck_matters >= 3


def _same(nodes: np.ndarray, others: np.ndarray) -> bool:
    """Field by field: between the fields of a record there are bytes that nobody writes."""
    names = puct.NODE.names or ()
    return len(nodes) == len(others) and all((nodes[n] == others[n]).all() for n in names)


@pytest.mark.parametrize("at_once", [128, 4])
def test_a_game_does_not_depend_on_which_others_are_played(monkeypatch, at_once):
    monkeypatch.setattr(rokoko_env.players.puct, "MOST_AT_ONCE", at_once)
    policy = untrained()
    seating, seeds = np.array([[0, 1], [1, 0]] * 3), np.arange(6) // 2
    num_players = [PuctAgent(simulations=20, policy=policy), make_agent("random")]
    together = play_games(num_players, seating, seeds, keep_actions=True)
    again = play_games(num_players, seating, seeds, keep_actions=True)
    assert again.actions == together.actions
    for g in range(6):
        num_players = [PuctAgent(simulations=20, policy=policy), make_agent("random")]
        here = slice(g, g + 1)
        numbers = np.array([g])
        alone = play_games(
            num_players, seating[here], seeds[here], numbers=numbers, keep_actions=True
        )
        assert alone.actions[0] == together.actions[g]


@pytest.mark.parametrize("simulations", [1, 2, 9])
@pytest.mark.parametrize("num_players", [2, 5])
def test_few_simulations_are_enough_to_play(num_players, simulations):
    agent = PuctAgent(simulations=simulations, policy=untrained())
    played = play_games([agent], np.zeros((2, num_players), int), np.arange(2))
    assert (played.scores > 0).all()


def test_trees_are_kept_within_a_turn(monkeypatch):
    begun: list[int] = []

    def note(self, seats):
        trees = recall(self, seats)
        begun.extend(trees.visits(len(seats)).sum(axis=1).tolist())
        return trees

    recall = PuctAgent._recall
    monkeypatch.setattr(PuctAgent, "_recall", note)
    agent = PuctAgent(simulations=60, policy=untrained())
    seating, seeds = np.array([[0, 1], [1, 0]]), np.zeros(2)
    play_games([agent, make_agent("random")], seating, seeds)
    kept = np.array(begun)
    assert 0.2 < (kept > 0).mean() < 0.8  # within turns, and not from one to the next
    assert kept.max() <= 60
    assert agent._memory == {}  # the games are over
    begun.clear()
    forgetful = PuctAgent(simulations=60, reuse=0, policy=untrained())
    play_games([forgetful, make_agent("random")], seating, seeds)
    assert max(begun) == 0


# --- by name -------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a training run."""
    save_network(tmp_path / "network.safetensors", PolicyNetwork((8,)), {"reward": "margin"})
    return tmp_path


def test_it_is_made_by_name(run):
    agent = make_agent(f"puct:{run}:50:exploration=2:temperature=1.5:leaves=4:reuse=0")
    assert isinstance(agent, PuctAgent)
    assert (agent.simulations, agent.leaves, agent.reuse) == (50, 4, 0)
    # A network that expects margins tells apart a fifth of what one that expects wins does.
    exploration, caution = pytest.approx(2 * UNITS[MARGIN]), pytest.approx(CAUTION * UNITS[MARGIN])
    assert agent.options.tolist() == [(exploration, caution, 1.5, MARGIN)]
    game = some_games(2, 1)[0]
    assert agent.act_batch(seats_of([game]))[0] in game.legal_actions()


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ("0", "simulations is 0, expected 1 to"),
        ("1.5", "simulations must be a whole number, not 1.5"),
        ("many", "simulations must be a whole number, not 'many'"),
        ("9:leaves=0", "leaves is 0, expected 1 to"),
        ("9:reuse=2", "reuse is 2, expected 0 to 1"),
        ("9:exploration=0", "exploration is 0, expected a number above 0"),
        ("9:exploration=nan", "exploration is nan, expected a number above 0"),
        ("9:temperature=-1", "temperature is -1, expected a number above 0"),
        ("9:temperature=hot", "temperature must be a number, not 'hot'"),
        ("9:depth=3", "unexpected keyword argument 'depth'"),
    ],
)
def test_parameters_are_sound(run, parameters, complaint):
    with pytest.raises(AgentError, match=complaint):
        make_agent(f"puct:{run}:{parameters}")


def test_a_missing_network_is_named():
    with pytest.raises(AgentError, match="'runs/none' is neither a network nor a run with one"):
        make_agent("puct:runs/none:50")
    with pytest.raises(AgentError, match=r"200 is no network; .* the shipped one: puct::200"):
        make_agent("puct:200")


def test_a_network_of_another_layout_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "network.safetensors"
    save_network(path, PolicyNetwork((8,)), {})
    load_network(path)
    monkeypatch.setattr(network, "layout_digest", lambda: "another one")
    with pytest.raises(AgentError, match=r"network\.safetensors was trained on another layout"):
        load_network(path)
