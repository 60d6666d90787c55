"""Ways to play: groups of seats that played alike, and how often each comes in ahead of another.

A seat's way to play is described by the part of each source in its final score, and by habits and
counts that the game names: not by its score, so that good and bad play of one kind look alike.
Seats are grouped by k-means. The number of groups is decided by *prediction strength* (Tibshirani
and Walther): groups are formed in two halves of the games separately, and those of one half must
keep the neighbours of the other half together.

Strength alone does not make groups: two halves of one long cloud agree well on where to cut it. So
a Gaussian cloud with the covariance and size of the records is cut in the same way, and groups are
*apart* only if they are strong and if, even in the worst split of the games, they break up at most
half as many pairs as the cloud's parts do on average. (The ratio of broken pairs counts, not the
difference of strengths: the cloud of two distant groups is so long that its own strength is about
0.95, which leaves no room above.) If no number of groups is apart, the seats are one cloud; it is
cut in two along its main gradient all the same, to describe it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from research.balance.parts import BalanceParts
from research.balance.record import Records
from research.statistics import Estimate, mean, ratio

MAX_GROUPS = 8
MIN_STRENGTH = 0.8  # of groups, as the inventors of prediction strength advise
MAX_BROKEN = 0.5  # pairs that groups may break up, as a part of those that the cloud breaks up
SPLITS = 6
STARTS = 4  # of k-means: the best one counts
MAX_STEPS = 60  # of k-means
SAMPLE = 2000  # seats of a half from which groups are formed


@dataclass(frozen=True)
class Group:
    """Seats that played alike, or part of a cloud of them."""

    name: str  # the features that set it apart
    share: Estimate  # of all seats
    win_share: Estimate
    score: Estimate
    main_feature: str  # the one that it has most of, compared with all seats
    profile: np.ndarray  # (features,) its mean, in standard deviations from that of all seats
    of_place: list[Estimate]  # its share of the seats at each place in the first round


@dataclass(frozen=True)
class Strategies:
    """The groups, the most frequent one first, and the evidence for their number."""

    features: tuple[str, ...]  # names of them
    strength: dict[int, float]  # prediction strength by the number of groups
    cloud: dict[int, float]  # the same of one Gaussian cloud with the covariance of the records
    apart: bool  # False: the groups are parts that one cloud was cut into
    groups: list[Group]
    ahead: list[list[Estimate | None]]  # [a][b]: how often a seat of a comes in ahead of one of b


def strategies(records: Records, *, seed: int = 0) -> Strategies:
    """Group the seats, and compare the groups."""
    rng = np.random.default_rng(seed)
    names, points = feature_names(records.parts), features(records)
    num_players = records.num_players
    splits = {k: strengths(points, num_players, k, rng) for k in range(2, MAX_GROUPS + 1)}
    cloud = gaussian_cloud(points, np.random.default_rng([seed, 1]))
    of_cloud = {
        k: strengths(cloud, num_players, k, np.random.default_rng([seed, k])) for k in splits
    }
    apart = [k for k in splits if are_apart(splits[k], of_cloud[k])]
    number = max(apart, default=2)
    sample = points[rng.permutation(len(points))[: 2 * SAMPLE]]
    label = nearest(points, k_means(sample, number, rng))
    by_size = np.argsort(-np.bincount(label, minlength=number), kind="stable")
    label = np.argsort(by_size)[label].reshape(records.games, num_players)
    profiles = [points[label.ravel() == group].mean(axis=0) for group in range(number)]
    order = records.seats["order"]
    groups = [
        Group(
            name=name,
            share=mean((label == group).astype(float)),
            win_share=mean(records.wins, label == group),
            score=mean(records.scores.astype(float), label == group),
            main_feature=names[int(profiles[group].argmax())],
            profile=profiles[group],
            of_place=[mean((label == group).astype(float), order == p) for p in range(num_players)],
        )
        for group, name in enumerate(_names(profiles, names))
    ]
    ahead = _ahead(records.ranks, label, number)
    strength = {k: float(of_splits.mean()) for k, of_splits in splits.items()}
    cloud_strength = {k: float(of_splits.mean()) for k, of_splits in of_cloud.items()}
    return Strategies(names, strength, cloud_strength, bool(apart), groups, ahead)


def are_apart(splits: np.ndarray, of_cloud: np.ndarray) -> bool:
    """Return whether groups of this strength in each split are more than parts of one cloud."""
    few_broken = 1 - splits.min() <= MAX_BROKEN * (1 - of_cloud.mean())
    return bool(splits.mean() >= MIN_STRENGTH and few_broken)


def gaussian_cloud(points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw as many points from a Gaussian with the mean and covariance of these."""
    covariance = np.cov(points, rowvar=False)
    return rng.multivariate_normal(points.mean(axis=0), covariance, size=len(points))


def feature_names(parts: BalanceParts) -> tuple[str, ...]:
    """Name what describes a way to play."""
    sources = (parts.spec.sources[k].replace("_", " ") for k in _sources(parts))
    from_sources = (f"{parts.score_word} from {source}" for source in sources)
    return (*from_sources, *parts.ways.habits.values(), *parts.ways.counts.values())


def _sources(parts: BalanceParts) -> list[int]:
    """The numbers of the sources of points that describe a way to play."""
    return [k for k, name in enumerate(parts.spec.sources) if name not in parts.ways.left_out]


def features(records: Records) -> np.ndarray:
    """(games * players, features) in standard deviations."""
    seats, ways = records.seats.reshape(-1), records.parts.ways
    points = seats["points"][:, _sources(records.parts)]
    parts = points / np.maximum(seats["points"].sum(axis=1, keepdims=True), 1)
    habits = [seats[name] for name in ways.habits] + [seats[name][:, -1] for name in ways.counts]
    columns = np.column_stack([parts, *habits]).astype(float)
    spread = columns.std(axis=0)
    standard: np.ndarray = (columns - columns.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return standard


def nearest(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """(points,) the number of the nearest centre."""
    distance = np.square(centres).sum(axis=1) - 2 * points @ centres.T
    label: np.ndarray = distance.argmin(axis=1)
    return label


def k_means(points: np.ndarray, number: int, rng: np.random.Generator) -> np.ndarray:
    """(number, features) centres: the best of some runs of Lloyd's algorithm."""
    runs = [_lloyd(points, _spread_out(points, number, rng)) for _ in range(STARTS)]
    return min(runs, key=lambda centres: _unlike(points, centres))


def _spread_out(points: np.ndarray, number: int, rng: np.random.Generator) -> np.ndarray:
    """k-means++: draw each centre by the squared distance from those drawn before."""
    centres = [points[rng.integers(len(points))]]
    far = np.square(points - centres[0]).sum(axis=1)
    while len(centres) < number:
        total = far.sum()
        chosen = rng.choice(len(points), p=far / total if total > 0 else None)
        centres.append(points[chosen])
        far = np.minimum(far, np.square(points - centres[-1]).sum(axis=1))
    return np.array(centres)


def _lloyd(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    label = np.full(len(points), -1)
    for _ in range(MAX_STEPS):
        before, label = label, nearest(points, centres)
        if (label == before).all():
            break
        for group in range(len(centres)):
            if (label == group).any():
                centres[group] = points[label == group].mean(axis=0)
    return centres


def _unlike(points: np.ndarray, centres: np.ndarray) -> float:
    return float(np.square(points - centres[nearest(points, centres)]).sum())


def strengths(
    points: np.ndarray, num_players: int, number: int, rng: np.random.Generator
) -> np.ndarray:
    """(splits,) prediction strength in random halves of the games."""
    strength = np.zeros(SPLITS)
    seats = np.arange(len(points)).reshape(-1, num_players)
    for split in range(SPLITS):
        halves = np.array_split(points[rng.permutation(seats).ravel()], 2)
        one, other = (half[:SAMPLE] for half in halves)
        if min(len(one), len(other)) > number:
            strength[split] = _kept_together(one, other, number, rng)
    return strength


def _kept_together(
    one: np.ndarray, other: np.ndarray, number: int, rng: np.random.Generator
) -> float:
    """The share of pairs within a group of one half that the centres of the other half keep
    together; the worst group counts."""
    own = nearest(one, k_means(one, number, rng))
    foreign = nearest(one, k_means(other, number, rng))
    worst = 1.0
    for group in range(number):
        sizes = np.bincount(foreign[own == group]).astype(float)
        members = sizes.sum()
        if members > 1:
            worst = min(worst, float((sizes * (sizes - 1)).sum() / (members * (members - 1))))
    return worst


def _names(profiles: list[np.ndarray], features: Sequence[str]) -> list[str]:
    """Name each group by the two features in which it differs most from all seats."""
    names = []
    for profile in profiles:
        largest = np.argsort(-np.abs(profile), kind="stable")[:2]
        above = [features[f] for f in largest if profile[f] > 0]
        below = [features[f] for f in largest if profile[f] <= 0]
        parts = [("above average: ", above), ("below average: ", below)]
        names.append("; ".join(side + ", ".join(words) for side, words in parts if words))
    return names


def _ahead(ranks: np.ndarray, label: np.ndarray, number: int) -> list[list[Estimate | None]]:
    """Shares of pairs in which a seat of one group is ahead of one of another; a tie is a half."""
    games, num_players = ranks.shape
    one, other = np.nonzero(~np.eye(num_players, dtype=bool))
    won = (np.sign(ranks[:, other] - ranks[:, one]) + 1) / 2
    game = np.repeat(np.arange(games), len(one))
    shares: list[list[Estimate | None]] = [[None] * number for _ in range(number)]
    for row in range(number):
        for column in range(number):
            met = ((label[:, one] == row) & (label[:, other] == column)).ravel()
            if row != column and met.any():
                wins = won.ravel()[met]
                shares[row][column] = ratio(wins, np.ones(len(wins)), game[met], games)
    return shares
