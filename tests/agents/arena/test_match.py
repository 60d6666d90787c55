"""Tables and seatings: every agent has every seat equally often, in every deal."""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy as np
import pytest

from agents.arena.match import Match, default_seatings, seatings, tables
from agents.reporting.cli import CommandError
from rokoko_env import SPEC, load_components


def match(agents: int, num_players: int, kind: str = "all", **changes) -> Match:
    options = {"seed": 0, "field": False, "replays": False, "components": load_components()}
    return Match(SPEC, ("random",) * agents, num_players, seatings=kind, **(options | changes))


def test_enough_agents_meet_in_every_combination():
    assert tables(4, 2) == list(combinations(range(4), 2))
    assert tables(5, 5) == [(0, 1, 2, 3, 4)]
    assert len(tables(6, 3)) == 20


@pytest.mark.parametrize(
    ("agents", "num_players", "expected"),
    [
        (1, 4, [(0, 0, 0, 0)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (2, 4, [(0, 0, 1, 1)]),
        (2, 5, [(0, 0, 0, 1, 1), (0, 0, 1, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
    ],
)
def test_too_few_agents_sit_down_as_evenly_as_possible(agents, num_players, expected):
    assert tables(agents, num_players) == expected


def test_one_against_the_field():
    assert tables(3, 4, field=True) == [(0, 1, 1, 1), (0, 2, 2, 2)]
    assert tables(2, 2, field=True) == [(0, 1)]


def test_seatings_are_all_different_ones_or_those_that_go_around():
    assert seatings((0, 1, 2), "all") == sorted(
        [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )
    assert seatings((0, 0, 1), "all") == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert seatings((0, 1, 2), "rotations") == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert seatings((0, 0, 0), "rotations") == seatings((0, 0, 0), "all") == [(0, 0, 0)]
    assert [default_seatings(n) for n in (2, 3, 4, 5)] == ["all", "all", "rotations", "rotations"]


@pytest.mark.parametrize("kind", ["all", "rotations"])
@pytest.mark.parametrize("field", [False, True])
def test_every_agent_sits_on_every_seat_equally_often(kind, field):
    for agents, num_players in product(range(2, 6), range(2, 6)):
        deal = match(agents, num_players, kind, field=field).deal
        for agent in range(agents):
            on_seat = (deal == agent).sum(axis=0)
            assert on_seat.min() == on_seat.max() > 0


def test_round_robin_treats_all_agents_alike():
    for agents, num_players in product(range(1, 6), range(2, 6)):
        games = np.bincount(match(agents, num_players).deal.ravel(), minlength=agents)
        assert games.min() == games.max()


def test_no_game_of_a_deal_comes_twice():
    for agents, num_players, kind in product((1, 2, 4), range(2, 6), ("all", "rotations")):
        deal = match(agents, num_players, kind).deal
        assert len(np.unique(deal, axis=0)) == len(deal)


def test_deals_are_enough_for_the_games():
    assert match(2, 2).games_per_deal == 2
    assert match(3, 3).games_per_deal == 6
    assert match(3, 2).games_per_deal == 6
    assert match(2, 4, "rotations").games_per_deal == 4
    assert [match(2, 2).deals_for(games) for games in (1, 2, 3, 1000)] == [1, 1, 2, 500]


def test_games_are_numbered_through_and_a_deal_has_one_seed():
    games = match(3, 2, seed=100).games(3, 5)
    assert len(games) == 12
    assert games.numbers.tolist() == list(range(18, 30))
    assert games.deal.tolist() == [3] * 6 + [4] * 6
    assert games.seeds.tolist() == [103] * 6 + [104] * 6
    assert games.seeds.dtype == np.uint64


def test_any_part_of_the_deals_gives_the_same_games():
    two = match(2, 3)
    whole, parts = two.games(0, 7), [two.games(0, 2), two.games(2, 6), two.games(6, 7)]
    for name in ("seating", "seeds", "numbers", "deal"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined)


def test_seeds_wrap_around():
    games = match(1, 2, seed=2**64 - 1).games(0, 3)
    assert games.seeds.tolist() == [2**64 - 1, 0, 1]


def test_equal_names_are_numbered():
    agents = ("random", "bot:A", "random", "random")
    four = Match(SPEC, agents, 2, 0, "all", False, False, load_components())
    assert four.labels == ("random", "bot:A", "random (2)", "random (3)")


@pytest.mark.parametrize(
    ("agents", "num_players", "changes", "message"),
    [
        (0, 2, {}, "at least one agent"),
        (2, 1, {}, "players is 1, expected 2 to 5"),
        (2, 6, {}, "players is 6, expected 2 to 5"),
        (2, 2, {"seed": -1}, "seed is -1"),
        (2, 2, {"seed": 2**64}, "seed is 18446744073709551616"),
        (2, 2, {"kind": "some"}, "seatings is 'some'"),
        (1, 2, {"field": True}, "at least two agents"),
        (40, 5, {}, f"make {math.comb(40, 5) * 120:,} games a deal"),
    ],
)
def test_matches_that_cannot_be_played(agents, num_players, changes, message):
    with pytest.raises(CommandError, match=message):
        match(agents, num_players, **changes)
