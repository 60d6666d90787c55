"""Estimates with intervals that hold one by one, or many together.

Every figure of a study is a ratio of two sums over games: a mean (sum of values over their number),
or a slope (sum of products over sum of squares). Games are independent, events within a game are
not; so a ratio's error is computed from what each game adds to the two sums. This *influence* of
each game is kept with the estimate, to judge differences of estimates from the same games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from agents.statistics import CONFIDENCE, Interval, group_deals

DRAWS = 4000  # of the largest of many errors


@dataclass(frozen=True)
class Estimate:
    """A number estimated from games."""

    value: float
    influence: np.ndarray  # (games,) what each game adds to the error; the sum is 0

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two estimates from the same games."""
        return Estimate(self.value - other.value, self.influence - other.influence)

    @property
    def error(self) -> float:
        """The standard error; NaN with fewer than two games that have an influence."""
        games = np.count_nonzero(self.influence)
        if math.isnan(self.value) or games < 2:
            return math.nan
        return float(np.sqrt(np.square(self.influence).sum() * games / (games - 1)))

    def interval(self, reach: float | None = None) -> Interval:
        """`reach` standard errors to each side, by default those of a single interval."""
        width = (single_reach() if reach is None else reach) * self.error
        return Interval(self.value, self.value - width, self.value + width)


def single_reach(confidence: float = CONFIDENCE) -> float:
    """The standard errors to each side in an interval that holds by itself."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def ratio(above: np.ndarray, below: np.ndarray, game: np.ndarray, games: int) -> Estimate:
    """The sum of `above` divided by that of `below`; entry k of both belongs to game `game[k]`."""
    tops = np.bincount(game, above, games)
    bottoms = np.bincount(game, below, games)
    total = bottoms.sum()
    if total == 0:
        return Estimate(math.nan, np.zeros(games))
    value = tops.sum() / total
    return Estimate(float(value), (tops - value * bottoms) / total)


def mean(values: np.ndarray, chosen: np.ndarray | None = None) -> Estimate:
    """The mean of (games,) or (games, seats) values, or of the chosen ones."""
    weight = np.ones(values.shape) if chosen is None else chosen.astype(float)
    game = np.repeat(np.arange(len(values)), values[0].size)
    return ratio((values * weight).ravel(), weight.ravel(), game, len(values))


def simultaneous_reach(
    estimates: Sequence[Estimate], *, confidence: float = CONFIDENCE, seed: int = 0
) -> float:
    """The standard errors to each side in intervals that *all* hold together.

    By Gaussian multipliers: the influences of each game, multiplied by one random number, make
    errors that are correlated as the true ones are. The largest of them, in standard errors, is
    below the result in 95 % of draws. This is right for any correlation of the estimates, and less
    than Bonferroni's rule where there is one. Games are joined to at most 2,000 blocks.
    """
    usable = [e for e in estimates if e.error > 0]
    if not usable:
        return single_reach(confidence)
    rng = np.random.default_rng(seed)
    block = group_deals(len(usable[0].influence), rng)
    sums = np.stack([np.bincount(block, e.influence).astype(float) for e in usable], axis=1)
    sums /= np.sqrt(np.square(sums).sum(axis=0))
    largest = [
        np.abs(rng.standard_normal((DRAWS // 4, len(sums))) @ sums).max(axis=1) for _ in range(4)
    ]
    return max(single_reach(confidence), float(np.quantile(np.concatenate(largest), confidence)))


def excludes(interval: Interval, value: float = 0.0) -> bool:
    """Return whether the value is outside; false for an unknown interval."""
    return interval.low > value or interval.high < value


# --- adjusted effects ----------------------------------------------------------------------------

MIN_OPENNESS = 25.0  # sum of squared residuals of taking: that of 100 flips of a coin
MAX_OF_ONE_GAME = 0.2  # part of that sum: beyond it the estimate is that of one game
RIDGE = 1e-6  # of a column's squares: keeps equations with collinear columns solvable


def adjusted(
    outcomes: np.ndarray, taken: np.ndarray, features: np.ndarray, game: np.ndarray, games: int
) -> list[Estimate]:
    """The effect of taking something on each outcome, among cases with equal features.

    Case k has `outcomes[k]` (some numbers), `taken[k]` (0 or 1) and `features[k]`; it belongs to
    game `game[k]`. Outcomes and taking are predicted from the features, by regressions fitted to
    the other half of the games; then the residuals of an outcome are regressed on those of taking
    (Robinson's estimator). So whatever the features explain linearly can't pass for an effect. A
    case counts by how open it was whether the thing would be taken: where that was certain there is
    nothing to compare. If this leaves less than `MIN_OPENNESS`, the features decide what is taken,
    and the estimates are unknown (NaN). They are also unknown if one game has a large part of it:
    the prediction from a feature that is constant in all other games can take any value.
    """
    order = np.argsort(game % 2, kind="stable")  # each half of the games in one piece
    middle = int((game % 2 == 0).sum())
    targets = np.column_stack([taken, outcomes]).astype(float)[order]
    columns = np.column_stack([np.ones(len(game)), features])[order]
    residuals = np.empty_like(targets)
    halves = (slice(0, middle), slice(middle, None))
    for here, there in (halves, halves[::-1]):
        residuals[here] = targets[here] - columns[here] @ _ridge(columns[there], targets[there])
    choice = residuals[:, 0]
    openness = np.bincount(game[order], choice**2, games)
    if openness.sum() < MIN_OPENNESS or openness.max() > MAX_OF_ONE_GAME * openness.sum():
        return [Estimate(math.nan, np.zeros(games)) for _ in residuals.T[1:]]
    return [ratio(choice * rest, choice**2, game[order], games) for rest in residuals.T[1:]]


def plain_difference(
    outcome: np.ndarray, taken: np.ndarray, game: np.ndarray, games: int
) -> Estimate:
    """The mean outcome of cases with less that of cases without; nothing is held equal."""
    with_it = ratio(outcome * taken, taken.astype(float), game, games)
    without_it = ratio(outcome * (1 - taken), 1.0 - taken, game, games)
    return with_it - without_it


def _ridge(columns: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Least squares with a penalty too small to matter otherwise."""
    squares = columns.T @ columns
    penalty = np.diag(RIDGE * np.maximum(np.diag(squares), 1e-9))
    return np.linalg.solve(squares + penalty, columns.T @ targets)
