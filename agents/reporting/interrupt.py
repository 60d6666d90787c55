"""Ctrl-C for work in steps: the first one lets the step finish, the second one stops at once."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType


class Interrupt:
    """A context in which the first Ctrl-C sets `asked` instead of raising."""

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
