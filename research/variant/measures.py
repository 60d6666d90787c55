"""The measures of a match: one number for each deal and measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from agents.arena.standings import Results
from parlour.core.states import start_games
from parlour.ruleset import ruleset_for
from rokoko_env import SPEC


class Kind(StrEnum):
    """Groups of measures, in the order of a report."""

    WINS = "win share"
    SEAT = "win share by turn order"
    SCORE = "score"
    SOURCE = "source of prestige"
    LENGTH = "length"


UNITS = {
    Kind.WINS: "% of games",
    Kind.SEAT: "% of games",
    Kind.SCORE: "PP",
    Kind.SOURCE: "PP a player",
    Kind.LENGTH: "decisions a game",
}
ORDER = ("start player", "second player", "third player", "fourth player", "fifth player")
MEAN, WINNER, LEAD = "mean of all players", "of the winner", "lead of the winner"


@dataclass(frozen=True)
class Measure:
    """A statistic of the games of a deal."""

    kind: Kind
    name: str

    @property
    def unit(self) -> str:
        return UNITS[self.kind]

    def __str__(self) -> str:
        return f"{self.kind}, {self.name}"


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
    measures, columns = zip(*_columns(results), strict=True)
    return Measured(measures, np.stack(columns, axis=1), results.deal_numbers)


def _columns(results: Results) -> Iterator[tuple[Measure, np.ndarray]]:
    match, games = results.match, results.game_results

    def of_deals(values: np.ndarray) -> np.ndarray:
        """Means over the games of each deal."""
        means: np.ndarray = values.reshape(results.deals, match.games_per_deal).mean(axis=1)
        return means

    wins, scores = games.wins, games.scores
    if len(match.agents) > 1:  # a single agent wins every game
        for label, share in zip(match.labels, match.by_agent(100 * wins).T, strict=True):
            yield Measure(Kind.WINS, label), share
    for place, share in zip(ORDER, _in_turn_order(results, wins).T, strict=False):
        yield Measure(Kind.SEAT, place), of_deals(100 * share)
    yield Measure(Kind.SCORE, MEAN), of_deals(scores.mean(axis=1))
    yield Measure(Kind.SCORE, WINNER), of_deals((scores * wins).sum(axis=1))
    yield Measure(Kind.SCORE, LEAD), of_deals(np.diff(np.sort(scores, axis=1)[:, -2:]))
    for source, points in zip(SPEC.sources, np.moveaxis(games.points, 2, 0), strict=True):
        yield Measure(Kind.SOURCE, source), of_deals(points.mean(axis=1))
    yield Measure(Kind.LENGTH, "decisions"), of_deals(games.decisions.sum(axis=1, dtype=np.int64))


def _in_turn_order(results: Results, values: np.ndarray) -> np.ndarray:
    """(games, players) in the order of the first round.

    The start player is drawn by lot, so the number of a seat means nothing.
    """
    match = results.match
    ruleset = ruleset_for(SPEC, match.components, match.num_players)
    states = SPEC.new_states(results.deals)
    seeds = match.seeds(results.deal_numbers)
    start_games(states, ruleset.rules, match.num_players, seeds)
    first = np.repeat(states["start_player"].astype(np.int64), match.games_per_deal)
    seats = (first[:, None] + np.arange(match.num_players)) % match.num_players
    return np.take_along_axis(values, seats, axis=1)
