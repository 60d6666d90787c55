"""Records, and the course of games: derived facts that every game keeps."""

from __future__ import annotations

import numpy as np
import pytest

from noblemen_env.components import load_components
from noblemen_env.core import ids
from noblemen_env.core.rules import build_rules
from noblemen_env.core.state import FIELDS, STATE
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import play_to_end, random_actions, seeds_for, start_games, step_games
from tests.noblemen_env.core.compare import compare_game

GAMES = 4 if JIT_DISABLED else 60


def started(num_players: int, games: int, first_seed: int = 0):
    rules = build_rules(load_components(), num_players)
    states = np.zeros(games, STATE)
    start_games(states, rules, num_players, seeds_for(first_seed, games))
    return states, rules


def test_record_is_at_most_2_kb():
    assert STATE.itemsize <= (2048 if not JIT_DISABLED else 8192)


def test_well_under_400_actions():
    assert ids.NUM_ACTIONS == 301
    assert len(set(ids.SWAPS)) == 24


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_every_field_is_written_by_a_new_game(num_players):
    """Memory that holds anything gives the same bytes as fresh memory, up to the padding."""
    fresh, rules = started(num_players, 3)
    used = np.zeros(3, STATE)
    for name, *_ in FIELDS:
        used[name] = 99
    start_games(used, rules, num_players, seeds_for(0, 3))
    for name, *_ in FIELDS:
        assert (used[name] == fresh[name]).all(), name


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_facts_of_every_course(num_players):
    """The marker's field in each decision, and 24 points for moving it in all."""
    states, rules = started(num_players, GAMES, first_seed=50)
    games, actions = np.arange(GAMES), np.zeros(GAMES, np.int64)
    rng = np.random.default_rng(num_players)
    while not (states["decision"] == ids.OVER).all():
        for s in states[:20]:
            assert s["track"] in fields_of(s)
        words = rng.integers(2**63, size=GAMES).astype(np.uint64) << np.uint64(1)
        random_actions(states, games, words, actions)
        before = states["points"].copy()
        step_games(states, rules, games, actions)
        assert (states["points"] >= before).all(), "points are never lost"
    assert (states["points"][:, :, ids.FROM_QUEEN].sum(axis=1) == 3 * 8).all()
    assert (states["score"] == states["points"].sum(axis=2)).all()
    assert not states["score"][:, num_players:].any()


def fields_of(s: np.void) -> tuple[int, ...]:
    """Return the fields of the standard track on which the marker may stand in this decision."""
    if s["decision"] == ids.BID:
        return 4, 8
    if s["decision"] == ids.OVER:
        return (10,)
    if s["decision"] == ids.DRAFT and s["purpose"] != ids.FOR_CHAPEL:
        return (0,) if s["purpose"] == ids.AT_START else (10,)
    return 0, 1, 2, 3, 5, 6, 7, 9


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_bounds_of_turns(num_players):
    """The marker moves 24 times in a game, and at least once in n turns."""
    games = 1 if JIT_DISABLED else 5
    for seed in range(games):
        events, _ = compare_game(num_players, seed)
        assert 3 * 8 <= events["turn"] <= 3 * 8 * num_players
        assert events["masquerade"] == 6


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_random_games_end(num_players):
    states, rules = started(num_players, GAMES)
    decisions = play_to_end(states, rules)
    assert (states["round_number"] == 3).all()
    assert 100 * GAMES < decisions < 1_000 * GAMES
    assert len({s.tobytes() for s in states}) == GAMES
