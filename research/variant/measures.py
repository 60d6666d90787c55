"""The measures of a match: one number for each deal and measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from agents.arena.standings import Results
from parlour.core.states import start_games
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec
from research.game import study_parts


class Kind(StrEnum):
    """Groups of measures, in the order of a report."""

    WINS = "win share"
    SEAT = "win share by turn order"
    SCORE = "score"
    SOURCE = "source of points"
    LENGTH = "length"


_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDER = ("start player", *(f"{ordinal} player" for ordinal in _ORDINALS))
MEAN, WINNER, LEAD = "mean of all players", "of the winner", "lead of the winner"


@dataclass(frozen=True)
class Points:
    """The points of a game in words."""

    word: str = "points"
    unit: str = "points"

    @classmethod
    def of(cls, spec: GameSpec) -> Points:
        return cls(spec.score_word, study_parts(spec).unit)


@dataclass(frozen=True)
class Measure:
    """A statistic of the games of a deal."""

    kind: Kind
    name: str
    points: Points = field(default=Points(), compare=False)

    @property
    def kind_words(self) -> str:
        return f"source of {self.points.word}" if self.kind is Kind.SOURCE else str(self.kind)

    @property
    def unit(self) -> str:
        units = {
            Kind.WINS: "% of games",
            Kind.SEAT: "% of games",
            Kind.SCORE: self.points.unit,
            Kind.SOURCE: f"{self.points.unit} a player",
            Kind.LENGTH: "decisions a game",
        }
        return units[self.kind]

    def __str__(self) -> str:
        return f"{self.kind_words}, {self.name}"


@dataclass(frozen=True)
class Measured:
    """All measures of a match: each is a mean over the games of a deal."""

    measures: tuple[Measure, ...]
    values: np.ndarray  # (deals, measures)
    deals: np.ndarray  # (deals,) their numbers

    def column(self, kind: Kind, name: str) -> np.ndarray:
        values: np.ndarray = self.values[:, self.measures.index(Measure(kind, name))]
        return values

    def means(self, kind: Kind) -> dict[str, float]:
        names = [measure.name for measure in self.measures if measure.kind is kind]
        return {name: float(self.column(kind, name).mean()) for name in names}


def measure(results: Results) -> Measured:
    """Compute all measures of a match."""
    points = Points.of(results.match.spec)
    names, columns = zip(*_columns(results), strict=True)
    measures = tuple(Measure(kind, name, points) for kind, name in names)
    return Measured(measures, np.stack(columns, axis=1), results.deal_numbers)


def _columns(results: Results) -> Iterator[tuple[tuple[Kind, str], np.ndarray]]:
    """Yield the kind, the name and the numbers of each measure."""
    match, games = results.match, results.game_results

    def of_deals(values: np.ndarray) -> np.ndarray:
        """Means over the games of each deal."""
        means: np.ndarray = values.reshape(results.deals, match.games_per_deal).mean(axis=1)
        return means

    wins, scores = games.wins, games.scores
    if len(match.agents) > 1:  # a single agent wins every game
        for label, share in zip(match.labels, match.by_agent(100 * wins).T, strict=True):
            yield (Kind.WINS, label), share
    for place, share in zip(ORDER, _in_turn_order(results, wins).T, strict=False):
        yield (Kind.SEAT, place), of_deals(100 * share)
    yield (Kind.SCORE, MEAN), of_deals(scores.mean(axis=1))
    yield (Kind.SCORE, WINNER), of_deals((scores * wins).sum(axis=1))
    yield (Kind.SCORE, LEAD), of_deals(np.diff(np.sort(scores, axis=1)[:, -2:]))
    for source, points in zip(match.spec.sources, np.moveaxis(games.points, 2, 0), strict=True):
        yield (Kind.SOURCE, source), of_deals(points.mean(axis=1))
    yield (Kind.LENGTH, "decisions"), of_deals(games.decisions.sum(axis=1, dtype=np.int64))


def _in_turn_order(results: Results, values: np.ndarray) -> np.ndarray:
    """(games, players) in the order of the first turn: the seat that decides first is the start
    player, whatever its number."""
    match = results.match
    ruleset = ruleset_for(match.spec, match.components, match.num_players)
    states = match.spec.new_states(results.deals)
    seeds = match.seeds(results.deal_numbers)
    start_games(states, ruleset.rules, match.num_players, seeds)
    first = np.repeat(states["player"].astype(np.int64), match.games_per_deal)
    seats = (first[:, None] + np.arange(match.num_players)) % match.num_players
    return np.take_along_axis(values, seats, axis=1)
