"""Paired comparison of two sides that play the same deals.

Side A plays with one set of components and side B with another, with the same seeds and seatings.
The unit is the deal: its games share their luck, so they are not independent; deals are. For each
measure a deal gives one difference B - A, and the mean of these differences has a Student interval.
A changed component shifts the random numbers from the moment it matters. After that the two games
of a pair diverge, which widens the interval but does not make it wrong: differences of different
deals are still independent, and their mean is still the effect.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from agents.statistics import CONFIDENCE, Interval
from research.statistics import excludes
from research.variant.measures import Kind, Measure, Measured, Points

MIN_DIFFERENT = 10  # deals that differ: with fewer, intervals are not to be trusted


@dataclass(frozen=True)
class PairedEffect:
    """The difference of a measure between the sides."""

    measure: Measure
    before: float
    after: float
    alone: Interval  # 95 % if this were the only measure
    together: Interval  # 95 % for all measures at once
    width: float  # of the interval, relative to unpaired deals; NaN where nothing varies

    @property
    def is_clear(self) -> bool:
        """Return whether the measure differs, allowing for the number of measures."""
        return excludes(self.together)

    @property
    def largest(self) -> float:
        """The largest size that is compatible with the games."""
        return max(abs(self.together.low), abs(self.together.high))


@dataclass(frozen=True)
class PairedComparison:
    """The effects on all measures."""

    effects: tuple[PairedEffect, ...]
    deals: int
    deals_that_differ: int

    @property
    def clear(self) -> list[PairedEffect]:
        """The clear effects, kind by kind, the largest first."""
        by_size = sorted(self.effects, key=lambda effect: -abs(effect.alone.estimate))
        return [e for kind in Kind for e in by_size if e.is_clear and e.measure.kind is kind]

    @property
    def points(self) -> Points:
        """The points of the game in words."""
        return self.effects[0].measure.points

    @property
    def width(self) -> float:
        """The width of intervals relative to unpaired deals: the median of all measures."""
        widths = [effect.width for effect in self.effects if not np.isnan(effect.width)]
        return float(np.median(widths)) if widths else float("nan")


def compare(before: Measured, after: Measured) -> PairedComparison:
    """Compare every measure in the deals that both sides played, at least two."""
    if before.measures != after.measures:
        raise ValueError("both sides need the same measures, from the same agents and players")
    _, a, b = np.intersect1d(before.deals, after.deals, return_indices=True)
    if len(a) < 2:
        raise ValueError(f"{len(a)} deals were played on both sides, expected at least 2")
    one, other = before.values[a], after.values[b]
    alone = student_intervals(other - one)
    together = student_intervals(other - one, comparisons=len(before.measures))
    unpaired = np.sqrt(one.var(axis=0) + other.var(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        widths = np.where(unpaired > 0, (other - one).std(axis=0) / unpaired, np.nan)
    means = one.mean(axis=0).tolist(), other.mean(axis=0).tolist()
    rows = zip(before.measures, *means, alone, together, widths.tolist(), strict=True)
    differ = int((one != other).any(axis=1).sum())
    return PairedComparison(tuple(PairedEffect(*row) for row in rows), len(a), differ)


def student_intervals(
    values: np.ndarray, *, comparisons: int = 1, confidence: float = CONFIDENCE
) -> list[Interval]:
    """Student's interval for the mean of each column of (deals, columns).

    With `comparisons` intervals the probability that any of them misses is divided evenly
    (Bonferroni): together they hold with this confidence, however the measures are correlated.
    """
    deals, means = len(values), values.mean(axis=0)
    reach = stdtrit(deals - 1, 1 - (1 - confidence) / 2 / comparisons) * standard_errors(values)
    rows = np.stack([means, means - reach, means + reach], axis=1).tolist()
    return [Interval(*row) for row in rows]


def standard_errors(values: np.ndarray) -> np.ndarray:
    """The standard error of each column's mean."""
    errors: np.ndarray = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return errors
