"""Ways to play, found in the games, and which comes in ahead of which.

A seat's way to play is told by the parts that each source has in its final score, and by how often
it hired, deputed, made dresses and took the favor card: not by how much it scored, so that good and
bad play of one kind look alike. Seats are grouped by k-means. How many groups there are is decided
by their *prediction strength* (Tibshirani and Walther): groups are found in two halves of the games
separately, and those of one half must keep the neighbours of the other half together.

Strength alone does not make groups: two halves of one long cloud agree well on where to cut it.
So a Gaussian cloud with the covariance and size of the records is cut in the same way, and groups
are *apart* only if they are strong and break up, even in the worst split of the games, at most half
as many pairs as the cloud's parts do on average. (The ratio of broken pairs counts, not the
difference of strengths: the cloud of two distant groups is so long that its own strength is about
0.95, which leaves no room above.) If no number of groups is apart, the seats are one cloud; it is
still cut in two along its main gradient, to describe it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from research.balance.record import Records
from research.statistics import Estimate, mean, ratio
from rokoko_env.core.ids import SOURCE_NAMES

MOST = 8  # groups that are looked for
STRONG = 0.8  # prediction strength that groups must have, as its inventors advise
FEWER = 0.5  # of the pairs that the cloud breaks up: groups that are apart break up no more
SPLITS = 6
STARTS = 4  # of k-means: the best one counts
ROUNDS = 60  # of k-means
SAMPLE = 2000  # seats of a half that groups are found in
HABITS = {"hired": "hiring", "deputed": "deputing", "sold": "selling", "favors": "favor cards"}
COUNTS = {"dresses": "dresses on the board", "decorations": "spaces funded"}
# Who holds the favor card in the end says who took it last, not how somebody played.
SOURCES = tuple(name for name in SOURCE_NAMES if name != "favor")
FEATURES = (
    *(f"prestige from {name.replace('_', ' ')}" for name in SOURCES),
    *HABITS.values(),
    *COUNTS.values(),
)


@dataclass(frozen=True)
class Group:
    """Seats that played alike, or part of a cloud of them."""

    name: str  # what sets it apart
    share: Estimate  # of all seats
    win_share: Estimate
    score: Estimate
    profile: np.ndarray  # (features,) its mean, in standard deviations from that of all
    of_place: list[Estimate]  # its part of the seats at each place of the first round's order

    @property
    def most(self) -> str:
        """What it has most of, compared with all seats."""
        return FEATURES[int(self.profile.argmax())]


@dataclass(frozen=True)
class Strategies:
    strength: dict[int, float]  # prediction strength by the number of groups
    cloud: dict[int, float]  # the same of one Gaussian cloud with the covariance of the records
    apart: bool  # whether the groups are there, or parts that one cloud was cut into
    groups: list[Group]
    ahead: list[list[Estimate | None]]  # how often a seat of one comes in ahead of one of another


def strategies(records: Records, *, seed: int = 0) -> Strategies:
    """Groups of seats, the most frequent one first, and how they fare against each other."""
    rng = np.random.default_rng(seed)
    points = features(records)
    num_players = records.num_players
    splits = {k: strengths(points, num_players, k, rng) for k in range(2, MOST + 1)}
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
            profile=profiles[group],
            of_place=[mean((label == group).astype(float), order == p) for p in range(num_players)],
        )
        for group, name in enumerate(_names(profiles))
    ]
    ahead = _ahead(records.played.ranks, label, number)
    strength, cloud_strength = (
        {k: float(found.mean()) for k, found in each.items()} for each in (splits, of_cloud)
    )
    return Strategies(strength, cloud_strength, bool(apart), groups, ahead)


def are_apart(splits: np.ndarray, of_cloud: np.ndarray) -> bool:
    """Whether groups of this strength in each split are more than parts of one cloud."""
    few_broken = 1 - splits.min() <= FEWER * (1 - of_cloud.mean())
    return bool(splits.mean() >= STRONG and few_broken)


def gaussian_cloud(points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As many points of one cloud that is as long and as wide in all directions as these."""
    covariance = np.cov(points, rowvar=False)
    return rng.multivariate_normal(points.mean(axis=0), covariance, size=len(points))


def features(records: Records) -> np.ndarray:
    """(games * players, features) in standard deviations."""
    seats = records.seats.reshape(-1)
    told = seats["points"][:, [SOURCE_NAMES.index(name) for name in SOURCES]]
    parts = told / np.maximum(seats["points"].sum(axis=1, keepdims=True), 1)
    habits = [seats[name] for name in HABITS] + [seats[name][:, -1] for name in COUNTS]
    table = np.column_stack([parts, *habits]).astype(float)
    spread = table.std(axis=0)
    standard: np.ndarray = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return standard


def nearest(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The number of the nearest centre of each point."""
    distance = np.square(centres).sum(axis=1) - 2 * points @ centres.T
    found: np.ndarray = distance.argmin(axis=1)
    return found


def k_means(points: np.ndarray, number: int, rng: np.random.Generator) -> np.ndarray:
    """(number, features) centres: Lloyd's steps from spread-out beginnings, the best of some."""
    found = [_lloyd(points, _spread_out(points, number, rng)) for _ in range(STARTS)]
    return min(found, key=lambda centres: _unlike(points, centres))


def _spread_out(points: np.ndarray, number: int, rng: np.random.Generator) -> np.ndarray:
    """k-means++: each next centre is drawn by its squared distance from those there are."""
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
    for _ in range(ROUNDS):
        again = nearest(points, centres)
        if (again == label).all():
            break
        label = again
        for group in range(len(centres)):
            if (label == group).any():
                centres[group] = points[label == group].mean(axis=0)
    return centres


def _unlike(points: np.ndarray, centres: np.ndarray) -> float:
    return float(np.square(points - centres[nearest(points, centres)]).sum())


def strengths(
    points: np.ndarray, num_players: int, number: int, rng: np.random.Generator
) -> np.ndarray:
    """(splits,) of the games into random halves: the seats of one game stay together."""
    found = np.zeros(SPLITS)
    for split in range(SPLITS):
        games = rng.permutation(len(points) // num_players)
        seats = (games[:, None] * num_players + np.arange(num_players)).ravel()
        one, other = (half[:SAMPLE] for half in np.array_split(points[seats], 2))
        if min(len(one), len(other)) > number:
            found[split] = _kept_together(one, other, number, rng)
    return found


def _kept_together(
    one: np.ndarray, other: np.ndarray, number: int, rng: np.random.Generator
) -> float:
    """Of the pairs within a group of the one half, which part the other half's centres keep
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


def _names(profiles: list[np.ndarray]) -> list[str]:
    """Each by the two features in which it differs most from all seats."""
    names = []
    for profile in profiles:
        most = np.argsort(-np.abs(profile), kind="stable")[:2]
        above = [FEATURES[f] for f in most if profile[f] > 0]
        below = [FEATURES[f] for f in most if profile[f] <= 0]
        told = [("above average: ", above), ("below average: ", below)]
        names.append("; ".join(where + ", ".join(what) for where, what in told if what))
    return names


def _ahead(ranks: np.ndarray, label: np.ndarray, number: int) -> list[list[Estimate | None]]:
    """Over all pairs of a seat of the one and a seat of the other group at one table; a tie is a
    half."""
    games, num_players = ranks.shape
    one, other = np.nonzero(~np.eye(num_players, dtype=bool))
    won = (np.sign(ranks[:, other] - ranks[:, one]) + 1) / 2
    game = np.repeat(np.arange(games), len(one))
    table: list[list[Estimate | None]] = [[None] * number for _ in range(number)]
    for row in range(number):
        for column in range(number):
            met = ((label[:, one] == row) & (label[:, other] == column)).ravel()
            if row != column and met.any():
                share = ratio(won.ravel()[met], np.ones(int(met.sum())), game[met], games)
                table[row][column] = share
    return table
