"""Ctrl-C for work in steps, and for processes: a terminal sends it to all of them."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that started this one, which ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def start_ignoring_interrupt() -> Iterator[None]:
    """Let processes that are started in this context ignore Ctrl-C from their first moment."""
    # Only the main thread may change that.
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)


class Interrupt:
    """A context in which the first Ctrl-C sets `asked`, and the second one stops at once."""

    def __init__(self, notice: str = "", *, listening: bool = True) -> None:
        """`notice` is printed to stderr at the first Ctrl-C."""
        # Only the main thread gets signals.
        is_main = threading.current_thread() is threading.main_thread()
        self._listening = listening and is_main
        self._notice = notice
        self.asked = False

    def __enter__(self) -> Interrupt:
        if self._listening:
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        if self._notice:
            print(self._notice, file=sys.stderr)

    def __exit__(self, *error: object) -> None:
        if self._listening:
            signal.signal(signal.SIGINT, self._before)
