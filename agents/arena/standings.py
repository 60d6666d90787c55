"""The standings of a match: how good its agents are, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from agents.arena.match import Match
from agents.arena.sequential import SequentialTest, Verdict
from agents.arena.workers import Piece
from agents.statistics import CONFIDENCE, Interval, mean_intervals, ratings, versus
from parlour.players.play import GameResults

INTERVALS = ("win_share", "score", "rank", "rating")  # of `AgentStanding`
MIN_DEALS = 30  # with fewer, percentile intervals are too narrow
NORMAL_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class AgentStanding:
    """One agent's results; each is a mean over deals, and within a deal over the agent's seats."""

    label: str
    games: int  # in which it had at least one seat
    win_share: Interval
    score: Interval
    rank: Interval
    rating: Interval
    points: dict[str, float]  # mean by source
    decisions: float  # a game and seat
    seconds: float  # a decision

    def to_json(self) -> dict[str, Any]:
        """Return all but the time, which depends on the machine."""
        return {
            "agent": self.label,
            "games": self.games,
            **{name: getattr(self, name).to_json() for name in INTERVALS},
            "points": {source: round(mean, 4) for source, mean in self.points.items()},
            "decisions": round(self.decisions, 2),
        }


@dataclass(frozen=True)
class Comparison:
    """The best agent by win share, and its lead over the next."""

    best: str
    next: str
    difference: Interval  # of their win shares
    deals: int

    @property
    def is_clear(self) -> bool:
        return self.difference.low > 0

    @property
    def text(self) -> str:
        ahead = self.difference.text("+.1f", scale=100)
        if self.deals < MIN_DEALS:
            return (
                f"{self.best} is ahead of {self.next} by {ahead} points of win share, but "
                f"{self.deals} deals are too few to trust the interval (play {MIN_DEALS} or more)."
            )
        if self.is_clear:
            return f"{self.best} is the best: its win share is {ahead} points above {self.next}'s."
        return (
            f"{self.best} is ahead of {self.next} by {ahead} points of win share: the interval "
            "contains 0, so who is better is open."
        )


@dataclass(frozen=True)
class Standings:
    """The results of a match, by agent."""

    deals: int
    games: int
    agents: tuple[AgentStanding, ...]
    versus: list[list[Interval | None]]  # [a][b]: how often a is ahead of b
    winner_score: Interval  # the score that wins a game
    comparison: Comparison | None  # None with only one agent

    def by_label(self, label: str) -> AgentStanding:
        return next(agent for agent in self.agents if agent.label == label)

    @property
    def best_first(self) -> list[AgentStanding]:
        return sorted(self.agents, key=lambda agent: -agent.win_share.estimate)

    def to_json(self) -> dict[str, Any]:
        labels = [agent.label for agent in self.agents]
        return {
            "deals": self.deals,
            "games": self.games,
            "confidence": CONFIDENCE,
            "standings": [agent.to_json() for agent in self.agents],
            "ahead": {
                one: {b: share.to_json() for b, share in zip(labels, row, strict=True) if share}
                for one, row in zip(labels, self.versus, strict=True)
            },
            "winner_score": self.winner_score.to_json(),
        }


class Results:
    """The games of several pieces, joined."""

    def __init__(self, match: Match, pieces: Sequence[Piece]) -> None:
        pieces = sorted(pieces, key=lambda piece: piece.first)
        self.match = match
        self.deal_numbers = np.concatenate([np.arange(p.first, p.end) for p in pieces])
        self.game_results = _join([piece.game_results for piece in pieces])
        self.seating = np.tile(match.deal, (self.deals, 1))
        self.deal = np.repeat(self.deal_numbers, match.games_per_deal)

    @property
    def deals(self) -> int:
        return len(self.deal_numbers)

    @property
    def games(self) -> int:
        return len(self.game_results.points)

    @property
    def numbers(self) -> np.ndarray:
        """(games,) the number of each game within the match."""
        within_deal = np.tile(np.arange(self.match.games_per_deal), self.deals)
        return self.deal * self.match.games_per_deal + within_deal


def _join(parts: Sequence[GameResults]) -> GameResults:
    return GameResults(
        points=np.concatenate([part.points for part in parts]),
        tie_breaks=np.concatenate([part.tie_breaks for part in parts]),
        decisions=np.concatenate([part.decisions for part in parts]),
        asked=np.sum([part.asked for part in parts], axis=0),
        seconds=np.sum([part.seconds for part in parts], axis=0),
    )


def _max_win_share(match: Match) -> np.ndarray:
    """(agents,) the win share of one that wins all its games: its copies can't win them too."""
    share: np.ndarray = match.seats.any(axis=1).sum(axis=0) / match.seats.sum(axis=(0, 1))
    return share


def compute_standings(results: Results) -> Standings:
    """Compute standings with intervals by bootstrap over deals: seconds for 100,000 games."""
    match, games = results.match, results.game_results
    scores, ranks, wins = games.scores, games.ranks, games.wins
    deal_wins = match.by_agent(wins)
    win_shares = _win_shares(match, deal_wins)
    mean_scores = mean_intervals(match.by_agent(scores))
    mean_ranks = mean_intervals(match.by_agent(ranks), bounds=(1.0, float(match.num_players)))
    winner_scores = (scores * wins).sum(axis=1).reshape(results.deals, -1).mean(axis=1)
    by_seat = (ranks, results.seating, results.deal, len(match.agents))
    anchor = match.agents.index("random") if "random" in match.agents else None
    all_ratings = ratings(*by_seat, anchor=anchor)
    decisions = match.by_agent(games.decisions).mean(axis=0)
    seconds = games.seconds / np.maximum(games.asked, 1)
    columns = np.moveaxis(games.points, 2, 0)
    points = np.stack([match.by_agent(column).mean(axis=0) for column in columns], axis=1)
    num_games = match.seats.any(axis=1).mean(axis=0) * results.games
    agents = tuple(
        AgentStanding(
            label=label,
            games=round(num_games[agent]),
            win_share=win_shares[agent],
            score=mean_scores[agent],
            rank=mean_ranks[agent],
            rating=all_ratings[agent],
            points=dict(zip(match.spec.sources, points[agent].tolist(), strict=True)),
            decisions=float(decisions[agent]),
            seconds=float(seconds[agent]),
        )
        for agent, label in enumerate(match.labels)
    )
    winner_score = mean_intervals(winner_scores[:, None])[0]
    comparison = _compare(match, deal_wins)
    return Standings(
        results.deals, results.games, agents, versus(*by_seat), winner_score, comparison
    )


def _win_shares(match: Match, deal_wins: np.ndarray) -> list[Interval]:
    """Return win shares by agent, with intervals within the possible range."""
    limits = _max_win_share(match)
    parts = np.clip(deal_wins / limits, 0.0, 1.0)
    intervals = mean_intervals(parts, bounds=(0.0, 1.0))
    return [
        Interval(part.estimate * limit, part.low * limit, part.high * limit)
        for part, limit in zip(intervals, limits.tolist(), strict=True)
    ]


def _compare(match: Match, deal_wins: np.ndarray) -> Comparison | None:
    if len(match.agents) < 2:
        return None
    best, second = np.argsort(-deal_wins.mean(axis=0), kind="stable")[:2]
    limits = _max_win_share(match)
    bounds = (-float(limits[second]), float(limits[best]))
    lead = np.clip(deal_wins[:, best] - deal_wins[:, second], *bounds)
    difference = mean_intervals(lead[:, None], bounds=bounds)[0]
    return Comparison(match.labels[best], match.labels[second], difference, len(deal_wins))


class Running:
    """Live standings while games are played: sums and normal intervals, no bootstrap."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        self._sums = np.zeros((2, 3, len(match.agents)))  # of values and squares
        self._decisions = np.zeros(len(match.agents))
        self._seconds = np.zeros(len(match.agents))

    def add(self, piece: Piece) -> None:
        games = piece.game_results
        for row, values in enumerate((games.wins, games.scores, games.ranks)):
            deal_means = self.match.by_agent(values)
            self._sums[:, row] += deal_means.sum(axis=0), (deal_means**2).sum(axis=0)
        self.deals += piece.deals
        self._decisions += games.asked
        self._seconds += games.seconds

    def intervals(self) -> list[list[Interval]]:
        """Return win share, score and rank of each agent."""
        mean, square = self._sums / max(self.deals, 1)
        variance = np.maximum(square - mean**2, 0) / max(self.deals - 1, 1)
        error = NORMAL_QUANTILE * np.sqrt(variance)
        low = np.array([[0.0], [-np.inf], [1.0]])
        high = np.array([[1.0], [np.inf], [self.match.num_players]])
        intervals = np.clip(np.stack([mean, mean - error, mean + error]), low, high)
        return [[Interval(*map(float, value)) for value in agent] for agent in intervals.T]

    def seconds(self) -> list[float]:
        """Return the mean time of a decision of each agent."""
        seconds: list[float] = (self._seconds / np.maximum(self._decisions, 1)).tolist()
        return seconds


class Question:
    """A sequential test over deals: is the first agent better than the second?

    It adds the deals in their order and stops at a gap, so that the verdict does not depend on
    which pieces were finished first.
    """

    def __init__(self, match: Match, confidence: float, margin: float) -> None:
        self.match, self.confidence = match, confidence
        self.test = SequentialTest(alpha=1 - confidence, margin=margin)
        self._next = 0
        self._waiting: dict[int, Piece] = {}

    def add(self, piece: Piece) -> None:
        self._waiting[piece.first] = piece
        while self._next in self._waiting and not self.is_settled:
            piece = self._waiting.pop(self._next)
            wins = self.match.by_agent(piece.game_results.wins)
            self.test.update(np.clip(wins[:, 0] - wins[:, 1], -1, 1))
            self._next = piece.end

    @property
    def is_settled(self) -> bool:
        return self.test.verdict is not None

    @property
    def text(self) -> str:
        one, other = self.match.labels
        percent = f"{100 * self.confidence:g} %"
        deals = f"{self.test.deals:,} deals"
        if not self.test.verdict:
            return f"Whether {one} or {other} is better is not settled after {deals} ({percent})."
        verdict = {
            Verdict.A_BETTER: f"{one} is better than {other}",
            Verdict.B_BETTER: f"{other} is better than {one}",
            Verdict.NO_DIFFERENCE: (
                f"{one} and {other} differ by less than {self.test.margin:g} in win share"
            ),
        }[self.test.verdict]
        return f"Settled after {deals}: {verdict} (with {percent} confidence)."

    def to_json(self) -> dict[str, Any]:
        better = {Verdict.A_BETTER: 0, Verdict.B_BETTER: 1}
        verdict = self.test.verdict
        return {
            "verdict": str(verdict) if verdict else None,
            "better": self.match.labels[better[verdict]] if verdict in better else None,
            "deals": self.test.deals,
            "margin": self.test.margin,
            "error_rate": round(self.test.alpha, 6),
        }
