"""Claims about the game, and whether they hold on other sets of components.

A claim is a difference of measures that is positive on the known set, such as the win share of one
agent less that of another. On every other set it either keeps its sign or loses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

import numpy as np

from agents.statistics import Interval
from research.calibrate import abstainers
from research.variant.measures import Kind, Measure, Measured
from research.variant.paired import standard_errors, student_intervals

STYLES, ABSTAINERS = "styles", "abstainers"  # the two matches played on each set
Measurements = Mapping[str, Measured]  # by match


class Topic(StrEnum):
    """The topics of claims, in the order of a report."""

    AGENTS = "who wins more often"
    SEATS = "seat advantage"
    DECORATIONS = "value of decorations"
    SOURCES = "where prestige comes from"


@dataclass(frozen=True)
class Claim:
    """`greater` is more than `lesser` (or than a number) on the known set."""

    topic: Topic
    text: str
    match: str
    greater: Measure | float
    lesser: Measure | float

    @property
    def unit(self) -> str:
        return "PP" if self.topic is Topic.SOURCES else "points of win share"

    def values(self, measurements: Measurements) -> np.ndarray:
        """(deals, 1) the difference."""
        measured = measurements[self.match]
        one, other = (_values(measured, side) for side in (self.greater, self.lesser))
        differences: np.ndarray = one - other
        return differences[:, None]


def _values(measured: Measured, side: Measure | float) -> np.ndarray:
    if isinstance(side, Measure):
        return measured.column(side.kind, side.name)
    return np.full(len(measured.deals), side)


def claims(known: Measurements) -> list[Claim]:
    """All claims, with the signs that they have on the known set."""
    return [*_agents(known), *_seats(known), *_decorations(known), *_sources(known)]


def _ordered(measured: Measured, kind: Kind) -> list[str]:
    """The names of this kind, highest mean first."""
    means = measured.means(kind)
    return sorted(means, key=lambda name: -means[name])


def _agents(known: Measurements) -> Iterator[Claim]:
    for one, other in combinations(_ordered(known[STYLES], Kind.WINS), 2):
        sides = (Measure(Kind.WINS, one), Measure(Kind.WINS, other))
        yield Claim(Topic.AGENTS, f"{one} more often than {other}", STYLES, *sides)


def _seats(known: Measurements) -> Iterator[Claim]:
    shares = known[STYLES].means(Kind.SEAT)
    equal = 100 / len(shares)
    for seat, share in shares.items():
        own, more = Measure(Kind.SEAT, seat), share >= equal
        sides = (own, equal) if more else (equal, own)
        text = f"the {seat} wins {'more' if more else 'less'} than an equal share"
        yield Claim(Topic.SEATS, text, STYLES, *sides)


def _decorations(known: Measurements) -> Iterator[Claim]:
    """The rarer an agent wins without a kind, the more the kind is worth."""
    names = {abstainers.name(kind): kind for kind in abstainers.KINDS}
    without = [name for name in _ordered(known[ABSTAINERS], Kind.WINS) if name in names][::-1]
    for name in without:
        text = f"it costs wins to do without {names[name]}"
        sides = (Measure(Kind.WINS, "heuristic"), Measure(Kind.WINS, name))
        yield Claim(Topic.DECORATIONS, text, ABSTAINERS, *sides)
    for one, other in combinations(without, 2):
        text = f"{names[one]} are worth more than {names[other]}"
        sides = (Measure(Kind.WINS, other), Measure(Kind.WINS, one))
        yield Claim(Topic.DECORATIONS, text, ABSTAINERS, *sides)


def _sources(known: Measurements) -> Iterator[Claim]:
    for one, other in pairwise(_ordered(known[STYLES], Kind.SOURCE)):
        text = f"more from {one} than from {other}".replace("_", " ")
        sides = (Measure(Kind.SOURCE, one), Measure(Kind.SOURCE, other))
        yield Claim(Topic.SOURCES, text, STYLES, *sides)


# --- on other sets -------------------------------------------------------------------------------


class Standing(StrEnum):
    """The standing of a claim on the other sets."""

    THROUGHOUT = "holds throughout"  # the same sign in all sets, clearly in more than half of them
    MOSTLY = "holds mostly"  # less than that, but clearly reversed nowhere
    DEPENDS = "depends on the values"  # clearly reversed somewhere
    OPEN = "open"  # not even clear on the known set


@dataclass(frozen=True)
class Outcome:
    """A claim on the known set and on all others."""

    claim: Claim
    known: Interval
    others: tuple[Interval, ...]  # one for each set; they hold together

    @property
    def same_sign(self) -> int:
        """The number of sets whose estimate has the sign of the claim, clear or not."""
        return sum(other.estimate > 0 for other in self.others)

    @property
    def clear(self) -> int:
        """The number of sets on which the claim is clear, by the same standard as a reversal."""
        return sum(other.low > 0 for other in self.others)

    @property
    def reversed_clearly(self) -> int:
        """The number of sets on which the opposite is clear."""
        return sum(other.high < 0 for other in self.others)

    @property
    def standing(self) -> Standing:
        if self.known.low <= 0:
            return Standing.OPEN
        if self.reversed_clearly:
            return Standing.DEPENDS
        sets = len(self.others)
        throughout = self.same_sign == sets and 2 * self.clear > sets
        return Standing.THROUGHOUT if throughout else Standing.MOSTLY


def judge(known: Measurements, others: Sequence[Measurements]) -> list[Outcome]:
    """Judge every claim of the known set on all other sets."""
    outcomes = []
    for claim in claims(known):
        (of_known,) = student_intervals(claim.values(known))
        differences = map(claim.values, others)
        of_others = [student_intervals(d, comparisons=len(others))[0] for d in differences]
        outcomes.append(Outcome(claim, of_known, tuple(of_others)))
    return outcomes


@dataclass(frozen=True)
class Spread:
    """The variation of a measure from set to set."""

    measure: Measure
    known: float
    lowest: float
    highest: float
    deviation: float  # standard deviation between sets, without the errors within them


def spreads(known: Measurements, others: Sequence[Measurements]) -> list[Spread]:
    """The variation of all measures of the first match."""
    measured = known[STYLES]
    means = np.array([other[STYLES].values.mean(axis=0) for other in others])
    errors = np.array([standard_errors(other[STYLES].values) for other in others])
    between = means.var(axis=0, ddof=1) if len(others) > 1 else np.zeros(means.shape[1])
    deviation = np.sqrt(np.maximum(between - (errors**2).mean(axis=0), 0))
    columns = (measured.values.mean(axis=0), means.min(axis=0), means.max(axis=0), deviation)
    rows = np.stack(columns, axis=1).tolist()
    return [Spread(measure, *row) for measure, row in zip(measured.measures, rows, strict=True)]


def conclude(outcomes: Sequence[Outcome]) -> list[str]:
    """Sentences on the claims that hold on all sets, and on those that depend on the values."""
    sets = len(outcomes[0].others)
    by_standing = {s: [o for o in outcomes if o.standing is s] for s in Standing}
    throughout, mostly, depends, undecided = (len(by_standing[s]) for s in Standing)
    summary = (
        f"{len(outcomes) - undecided} of {len(outcomes)} claims are clear on the known set. "
        f"{throughout} of them hold throughout: they have the same sign in all {sets} drawn sets, "
        f"and clearly so in more than half of them. {mostly} hold mostly: less than that, but "
        f"clearly reversed nowhere. {depends} are clearly reversed in some set. Each claim is "
        f"judged by itself, without correction for the {len(outcomes)} claims."
    )
    lines = [summary]
    for standing in (Standing.THROUGHOUT, Standing.DEPENDS):
        for topic in Topic:
            if of_topic := [o for o in by_standing[standing] if o.claim.topic is topic]:
                texts = "; ".join(f"{o.claim.text} ({_counts(o)})" for o in of_topic)
                lines.append(f"{standing.capitalize()} ({topic}): {texts}.")
    return lines


def _counts(outcome: Outcome) -> str:
    sets = len(outcome.others)
    return f"same sign in {outcome.same_sign} of {sets} sets, clear in {outcome.clear} of {sets}"
