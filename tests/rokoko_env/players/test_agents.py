"""The protocol of agents, their names, and the scripted ones."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.players.core.script import rate_by_style
from rokoko_env import NUM_ACTIONS, OBSERVATION_SIZE, SPEC, Game
from rokoko_env.core.ids import CARD, SOURCE_NAMES, SURRENDER
from rokoko_env.players import (
    Agent,
    AgentError,
    GameResults,
    Seat,
    Seats,
    make_agent,
    play_games,
    registry,
)
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.core.script.style import FIELDS, make_styles
from rokoko_env.players.scripted import ARCHETYPES, PLAYERS, StyleAgent, load_numbers
from tests.rokoko_env.players.positions import seats_of, some_games

# With the least search possible: these tests do not depend on strength.
QUICK = {"mcts": "mcts:12", "puct": "puct::12"}
NAMES = [QUICK.get(name, name) for name in registry()]


class First(Agent):
    """Takes the first legal action; notes the games that are over."""

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift
        self.forgotten: list[int] = []

    def act(self, seat: Seat) -> int:
        legal = seat.legal_actions
        return legal[self.shift % len(legal)]

    def forget(self, games: np.ndarray) -> None:
        self.forgotten += games.tolist()


class Cheat(Agent):
    def act_batch(self, seats: Seats) -> np.ndarray:
        return np.full(len(seats), NUM_ACTIONS)


class Confused(Agent):
    def act_batch(self, seats: Seats) -> np.ndarray:
        return np.zeros(len(seats) + 1, np.int64)


class NoAgent:
    pass


class Idle(Agent):
    """Has no method."""


class Halves(Agent):
    def act(self, seat: Seat) -> int:
        return 0.5  # type: ignore[return-value]


class Peeping(Agent):
    """Keeps its seats, and looks at them again at its next decision."""

    def __init__(self) -> None:
        self.old_seats: list[Seats] = []
        self.refused = 0

    def act_batch(self, seats: Seats) -> np.ndarray:
        for old in self.old_seats:
            with pytest.raises(AgentError, match="belong to an earlier decision"):
                old.worlds()
            with pytest.raises(AgentError, match="belong to an earlier decision"):
                _ = old.observation
            self.refused += 1
        self.old_seats = [seats, seats.part(np.arange(len(seats)))]
        return seats.random_actions()


def rotated(agents: int, num_players: int, games: int) -> np.ndarray:
    return np.array([np.roll(np.arange(num_players) % agents, g) for g in range(games)])


# --- seats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 4])
def test_a_seat_sees_what_the_game_shows_it(num_players):
    games = some_games(num_players, 12)
    seats = seats_of(games)
    for game, seat in zip(games, seats, strict=True):
        player = game.current_player
        assert seat.player == player
        assert seat.num_players == num_players
        assert (seat.observation == game.observation(player)).all()
        assert (seat.mask == game.action_mask()).all()
        assert seat.legal_actions == game.legal_actions()
        assert seat.view == game.view(player)
    assert seats.observation.shape == (12, OBSERVATION_SIZE)
    assert seats.mask.shape == (12, NUM_ACTIONS)


def test_an_agent_chooses_in_a_single_game():
    agent = make_agent("heuristic")
    for game in some_games(3, 6, seed=20):
        before = game.to_bytes()
        seat = Seat.at(game)
        assert seat.player == game.current_player
        assert seat.view == game.view(game.current_player)
        assert agent.act(seat) in game.legal_actions()
        assert game.to_bytes() == before


def test_a_world_agrees_with_what_the_seat_knows():
    for game in some_games(3, 12, seed=40):
        world = seats_of([game])[0].world(5)
        player = game.current_player
        assert world.view(player) == game.view(player)
        assert world.state_hash() != game.state_hash()  # at least its future differs


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", [*NAMES, "mcts:12:rollout=random"])
def test_hidden_cards_change_no_choice(name, num_players):
    """The same random numbers, in games that differ only in what the seat can't see."""
    games = some_games(num_players, 8, seed=100)
    differ = 0
    chosen = make_agent(name).act_batch(seats_of(games))
    for seed in range(3):
        others = [game.determinize(game.current_player, seed) for game in games]
        differ += sum(
            (a.record["hand"] != b.record["hand"]).any() or a.record["rng"] != b.record["rng"]
            for a, b in zip(games, others, strict=True)
        )
        assert (make_agent(name).act_batch(seats_of(others)) == chosen).all()
    assert differ > 0


def test_hidden_cards_change_no_world():
    games = some_games(4, 20, seed=7)
    worlds = seats_of(games).worlds()
    others = [game.determinize(game.current_player, 3) for game in games]
    assert seats_of(others).worlds().tobytes() == worlds.tobytes()


# --- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYERS)
def test_all_registered_agents_play_to_the_end(num_players):
    agents = [make_agent(name) for name in NAMES]
    results = play_games(agents, rotated(len(agents), num_players, 2 * len(agents)), np.arange(18))
    assert results.points.shape == (2 * len(agents), num_players, len(SOURCE_NAMES))
    assert (results.wins.sum(axis=1) == 1).all()
    assert results.asked.sum() == results.decisions.sum()
    assert (results.decisions > 20).all()


@pytest.mark.parametrize(
    "name",
    ["random", "greedy", "heuristic", "mcts:10", "tests.rokoko_env.players.test_agents:First"],
)
def test_a_game_does_not_depend_on_which_others_are_played(name):
    seating, seeds = rotated(2, 2, 6), np.arange(6) // 2
    together = play_games([make_agent(name), make_agent("random")], seating, seeds)
    for g in range(6):
        agents = [make_agent(name), make_agent("random")]
        numbers = np.array([g])
        alone = play_games(agents, seating[g : g + 1], seeds[g : g + 1], numbers=numbers)
        assert (alone.points[0] == together.points[g]).all()
        assert (alone.decisions[0] == together.decisions[g]).all()


def test_random_choices_depend_on_match_game_and_seat():
    agent = make_agent("random")
    seating, seeds = np.zeros((4, 2), int), np.zeros(4, int)
    one = play_games([agent], seating, seeds, keep_actions=True)
    again = play_games([agent], seating, seeds, keep_actions=True)
    assert one.actions == again.actions
    assert len({tuple(actions) for actions in one.actions}) == 4  # four games of one deal
    other = play_games([agent], seating, seeds, match_seed=1, keep_actions=True)
    assert not {tuple(a) for a in one.actions} & {tuple(a) for a in other.actions}


def test_kept_actions_lead_to_the_same_scores():
    agents = [make_agent("heuristic"), make_agent("greedy")]
    results = play_games(agents, rotated(2, 3, 4), np.arange(4), keep_actions=True)
    for g, actions in enumerate(results.actions):
        game = Game(3, seed=g)
        for action in actions:
            game.apply(action)
        assert game.scores() == results.scores[g].tolist()
        winners = np.flatnonzero(results.wins[g]).tolist()
        assert game.winners() == winners
        assert results.ranks[g].min() == 1


def test_ranks_and_wins_follow_r7_11():
    points = np.zeros((3, 3, len(SOURCE_NAMES)), np.int16)
    points[:, :, 0] = [[10, 12, 12], [10, 12, 12], [5, 5, 4]]
    left = np.array([[9, 3, 3], [9, 3, 4], [1, 2, 9]])
    results = GameResults(points, left, left, np.zeros(3), np.zeros(3))
    assert results.ranks.tolist() == [[3, 1, 1], [3, 2, 1], [2, 1, 3]]
    assert results.wins.tolist() == [[0, 0.5, 0.5], [0, 0, 1], [0, 1, 0]]


def test_agents_forget_games_that_are_over():
    agents = [First(), First(1)]
    play_games(agents, rotated(2, 2, 5), np.arange(5), numbers=np.arange(10, 15))
    assert sorted(agents[0].forgotten) == sorted(agents[1].forgotten) == list(range(10, 15))


def test_an_illegal_choice_is_named():
    with pytest.raises(
        AgentError, match=r"Cheat.*action 158 is not legal for player \d: it is not"
    ):
        play_games([Cheat()], np.zeros((1, 2), int), np.zeros(1))
    with pytest.raises(AgentError, match=r"Confused.* must return 1 whole numbers, not .*\(2,\)"):
        play_games([Confused()], np.zeros((1, 2), int), np.zeros(1))


def test_seats_are_closed_after_their_decision():
    peeping = Peeping()
    play_games([peeping, make_agent("random")], rotated(2, 2, 2), np.arange(2))
    assert peeping.refused > 50


def test_an_agent_without_methods_is_named():
    with pytest.raises(AgentError, match="Idle has neither a method act nor act_batch"):
        play_games([Idle()], np.zeros((1, 2), int), np.zeros(1))


def test_half_an_action_is_none():
    with pytest.raises(TypeError, match="float"):
        play_games([Halves()], np.zeros((1, 2), int), np.zeros(1))


# --- names ---------------------------------------------------------------------------------------


def test_the_registry_describes_every_agent_in_one_line():
    assert {"random", "greedy", "heuristic", "mcts", *ARCHETYPES} <= set(registry())
    for description in registry().values():
        assert 10 < len(description) < 100
        assert "\n" not in description


def test_names_take_parameters():
    agent = make_agent("mcts:50:exploration=0.5:rollout=random")
    assert (agent.simulations, float(agent.options(2)["exploration"][0])) == (50, 0.5)
    first = make_agent("tests.rokoko_env.players.test_agents:First:2")
    assert type(first).__name__ == "First"
    assert first.shift == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("heurstic", r"no agent is called 'heurstic'; did you mean 'heuristic'\?"),
        ("mcts:10:depth=3", r"agent 'mcts:10:depth=3': got an unexpected keyword argument 'depth'"),
        ("mcts:ten", r"agent 'mcts:ten': simulations must be a whole number, not 'ten'"),
        ("mcts:0", r"simulations is 0, expected 1 to"),
        ("mcts:10:time=1", r"give simulations or a time, not both"),
        ("mcts:rollout=randm", r"rollout is 'randm', expected .*; did you mean 'random'\?"),
        ("random:1", r"agent 'random:1': .*argument"),
        ("no_such_module:Bot", r"'no_such_module' is no agent and can't be imported"),
        (
            "tests.rokoko_env.players.test_agents:Bot",
            r"module tests.rokoko_env.players.test_agents has no 'Bot'",
        ),
        ("tests.rokoko_env.players.test_agents:NoAgent", r"makes no Agent but"),
    ],
)
def test_wrong_names_get_one_clear_sentence(name, message):
    with pytest.raises(AgentError, match=message) as caught:
        make_agent(name)
    assert "\n" not in str(caught.value)


# --- scripts -------------------------------------------------------------------------------------


def duel(one: Agent, other: Agent, num_players: int, games: int) -> np.ndarray:
    """Return the first agent's wins, on each seat in turn, against copies of the other."""
    seating = np.ones((games, num_players), int)
    seating[np.arange(games), np.arange(games) % num_players] = 0
    results = play_games([one, other], seating, np.arange(games) // num_players)
    return results.wins[seating == 0]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_script_beats_the_one_below(num_players):
    ladder = [make_agent(name) for name in ("heuristic", "greedy", "random")]
    assert duel(ladder[0], ladder[1], num_players, 60 * num_players).mean() > 0.8
    assert duel(ladder[1], ladder[2], num_players, 60 * num_players).mean() > 0.8
    assert duel(ladder[0], ladder[2], num_players, 60 * num_players).mean() > 0.97


@pytest.mark.parametrize("name", ARCHETYPES)
def test_heuristic_beats_each_archetype(name):
    assert duel(make_agent("heuristic"), make_agent(name), 2, 300).mean() > 0.6


def test_archetypes_commit_to_their_strategy():
    """Each gets a larger share of its points from what it wants than all others."""
    wants = {
        "hostess": ["halls", "dresses"],
        "sculptor": ["statues", "decorations"],
        "pyrotechnist": ["fireworks", "terrace"],
        "banker": ["tokens", "decorations"],
        "recruiter": ["crowns"],
    }
    assert wants.keys() == ARCHETYPES.keys()
    heuristic = make_agent("heuristic")
    points = {}
    for name in ARCHETYPES:
        seating = rotated(2, 2, 200)
        results = play_games([make_agent(name), heuristic], seating, np.arange(200) // 2)
        means = results.points[seating == 0].mean(axis=0)
        points[name] = dict(zip(SOURCE_NAMES, means, strict=True))
    for name, sources in wants.items():
        shares = {
            other: sum(p[s] for s in sources) / sum(p.values()) for other, p in points.items()
        }
        assert max(shares, key=lambda other: shares[other]) == name, (name, shares)


def test_trying_out_a_card_leaves_no_trace():
    """The rating of a card does not depend on the other cards that are rated with it."""
    agent = make_agent("heuristic")
    compared = 0
    for game in some_games(2, 400, seed=900):
        if game.decision not in ("play", "pick"):
            continue
        seats = seats_of([game])
        ratings = agent.ratings(seats)[0]
        for action in game.legal_actions():
            alone = seats.worlds()
            alone["legal"][0] = [0, 1 << (action - CARD), 0]
            out = np.full((1, NUM_ACTIONS), -np.inf)
            plans, scratch = np.zeros(1, PLAN), SPEC.new_states(2)
            rate_by_style(alone, seats.ruleset.rules, agent.styles[2], plans, scratch, out)
            assert out[0, action] == pytest.approx(ratings[action])
            compared += 1
    assert compared > 200


def test_a_style_names_every_number_once():
    names = [name for name, *_ in FIELDS]
    assert len(set(names)) == len(names)
    for _, guess, low, high, words in FIELDS:
        assert low <= guess <= high
        assert words
    numbers = load_numbers()
    assert set(numbers) == set(PLAYERS)
    for style in numbers.values():
        assert set(style) == set(names)
    with pytest.raises(ValueError, match="wealth"):
        make_styles({"wealth": 1.0})


def test_a_style_decides_what_is_done():
    """A player who would give anything for employees hires more than one who wants none."""
    numbers = load_numbers()[2]
    hired = []
    for wish in (0.0, 4.0):
        style = make_styles({**numbers, "want_cards": wish})
        seating, agents = rotated(2, 2, 20), [StyleAgent({2: style}), make_agent("random")]
        results = play_games(agents, seating, np.arange(20), keep_actions=True)
        hired.append(0)
        for g, actions in enumerate(results.actions):
            game = Game(2, seed=g)
            for action in actions:
                is_hire = game.decision == "main" and CARD <= action < SURRENDER
                hired[-1] += is_hire and seating[g, game.current_player] == 0
                game.apply(action)
    assert hired[1] > 1.5 * hired[0]
