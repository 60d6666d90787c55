"""Estimates with intervals, for games whose parts depend on each other and for many at once.

Every figure of a study is a ratio of two sums over games: a mean (sum of values over their number),
or a slope (sum of products over sum of squares). The games are independent, what happens within
one is not; so all that a ratio's error needs is what each game adds to the two sums. What a game
adds to the error is kept with the estimate (its *influence*), so that differences of estimates and
the largest of many errors can be judged although they come from the same games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from agents.statistics import Interval, group_deals

CONFIDENCE = 0.95
DRAWS = 4000  # of the largest error among many


@dataclass(frozen=True)
class Estimate:
    """A number found from games."""

    value: float
    influence: np.ndarray  # (games,) what each adds to the error; they sum to 0

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two estimates from the same games."""
        return Estimate(self.value - other.value, self.influence - other.influence)

    @property
    def error(self) -> float:
        """The standard error; NaN where fewer than two games tell anything."""
        telling = np.count_nonzero(self.influence)
        if math.isnan(self.value) or telling < 2:
            return math.nan
        return float(np.sqrt(np.square(self.influence).sum() * telling / (telling - 1)))

    def interval(self, reach: float | None = None) -> Interval:
        """So many standard errors to both sides; as many as 95 % need, if none are given."""
        if reach is None:
            reach = usual_reach()
        wide = reach * self.error
        return Interval(self.value, self.value - wide, self.value + wide)


def usual_reach(confidence: float = CONFIDENCE) -> float:
    """Standard errors to each side of one estimate."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def ratio(above: np.ndarray, below: np.ndarray, game: np.ndarray, games: int) -> Estimate:
    """The sum of `above` by the sum of `below`; entry k of both belongs to game `game[k]`."""
    tops = np.bincount(game, above, games)
    bottoms = np.bincount(game, below, games)
    total = bottoms.sum()
    if total == 0:
        return Estimate(math.nan, np.zeros(games))
    value = tops.sum() / total
    return Estimate(float(value), (tops - value * bottoms) / total)


def mean(values: np.ndarray, chosen: np.ndarray | None = None) -> Estimate:
    """The mean of (games,) or (games, seats) values, of the chosen ones if that is given."""
    weight = np.ones(values.shape) if chosen is None else chosen.astype(float)
    game = np.repeat(np.arange(len(values)), values[0].size)
    return ratio((values * weight).ravel(), weight.ravel(), game, len(values))


def simultaneous_reach(
    estimates: Sequence[Estimate], *, confidence: float = CONFIDENCE, seed: int = 0
) -> float:
    """How many standard errors all these intervals need so that *all* of them cover at once.

    By Gaussian multipliers: each game's influences, all multiplied by one random number, make
    errors that depend on each other as the true ones do. The largest of them, in standard errors,
    is below the answer in 95 % of draws. This holds however the estimates are related, and asks
    for less than Bonferroni's rule where they are. Games are joined to at most 2,000 blocks.
    """
    known = [e for e in estimates if e.error > 0]
    if not known:
        return usual_reach(confidence)
    rng = np.random.default_rng(seed)
    block = group_deals(len(known[0].influence), rng)
    sums = np.stack([np.bincount(block, e.influence).astype(float) for e in known], axis=1)
    sums /= np.sqrt(np.square(sums).sum(axis=0))
    largest = [
        np.abs(rng.standard_normal((DRAWS // 4, len(sums))) @ sums).max(axis=1) for _ in range(4)
    ]
    return max(usual_reach(confidence), float(np.quantile(np.concatenate(largest), confidence)))


def excludes(interval: Interval, value: float = 0.0) -> bool:
    """Whether the value is outside; false where nothing is known."""
    return interval.low > value or interval.high < value


# --- adjusted effects ----------------------------------------------------------------------------

OPENNESS = 25.0  # sum of squares of what is left of taking: 100 flips of a coin have that much
MOST_OF_ONE = 0.2  # of that sum from one game: more, and the estimate is this game's
RIDGE = 1e-6  # of a column's squares: keeps equations solvable where columns say the same


def adjusted(
    outcomes: np.ndarray, taken: np.ndarray, known: np.ndarray, game: np.ndarray, games: int
) -> list[Estimate]:
    """What taking something adds to each outcome among cases that are alike in what is known.

    Case k has `outcomes[k]` (some numbers), `taken[k]` (0 or 1) and columns `known[k]`; it belongs
    to game `game[k]`. Outcomes and taking are predicted from the columns, by regressions fitted to
    the other half of the games; what is left of an outcome is then compared with what is left of
    taking (Robinson's regression of residuals on residuals). So whatever the columns explain
    linearly can't pass for an effect. The cases count by how open it was whether the thing would be
    taken: where that was sure there is nothing to compare. If that leaves less than `OPENNESS`, the
    columns decide what is taken, and the estimates are unknown (NaN). So they are if one game has a
    large part of it: a column that is the same in all other games lets its prediction run away.
    """
    order = np.argsort(game % 2, kind="stable")  # each half of the games in one piece
    middle = int((game % 2 == 0).sum())
    targets = np.column_stack([taken, outcomes]).astype(float)[order]
    columns = np.column_stack([np.ones(len(game)), known])[order]
    left = np.empty_like(targets)
    halves = (slice(0, middle), slice(middle, None))
    for here, there in (halves, halves[::-1]):
        left[here] = targets[here] - columns[here] @ _ridge(columns[there], targets[there])
    choice = left[:, 0]
    openness = np.bincount(game[order], choice**2, games)
    if openness.sum() < OPENNESS or openness.max() > MOST_OF_ONE * openness.sum():
        return [Estimate(math.nan, np.zeros(games)) for _ in left.T[1:]]
    return [ratio(choice * rest, choice**2, game[order], games) for rest in left.T[1:]]


def plain_difference(
    outcome: np.ndarray, taken: np.ndarray, game: np.ndarray, games: int
) -> Estimate:
    """The mean outcome where it was taken, less that where it was not: nothing is held equal."""
    with_it = ratio(outcome * taken, taken.astype(float), game, games)
    without = ratio(outcome * (1 - taken), 1.0 - taken, game, games)
    return with_it - without


def _ridge(columns: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Least squares with a penalty too small to matter otherwise."""
    squares = columns.T @ columns
    penalty = np.diag(RIDGE * np.maximum(np.diag(squares), 1e-9))
    weights: np.ndarray = np.linalg.solve(squares + penalty, columns.T @ targets)
    return weights
