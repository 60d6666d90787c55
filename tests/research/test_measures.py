"""Measures of a match agree with its games."""

from __future__ import annotations

import numpy as np
import pytest

from agents.arena.match import Match
from agents.arena.run import play_deals
from agents.arena.standings import Results
from research.variant.measures import LEAD, MEAN, ORDER, WINNER, Kind, Measured, measure
from rokoko_env import SPEC, Game
from rokoko_env.components import load_components


@pytest.fixture(scope="module")
def results() -> Results:
    match = Match(SPEC, ("random", "greedy"), 3, 5, "all", False, False, load_components())
    return play_deals(match, 4, workers=1)


@pytest.fixture(scope="module")
def measured(results: Results) -> Measured:
    return measure(results)


def of_deals(results: Results, values: np.ndarray) -> np.ndarray:
    return np.array([values[results.deal == deal].mean() for deal in range(results.deals)])


def test_agents_win_what_their_seats_win(results: Results, measured: Measured) -> None:
    for agent, label in enumerate(results.match.labels):
        own = results.seating == agent
        shares = [
            100 * results.game_results.wins[results.deal == deal][own[results.deal == deal]].mean()
            for deal in range(results.deals)
        ]
        assert measured.column(Kind.WINS, label) == pytest.approx(shares)


def test_turn_order_counts_from_the_start_player(results: Results, measured: Measured) -> None:
    starts = [Game(3, int(seed)).current_player for seed in results.match.seeds(np.arange(4))]
    assert len(set(starts)) > 1, "these deals must not all begin with the same seat"
    for place, name in enumerate(ORDER[:3]):
        wins = [
            100 * results.game_results.wins[results.deal == deal, (start + place) % 3].mean()
            for deal, start in enumerate(starts)
        ]
        assert measured.column(Kind.SEAT, name) == pytest.approx(wins)
    assert sum(measured.means(Kind.SEAT).values()) == pytest.approx(100)


def test_scores_and_their_sources(results: Results, measured: Measured) -> None:
    scores = results.game_results.scores
    assert measured.column(Kind.SCORE, MEAN) == pytest.approx(of_deals(results, scores))
    assert measured.column(Kind.SCORE, WINNER) == pytest.approx(
        of_deals(results, scores.max(axis=1))
    )
    ordered = np.sort(scores, axis=1)
    leads = of_deals(results, ordered[:, 2] - ordered[:, 1])
    assert measured.column(Kind.SCORE, LEAD) == pytest.approx(leads)
    total = sum(measured.means(Kind.SOURCE).values())
    assert total == pytest.approx(measured.means(Kind.SCORE)[MEAN])


def test_one_agent_alone_has_no_win_share() -> None:
    match = Match(SPEC, ("random",), 2, 0, "all", False, False, load_components())
    assert measure(play_deals(match, 3, workers=1)).means(Kind.WINS) == {}
