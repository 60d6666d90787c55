"""Two sides that play the same deals, compared deal by deal.

Side A plays by one set of components and side B by another, with the same seeds and seatings. The
unit is the deal: its games have their luck in common, so they are not independent; deals are. For
each measure the difference B - A of a deal is one number, and the mean of these numbers has a
Student interval. A changed component shifts the random numbers from the moment it matters. From
there on the two games of a pair go separate ways, which widens the interval but does not make it
wrong: differences of different deals are still independent, and their mean is still the effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from agents.statistics import Interval
from research.variant.measures import Kind, Measure, Measured

CONFIDENCE = 0.95
FEW = 10  # deals that differ: with fewer, an interval for their mean means little


@dataclass(frozen=True)
class PairedEffect:
    """How a measure differs between the sides."""

    measure: Measure
    before: float
    after: float
    alone: Interval  # 95 % if this were the only measure looked at
    together: Interval  # 95 % for all measures at once
    width: float  # of the interval, against one from unpaired deals; NaN where nothing varies

    @property
    def is_clear(self) -> bool:
        """Whether an effect was found, allowing for all the others that were looked for."""
        return self.together.low > 0 or self.together.high < 0

    @property
    def largest(self) -> float:
        """No effect beyond this size is compatible with the games."""
        return max(abs(self.together.low), abs(self.together.high))


@dataclass(frozen=True)
class PairedComparison:
    """All effects, and how far the sides went separate ways."""

    effects: tuple[PairedEffect, ...]
    deals: int
    deals_that_differ: int

    @property
    def clear(self) -> list[PairedEffect]:
        """The effects that were found: who wins comes first, and of each kind the largest."""
        found = sorted(self.effects, key=lambda effect: -abs(effect.alone.estimate))
        return [e for kind in Kind for e in found if e.is_clear and e.measure.kind is kind]

    @property
    def width(self) -> float:
        """How wide intervals are against those from unpaired deals: the middle of all measures."""
        widths = [effect.width for effect in self.effects if not np.isnan(effect.width)]
        return float(np.median(widths)) if widths else float("nan")


def compare(before: Measured, after: Measured) -> PairedComparison:
    """Every measure of the deals that both sides played; at least two."""
    if before.measures != after.measures:
        raise ValueError("both sides must be measured alike: by the same agents and players")
    _, a, b = np.intersect1d(before.deals, after.deals, return_indices=True)
    if len(a) < 2:
        raise ValueError(f"{len(a)} deals were played on both sides, expected at least 2")
    one, other = before.values[a], after.values[b]
    alone = student_intervals(other - one)
    together = student_intervals(other - one, looks=len(before.measures))
    apart = np.sqrt(one.var(axis=0) + other.var(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        widths = np.where(apart > 0, (other - one).std(axis=0) / apart, np.nan)
    rows = zip(
        before.measures, one.mean(axis=0), other.mean(axis=0), alone, together, widths, strict=True
    )
    return PairedComparison(
        effects=tuple(
            PairedEffect(m, float(x), float(y), i, t, float(w)) for m, x, y, i, t, w in rows
        ),
        deals=len(a),
        deals_that_differ=int((one != other).any(axis=1).sum()),
    )


def student_intervals(
    values: np.ndarray, *, looks: int = 1, confidence: float = CONFIDENCE
) -> list[Interval]:
    """Student's interval for the mean of each column of (deals, columns).

    With `looks` intervals the chance that any of them misses is shared out evenly (Bonferroni):
    together they hold with this confidence, however the measures depend on each other.
    """
    deals = len(values)
    means = values.mean(axis=0)
    errors = values.std(axis=0, ddof=1) / np.sqrt(deals)
    reach = stdtrit(deals - 1, 1 - (1 - confidence) / 2 / looks) * errors
    ends: Sequence[tuple[float, float, float]] = np.stack(
        [means, means - reach, means + reach], axis=1
    ).tolist()
    return [Interval(*row) for row in ends]
