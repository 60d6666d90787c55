"""`puct`: its tree, its use of the network, and its choices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import parlour.players.puct
from parlour.core.rewards import MARGIN
from parlour.core.states import score_games
from parlour.players.core import puct
from parlour.players.network import Network
from parlour.players.policy import PolicyAgent
from parlour.players.puct import FPU_REDUCTION, REWARD_SCALES, PuctAgent
from parlour.players.torch_network import PolicyNetwork, load_network, save_network
from rokoko_env import Game
from rokoko_env.core import ids
from rokoko_env.players import AgentError, make_agent, play_games
from rokoko_env.spec import SPEC
from tests.rokoko_env.players.positions import largest_game, last_turn, seats_of, some_games

pytestmark = pytest.mark.usefixtures("one_thread")


def untrained(seed: int = 1) -> PolicyAgent:
    """Return a small network with random weights, and a policy that is far from uniform."""
    torch.manual_seed(seed)
    network = PolicyNetwork(SPEC, (32,))
    with torch.no_grad():
        network.policy.weight.mul_(100)
        network.value.weight.mul_(0.3)
    return PolicyAgent.of(Network.of(network))


def constant(value: float = 0.0, liked: int | None = None, reward: str = "win") -> PolicyAgent:
    """Return a network with the same logits and value for every position."""
    network = PolicyNetwork(SPEC, (1,))
    with torch.no_grad():
        for weights in network.parameters():
            weights.zero_()
        network.value.bias.fill_(value)
        if liked is not None:
            network.policy.bias[liked] = 20.0
    policy = PolicyAgent.of(Network.of(network))
    policy.about = {"reward": reward}
    return policy


def tree_of(seats, simulations: int, policy: PolicyAgent, **options) -> np.ndarray:
    """Return the nodes of the first seat's tree."""
    agent = PuctAgent(SPEC, simulations=simulations, policy=policy, **options)
    trees = agent._search(seats, seats.worlds())
    return trees.nodes[0, : trees.used[0]]


def children(nodes: np.ndarray, node: int, action: int) -> list[int]:
    numbers, child = [], int(nodes["child"][node, action])
    while child >= 0:
        numbers.append(child)
        child = int(nodes["sibling"][child])
    return numbers


# --- the tree ------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [1, 8])
@pytest.mark.parametrize("num_players", [2, 4])
def test_visits_and_totals_of_a_tree_agree(num_players, leaves):
    for game in some_games(num_players, 4, seed=300):
        nodes = tree_of(seats_of([game]), 200, untrained(), leaves=leaves)
        visits, total, prior = nodes["visits"], nodes["total"], nodes["prior"]
        legal = game.action_mask() == 1
        assert visits[puct.ROOT].sum() == 200
        assert not visits[puct.ROOT, ~legal].any()
        assert (nodes["available"][puct.ROOT, legal] == 200).all()
        assert prior[puct.ROOT, legal].sum() == pytest.approx(1)
        assert (prior[puct.ROOT, ~legal] == -1).all()
        assert (nodes["available"] >= visits).all()
        assert not nodes["virtual_visits"].any()
        assert (abs(total) <= visits + 1e-9).all()
        reached = [puct.ROOT]
        for node, action in np.argwhere(nodes["child"] >= 0).tolist():
            below = children(nodes, node, action)
            reached += below
            decisions = [(int(nodes["seat"][c]), int(nodes["decision"][c])) for c in below]
            assert len(set(decisions)) == len(decisions)
            # A simulation ended where each node was added; the others passed through.
            ended = visits[node, action] - visits[below].sum()
            assert ended >= len(below)
            assert ended == len(below) or leaves > 1 or game.round == ids.ROUNDS
        assert sorted(reached) == list(range(len(nodes)))


def test_one_action_can_lead_to_different_decisions():
    """If a hidden hand leaves another seat no choice, the next one decides."""
    games = some_games(3, 20, seed=70)
    trees = [tree_of(seats_of([game]), 200, untrained()) for game in games]
    assert any((nodes["sibling"] >= 0).any() for nodes in trees)


def test_simulations_in_flight_are_backed_up():
    """With three players and one value for all positions, every simulation has this value."""
    game = some_games(3, 1, seed=4)[0]
    nodes = tree_of(seats_of([game]), 100, constant(0.25), leaves=8)
    assert np.allclose(nodes["total"], 0.25 * nodes["visits"])
    assert (nodes["value"] == 0.25).all()


def test_simulations_of_a_round_select_different_actions():
    nodes = tree_of(seats_of([largest_game(2, seed=60)]), 8, constant(), leaves=8)
    assert nodes["visits"][puct.ROOT].max() == 1


def test_of_two_players_one_loses_what_the_other_wins():
    for game in some_games(2, 5, seed=90):
        nodes = tree_of(seats_of([game]), 60, constant(0.5), leaves=1)
        for node, action in np.argwhere(nodes["visits"] == 1).tolist():
            for child in children(nodes, node, action):
                sign = 1 if nodes["seat"][child] == nodes["seat"][node] else -1
                assert nodes["total"][node, action] == 0.5 * sign


def test_a_kept_tree_is_a_copy_of_the_branch():
    for game in some_games(3, 6, seed=33):
        nodes = tree_of(seats_of([game]), 300, untrained())
        action = int(nodes["visits"][puct.ROOT].argmax())
        branch = children(nodes, puct.ROOT, action)[0]
        seat, decision = int(nodes["seat"][branch]), int(nodes["decision"][branch])
        copy = np.empty_like(nodes)
        number = puct.copy_subtree(nodes, len(nodes), action, seat, decision, copy)
        assert number > 1
        assert _branch(copy[:number], puct.ROOT) == _branch(nodes, branch)
        assert copy["sibling"][puct.ROOT] == -1
        assert puct.copy_subtree(nodes, len(nodes), action, 4, decision, copy) == 0


def _branch(nodes: np.ndarray, node: int) -> tuple:
    """Return the fields of a node, and all below it by their actions."""
    below = {
        action: [_branch(nodes, child) for child in children(nodes, node, action)]
        for action in np.flatnonzero(nodes["child"][node] >= 0).tolist()
    }
    names = ("total", "visits", "available", "prior", "value", "seat", "decision")
    return *(nodes[name][node].tolist() for name in names), below


# --- the network ---------------------------------------------------------------------------------


def test_the_most_likely_action_is_tried_first():
    for game in some_games(2, 10, seed=20):
        liked = game.legal_actions()[-1]
        agent = PuctAgent(SPEC, simulations=1, policy=constant(liked=liked))
        assert agent.act_batch(seats_of([game]))[0] == liked


def test_temperature_weakens_the_policy():
    game = some_games(2, 1, seed=20)[0]
    liked, number = game.legal_actions()[0], len(game.legal_actions())
    flat = tree_of(seats_of([game]), 1, constant(liked=liked), temperature=1000.0)
    assert flat["prior"][puct.ROOT, liked] == pytest.approx(1 / number, rel=0.05)
    assert tree_of(seats_of([game]), 1, constant(liked=liked))["prior"][puct.ROOT, liked] > 0.99


class Counting(PolicyAgent):
    """Notes the sizes of its batches."""

    batches: list[int]

    @classmethod
    def new(cls) -> Counting:
        agent = cls.of(Network.of(PolicyNetwork(SPEC, (8,))))
        assert isinstance(agent, Counting)
        agent.batches = []
        return agent

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.batches.append(len(observation))
        return super().judge(observation)


def test_the_network_evaluates_all_games_in_one_batch():
    games = [Game(2, seed=k) for k in range(5)]
    policy = Counting.new()
    PuctAgent(SPEC, simulations=30, leaves=4, policy=policy).act_batch(seats_of(games))
    # The positions themselves, then four simulations in each game, two in the last round.
    assert policy.batches == [5, *[20] * 7, 10]


def test_with_more_players_all_seats_on_the_path_are_evaluated():
    policy = Counting.new()
    game = some_games(4, 1, seed=3)[0]
    PuctAgent(SPEC, simulations=60, leaves=1, policy=policy).act_batch(seats_of([game]))
    assert set(policy.batches) >= {1, 2}
    assert max(policy.batches) <= 4


def test_shaping_paid_so_far_is_added():
    """The network then predicts the rest only: without the potential of the position."""
    for game in some_games(3, 5, seed=11):
        seats = seats_of([game])
        points = np.zeros((1, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        livre_left = np.zeros((1, ids.MAX_PLAYERS), np.int64)
        score_games(seats.worlds(), seats.ruleset.rules, points, livre_left)
        scores = points[0, :3].sum(axis=1) / 100
        player = game.current_player
        lead = scores[player] - np.delete(scores, player).mean()
        assert tree_of(seats, 1, constant(0.1, reward="shaped"))["value"][0] == pytest.approx(
            min(1, max(-1, lead + 0.1))
        )


@pytest.mark.parametrize(("first", "wins"), [("fund musician 1", 1), ("fund statue 1", -1)])
@pytest.mark.parametrize("reward", ["win", "shaped", "rank", "margin"])
def test_the_end_of_a_game_has_the_reward_that_the_network_was_trained_for(reward, first, wins):
    game = last_turn(other_money=60)
    game.apply(game.parse_action(first))
    nodes = tree_of(seats_of([game]), 50, constant(0.3, reward=reward))
    assert len(nodes) == 1  # every choice about the bonus ends the game
    for action in game.legal_actions():
        value = _best_lead(game, action) / 100 if reward == "margin" else wins
        visits = nodes["visits"][puct.ROOT, action]
        assert visits > 0
        assert nodes["total"][puct.ROOT, action] == pytest.approx(value * visits)


def _best_lead(game: Game, action: int) -> int:
    """Return the largest lead that the first seat can have in the end after this action."""
    game = game.clone()
    game.apply(action)
    if not game.is_over:
        return max(_best_lead(game, then) for then in game.legal_actions())
    scores = game.scores()
    return scores[0] - scores[1]


def test_a_network_for_an_unknown_reward_is_refused():
    with pytest.raises(ValueError, match=r"reward is 'wins', expected one of win, .*mean 'win'"):
        PuctAgent(SPEC, policy=constant(reward="wins"))


# --- choices -------------------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [40, 200])
def test_it_finds_a_winning_action(simulations):
    """The other has 60 Livre, which are 6 PP: few actions get more. The policy prefers to forgo."""
    game = last_turn(other_money=60)
    leads = {action: _best_lead(game, action) for action in game.legal_actions()}
    winning = [action for action in leads if leads[action] > 0]
    assert len(winning) == 3
    assert len(leads) == 16
    policy = constant(liked=ids.FORGO_ACTION)
    agent = PuctAgent(SPEC, simulations=simulations, policy=policy, temperature=10.0)
    assert agent.act_batch(seats_of([game]))[0] in winning


def test_it_beats_random_by_the_current_score():
    """With a network that predicts no change, the value is the current lead."""
    seating = np.array([[0, 1], [1, 0]] * 6)
    agents = [
        PuctAgent(SPEC, simulations=48, policy=constant(reward="shaped")),
        make_agent("random"),
    ]
    results = play_games(agents, seating, np.arange(12) // 2)
    assert results.wins[seating == 0].mean() > 0.9


@pytest.mark.parametrize("num_players", [2, 3])
def test_hidden_cards_do_not_change_the_tree(num_players):
    """The same random numbers, and a game that differs only in what the seat can't see.

    Whole trees are compared: the visits of the root alone are often the same by chance.
    """
    policy = untrained()
    luck_matters = 0
    for game in some_games(num_players, 6, seed=500):
        tree = tree_of(seats_of([game], [7]), 80, policy)
        for seed in range(4):
            other = game.determinize(game.current_player, seed)
            assert _same(tree_of(seats_of([other], [7]), 80, policy), tree)
        luck_matters += not _same(tree_of(seats_of([game], [8]), 80, policy), tree)
    assert luck_matters >= 3


def _same(nodes: np.ndarray, others: np.ndarray) -> bool:
    """Compare field by field: the padding of records is never written."""
    names = nodes.dtype.names or ()
    return len(nodes) == len(others) and all((nodes[n] == others[n]).all() for n in names)


@pytest.mark.parametrize("max_trees", [128, 4])
def test_a_game_does_not_depend_on_which_others_are_played(monkeypatch, max_trees):
    monkeypatch.setattr(parlour.players.puct, "MAX_TREES", max_trees)
    policy = untrained()
    seating, seeds = np.array([[0, 1], [1, 0]] * 3), np.arange(6) // 2
    agents = [PuctAgent(SPEC, simulations=20, policy=policy), make_agent("random")]
    together = play_games(agents, seating, seeds, keep_actions=True)
    again = play_games(agents, seating, seeds, keep_actions=True)
    assert again.actions == together.actions
    for g in range(6):
        agents = [PuctAgent(SPEC, simulations=20, policy=policy), make_agent("random")]
        here = slice(g, g + 1)
        numbers = np.array([g])
        alone = play_games(agents, seating[here], seeds[here], numbers=numbers, keep_actions=True)
        assert alone.actions[0] == together.actions[g]


@pytest.mark.parametrize("simulations", [1, 2, 9])
@pytest.mark.parametrize("num_players", [2, 5])
def test_few_simulations_are_enough_to_play(num_players, simulations):
    agent = PuctAgent(SPEC, simulations=simulations, policy=untrained())
    results = play_games([agent], np.zeros((2, num_players), int), np.arange(2))
    assert (results.scores > 0).all()


def test_trees_are_kept_within_a_turn(monkeypatch):
    visits_before: list[int] = []

    def note(self, seats):
        trees = recall(self, seats)
        visits_before.extend(trees.visits(len(seats)).sum(axis=1).tolist())
        return trees

    recall = PuctAgent._recall
    monkeypatch.setattr(PuctAgent, "_recall", note)
    agent = PuctAgent(SPEC, simulations=60, policy=untrained())
    seating, seeds = np.array([[0, 1], [1, 0]]), np.zeros(2)
    play_games([agent, make_agent("random")], seating, seeds)
    reused = np.array(visits_before)
    assert 0.2 < (reused > 0).mean() < 0.8  # within turns, and not from one to the next
    assert reused.max() <= 60
    assert len(agent._memory) == 0  # the games are over
    visits_before.clear()
    forgetful = PuctAgent(SPEC, simulations=60, reuse=0, policy=untrained())
    play_games([forgetful, make_agent("random")], seating, seeds)
    assert max(visits_before) == 0


# --- by name -------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return the folder of a training run."""
    save_network(tmp_path / "network.safetensors", PolicyNetwork(SPEC, (8,)), {"reward": "margin"})
    return tmp_path


def test_it_is_made_by_name(run):
    agent = make_agent(f"puct:{run}:50:exploration=2:temperature=1.5:leaves=4:reuse=0")
    assert isinstance(agent, PuctAgent)
    assert (agent.simulations, agent.leaves, agent.reuse) == (50, 4, 0)
    # Margins are about a fifth as large as wins.
    scale = REWARD_SCALES[MARGIN]
    c_puct, fpu_reduction = pytest.approx(2 * scale), pytest.approx(FPU_REDUCTION * scale)
    assert agent.options.tolist() == [(c_puct, fpu_reduction, 1.5, MARGIN)]
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
    save_network(path, PolicyNetwork(SPEC, (8,)), {})
    load_network(path, SPEC)
    monkeypatch.setitem(SPEC.__dict__, "layout_digest", "another one")
    with pytest.raises(AgentError, match=r"network\.safetensors was trained on another layout"):
        load_network(path, SPEC)
