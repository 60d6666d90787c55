"""Rates with their spread: machines are noisy, so nothing is measured once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """Events a second: the median of some repeats, and how far they lie apart."""

    median: float
    lowest: float
    highest: float

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.lowest)} to {_short(self.highest)})"


def measure(work: Callable[[], int], repeats: int, seconds: float) -> Rate:
    """`work` does something and returns how often; it is called until the time is up, each repeat.

    One call before that is not counted: it compiles and fills caches.
    """
    work()
    rates = []
    for _ in range(repeats):
        events = 0
        start = time.perf_counter()
        while (passed := time.perf_counter() - start) < seconds:
            events += work()
        rates.append(events / passed)
    return Rate(statistics.median(rates), min(rates), max(rates))


def _short(rate: float) -> str:
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}"
    return f"{rate:.3g}"
