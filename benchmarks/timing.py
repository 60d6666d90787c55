"""Rates with their spread: machines are noisy, so nothing is measured once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rich.table import Table

from agents.reporting.progress import track
from agents.reporting.tables import new_table

# Does something a number of times, and returns this number.
Workload: TypeAlias = Callable[[], int]


def counted(events: int, work: Callable[..., object], *arguments: object) -> Workload:
    """Return a workload of a fixed number of events."""

    def run() -> int:
        work(*arguments)
        return events

    return run


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
        """The median, with the lowest and the highest repeat."""
        low, high = min(self.values), max(self.values)
        return f"{text(self.median)} ({text(low)} to {text(high)})"

    def over(self, other: Rate) -> Rate:
        """The ratio, repeat by repeat: a slow machine slows down both."""
        return Rate(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def to_json(self) -> dict[str, Any]:
        return {"median": rounded(self.median), "repeats": [rounded(v) for v in self.values]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rate:
        return cls(tuple(data["repeats"]))


def measure_together(
    workloads: Mapping[str, Workload], repeats: int, seconds: float, description: str = "measuring"
) -> dict[str, Rate]:
    """Measure workloads in turn, repeat by repeat, so that their ratios can be trusted.

    The first repeat is not counted: it compiles and fills caches, and reaches the end of a game.
    """
    values: dict[str, list[float]] = {name: [] for name in workloads}
    for name, workload in track([*workloads.items()] * (1 + repeats), description):
        values[name].append(measure_once(workload, seconds))
    return {name: Rate(tuple(rates[1:])) for name, rates in values.items()}


def measure_once(workload: Workload, seconds: float) -> float:
    """Return events a second, of a run that takes at least this long."""
    events = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        events += workload()
    return events / passed


def rates_table(title: str, name: str, unit: str, rates: Mapping[str, Rate]) -> Table:
    return new_table(title, name, unit, rows=[(name, str(rate)) for name, rate in rates.items()])


def rounded(value: float) -> float:
    """Round to four digits, more than a machine's noise leaves."""
    return float(f"{value:.4g}")


def short(rate: float) -> str:
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}"
    return f"{rate:.3g}"
