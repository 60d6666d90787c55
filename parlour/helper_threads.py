"""`HelperThreads`: threads that share the work of their caller, by chunks (`core.chunks`)."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from parlour.core.chunks import all_done, new_chunks
from parlour.core.jit import direct

HELPER_NAME = "parlour helper"
# Large enough to be worth taking, small enough that all threads end together.
CHUNKS_PER_THREAD = 16
# How often to look whether the others' last chunks are done before sleeping, and for how long:
# some 40 us, which is twice what a small chunk takes and less than a wake-up.
PATIENCE = 6_000
NAP = 50e-6

_all_done = direct(all_done)


class HelperThreads:
    """Threads that wait for work, started on first use."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        self._reset()

    def _reset(self) -> None:
        self._jobs: SimpleQueue[Callable[[], object] | None] | None = None
        self._failures: list[BaseException] = []
        self._owner = 0

    def share(
        self, total: int, min_chunk: int, work: Callable[..., object], *arguments: Any
    ) -> None:
        """Let all threads take chunks of the work; wait only for those that others have begun."""
        size = max(min_chunk, total // (CHUNKS_PER_THREAD * (1 + self.helpers)))
        chunks = new_chunks(total, size)
        try:
            self.ask(work, *arguments, chunks)
            work(*arguments, chunks)
            self._wait_for(chunks)
        except KeyboardInterrupt:  # the others can't be stopped: leave no work half done
            work(*arguments, chunks)
            self._wait_for(chunks)
            raise

    def _wait_for(self, chunks: np.ndarray) -> None:
        while not _all_done(chunks, PATIENCE):
            self.raise_failure()
            time.sleep(NAP)

    def ask(self, work: Callable[..., object], *arguments: Any) -> None:
        """Let every helper call `work` as soon as it can.

        The work must release the GIL and be harmless when a helper starts late. Earlier jobs that
        no helper has started are dropped.
        """
        if self._jobs is None or self._owner != os.getpid():  # no thread survives a fork
            self._start()
        assert self._jobs is not None
        self._failures.clear()  # of an earlier job
        with contextlib.suppress(Empty):
            while True:
                self._jobs.get_nowait()
        for _ in range(self.helpers):
            self._jobs.put(partial(work, *arguments))

    def raise_failure(self) -> None:
        """Raise the error of a helper, if there was one."""
        if self._failures:
            raise self._failures.pop()

    def _start(self) -> None:
        self._reset()
        self._jobs = SimpleQueue()
        self._owner = os.getpid()
        for _ in range(self.helpers):
            arguments = (self._jobs, self._failures)
            threading.Thread(target=_help, args=arguments, name=HELPER_NAME, daemon=True).start()
        weakref.finalize(self, _dismiss, self._jobs, self.helpers)

    def __getstate__(self) -> int:
        return self.helpers

    def __setstate__(self, helpers: int) -> None:
        self.helpers = helpers
        self._reset()


def _help(jobs: SimpleQueue[Callable[[], object] | None], failures: list[BaseException]) -> None:
    while (job := jobs.get()) is not None:
        try:
            job()
        except BaseException as failure:
            failures.append(failure)
        del job  # an idle thread must not keep the arrays of a batch alive


def _dismiss(jobs: SimpleQueue[Callable[[], object] | None], helpers: int) -> None:
    for _ in range(helpers):
        jobs.put(None)
