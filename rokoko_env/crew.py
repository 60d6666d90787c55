"""`Crew`: helper threads that take part in what the caller does."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple


class Job(NamedTuple):
    work: Callable[..., object]
    arguments: tuple[Any, ...]


class Crew:
    """Some threads that wait for work; they are started when they are first needed."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        self._forget()

    def _forget(self) -> None:
        self._jobs: SimpleQueue[Job | None] | None = None
        self._done: SimpleQueue[None] = SimpleQueue()  # where helpers tell that they have done it
        self._asked = 0  # for how many of these to wait
        self._owner = 0

    def ask(self, work: Callable[..., object], *arguments: Any) -> None:
        """Let every helper call this as soon as it can.

        The work must not hold the GIL, must not fail, and must do no harm when a helper comes late.
        Those who are late twice are not asked again until they come.
        """
        if self._jobs is None or self._owner != os.getpid():  # after a fork the threads are gone
            self._start()
        assert self._jobs is not None
        while not self._done.empty():
            self.wait()
        for _ in range(min(self.helpers, 2 * self.helpers - self._asked)):
            self._jobs.put(Job(work, arguments))
            self._asked += 1

    def wait(self) -> None:
        """Until the next helper has done what it was asked for, if one was."""
        if self._asked > 0:
            self._done.get()
            self._asked -= 1

    def _start(self) -> None:
        self._forget()
        self._jobs = SimpleQueue()
        self._owner = os.getpid()
        for _ in range(self.helpers):
            threading.Thread(target=_help, args=(self._jobs, self._done), daemon=True).start()
        weakref.finalize(self, _dismiss, self._jobs, self.helpers)

    def __getstate__(self) -> int:
        return self.helpers

    def __setstate__(self, helpers: int) -> None:
        self.helpers = helpers
        self._forget()


def _help(jobs: SimpleQueue[Job | None], done: SimpleQueue[None]) -> None:
    while (job := jobs.get()) is not None:
        job.work(*job.arguments)
        done.put(None)
        del job  # a waiting thread must not keep the arrays of a batch alive


def _dismiss(jobs: SimpleQueue[Job | None], helpers: int) -> None:
    for _ in range(helpers):
        jobs.put(None)
