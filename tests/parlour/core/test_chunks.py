"""Threads share games piece by piece: every game once, whoever comes late."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from parlour.buffers import Buffers
from parlour.core import rows
from parlour.core.chunks import all_done, chunk_done, new_chunks, take_chunk
from parlour.core.jit import JIT_DISABLED, entry
from parlour.core.rewards import WIN
from parlour.ruleset import ruleset_for
from tests.toy_game import SPEC


@entry
def count_games(times, chunks):
    """Count how often each game comes."""
    start, stop = take_chunk(chunks)
    while start < stop:
        for i in range(start, stop):
            times[i] += 1
        chunk_done(chunks, start, stop)
        start, stop = take_chunk(chunks)


@pytest.mark.parametrize(("games", "size"), [(1, 1), (7, 3), (8, 4), (5, 100)])
def test_every_game_comes_once_and_a_latecomer_finds_nothing(games, size):
    times, chunks = np.zeros(games, np.int64), new_chunks(games, size)
    assert not all_done(chunks, 3)
    count_games(times, chunks)
    assert all_done(chunks, 1)
    count_games(times, chunks)
    assert (times == 1).all()


@pytest.mark.skipif(JIT_DISABLED, reason="additions are atomic in compiled code only")
def test_many_threads_take_every_game_once():
    games = 50_000
    times, chunks = np.zeros(games, np.int64), new_chunks(games, 1)
    count_games(times[:0], new_chunks(0, 1))  # compile
    threads = [threading.Thread(target=count_games, args=(times, chunks)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (times == 1).all()
    assert all_done(chunks, 1)


def test_a_step_in_pieces_is_a_step():
    games = 5
    rules = ruleset_for(SPEC, None, 3).rules
    whole, shared = SPEC.new_rows(games), SPEC.new_rows(games)
    shown, shown_shared = Buffers(SPEC, games), Buffers(SPEC, games)
    actions, drawn = np.zeros(games, np.int64), np.zeros(games, np.int64)
    for table in (whole, shared):
        table["seed"] = np.arange(games)
        rows.start_rows(table, rules, 3, False, 0, games)
    for _ in range(20):
        rows.random_row_actions(whole, actions, 0, games)
        rows.random_row_actions_together(shared, drawn, new_chunks(games, 2))
        assert (actions == drawn).all()
        given = (rules, actions, WIN, games)
        assert rows.step_rows(whole, *given, *shown.records, 0, games) == -1
        chunks = new_chunks(games, 2)
        rows.step_rows_together(shared, *given, *shown_shared.records, chunks)
        assert all_done(chunks, 1)
    assert whole.tobytes() == shared.tobytes()
    assert shown.observation.tobytes() == shown_shared.observation.tobytes()
    assert shown.mask.tobytes() == shown_shared.mask.tobytes()


def test_an_illegal_action_changes_no_game():
    rules = ruleset_for(SPEC, None, 3).rules
    table = SPEC.new_rows(3)
    rows.start_rows(table, rules, 3, False, 0, 3)
    actions = np.zeros(3, np.int64)
    rows.random_row_actions(table, actions, 0, 3)
    actions[1] = -1
    before, shown = table.tobytes(), Buffers(SPEC, 3)
    assert rows.step_rows(table, rules, actions, WIN, 0, *shown.records, 0, 3) == 1
    assert table.tobytes() == before
    assert not shown.observation.any()
    assert not shown.mask.any()
