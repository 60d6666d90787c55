"""Intervals and ratings for games that depend on each other.

In the arena every deal (the seed of a game) is played in several seatings. The games of one deal
share their luck, so they are not independent; deals are. Everything here therefore draws or counts
whole deals, never single games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple, dataclass
from itertools import permutations

import numpy as np

CONFIDENCE = 0.95  # of all intervals, by default
MAX_UNITS = 2000  # with more deals than this, blocks of deals are drawn instead
CHUNK = 4_000_000  # counts drawn at a time: 32 MB an array
PRIOR = 0.5  # virtual wins, and as many losses, of each agent
ELO = 400 / math.log(10)  # 400 points more are odds of 10 to 1
MAX_STEPS = 100  # of Newton's method, which usually takes ten
TOLERANCE = 1e-5  # of log-strengths: after a step this short the error is about its square
ROUNDING = 1e-9  # error of means of shares, which may exceed their bounds by it


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval; unknown numbers are NaN.

    In JSON, which has no NaN, they are null.
    """

    estimate: float
    low: float
    high: float

    def text(self, spec: str = ".3g", scale: float = 1.0) -> str:
        """Return, for example, "53.1 (51.0 to 55.2)" for `text(".1f", scale=100)`."""
        estimate, low, high = (format(scale * value, spec) for value in astuple(self))
        return f"{estimate} ({low} to {high})"

    def to_json(self) -> dict[str, float | None]:
        """Return each number with six significant digits: more would be noise."""
        return {
            name: None if math.isnan(value) else float(f"{value:.6g}")
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, float | None]) -> Interval:
        """Return the interval that `to_json` was called on."""
        values = {name: math.nan if value is None else value for name, value in data.items()}
        return cls(**values)


def group_deals(deals: int, rng: np.random.Generator) -> np.ndarray:
    """(deals,) the unit that each deal is drawn with in a bootstrap: itself, or a block of deals.

    More than `MAX_UNITS` deals are assigned at random to this number of blocks, whose sizes differ
    by at most one. Sums over disjoint sets of independent deals are independent too, and the width
    of an interval, a standard deviation estimated from 2,000 units, is uncertain by only
    1/sqrt(2 * 2000), or 1.6 %. Blocks must be joined by their sums (of values and of counts), not
    by their means, so that each deal counts the same in larger and smaller blocks.
    """
    if deals <= MAX_UNITS:
        return np.arange(deals)
    return rng.permutation(np.arange(deals) % MAX_UNITS)


def bootstrap_weights(units: int, resamples: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield (resamples, units) counts: how often each unit is drawn in each resample.

    A resample draws as many units as there are, with replacement. The counts come in chunks because
    all of them may not fit into memory.
    """
    rows = max(1, CHUNK // units)
    for start in range(0, resamples, rows):
        size = min(rows, resamples - start)
        draws = rng.integers(units, size=(size, units))
        draws += units * np.arange(size)[:, None]
        counts = np.bincount(draws.ravel(), minlength=size * units)
        yield counts.reshape(size, units).astype(np.float64)


def mean_intervals(
    values: np.ndarray,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2000,
    seed: int = 0,
    bounds: tuple[float, float] | None = None,
) -> list[Interval]:
    """The mean of each column of `values` (deals, columns): percentile bootstrap over deals.

    NaN marks deals without a value; the mean is that of the other ones. `bounds` is the range of
    the values, if they have one. Then a column whose n values all equal c gets an exact interval:
    if a share p of all deals were c, n in a row had probability p ** n, so p is at least
    ((1 - confidence) / 2) ** (1 / n), and the other deals lie between the bounds. For n wins out of
    n this is the exact binomial bound. With fewer than two values the interval is `bounds`, or
    unknown (NaN) without them. Percentile intervals are too narrow for few deals: one of 95 %
    covers the truth in about 94 % of cases with 30 deals and 90 % with ten, and in fewer if a few
    large values matter most.
    """
    values = np.asarray(values, np.float64)
    _check(confidence, resamples)
    minimum, maximum = bounds or (-math.inf, math.inf)
    outside = np.isinf(values) | (values < minimum - ROUNDING) | (values > maximum + ROUNDING)
    if values.ndim != 2 or outside.any():
        raise ValueError(f"values must be (deals, columns), finite and within the bounds {bounds}")
    values = np.clip(values, minimum, maximum)
    means = _resampled_means(values, resamples, seed)
    intervals = []
    for column, resampled in zip(values.T, means.T, strict=True):
        column, resampled = column[~np.isnan(column)], resampled[~np.isnan(resampled)]
        estimate = float(column.mean()) if len(column) else math.nan
        if len(column) < 2:
            low, high = bounds or (math.nan, math.nan)
        elif bounds and np.ptp(column) < ROUNDING:
            share = ((1 - confidence) / 2) ** (1 / len(column))
            low, high = (share * column[0] + (1 - share) * bound for bound in bounds)
        else:
            low, high = np.clip(_percentiles(resampled, confidence), minimum, maximum)
        intervals.append(Interval(estimate, float(low), float(high)))
    return intervals


def _resampled_means(values: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """(resamples, columns) means; NaN where a resample drew no deal with a value."""
    deals, columns = values.shape
    if not deals:
        return np.full((resamples, columns), np.nan)
    rng = np.random.default_rng(seed)
    unit = group_deals(deals, rng)
    has_value = ~np.isnan(values)
    sums, counts = np.zeros((2, int(unit.max()) + 1, columns))
    np.add.at(sums, unit, np.where(has_value, values, 0.0))
    np.add.at(counts, unit, has_value)
    with np.errstate(invalid="ignore"):
        means = [
            weights @ sums / (weights @ counts)
            for weights in bootstrap_weights(len(sums), resamples, rng)
        ]
    return np.concatenate(means)


def _percentiles(resampled: np.ndarray, confidence: float) -> np.ndarray:
    """(2, ...) the ends of the central part that holds `confidence` of the resamples."""
    tail = (1 - confidence) / 2
    ends: np.ndarray = np.quantile(resampled, [tail, 1 - tail], axis=0)
    return ends


@dataclass(frozen=True)
class _Choices:
    """Orders as choices: the first is chosen among all, the second among the rest, and so on.

    Their likelihood depends only on how often each agent was chosen and how often each set of
    agents was chosen from. There are far fewer sets than orders or games.
    """

    chosen: np.ndarray  # (orders, places - 1) agent
    among: np.ndarray  # (orders, places - 1) number of the set it was chosen from
    sets: np.ndarray  # (sets, places) agents, padded with `num_agents`
    num_agents: int

    @classmethod
    def of(cls, places: np.ndarray, num_agents: int) -> _Choices:
        """Return the choices for (orders, places) agents, best first."""
        width = places.shape[1]
        among = np.empty((len(places), width - 1), np.int64)
        for place in range(width - 1):
            left = np.full(places.shape, num_agents)
            left[:, place:] = np.sort(places[:, place:], axis=1)
            among[:, place] = np.ravel_multi_index(tuple(left.T), (num_agents + 1,) * width)
        codes, numbers = np.unique(among, return_inverse=True)
        sets = np.stack(np.unravel_index(codes, (num_agents + 1,) * width), axis=1)
        return cls(places[:, :-1], numbers.reshape(among.shape), sets, num_agents)

    def fit(self, weights: np.ndarray, prior: float, start: np.ndarray) -> np.ndarray:
        """Maximize the likelihood of weighted orders by Newton's method; returns log-strengths.

        A step changes no difference of log-strengths by more than 1. Within such a step the
        curvature grows by a factor of at most e, which is little enough for the likelihood to rise
        with every step: no line search is needed. (The usual minorize-maximize steps rise too, but
        there are 10,000 of them if an agent won 200 games of 200.)
        """
        size = self.num_agents + 1
        weights = np.repeat(weights, self.chosen.shape[1])
        wins = np.bincount(self.chosen.ravel(), weights, size)[:-1]
        counts = np.bincount(self.among.ravel(), weights, len(self.sets))[:, None]
        pairs = (self.sets[:, :, None] * size + self.sets[:, None, :]).ravel()
        logs = start.copy()
        for _ in range(MAX_STEPS):
            strengths = np.exp(logs)
            probs = np.append(strengths, 0.0)[self.sets]
            probs /= probs.sum(axis=1, keepdims=True)
            expected = np.bincount(self.sets.ravel(), (counts * probs).ravel(), size)[:-1]
            both = (counts * probs)[:, :, None] * probs[:, None, :]
            joint = np.bincount(pairs, both.ravel(), size * size).reshape(size, size)[:-1, :-1]
            virtual = strengths / (strengths + 1)
            slope = wins - expected + prior * (1 - 2 * virtual)
            curvature = np.diag(expected + 2 * prior * virtual * (1 - virtual)) - joint
            step = np.linalg.solve(curvature, slope)
            step /= max(1.0, max(step.max(), 0) - min(step.min(), 0))
            logs += step
            if np.abs(step).max() < TOLERANCE:
                break
        return logs


def plackett_luce(
    places: np.ndarray, weights: np.ndarray, num_agents: int, *, prior: float = PRIOR
) -> np.ndarray:
    """Log-strengths of agents from orders: `places` (orders, places) are agents, best first.

    The model draws the first in proportion to strength, then the second among the rest, and so on.
    An agent may sit at a table more than once: its copies have one strength, and their order does
    not matter. `weights` (orders,) are the frequencies of the orders.

    An agent that always wins would be infinitely strong. So each agent also has `prior` virtual
    wins and as many losses against an opponent of strength 1. This keeps all strengths finite,
    centers them near 1 and hardly matters after a few dozen games.
    """
    _check_prior(prior)
    places = _agents(places, num_agents)
    weights = np.asarray(weights, np.float64)
    if weights.shape != places.shape[:1] or not (np.isfinite(weights) & (weights >= 0)).all():
        raise ValueError(f"weights must be {len(places)} numbers of at least 0")
    return _Choices.of(places, num_agents).fit(weights, prior, np.zeros(num_agents))


def ratings(
    ranks: np.ndarray,
    seating: np.ndarray,
    deal: np.ndarray,
    num_agents: int,
    *,
    anchor: int | None = None,
    prior: float = PRIOR,
    confidence: float = CONFIDENCE,
    resamples: int = 200,
    seed: int = 0,
) -> list[Interval]:
    """Each agent's rating on the scale of Elo, by `plackett_luce` and a bootstrap over deals.

    Agent `seating[g, seat]` has rank `ranks[g, seat]` (less is better) in a game of deal `deal[g]`.
    The agent `anchor` has rating 0; without it, the mean of all agents that played. Differences are
    taken within each resample, so intervals are those of the distance to the anchor. Equal ranks
    are a tie, which counts as half the order by seats and half its reverse. For two agents these
    are all possible orders; for more they are not, but favor none of them on average if a deal is
    played in all seatings.

    Unknown numbers are NaN: the rating of an agent that did not play, and intervals from one deal.
    An agent that was never behind another one, or never ahead, has no interval: the data set no
    limit on one side, and the distance of its rating depends on the prior and the number of games.
    If the anchor is such an agent, this holds for all others.
    """
    ranks, seating, number = _games(ranks, seating, deal, num_agents)
    _check(confidence, resamples)
    _check_prior(prior)
    reference = np.isin(np.arange(num_agents), seating if anchor is None else [anchor])
    if anchor is not None and anchor not in seating:
        raise ValueError(f"the anchor, agent {anchor}, did not play")
    rng = np.random.default_rng(seed)
    unit = group_deals(int(number.max()) + 1, rng)
    order_unit = np.tile(unit[number], 2)
    choices = _Choices.of(_places(ranks, seating), num_agents)
    best = choices.fit(np.full(len(order_unit), 0.5), prior, np.zeros(num_agents))
    resampled = [
        choices.fit(0.5 * counts[order_unit], prior, best)
        for chunk in bootstrap_weights(int(unit.max()) + 1, resamples, rng)
        for counts in chunk
    ]
    logs = np.array([best, *resampled])
    points = ELO * (logs - logs[:, reference].mean(axis=1, keepdims=True))
    table = np.stack([points[0], *_percentiles(points[1:], confidence)], axis=1)
    if len(unit) < 2:
        table[:, 1:] = np.nan
    _remove_unlimited(table, _ever_ahead(ranks, seating, num_agents), anchor)
    table[np.isin(np.arange(num_agents), seating, invert=True)] = np.nan
    return [Interval(*row) for row in table.tolist()]


def _ever_ahead(ranks: np.ndarray, seating: np.ndarray, num_agents: int) -> np.ndarray:
    """(agents, agents) whether the first ever had the same or a better rank than the second."""
    ahead = np.zeros((num_agents, num_agents), bool)
    for one, other in permutations(range(ranks.shape[1]), 2):
        games = ranks[:, one] <= ranks[:, other]
        ahead[seating[games, one], seating[games, other]] = True
    np.fill_diagonal(ahead, False)
    return ahead


def _remove_unlimited(table: np.ndarray, ahead: np.ndarray, anchor: int | None) -> None:
    """Remove the intervals that depend on the prior alone."""
    unlimited = np.logical_not(ahead.any(axis=0) & ahead.any(axis=1))
    if anchor is not None:
        unlimited = unlimited | unlimited[anchor]
        unlimited[anchor] = False
    table[unlimited, 1:] = np.nan


def _places(ranks: np.ndarray, seating: np.ndarray) -> np.ndarray:
    """(2 * games, seats) agents, best first: all games with ties in order of seats, then again
    with ties in reverse."""
    forward = np.argsort(ranks, axis=1, kind="stable")
    reverse = ranks.shape[1] - 1 - np.argsort(ranks[:, ::-1], axis=1, kind="stable")
    return np.concatenate([np.take_along_axis(seating, o, axis=1) for o in (forward, reverse)])


def versus(
    ranks: np.ndarray,
    seating: np.ndarray,
    deal: np.ndarray,
    num_agents: int,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> list[list[Interval | None]]:
    """Shares of meetings in which an agent (row) is ahead of another one (column); a tie is a half.

    The share in a deal is taken over all pairs of a seat of the one and a seat of the other in the
    same game; all deals in which they met count the same. None for an agent and itself, and for two
    that never met. The arguments are those of `ratings`.
    """
    ranks, seating, number = _games(ranks, seating, deal, num_agents)
    one, other = np.nonzero(~np.eye(ranks.shape[1], dtype=bool))
    mine, theirs = seating[:, one], seating[:, other]
    ahead = (np.sign(ranks[:, other] - ranks[:, one]) + 1) / 2
    cell = number[:, None] * num_agents + theirs
    shape = (int(number.max()) + 1, num_agents)
    table: list[list[Interval | None]] = [[None] * num_agents for _ in range(num_agents)]
    for agent in range(num_agents - 1):
        met = (mine == agent) & (theirs > agent)
        pairs = np.bincount(cell[met], minlength=shape[0] * shape[1])
        sums = np.bincount(cell[met], ahead[met], len(pairs))
        shares = np.divide(sums, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
        intervals = mean_intervals(
            shares.reshape(shape)[:, agent + 1 :], resamples=resamples, seed=seed, bounds=(0.0, 1.0)
        )
        for rival, share in enumerate(intervals, agent + 1):
            if not math.isnan(share.estimate):
                table[agent][rival] = share
                table[rival][agent] = Interval(1 - share.estimate, 1 - share.high, 1 - share.low)
    return table


def _games(
    ranks: np.ndarray, seating: np.ndarray, deal: np.ndarray, num_agents: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Check the arguments; returns ranks, seating, and the games' deals numbered from 0."""
    ranks, seating, deal = _whole(ranks), _agents(seating, num_agents), np.asarray(deal)
    if ranks.shape != seating.shape or deal.shape != seating.shape[:1] or not len(deal):
        raise ValueError(
            f"ranks {ranks.shape}, seating {seating.shape} and deal {deal.shape} must be of the "
            "same games, at least one"
        )
    return ranks, seating, np.unique(deal, return_inverse=True)[1]


def _agents(table: np.ndarray, num_agents: int) -> np.ndarray:
    table = _whole(table)
    if ((table < 0) | (table >= num_agents)).any():
        raise ValueError(f"agents must be numbers from 0 to {num_agents - 1}")
    return table


def _whole(table: np.ndarray) -> np.ndarray:
    table = np.asarray(table)
    if table.ndim != 2 or table.shape[1] < 2 or table.dtype.kind not in "iu":
        raise ValueError("ranks, seating and places must be whole numbers, two or more for a game")
    return table.astype(np.int64)


def _check(confidence: float, resamples: int) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence}")
    if resamples < 1:
        raise ValueError(f"there must be at least one resample, not {resamples}")


def _check_prior(prior: float) -> None:
    if not 0 < prior < math.inf:
        raise ValueError(f"the prior must be more than 0 and finite, not {prior}")
