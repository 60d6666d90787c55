"""Statements about the game that other values might overturn, and how often they do.

A finding is a difference of measures that is positive on the known set, such as the win share of
one agent less that of another. On every other set it either keeps its sign or loses it.
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
from research.variant.paired import student_intervals

STYLES, ABSTAINERS = "styles", "abstainers"  # the two matches played on each set
Tables = Mapping[str, Measured]  # by match


class Topic(StrEnum):
    """What findings are about, in the order of a report."""

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

    def values(self, tables: Tables) -> np.ndarray:
        """(deals, 1) by how much."""
        table = tables[self.match]
        one, other = (_value(table, side) for side in (self.greater, self.lesser))
        differences: np.ndarray = one - other
        return differences[:, None]


def _value(table: Measured, side: Measure | float) -> np.ndarray:
    if isinstance(side, Measure):
        return table.column(side.kind, side.name)
    return np.full(len(table.deals), side)


def find(known: Tables) -> list[Claim]:
    """What the known set says: every statement with the sign it has there."""
    return [*_agents(known), *_seats(known), *_decorations(known), *_sources(known)]


def _ordered(table: Measured, kind: Kind) -> list[str]:
    """The names, the one with the highest mean first."""
    means = table.means(kind)
    return sorted(means, key=lambda name: -means[name])


def _agents(known: Tables) -> Iterator[Claim]:
    for one, other in combinations(_ordered(known[STYLES], Kind.WINS), 2):
        yield Claim(
            Topic.AGENTS,
            f"{one} more often than {other}",
            STYLES,
            Measure(Kind.WINS, one),
            Measure(Kind.WINS, other),
        )


def _seats(known: Tables) -> Iterator[Claim]:
    shares = known[STYLES].means(Kind.SEAT)
    equal = 100 / len(shares)
    for seat, share in shares.items():
        mine, more = Measure(Kind.SEAT, seat), share >= equal
        sides = (mine, equal) if more else (equal, mine)
        text = f"the {seat} wins {'more' if more else 'less'} than an equal share"
        yield Claim(Topic.SEATS, text, STYLES, *sides)


def _decorations(known: Tables) -> Iterator[Claim]:
    """The less often one wins without a kind, the more it is worth."""
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


def _sources(known: Tables) -> Iterator[Claim]:
    for one, other in pairwise(_ordered(known[STYLES], Kind.SOURCE)):
        text = f"more from {one} than from {other}".replace("_", " ")
        sides = (Measure(Kind.SOURCE, one), Measure(Kind.SOURCE, other))
        yield Claim(Topic.SOURCES, text, STYLES, *sides)


# --- on other sets -------------------------------------------------------------------------------


class Standing(StrEnum):
    """What the other sets say to a finding."""

    THROUGHOUT = "holds throughout"  # the same sign in all sets, clearly in more than half of them
    MOSTLY = "holds mostly"  # less than that, but clearly reversed nowhere
    DEPENDS = "depends on the values"  # clearly reversed somewhere
    OPEN = "open"  # not even clear on the known set


@dataclass(frozen=True)
class Outcome:
    """A finding on the known set and on all others."""

    finding: Claim
    known: Interval
    others: tuple[Interval, ...]  # one for each set; all of them hold together

    @property
    def same_sign(self) -> int:
        """Sets whose estimate has the sign it is stated with, be it by chance."""
        return sum(other.estimate > 0 for other in self.others)

    @property
    def clear(self) -> int:
        """Sets that show it by themselves, as clearly as a reversal would have to be shown."""
        return sum(other.low > 0 for other in self.others)

    @property
    def reversed_clearly(self) -> int:
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


def judge(known: Tables, others: Sequence[Tables]) -> list[Outcome]:
    """Every finding of the known set against all other sets."""
    outcomes = []
    for finding in find(known):
        (of_known,) = student_intervals(finding.values(known))
        of_others = [
            student_intervals(finding.values(other), looks=len(others))[0] for other in others
        ]
        outcomes.append(Outcome(finding, of_known, tuple(of_others)))
    return outcomes


@dataclass(frozen=True)
class Spread:
    """How far a measure itself moves from set to set."""

    measure: Measure
    known: float
    lowest: float
    highest: float
    deviation: float  # between sets, beyond what chance does within each of them


def spreads(known: Tables, others: Sequence[Tables]) -> list[Spread]:
    """Of all measures of the first match."""
    table = known[STYLES]
    means = np.array([other[STYLES].values.mean(axis=0) for other in others])
    errors = np.array([_errors(other[STYLES].values) for other in others])
    between = means.var(axis=0, ddof=1) if len(others) > 1 else np.zeros(means.shape[1])
    true = np.sqrt(np.maximum(between - (errors**2).mean(axis=0), 0))
    rows = zip(
        table.measures,
        table.values.mean(axis=0).tolist(),
        means.min(axis=0).tolist(),
        means.max(axis=0).tolist(),
        true.tolist(),
        strict=True,
    )
    return [Spread(*row) for row in rows]


def _errors(values: np.ndarray) -> np.ndarray:
    """The standard error of each column's mean."""
    errors: np.ndarray = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return errors


def conclude(outcomes: Sequence[Outcome]) -> list[str]:
    """What the drawn sets bear out, and what can be said of one set of values only."""
    sets = len(outcomes[0].others)
    by = {s: [o for o in outcomes if o.standing is s] for s in Standing}
    clear = len(outcomes) - len(by[Standing.OPEN])
    summary = (
        f"{clear} of {len(outcomes)} findings are clear on the known set. "
        f"{len(by[Standing.THROUGHOUT])} of them hold throughout: they have the same sign in all "
        f"{sets} drawn sets, and clearly so in more than half of them. "
        f"{len(by[Standing.MOSTLY])} hold mostly: less than that, but clearly reversed nowhere. "
        f"{len(by[Standing.DEPENDS])} are clearly reversed in some set. "
        f"Each is judged by itself, without allowance for there being {len(outcomes)} of them."
    )
    lines = [summary]
    for standing in (Standing.THROUGHOUT, Standing.DEPENDS):
        for topic in Topic:
            found = [o for o in by[standing] if o.finding.topic is topic]
            if found:
                texts = "; ".join(f"{o.finding.text} ({_counts(o)})" for o in found)
                lines.append(f"{standing.capitalize()} ({topic}): {texts}.")
    return lines


def _counts(outcome: Outcome) -> str:
    sets = len(outcome.others)
    return f"same sign in {outcome.same_sign} of {sets} sets, clear in {outcome.clear} of {sets}"
