"""Threads of a batch: they help, are never waited for in vain, and go when the batch goes."""

from __future__ import annotations

import gc
import pickle
import threading
import time

import numpy as np

from rokoko_env import Batch
from rokoko_env.crew import Crew


def settled() -> int:
    """How many threads there are when those of other tests are gone."""
    gc.collect()
    time.sleep(0.2)
    return threading.active_count()


def test_every_helper_is_asked():
    crew, callers, both_here = Crew(2), [], threading.Barrier(2, timeout=20)

    def work(number: int) -> None:
        both_here.wait()  # one thread alone would not get past this
        callers.append((threading.current_thread(), number))

    crew.ask(work, 7)
    for _ in range(2):
        crew.wait()
    assert len({thread for thread, _ in callers}) == 2
    assert threading.current_thread() not in {thread for thread, _ in callers}
    assert [number for _, number in callers] == [7, 7]


def test_nobody_waits_for_a_helper_that_does_not_come():
    alone, together = Batch(600, 3, seed=4), Batch(600, 3, seed=4, threads=2)
    is_free = threading.Event()
    together._crew.ask(is_free.wait, 60)  # keeps the only helper busy
    for _ in range(20):
        actions = alone.random_actions()
        alone.step(actions)
        together.step(actions)
    assert alone.states.tobytes() == together.states.tobytes()
    assert alone.observation.tobytes() == together.observation.tobytes()
    is_free.set()
    for _ in range(20):  # now it helps
        actions = alone.random_actions()
        alone.step(actions)
        together.step(actions)
    assert alone.states.tobytes() == together.states.tobytes()
    assert alone.observation.tobytes() == together.observation.tobytes()


def test_a_late_helper_does_no_harm():
    """It comes when its job is long done, and finds nothing left to do."""
    crew, is_free, calls = Crew(1), threading.Event(), []
    crew.ask(is_free.wait, 60)
    for number in range(5):  # late twice, it is not asked again until it comes
        crew.ask(calls.append, number)
    is_free.set()
    for _ in range(3):  # the third time nobody was asked: nothing to wait for
        crew.wait()
    assert calls == [0]
    crew.ask(calls.append, 5)
    crew.wait()
    assert calls == [0, 5]


def test_few_games_need_no_helpers():
    before = settled()
    batch = Batch(16, 2, threads=2)
    batch.step(batch.random_actions())
    assert threading.active_count() == before


def test_helpers_go_with_their_batch():
    before = settled()
    batch = Batch(600, 2, threads=3)
    assert threading.active_count() == before  # started only when needed
    batch.step(batch.random_actions())
    assert threading.active_count() == before + 2
    del batch
    assert settled() == before


def test_after_a_fork_there_are_new_helpers():
    batch = Batch(600, 2, threads=2)
    batch.step(batch.random_actions())
    batch._crew._owner = -1  # as it is in a child process, where the threads are gone
    lost = batch._crew._jobs
    batch.step(batch.random_actions())
    assert batch._crew._jobs is not lost


def test_a_copy_goes_its_own_way():
    """Observation and mask of an unpickled batch are its own memory, and its steps write there."""
    batch = Batch(600, 2, seed=1, threads=2)
    batch.step(batch.random_actions())
    copy = pickle.loads(pickle.dumps(batch))
    assert copy.observation.tobytes() == batch.observation.tobytes()
    before = batch.observation.copy()
    actions = batch.random_actions().copy()
    copy.step(actions)
    assert np.array_equal(batch.observation, before)
    batch.step(actions)
    assert copy.observation.tobytes() == batch.observation.tobytes()
    assert copy.mask.tobytes() == batch.mask.tobytes()
