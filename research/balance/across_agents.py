"""Studies of several agents compared: which findings depend on who plays?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from research.balance.study import Finding, Study
from research.statistics import Estimate, excludes, simultaneous_reach

HOLDS, DEPENDS, OPEN = "same sign for all", "depends on who plays", "open"


@dataclass(frozen=True)
class FindingComparison:
    """A finding in the games of several agents."""

    family: str
    words: str
    findings: list[Finding | None]  # by agent; None: nothing could be compared
    verdict: str


def compare(studies: Sequence[Study]) -> list[FindingComparison]:
    """Sort findings into those that are the same for all agents, and those that depend on them.

    A finding has the *same sign for all* if it is clear in every study, always in the same
    direction; its size may still differ, even clearly. Any other *depends on who plays* if the
    difference between two studies is clear when all differences of all findings are judged
    together. The rest is *open*.
    """
    keys = list(dict.fromkeys(finding.key for study in studies for finding in study.findings))
    tables = [{finding.key: finding for finding in study.findings} for study in studies]
    rows = {key: [table.get(key) for table in tables] for key in keys}
    differences = {key: _differences(row) for key, row in rows.items()}
    reach = simultaneous_reach([d for of_row in differences.values() for d in of_row])
    comparisons = []
    for key, row in rows.items():
        first = next(finding for finding in row if finding)
        depends = any(excludes(d.interval(reach)) for d in differences[key])
        verdict = HOLDS if _holds(studies, row) else DEPENDS if depends else OPEN
        comparisons.append(FindingComparison(first.family, first.words, row, verdict))
    return comparisons


def _differences(row: Sequence[Finding | None]) -> list[Estimate]:
    """Differences game by game: game g of every study has the same seed."""
    estimates = [finding.estimate for finding in row if finding]
    return [one - other for place, one in enumerate(estimates) for other in estimates[:place]]


def _holds(studies: Sequence[Study], row: Sequence[Finding | None]) -> bool:
    signs = {
        np.sign(finding.estimate.value) if finding and finding.clear(study.reach) else 0.0
        for study, finding in zip(studies, row, strict=True)
    }
    return len(signs) == 1 and 0.0 not in signs
