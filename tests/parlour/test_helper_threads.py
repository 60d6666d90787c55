"""Threads of a batch: they help, late ones are not waited for, and they end with the batch."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import sys
import threading
import time

import numpy as np
import pytest

from parlour.batch import Batch
from parlour.core.rows import states_in
from parlour.helper_threads import HELPER_NAME, HelperThreads
from tests.toy_game import SPEC

GAMES = 600  # enough to be shared
ALL = np.arange(GAMES)


def new_batch(games: int, **options) -> Batch:
    return Batch(games, 3, spec=SPEC, **options)


def helpers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == HELPER_NAME}


def wait_until(condition) -> bool:
    deadline = time.monotonic() + 20
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def step_both(one: Batch, other: Batch) -> None:
    actions = one.random_actions()
    one.step(actions)
    other.step(actions)


def same(one: Batch, other: Batch) -> bool:
    return (
        states_in(one._rows, ALL).tobytes() == states_in(other._rows, ALL).tobytes()
        and one.observation.tobytes() == other.observation.tobytes()
        and one.mask.tobytes() == other.mask.tobytes()
    )


def test_every_helper_gets_the_job():
    threads, callers, both_here = HelperThreads(2), [], threading.Barrier(2, timeout=20)

    def work(number: int) -> None:
        both_here.wait()  # one thread alone would not get past this
        callers.append((threading.current_thread(), number))

    threads.ask(work, 7)
    assert wait_until(lambda: len(callers) == 2)
    assert {thread for thread, _ in callers} <= helpers()
    assert [number for _, number in callers] == [7, 7]


def test_a_busy_helper_is_not_waited_for():
    alone, together = new_batch(GAMES, seed=4), new_batch(GAMES, seed=4, threads=2)
    is_free, calls = threading.Event(), []
    step_both(alone, together)  # compiles, so that the helper's wait is long enough
    together._helpers.ask(lambda: calls.append(is_free.wait(60)))  # keeps the helper busy
    assert wait_until(together._helpers._jobs.empty)
    for _ in range(20):
        step_both(alone, together)
    assert same(alone, together)
    assert calls == []  # the helper did not take part
    is_free.set()
    assert wait_until(lambda: calls == [True])
    for _ in range(20):
        step_both(alone, together)
    assert same(alone, together)


def test_jobs_do_not_pile_up_before_a_late_helper():
    threads, is_free, calls = HelperThreads(1), threading.Event(), []
    threads.ask(is_free.wait, 60)
    assert wait_until(threads._jobs.empty)
    for number in range(5):
        threads.ask(calls.append, number)
    is_free.set()
    assert wait_until(lambda: calls == [4])  # the latest one
    threads.ask(calls.append, 5)
    assert wait_until(lambda: calls == [4, 5])


def test_a_failure_in_a_helper_is_raised():
    threads = HelperThreads(1)
    threads.ask(int, "seven")
    assert wait_until(lambda: threads._failures)
    with pytest.raises(ValueError, match="seven"):
        threads.raise_failure()
    threads.raise_failure()  # once only


def test_an_interrupted_step_is_finished_first(monkeypatch):
    """Ctrl-C must not leave helpers writing into games that the caller believes finished."""
    alone, together = new_batch(GAMES, seed=6), new_batch(GAMES, seed=6, threads=2)
    actions = alone.random_actions().copy()
    alone.step(actions)
    wait, interrupts = together._helpers._wait_for, [KeyboardInterrupt]

    def interrupted(pieces):
        if interrupts:
            raise interrupts.pop()
        wait(pieces)

    monkeypatch.setattr(together._helpers, "_wait_for", interrupted)
    with pytest.raises(KeyboardInterrupt):
        together.step(actions)
    assert same(alone, together)


def test_few_games_need_no_helpers():
    before = helpers()
    batch = new_batch(16, threads=2)
    batch.step(batch.random_actions())
    assert helpers() <= before


def test_helpers_end_with_their_batch():
    before = helpers()
    batch = new_batch(GAMES, threads=3)
    assert helpers() <= before  # started only when needed
    batch.step(batch.random_actions())
    own = helpers() - before
    assert len(own) == 2
    del batch
    gc.collect()
    assert wait_until(lambda: not own & helpers())


def _step_in_child(batch: Batch, actions: np.ndarray, answer) -> None:
    batch.step(actions)
    answer.put((bool(helpers()), batch.observation.tobytes()))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning")
def test_after_a_fork_there_are_new_helpers():
    batch = new_batch(GAMES, threads=2)
    batch.step(batch.random_actions())
    actions = batch.random_actions().copy()
    context = multiprocessing.get_context("fork")
    answer = context.Queue()
    child = context.Process(target=_step_in_child, args=(batch, actions, answer))
    child.start()
    has_helpers, observation = answer.get(timeout=60)
    child.join(60)
    batch.step(actions)
    assert has_helpers
    assert observation == batch.observation.tobytes()


def test_a_copy_is_independent():
    """Observation and mask of an unpickled batch are its own memory, and its steps write there."""
    batch = new_batch(GAMES, seed=1, threads=2)
    batch.step(batch.random_actions())
    copy = pickle.loads(pickle.dumps(batch))
    assert same(batch, copy)
    before = batch.observation.copy()
    actions = batch.random_actions().copy()
    copy.step(actions)
    assert np.array_equal(batch.observation, before)
    batch.step(actions)
    assert same(batch, copy)
