"""`HelperThreads`: helper threads that take part in what the caller does."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

HELPER_NAME = "rokoko helper"


class Job(NamedTuple):
    work: Callable[..., object]
    arguments: tuple[Any, ...]


class HelperThreads:
    """Some threads that wait for work; they are started when they are first needed."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        self._forget()

    def _forget(self) -> None:
        self._jobs: SimpleQueue[Job | None] | None = None
        self._failures: list[BaseException] = []
        self._owner = 0

    def ask(self, work: Callable[..., object], *arguments: Any) -> None:
        """Let every helper call this as soon as it can.

        The work must not hold the GIL, and must do no harm when a helper comes late. Earlier jobs
        that no helper has fetched yet are forgotten.
        """
        if self._jobs is None or self._owner != os.getpid():  # after a fork the threads are gone
            self._start()
        assert self._jobs is not None
        self._failures.clear()  # of a job that others have finished
        with contextlib.suppress(Empty):
            while True:
                self._jobs.get_nowait()
        for _ in range(self.helpers):
            self._jobs.put(Job(work, arguments))

    def raise_failure(self) -> None:
        """Pass on what went wrong in a helper, if anything did."""
        if self._failures:
            raise self._failures.pop()

    def _start(self) -> None:
        self._forget()
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
        self._forget()


def _help(jobs: SimpleQueue[Job | None], failures: list[BaseException]) -> None:
    while (job := jobs.get()) is not None:
        try:
            job.work(*job.arguments)
        except BaseException as failure:
            failures.append(failure)
        del job  # a waiting thread must not keep the arrays of a batch alive


def _dismiss(jobs: SimpleQueue[Job | None], helpers: int) -> None:
    for _ in range(helpers):
        jobs.put(None)
