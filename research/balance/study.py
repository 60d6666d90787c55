"""`study`: all estimates from the games of one agent, with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.statistics import Interval
from research.balance.effects import Effect, effects
from research.balance.parts import BalanceParts
from research.balance.record import Records
from research.balance.strategies import Strategies, strategies
from research.balance.win_probability import WinProbability, lead_changes, win_probability
from research.statistics import Estimate, excludes, mean, simultaneous_reach

MIN_GAMES = 100
TURN_ORDER = "turn order"
PLACES = ("starts", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Finding:
    """An effect on the victory: of an option, or of a place in the turn order."""

    family: str
    name: str
    words: str
    estimate: Estimate  # in shares of the victory
    naive: Estimate | None = None  # with nothing held equal
    margin: Estimate | None = None  # effect on the points above the mean of the others
    offered: int = 0
    taken: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.family, self.name

    def clear(self, reach: float) -> bool:
        """Return whether it differs from 0 when all findings of the study are judged together."""
        return excludes(self.estimate.interval(reach))


@dataclass(frozen=True)
class Pace:
    """A number by time, of winners and of the others."""

    name: str
    winners: list[Estimate]
    others: list[Estimate]


@dataclass(frozen=True)
class Study:
    """The results of one agent's games with itself; shares of the victory are 0 to 1."""

    parts: BalanceParts
    agent: str
    num_players: int
    games: int
    digest: str  # of the components
    findings: list[Finding]
    reach: float  # standard errors to each side, for intervals that hold together
    effects: list[Effect]  # of all options, also where nothing can be compared
    order_wins: list[Estimate]
    order_scores: list[Estimate]
    seat_wins: list[Estimate]  # by seat number, which should not matter
    score: Estimate
    winner_score: Estimate
    winner_margin: Estimate  # above the second
    score_counts: np.ndarray  # (2, scores) seats with this score, and winners among them
    decisions: Estimate  # of a seat in a game
    turns: Estimate | None  # of a seat in a game, if their number differs
    sources: np.ndarray  # (2, sources) mean points of winners and of the others
    source_leads: list[Estimate]  # points of winners above those of others, by source
    pace: list[Pace]
    win_probability: WinProbability
    lead_changes: Estimate
    lead_change_shares: np.ndarray
    strategies: Strategies

    def of_family(self, family: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.family == family]

    def interval(self, finding: Finding) -> Interval:
        """The finding's interval, which holds together with those of all others."""
        return finding.estimate.interval(self.reach)


def study(records: Records) -> Study:
    """Estimate everything; takes some seconds for thousands of games."""
    wins, scores, num_players = records.wins, records.scores.astype(float), records.num_players
    order, pace = records.seats["order"], records.parts.pace
    order_wins = [mean(wins, order == place) for place in range(num_players)]
    option_effects = effects(records)
    findings = _order_findings(order_wins) + _effect_findings(option_effects)
    ranked = np.sort(scores, axis=1)
    changes, change_shares = lead_changes(records)
    points = records.seats["points"].astype(float)
    return Study(
        parts=records.parts,
        agent=records.agent,
        num_players=num_players,
        games=records.games,
        digest=records.match.components.digest,
        findings=findings,
        reach=simultaneous_reach([finding.estimate for finding in findings]),
        effects=option_effects,
        order_wins=order_wins,
        order_scores=[mean(scores, order == place) for place in range(num_players)],
        seat_wins=[mean(wins[:, seat]) for seat in range(num_players)],
        score=mean(scores),
        winner_score=mean(ranked[:, -1]),
        winner_margin=mean(ranked[:, -1] - ranked[:, -2]),
        score_counts=_score_counts(records),
        decisions=mean(records.decisions.astype(float)),
        turns=_turns(records),
        sources=np.stack([_weighted(points, wins), _weighted(points, 1 - wins)]),
        source_leads=[_lead(points[:, :, k], wins) for k in range(points.shape[2])],
        pace=[_pace(name, records.seats[name], wins) for name in pace],
        win_probability=win_probability(records),
        lead_changes=changes,
        lead_change_shares=change_shares,
        strategies=strategies(records),
    )


def _order_findings(order_wins: Sequence[Estimate]) -> list[Finding]:
    """The win share of each place in the first round's order, above an equal share."""
    even = 1 / len(order_wins)
    words = ["begins the first round", *(f"is {place} in the first round" for place in PLACES[1:])]
    return [
        Finding(TURN_ORDER, place, text, Estimate(wins.value - even, wins.influence))
        for place, text, wins in zip(PLACES, words, order_wins, strict=False)
    ]


def _effect_findings(option_effects: Sequence[Effect]) -> list[Finding]:
    return [
        Finding(*e.key, e.option.words, e.adjusted, e.naive, e.margin, e.offered, e.taken)
        for e in option_effects
        if e.adjusted is not None
    ]


def _score_counts(records: Records) -> np.ndarray:
    size = int(records.scores.max()) + 1
    seats = np.bincount(records.scores.ravel(), minlength=size)
    winners = np.bincount(records.scores.ravel(), records.wins.ravel(), size)
    return np.stack([seats, winners])


def _turns(records: Records) -> Estimate | None:
    """The number of turns of a seat in a game, if the game notes it."""
    name = records.parts.words.turns
    return mean(records.seats[name].sum(axis=2, dtype=float)) if name else None


def _weighted(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    means: np.ndarray = np.einsum("gsk,gs->k", values, weight) / weight.sum()
    return means


def _lead(values: np.ndarray, wins: np.ndarray) -> Estimate:
    """The mean of winners above that of the others; a shared victory counts in part."""
    return mean(values, wins) - mean(values, 1 - wins)


def _pace(name: str, values: np.ndarray, wins: np.ndarray) -> Pace:
    by_time = np.moveaxis(values.astype(float), 2, 0)
    means = ([mean(numbers, weight) for numbers in by_time] for weight in (wins, 1 - wins))
    return Pace(name, *means)
