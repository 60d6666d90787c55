"""Rates with their spread: machines are noisy, so nothing is measured once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

# Does something, and returns how often.
Workload: TypeAlias = Callable[[], int]


@dataclass(frozen=True)
class Rate:
    """Events a second (or a ratio of such rates), repeat by repeat."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __str__(self) -> str:
        return self.spread(short)

    def spread(self, text: Callable[[float], str]) -> str:
        """The median, and between which values the repeats lie."""
        low, high = min(self.values), max(self.values)
        return f"{text(self.median)} ({text(low)} to {text(high)})"

    def over(self, other: Rate) -> Rate:
        """The ratio, repeat by repeat: what slows the machine down slows down both."""
        return Rate(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def to_json(self) -> dict[str, Any]:
        return {"median": rounded(self.median), "repeats": [rounded(v) for v in self.values]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rate:
        return cls(tuple(data["repeats"]))


def measure_together(
    works: Mapping[str, Workload],
    repeats: int,
    seconds: float,
    on_progress: Callable[[], object] = lambda: None,
) -> dict[str, Rate]:
    """Several works in turn, repeat by repeat, so that their ratios can be trusted.

    A first repeat is not counted: it compiles and fills caches, and reaches the end of a game.
    """
    for work in works.values():
        once(work, seconds)
    values: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            values[name].append(once(work, seconds))
            on_progress()
    return {name: Rate(tuple(rates)) for name, rates in values.items()}


def once(work: Workload, seconds: float) -> float:
    """Events a second, in at least so many seconds."""
    events = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        events += work()
    return events / passed


def rounded(value: float) -> float:
    """Four digits are more than the machine's noise leaves."""
    return float(f"{value:.4g}")


def short(rate: float) -> str:
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}"
    return f"{rate:.3g}"
