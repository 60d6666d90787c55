"""How good the agents of a match are, from all deals played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.arena.match import Match
from agents.arena.sequential import SequentialTest, Verdict
from agents.arena.workers import Piece
from agents.statistics import Interval, mean_intervals, ratings, versus
from rokoko_env.core.ids import SOURCE_NAMES
from rokoko_env.players.play import GameResults

CONFIDENCE = 0.95
FEW = 30  # deals: with fewer, percentile intervals are too narrow


@dataclass(frozen=True)
class AgentStanding:
    """One agent's results; each is a mean over deals, and within a deal over the agent's seats."""

    label: str
    games: int  # in which it sat, on however many seats
    win_share: Interval
    score: Interval
    rank: Interval
    rating: Interval
    points: dict[str, float]  # mean prestige by source
    decisions: float  # a game and seat
    seconds: float  # a decision

    def to_json(self) -> dict[str, Any]:
        """All but the time, which another machine would not find again."""
        return {
            "agent": self.label,
            "games": self.games,
            "win_share": self.win_share.to_json(),
            "score": self.score.to_json(),
            "rank": self.rank.to_json(),
            "rating": self.rating.to_json(),
            "points": {source: round(mean, 4) for source, mean in self.points.items()},
            "decisions": round(self.decisions, 2),
        }


@dataclass(frozen=True)
class Comparison:
    """The best agent by win share, and how far it is ahead of the next."""

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
        if self.deals < FEW:
            return (
                f"{self.best} is ahead of {self.next} by {ahead} points of win share, but "
                f"{self.deals} deals are too few to trust the interval (take at least {FEW})."
            )
        if self.is_clear:
            return f"{self.best} is the best: its win share is {ahead} points above {self.next}'s."
        return (
            f"{self.best} is ahead of {self.next} by {ahead} points of win share: the interval "
            "holds 0, so who is better is open."
        )


@dataclass(frozen=True)
class Standings:
    """Everything that a match says about its agents."""

    deals: int
    games: int
    agents: tuple[AgentStanding, ...]
    versus: list[list[Interval | None]]  # [a][b]: how often a comes in ahead of b
    winner_score: Interval  # the score that wins a game
    comparison: Comparison | None  # None for one agent alone

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
                one: {
                    other: share.to_json()
                    for other, share in zip(labels, row, strict=True)
                    if share is not None
                }
                for one, row in zip(labels, self.versus, strict=True)
            },
            "winner_score": self.winner_score.to_json(),
        }


class Results:
    """All games of some pieces, joined and by deal."""

    def __init__(self, match: Match, pieces: Sequence[Piece]) -> None:
        pieces = sorted(pieces, key=lambda piece: piece.first)
        self.match = match
        self.deal_numbers = np.concatenate([np.arange(p.first, p.end) for p in pieces])
        self.played = _joined([piece.played for piece in pieces])
        self.seating = np.tile(match.deal, (self.deals, 1))
        self.deal = np.repeat(self.deal_numbers, match.games_per_deal)

    @property
    def deals(self) -> int:
        return len(self.deal_numbers)

    @property
    def games(self) -> int:
        return len(self.played.points)

    @property
    def numbers(self) -> np.ndarray:
        """(games,) the number of each game within the match."""
        of_deal = np.tile(np.arange(self.match.games_per_deal), self.deals)
        return self.deal * self.match.games_per_deal + of_deal

    def by_agent(self, values: np.ndarray) -> np.ndarray:
        """(deals, agents) means over an agent's seats in a deal, from (games, players)."""
        return by_agent(self.match, values)


def _joined(parts: Sequence[GameResults]) -> GameResults:
    return GameResults(
        points=np.concatenate([part.points for part in parts]),
        livre_left=np.concatenate([part.livre_left for part in parts]),
        decisions=np.concatenate([part.decisions for part in parts]),
        asked=np.sum([part.asked for part in parts], axis=0),
        seconds=np.sum([part.seconds for part in parts], axis=0),
    )


def by_agent(match: Match, values: np.ndarray) -> np.ndarray:
    """(deals, agents) means over an agent's seats in a deal, from (games, players)."""
    seats = _seats(match).reshape(-1, len(match.agents))
    means: np.ndarray = values.reshape(-1, len(seats)) @ (seats / seats.sum(axis=0))
    return means


def _seats(match: Match) -> np.ndarray:
    """(games of a deal, players, agents) whether it is this agent who sits there."""
    seats: np.ndarray = match.deal[:, :, None] == np.arange(len(match.agents))
    return seats


def _most(match: Match) -> np.ndarray:
    """(agents,) the win share of one that wins all its games: its own copies can't win them too."""
    seats = _seats(match)
    most: np.ndarray = seats.any(axis=1).sum(axis=0) / seats.sum(axis=(0, 1))
    return most


def standings(results: Results) -> Standings:
    """With intervals by bootstrap over deals: some seconds for 100,000 games."""
    match, played = results.match, results.played
    num_agents, games = len(match.agents), results.games
    scores, ranks, wins = played.scores, played.ranks, played.wins
    deal_wins = results.by_agent(wins)
    win_shares = _win_shares(match, deal_wins)
    mean_scores = mean_intervals(results.by_agent(scores), confidence=CONFIDENCE)
    bounds = (1.0, float(match.num_players))
    mean_ranks = mean_intervals(results.by_agent(ranks), confidence=CONFIDENCE, bounds=bounds)
    of_winner = (scores * wins).sum(axis=1).reshape(results.deals, -1).mean(axis=1)
    in_order = (ranks, results.seating, results.deal, num_agents)
    rated = ratings(*in_order, anchor=_anchor(match), confidence=CONFIDENCE)
    points = _points_by_agent(results)
    decisions = results.by_agent(played.decisions).mean(axis=0)
    seconds = played.seconds / np.maximum(played.asked, 1)
    sat = _seats(match).any(axis=1).mean(axis=0) * games
    agents = tuple(
        AgentStanding(
            label=label,
            games=round(sat[agent]),
            win_share=win_shares[agent],
            score=mean_scores[agent],
            rank=mean_ranks[agent],
            rating=rated[agent],
            points=points[agent],
            decisions=float(decisions[agent]),
            seconds=float(seconds[agent]),
        )
        for agent, label in enumerate(match.labels)
    )
    return Standings(
        deals=results.deals,
        games=games,
        agents=agents,
        versus=versus(*in_order, confidence=CONFIDENCE),
        winner_score=mean_intervals(of_winner[:, None], confidence=CONFIDENCE)[0],
        comparison=_compare(match, deal_wins),
    )


def _win_shares(match: Match, deal_wins: np.ndarray) -> list[Interval]:
    """Measured in what is possible, so that no interval reaches beyond that."""
    most = _most(match)
    parts = np.clip(deal_wins / most, 0.0, 1.0)
    found = mean_intervals(parts, confidence=CONFIDENCE, bounds=(0.0, 1.0))
    return [
        Interval(one.estimate * top, one.low * top, one.high * top)
        for one, top in zip(found, most.tolist(), strict=True)
    ]


def _anchor(match: Match) -> int | None:
    """`random` is rated 0 wherever it plays."""
    return match.agents.index("random") if "random" in match.agents else None


def _points_by_agent(results: Results) -> list[dict[str, float]]:
    columns = np.moveaxis(results.played.points, 2, 0)
    means = np.stack([results.by_agent(column).mean(axis=0) for column in columns])
    return [dict(zip(SOURCE_NAMES, map(float, of_agent), strict=True)) for of_agent in means.T]


def _compare(match: Match, deal_wins: np.ndarray) -> Comparison | None:
    if len(match.agents) < 2:
        return None
    best, second = np.argsort(-deal_wins.mean(axis=0), kind="stable")[:2]
    bounds = (-float(_most(match)[second]), float(_most(match)[best]))
    ahead = np.clip(deal_wins[:, best] - deal_wins[:, second], *bounds)
    difference = mean_intervals(ahead[:, None], confidence=CONFIDENCE, bounds=bounds)[0]
    return Comparison(match.labels[best], match.labels[second], difference, len(deal_wins))


class Running:
    """Standings for the eye while games are played: cheap sums, normal intervals, no bootstrap."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        self._sums = np.zeros((2, 3, len(match.agents)))  # of values and squares
        self._asked = np.zeros(len(match.agents))
        self._seconds = np.zeros(len(match.agents))

    def add(self, piece: Piece) -> None:
        played = piece.played
        for row, values in enumerate((played.wins, played.scores, played.ranks)):
            of_deals = by_agent(self.match, values)
            self._sums[:, row] += of_deals.sum(axis=0), (of_deals**2).sum(axis=0)
        self.deals += piece.deals
        self._asked += played.asked
        self._seconds += played.seconds

    def intervals(self) -> list[list[Interval]]:
        """For each agent: win share, score, rank."""
        mean, square = self._sums / max(self.deals, 1)
        error = 1.96 * np.sqrt(np.maximum(square - mean**2, 0) / max(self.deals - 1, 1))
        lowest = np.array([[0.0], [-np.inf], [1.0]])
        highest = np.array([[1.0], [np.inf], [self.match.num_players]])
        ends = np.clip(np.stack([mean, mean - error, mean + error]), lowest, highest)
        return [[Interval(*map(float, value)) for value in of_agent] for of_agent in ends.T]

    def seconds(self) -> list[float]:
        """A decision of each agent."""
        each: list[float] = (self._seconds / np.maximum(self._asked, 1)).tolist()
        return each


class Question:
    """Is the first agent better than the second? Asked deal by deal, until it is settled.

    The test sees the deals in their order and nothing beyond a gap, so that its verdict does not
    depend on which pieces were finished first.
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
            wins = by_agent(self.match, piece.played.wins)
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
        found = {
            Verdict.A_BETTER: f"{one} is better than {other}",
            Verdict.B_BETTER: f"{other} is better than {one}",
            Verdict.NO_DIFFERENCE: (
                f"{one} and {other} differ by less than {self.test.margin:g} in win share"
            ),
        }[self.test.verdict]
        return f"Settled after {deals}: {found} (with {percent} confidence)."

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
