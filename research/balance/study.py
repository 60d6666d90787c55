"""`study`: all that is found out from the games of one agent, with how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.statistics import Interval
from research.balance.chances import Chances, chances, lead_changes
from research.balance.effects import Effect, effects
from research.balance.record import Records
from research.balance.strategies import Strategies, strategies
from research.statistics import Estimate, excludes, mean, simultaneous_reach
from rokoko_env.core.ids import SOURCE_NAMES

FEWEST_GAMES = 100  # nothing can be said from fewer
TURN_ORDER = "turn order"
PLACES = ("starts", "second", "third", "fourth", "fifth")
TEMPO = ("money", "worth", "dresses", "decorations", "deck")


@dataclass(frozen=True)
class Finding:
    """Something that may make a difference for the victory."""

    family: str
    name: str
    words: str
    estimate: Estimate  # in shares of the victory
    naive: Estimate | None = None  # before cases were made alike
    prestige: Estimate | None = None  # the same in prestige above the mean of the others
    offered: int = 0
    taken: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.family, self.name

    def clear(self, reach: float) -> bool:
        """Whether it stands when all findings of a study are looked at together."""
        return excludes(self.estimate.interval(reach))


@dataclass(frozen=True)
class Pace:
    """A number by round, for those who win and for the others."""

    name: str
    winners: list[Estimate]
    others: list[Estimate]


@dataclass(frozen=True)
class Study:
    """What the games of one agent with itself tell; shares of the victory are 0 to 1."""

    agent: str
    num_players: int
    games: int
    seed: int
    digest: str  # of the components
    findings: list[Finding]
    reach: float  # standard errors that let the intervals of all findings hold at once
    effects: list[Effect]  # of all options, also of those that nothing can be found about
    order_wins: list[Estimate]
    order_scores: list[Estimate]
    seat_wins: list[Estimate]  # by the number of the seat, which should not matter
    score: Estimate
    winner_score: Estimate
    winner_margin: Estimate  # above the second
    score_counts: np.ndarray  # (2, scores) seats that scored so much, and winners among them
    sources: np.ndarray  # (2, sources) mean prestige of winners and of the others
    source_leads: list[Estimate]  # what winners have more, by source
    pace: list[Pace]
    cards_played: Pace
    chances: Chances
    lead_changes: Estimate
    lead_change_shares: np.ndarray
    strategies: Strategies

    def of_family(self, family: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.family == family]

    def interval(self, finding: Finding) -> Interval:
        """The interval that holds together with all others."""
        return finding.estimate.interval(self.reach)


def study(records: Records) -> Study:
    """Find out all there is; takes some seconds for thousands of games."""
    wins, scores, num_players = records.wins, records.scores.astype(float), records.num_players
    order = records.seats["order"]
    order_wins = [mean(wins, order == place) for place in range(num_players)]
    found = effects(records)
    findings = _order_findings(order_wins) + _effect_findings(found)
    ranked = np.sort(scores, axis=1)
    changes, change_shares = lead_changes(records)
    points = records.seats["points"].astype(float)
    return Study(
        agent=records.agent,
        num_players=num_players,
        games=records.games,
        seed=records.match.seed,
        digest=records.match.components.digest,
        findings=findings,
        reach=simultaneous_reach([finding.estimate for finding in findings]),
        effects=found,
        order_wins=order_wins,
        order_scores=[mean(scores, order == place) for place in range(num_players)],
        seat_wins=[mean(wins[:, seat]) for seat in range(num_players)],
        score=mean(scores),
        winner_score=mean(ranked[:, -1]),
        winner_margin=mean(ranked[:, -1] - ranked[:, -2]),
        score_counts=_score_counts(records),
        sources=np.stack([_weighted(points, wins), _weighted(points, 1 - wins)]),
        source_leads=[_lead(points[:, :, k], wins) for k in range(len(SOURCE_NAMES))],
        pace=[_pace(name, records.seats[name], wins) for name in TEMPO],
        cards_played=_pace("cards played", records.seats["cards_played"], wins),
        chances=chances(records),
        lead_changes=changes,
        lead_change_shares=change_shares,
        strategies=strategies(records),
    )


def _order_findings(order_wins: Sequence[Estimate]) -> list[Finding]:
    """How much more than an equal share each place in the first round's order wins."""
    even = 1 / len(order_wins)
    return [
        Finding(
            TURN_ORDER,
            PLACES[place],
            "begins the first round" if place == 0 else f"is {PLACES[place]} in the first round",
            Estimate(wins.value - even, wins.influence),
        )
        for place, wins in enumerate(order_wins)
    ]


def _effect_findings(found: Sequence[Effect]) -> list[Finding]:
    return [
        Finding(
            effect.option.family,
            effect.option.name,
            effect.option.words,
            effect.adjusted,
            effect.naive,
            effect.prestige,
            effect.offered,
            effect.taken,
        )
        for effect in found
        if effect.adjusted is not None
    ]


def _score_counts(records: Records) -> np.ndarray:
    size = int(records.scores.max()) + 1
    everybody = np.bincount(records.scores.ravel(), minlength=size)
    winners = np.bincount(records.scores.ravel(), records.wins.ravel(), size)
    return np.stack([everybody, winners])


def _weighted(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    means: np.ndarray = np.einsum("gsk,gs->k", values, weight) / weight.sum()
    return means


def _lead(values: np.ndarray, wins: np.ndarray) -> Estimate:
    """The mean of winners less that of the others; a shared victory counts in part."""
    return mean(values, wins) - mean(values, 1 - wins)


def _pace(name: str, values: np.ndarray, wins: np.ndarray) -> Pace:
    times = range(values.shape[2])
    numbers = values.astype(float)
    return Pace(
        name,
        [mean(numbers[:, :, time], wins) for time in times],
        [mean(numbers[:, :, time], 1 - wins) for time in times],
    )
