"""The scripted players: `greedy`, `heuristic` and the archetypes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from noblemen_env import Game
from noblemen_env.core import ids
from noblemen_env.players import BASELINES, make_agent, play_games, registry
from noblemen_env.players.core.script.plan import PLAN
from noblemen_env.players.core.script.style import FIELDS, make_styles
from noblemen_env.players.scripted import (
    ARCHETYPES,
    PLAYERS,
    StyleAgent,
    heuristic_style,
    load_numbers,
)
from parlour.players.agent import Agent
from tests.noblemen_env.game.test_no_leaks import shuffle_hidden
from tests.noblemen_env.kernels import play_turns_of
from tests.noblemen_env.players.positions import (
    games_by_decision,
    seats_of,
    sets_of_components,
)
from tests.noblemen_env.variants import VARIANTS

SCRIPTS = ("greedy", "heuristic", *ARCHETYPES)


def tables(num_agents: int, num_players: int, games: int) -> np.ndarray:
    """Seat the agents one after the other; each game begins with the next one."""
    return np.array([np.arange(g, g + num_players) % num_agents for g in range(games)])


def all_positions(num_players: int) -> list[Game]:
    """Return positions with every decision of the game."""
    return [game for games in games_by_decision(num_players).values() for game in games]


def duel(one: str, other: str, num_players: int, games: int) -> float:
    """Return the first agent's win share, on each seat in turn, against copies of the other."""
    seating = np.ones((games, num_players), int)
    seating[np.arange(games), np.arange(games) % num_players] = 0
    agents = [make_agent(one), make_agent(other)]
    return float(
        play_games(agents, seating, np.arange(games) // num_players).wins[seating == 0].mean()
    )


def test_scripts_are_registered_with_a_description():
    assert set(SCRIPTS) <= set(registry())
    assert {"random", *SCRIPTS} == set(BASELINES)
    assert BASELINES[-1] == "heuristic"


# --- legality ------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", ["steep", *VARIANTS])
def test_scripts_play_any_components(name, num_players, tmp_path):
    """With steep prices, a small frame, areas that don't overlap, other tracks and offers."""
    components = sets_of_components(tmp_path)[name]()
    agents = [make_agent(script) for script in (*SCRIPTS, "random")]
    seating = tables(len(agents), num_players, 2 * len(agents))
    seeds = np.arange(len(seating))
    results = play_games(agents, seating, seeds, components=components)
    assert results.wins.sum(axis=1) == pytest.approx(1)
    assert (results.decisions > 20).all()


@pytest.mark.parametrize("num_players", PLAYERS)
def test_ratings_are_numbers_and_the_best_is_taken(num_players):
    """At every decision of the game, whichever games are rated together."""
    games = all_positions(num_players)
    agent = make_agent("heuristic")
    together = agent.ratings(seats_of(games))
    for game, ratings in zip(games, together, strict=True):
        legal = game.legal_actions()
        assert np.isfinite(ratings).nonzero()[0].tolist() == legal
    assert (agent.act_batch(seats_of(games)) == together.argmax(axis=1)).all()
    backwards = seats_of(games).part(np.arange(len(games))[::-1])
    assert (agent.ratings(backwards)[::-1] == together).all(), "a rating depends on those before"


# --- hidden information --------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_hidden_changes_no_choice(name, num_players):
    """The same random numbers, in games that differ only in what the seat can't see."""
    games = all_positions(num_players)
    chosen = make_agent(name).act_batch(seats_of(games))
    rng, differ = random.Random(num_players), 0
    for _ in range(2):
        others = [shuffle_hidden(game, game.current_player, rng) for game in games]
        differ += sum(
            (a.record["tiles"] != b.record["tiles"]).any()
            for a, b in zip(games, others, strict=True)
        )
        assert (make_agent(name).act_batch(seats_of(others)) == chosen).all()
    assert differ > len(games)


# --- strength ------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_script_beats_the_one_below(num_players):
    assert duel("heuristic", "random", num_players, 20 * num_players) == 1
    assert duel("heuristic", "greedy", num_players, 20 * num_players) > 0.9
    assert duel("greedy", "random", num_players, 60 * num_players) > 1.4 / num_players


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", ARCHETYPES)
def test_heuristic_beats_each_archetype(name, num_players):
    """It wins more than a fair share against two to four copies of it."""
    assert duel("heuristic", name, num_players, 60 * num_players) > 1.2 / num_players


# What an archetype wants: sources of points, types of land, kinds of areas and buildings.
WANTS = {
    "landlord": {"land": ("field", "grove"), "areas": ("manor", "forest")},
    "courtier": {"points": ("queen", "titles")},
    "builder": {"points": ("castles", "palaces"), "buildings": ids.BUILDINGS},
    "benefactor": {"points": ("bribes", "church")},
}


@pytest.mark.parametrize("name", WANTS)
def test_archetypes_do_more_of_what_they_are_named_for(name):
    """Each has a larger share of it in its points, land, areas or buildings than `heuristic`."""
    num_players, games = 3, 60
    seating = tables(2, num_players, games)
    seeds = np.arange(games) // 2
    agents = [make_agent(name), make_agent("heuristic")]
    results = play_games(agents, seating, seeds, keep_actions=True)
    had = [count_of_seats(seeds[g], num_players, results.actions[g]) for g in range(games)]
    for kind, wanted in WANTS[name].items():
        shares = []
        for player in (0, 1):
            counts = [had[g][p][kind] for g, p in np.argwhere(seating == player)]
            everything = sum(sum(count.values()) for count in counts)
            shares.append(sum(count[one] for count in counts for one in wanted) / everything)
        assert shares[0] > 1.05 * shares[1], (kind, shares)


def test_every_archetype_wants_something():
    assert WANTS.keys() == ARCHETYPES.keys()


def count_of_seats(seed: int, num_players: int, actions: list[int]) -> list[dict]:
    """Count what each player has at the end of a game."""
    game = Game(num_players, int(seed))
    for action in actions:
        game.apply(action)
    counts = []
    for p, row in enumerate(game.score_breakdown()):
        estate = game.estate(p)
        counts.append(
            {
                "points": {source: row[source] for source in ids.SOURCE_NAMES},
                "land": {name: estate.tiles(kind) for kind, name in enumerate(ids.TILES)},
                "areas": {name: len(estate.areas_of(kind)) for kind, name in enumerate(ids.AREAS)},
                "buildings": {
                    name: len(estate.cells_with(number))
                    for number, name in enumerate(game.buildings)
                },
            }
        )
    return counts


# --- styles --------------------------------------------------------------------------------------


def test_a_style_names_every_number_once():
    names = [name for name, *_ in FIELDS]
    assert len(set(names)) == len(names)
    for name, guess, low, high, words in FIELDS:
        assert low <= guess <= high, name
        assert words
    numbers = load_numbers()
    assert set(numbers) == set(PLAYERS)
    for style in numbers.values():
        assert set(style) == set(names)


def test_archetypes_differ_from_the_script_in_numbers_that_exist():
    limits = {name: (low, high) for name, _, low, high, _ in FIELDS}
    for description, wants in ARCHETYPES.values():
        assert 10 < len(description) < 100
        for name, number in wants.items():
            assert limits[name][0] <= number <= limits[name][1]


@pytest.mark.parametrize(
    ("number", "building"),
    [("want_castles", ids.PALACE), ("want_chapels", ids.CHAPEL), ("want_follies", ids.FOLLY)],
)
def test_a_style_decides_what_is_built(number, building):
    """A player who would give anything for a building has more of them than one who wants none."""
    built = []
    for wish in (0.0, 5.0):
        agent = StyleAgent({3: make_styles({**load_numbers()[3], number: wish})})
        built.append(0)
        for game in ended_games([agent, make_agent("heuristic")], games=12):
            buildings = game.estate(0).buildings.values()
            built[-1] += sum(min(one, ids.FOLLY) == building for one in buildings)
    assert built[1] > built[0] + 5


def ended_games(agents: list[Agent], games: int) -> list[Game]:
    """Play games of three in which the first agent has seat 0."""
    seating = np.tile([0, 1, 1], (games, 1))
    results = play_games(agents, seating, np.arange(games), keep_actions=True)
    ended = []
    for seed, actions in enumerate(results.actions):
        ended.append(Game(3, seed))
        for action in actions:
            ended[-1].apply(action)
    return ended


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_script_plays_whole_turns_for_a_search(num_players):
    """It ends the turn that has begun, then plays as many as it is told to, or to the end."""
    games = games_by_decision(num_players)["act"] + games_by_decision(num_players)["visit"]
    style, plans = heuristic_style(num_players), np.zeros(1, PLAN)
    for turns in (0, 1, 5, 500):
        states = np.concatenate([game._states for game in games])
        play_turns_of(states, games[0]._rules, style, plans, Game.spec.new_states(2), turns)
        for game, state in zip(games, states, strict=True):
            after = Game.from_state(state[None], game._ruleset)
            expected = played_by_script(game, turns)
            assert after.to_dict()["state"] == expected.to_dict()["state"]


def played_by_script(game: Game, turns: int) -> Game:
    """Play the same turns with an agent, which knows what the seat knows."""
    game, script = game.clone(), make_agent("heuristic")
    active = game.record["active"]
    while not game.is_over:
        if game.record["active"] != active:
            if turns == 0:
                break
            turns, active = turns - 1, game.record["active"]
        game.apply(int(script.act_batch(seats_of([game]))[0]))
    return game
