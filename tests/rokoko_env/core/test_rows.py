"""The rows behind the environments: each door once, on a few small games."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.buffers import Buffers
from parlour.core import rows
from parlour.core.rewards import (
    MARGIN,
    RANK,
    REWARD_NAMES,
    SHAPED,
    WIN,
    reward_of_illegal_action,
)
from parlour.core.states import score_games, start_games
from rokoko_env import SPEC
from rokoko_env.components import load_components
from rokoko_env.core import ids
from rokoko_env.core.rules import build_rules
from rokoko_env.core.state import new_states
from tests.rokoko_env.kernels import final_rewards, masks_of, observations_of

GAMES = 3


def started(num_players: int, kind: int = WIN):
    rules = build_rules(load_components(), num_players)
    table = SPEC.new_rows(GAMES)
    table["seed"] = np.arange(GAMES) + 5
    rows.start_rows(table, rules, num_players, kind == SHAPED, 0, GAMES)
    return table, rules


def step_at_random(table, rules, kind, stride=0):
    actions = np.zeros(GAMES, np.int64)
    rows.random_row_actions(table, actions, 0, GAMES)
    assert rows.first_illegal(table, actions, 0, GAMES) == -1
    nowhere = Buffers(SPEC, 0).records
    rows.step_rows(table, rules, actions, kind, stride, *nowhere, 0, GAMES)


@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize("kind", range(len(REWARD_NAMES)))
def test_rewards_of_a_whole_game(num_players, kind):
    table, rules = started(num_players, kind)
    total = np.zeros((GAMES, num_players))
    while not table["done"].all():
        running = ~table["done"].copy()
        step_at_random(table, rules, kind)
        total[running] += table["reward"][running, :num_players]
    scores = table["score"][:, :num_players].astype(int)
    assert (scores == table["state"]["score"][:, :num_players]).all()
    if kind == MARGIN:
        best_other = [[max(np.delete(s, p)) for p in range(num_players)] for s in scores]
        assert total == pytest.approx((scores - best_other) / 100, abs=1e-5)
    else:
        assert total.sum(axis=1) == pytest.approx(0, abs=1e-4)
        leaders = total.argmax(axis=1)
        assert (scores[np.arange(GAMES), leaders] == scores.max(axis=1)).all()
    if kind == SHAPED:
        plain = np.zeros((GAMES, ids.MAX_PLAYERS), np.float32)
        for i in range(GAMES):
            final_rewards(table[i : i + 1], rules, WIN, plain[i])
        assert total == pytest.approx(plain[:, :num_players], abs=1e-4)


def test_ties_share_what_their_places_are_worth():
    table, rules = started(3)
    state = table["state"]
    state["decision"] = ids.OVER
    state["score"][:, :3], state["money"][:, :3] = [30, 30, 10], [5, 15, 0]  # 15 leaves 5 too
    out = np.zeros(3, np.float32)
    for kind, shares in ((WIN, [0.25, 0.25, -0.5]), (RANK, [0.5, 0.5, -1]), (MARGIN, [0, 0, -0.2])):
        final_rewards(table, rules, kind, out)
        assert out == pytest.approx(shares)


def test_a_score_breakdown_overwrites_whatever_was_there():
    table, rules = started(4)
    states = np.ascontiguousarray(table["state"][:1])
    shape = (1, ids.MAX_PLAYERS, ids.NUM_SOURCES)
    clean, dirty = np.zeros(shape, np.int64), np.full(shape, 99, np.int64)
    livre_left = np.zeros((1, ids.MAX_PLAYERS), np.int64)
    score_games(states, rules, clean, livre_left)
    score_games(states, rules, dirty, livre_left)
    assert (clean[0, :4] == dirty[0, :4]).all()


@pytest.mark.parametrize("kind", [WIN, SHAPED])
def test_finished_games_begin_again_with_the_next_seed(kind):
    table, rules = started(2, kind)
    for _ in range(260):
        step_at_random(table, rules, kind, stride=GAMES)
    assert (table["seed"] >= 5 + GAMES).all()
    assert ((table["seed"] - 5) % GAMES == np.arange(GAMES)).all()
    fresh = new_states(1)
    start_games(fresh, rules, 2, table["seed"][:1])
    assert fresh["start_player"][0] in (0, 1)


def test_random_actions_leave_the_game_to_its_seed():
    table, _ = started(3)
    before = table["state"]["rng"].copy()
    rows.random_row_actions(table, np.zeros(GAMES, np.int64), 0, GAMES)
    assert (table["state"]["rng"] == before).all()


def test_illegal_actions_are_found():
    table, _ = started(2)
    actions = np.zeros(GAMES, np.int64)
    rows.random_row_actions(table, actions, 0, GAMES)
    for wrong in (-1, ids.NUM_ACTIONS, ids.SELL, ids.RENT):
        actions[2] = wrong
        assert rows.first_illegal(table, actions, 0, GAMES) == 2


def test_learners_are_asked_and_the_others_play():
    table, rules = started(3)
    table["learner"] = [0, 1, 2]
    rows.play_others_at_random(table, rules, WIN, 0, GAMES)
    assert (table["state"]["player"] == table["learner"]).all()
    shown = Buffers(SPEC, GAMES)
    masks = shown.mask
    told = (*shown.records, np.zeros(GAMES, np.float32), np.zeros(GAMES, bool))
    rows.show_learners(table, rules, np.arange(GAMES), *told)
    assert (masks.sum(axis=1) >= 2).all()
    waiting = np.zeros(0, int)
    while len(waiting) == 0:  # a learner picks three cards before the next seat is asked
        rows.show_learners(table, rules, np.arange(GAMES), *told)
        actions = masks.argmax(axis=1)
        rows.step_learners(table, rules, actions, WIN, 0, GAMES)
        waiting = np.flatnonzero(table["state"]["player"] != table["learner"])
    states = rows.states_in(table, waiting)
    assert states.tobytes() == table["state"][waiting].tobytes()
    others = masks_of(states, rules).argmax(axis=1)
    assert rows.step_others(table, rules, waiting, others, WIN) == -1
    assert (table["owed"] == 0).all()
    table["given_up"][0] = True
    before = table[:1].tobytes()
    rows.step_learners(table, rules, actions, WIN, 0, 1)
    rows.play_others_at_random(table, rules, WIN, 0, 1)
    assert table[:1].tobytes() == before
    points = np.full(GAMES, -1, np.int64)
    rows.write_current_scores(table, rules, points)
    assert (points >= 0).all()
    assert rows.first_illegal_learner(table, np.full(GAMES, -1)) == 1  # the first one gave up
    assert rows.first_illegal_learner(table[:1], np.full(1, -1)) == -1
    listed = np.array([2, 0])
    legal = rows_first_legal(table, 2)
    before = table.tobytes()
    for wrong in (-1, ids.NUM_ACTIONS, ids.SELL):
        assert rows.step_others(table, rules, listed, np.array([legal, wrong]), WIN) == 1
    assert table.tobytes() == before


def rows_first_legal(table, game: int) -> int:
    return next(
        start + i for start, word in words_of(table, game) for i in range(62) if word >> i & 1
    )


def words_of(table, game: int) -> list[tuple[int, int]]:
    """The words of the bitset of legal actions, with the action that each begins at."""
    words = table["state"]["legal"][game].tolist()
    return list(zip(ids.WORD_STARTS, words, strict=True))


def test_a_finished_game_pays_nothing_more():
    table, rules = started(2)
    while not table["done"].all():
        step_at_random(table, rules, WIN)
    step_at_random(table, rules, WIN)
    assert table["done"].all()
    assert (table["reward"] == 0).all()


def test_what_is_shown_is_what_the_seat_to_decide_knows():
    table, rules = started(2)
    shown = Buffers(SPEC, GAMES)
    rows.show_rows(table, rules, *shown.records, 0, GAMES)
    first = rows.states_in(table, np.zeros(2, np.int64))
    both = observations_of(first, rules, np.arange(2))
    player = table["state"]["player"][0]
    assert both[player].tobytes() == shown.observation[0].tobytes()
    legal = {start + i for start, word in words_of(table, 0) for i in range(62) if word >> i & 1}
    assert set(np.flatnonzero(shown.mask[0])) == legal


def test_words_for_opponents_leave_the_game_to_its_seed():
    table, _ = started(2)
    before, words = table["state"].tobytes(), np.zeros(2, np.uint64)
    rows.draw_words(table, np.array([2, 0]), words)
    assert table["state"].tobytes() == before
    assert words.tolist() == table["action_rng"][[2, 0]].tolist()
    assert len({*words.tolist()}) == 2


def test_an_illegal_action_loses_whatever_shaping_has_paid():
    potential = np.array([0.25, -0.5, 0.25, 9.0, 9.0], np.float32)
    rewards = reward_of_illegal_action(potential, 3, 1)
    assert rewards + potential[:3] == pytest.approx([0.5, -1.0, 0.5])
