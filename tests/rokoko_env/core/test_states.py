"""A game is a function of its seed and the actions: alone, in a batch, with threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

from parlour.core.jit import JIT_DISABLED
from parlour.core.states import (
    play_random,
    play_to_end,
    random_actions,
    seeds_for,
    start_games,
)
from rokoko_env.components import load_components
from rokoko_env.core import ids
from rokoko_env.core.rules import build_rules
from rokoko_env.core.state import STATE, new_states
from tests.rokoko_env.kernels import draw_from_own_rng, masks_of, play_forced, step_all

GAMES = 6 if JIT_DISABLED else 64


def started(num_players: int, games: int, first_seed: int = 0):
    rules = build_rules(load_components(), num_players)
    states = new_states(games)
    start_games(states, rules, num_players, seeds_for(first_seed, games))
    return states, rules


def test_record_is_at_most_2_kb():
    assert STATE.itemsize <= (2048 if not JIT_DISABLED else 4096)


def test_well_under_300_actions():
    assert ids.NUM_ACTIONS == 158


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_same_bytes_alone_and_in_a_batch_with_any_number_of_threads(num_players, threads):
    together, rules = started(num_players, GAMES)
    bounds = np.linspace(0, GAMES, threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        parts = [pool.submit(play_to_end, together[a:b], rules) for a, b in pairwise(bounds)]
        decisions = sum(part.result() for part in parts)
    alone_decisions = 0
    for i in range(GAMES):
        alone, _ = started(num_players, 1, first_seed=i)
        alone_decisions += play_to_end(alone, rules)
        assert alone.tobytes() == together[i : i + 1].tobytes()
    assert decisions == alone_decisions


def test_stepping_with_given_actions_is_the_same_alone_and_in_a_batch():
    together, rules = started(3, GAMES)
    alone = together.copy()
    actions = np.zeros(GAMES, np.int64)
    for _ in range(60):
        draw_from_own_rng(together.copy(), actions, 0, GAMES)
        assert step_all(together, rules, actions) == -1
        for i in range(GAMES):
            step_all(alone[i : i + 1], rules, actions[i : i + 1])
    assert alone.tobytes() == together.tobytes()


def test_different_seeds_give_different_games():
    states, _ = started(4, GAMES)
    assert len({states[i : i + 1].tobytes() for i in range(GAMES)}) == GAMES


@pytest.mark.parametrize("action", [-1, ids.NUM_ACTIONS, ids.SELL, ids.RENT, ids.SURRENDER, 10**12])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    states, rules = started(2, 3)
    before = states.tobytes()
    actions = np.array([action, 0, 0])
    assert step_all(states, rules, actions) == 0
    assert states.tobytes() == before


def test_an_illegal_action_in_one_game_leaves_all_games_alone():
    states, rules = started(2, 3)
    actions = np.zeros(3, np.int64)
    draw_from_own_rng(states, actions, 0, 3)
    actions[2] = ids.SELL
    before = states.tobytes()
    assert step_all(states, rules, actions) == 2
    assert states.tobytes() == before


def test_forced_choices_of_a_crafted_state_are_made():
    """One card in hand: it is played without asking."""
    states, rules = started(2, 1)
    s = states[0]
    s["decision"], s["player"] = ids.PLAY, 0
    s["hand"][0], s["supply"][0] = 1, s["supply"][0] & ~1
    play_forced(states, rules)
    assert (s["decision"], s["in_play"]) == (ids.MAIN, 0)


def test_a_finished_game_stays_as_it_is_and_its_mask_is_all_true():
    states, rules = started(2, 2)
    play_to_end(states, rules)
    before = states.tobytes()
    assert masks_of(states, rules).all()
    for action in (0, 5, ids.NUM_ACTIONS - 1):
        assert step_all(states, rules, np.array([action, action])) == -1
    assert states.tobytes() == before


def test_random_actions_are_uniform_over_the_legal_ones():
    states, rules = started(2, 1)
    legal = np.flatnonzero(masks_of(states, rules)[0])
    many = 200 * len(legal)
    actions = np.zeros(1, np.int64)
    found = np.zeros(ids.NUM_ACTIONS, int)
    for _ in range(many):
        draw_from_own_rng(states, actions, 0, 1)
        found[actions[0]] += 1
    assert found[legal].sum() == many
    assert (abs(found[legal] - 200) < 80).all()


def test_random_play_goes_on_with_new_games():
    states, rules = started(2, 4)
    finished = play_random(states, rules, 400)
    assert finished >= 4
    assert (states["decision"] != ids.OVER).all()


def test_every_field_is_reset_by_a_new_game():
    """A record that held another game gives the same bytes as a fresh one."""
    used, rules = started(5, 3, first_seed=100)
    play_to_end(used, rules)
    rules_2 = build_rules(load_components(), 2)
    fresh = new_states(3)
    for states in (used, fresh):
        start_games(states, rules_2, 2, seeds_for(7, 3))
    assert used.tobytes() == fresh.tobytes()


def test_random_words_choose_among_the_legal_actions():
    states, rules = started(2, GAMES)
    games = np.arange(GAMES)[::-1].copy()
    words = np.arange(GAMES, dtype=np.uint64) << np.uint64(55)
    before, actions = states.tobytes(), np.full(GAMES, -1)
    random_actions(states, games, words, actions)
    assert states.tobytes() == before
    assert masks_of(states, rules)[games, actions].all()
    again = actions.copy()
    random_actions(states, games, words, again)
    assert (again == actions).all()
