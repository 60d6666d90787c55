"""Ratings find the strengths of the model; their intervals cover them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from agents import statistics
from agents.statistics import (
    ELO,
    Interval,
    plackett_luce,
    ratings,
    versus,
)

TABLE = np.array(list(itertools.permutations(range(4), 3)))  # all seatings of three out of four


STRENGTHS = np.array([0.7, 0.2, -0.2, -0.7])


def draw_games(deals, rng, strengths=STRENGTHS, table=TABLE):
    """Ranks, seating and deals of games that follow the model of Plackett and Luce."""
    seating = np.tile(table, (deals, 1))
    # The greatest sum of log-strength and Gumbel noise is first, and so on.
    luck = strengths[seating] + rng.gumbel(size=seating.shape)
    ranks = 1 + (luck[:, None, :] > luck[:, :, None]).sum(axis=2)
    return ranks, seating, np.repeat(np.arange(deals), len(table))


def likeliest(orders, weights, num_agents, prior):
    """The same estimate in the plainest way: the likelihood as it is written in books."""

    def surprise(logs):
        strengths = np.exp(logs)
        total = prior * (2 * np.log(1 + strengths) - logs).sum()
        for order, weight in zip(orders, weights, strict=True):
            for place in range(len(order)):
                left = sum(strengths[agent] for agent in order[place:])
                total -= weight * math.log(strengths[order[place]] / left)
        return total

    return minimize(surprise, np.zeros(num_agents), method="BFGS", options={"gtol": 1e-7}).x


def test_strengths_are_the_likeliest_ones():
    rng = np.random.default_rng(8)
    orders = rng.integers(4, size=(30, 3))  # with copies of one agent at some tables
    assert any(len(set(order)) < 3 for order in orders.tolist())
    weights = rng.random(30) * 5
    logs = plackett_luce(orders, weights, 4, prior=0.8)
    assert logs == pytest.approx(likeliest(orders, weights, 4, 0.8), abs=1e-5)


def test_long_steps_do_not_lead_astray():
    # One agent and nine copies of another: the first step would be much too long.
    orders = np.ones((2, 10), int)
    orders[[0, 1], [0, 1]] = 0
    weights = np.array([90.0, 10.0])
    logs = plackett_luce(orders, weights, 2)
    assert logs == pytest.approx(likeliest(orders, weights, 2, 0.5), abs=1e-4)


def test_ties_count_as_both_orders():
    seating = np.array([[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
    ranks = np.array([[1, 1, 3], [2, 1, 2], [1, 2, 3], [3, 2, 1]])
    orders = [[0, 1, 2], [1, 0, 2], [1, 2, 0], [1, 0, 2], *[[1, 2, 0]] * 4]
    expected = likeliest(orders, [0.5] * 8, 3, 0.5)
    intervals = ratings(ranks, seating, np.arange(4), 3, resamples=2)
    points = np.array([interval.estimate for interval in intervals])
    assert points == pytest.approx(ELO * (expected - expected.mean()), abs=1e-3)


def test_all_tied_are_equal():
    seating = np.array(list(itertools.permutations(range(3))))
    intervals = ratings(np.ones_like(seating), seating, np.arange(6), 3, resamples=50)
    assert [interval.estimate for interval in intervals] == pytest.approx([0, 0, 0], abs=1e-6)


def test_weights_are_repetitions():
    orders = np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    repeated = np.repeat(orders, [3, 1, 2], axis=0)
    once = plackett_luce(orders, np.array([3.0, 1.0, 2.0]), 3)
    assert once == pytest.approx(plackett_luce(repeated, np.ones(6), 3), abs=1e-9)


def test_agents_that_always_win_or_lose_have_finite_strengths():
    for games in (1, 100, 1_000_000):
        logs = plackett_luce(np.array([[0, 1, 2, 3]]), np.array([float(games)]), 4)
        assert np.isfinite(logs).all()
        assert (np.diff(logs) < 0).all()
        assert logs == pytest.approx(-logs[::-1], abs=2)  # around strength 1


def test_copies_at_a_table_say_nothing_about_each_other():
    alone = plackett_luce(np.array([[0, 0, 0], [1, 1, 1]]), np.array([10.0, 3.0]), 2)
    assert alone == pytest.approx([0, 0], abs=1e-9)
    # Whichever copy is ahead, what counts is how they do against agent 1.
    seating = np.array([[0, 0, 1], [0, 0, 1]])
    one = ratings(np.array([[1, 2, 3], [1, 3, 2]]), seating, np.arange(2), 2, resamples=20)
    other = ratings(np.array([[2, 1, 3], [3, 1, 2]]), seating, np.arange(2), 2, resamples=20)
    assert one == other


def test_ratings_find_the_strengths():
    rng = np.random.default_rng(9)
    covered = []
    for seed in range(25):
        intervals = ratings(*draw_games(30, rng), 4, resamples=100, seed=seed)
        pairs = zip(intervals, ELO * STRENGTHS, strict=True)
        covered.append([interval.low <= truth <= interval.high for interval, truth in pairs])
        assert np.mean([interval.estimate for interval in intervals]) == pytest.approx(0, abs=1e-6)
    assert np.mean(covered) >= 0.85
    best = ratings(*draw_games(2000, rng), 4, resamples=2)
    assert [i.estimate for i in best] == pytest.approx((ELO * STRENGTHS).tolist(), abs=5)


def test_ratings_relative_to_an_anchor():
    games = draw_games(60, np.random.default_rng(10))
    free = ratings(*games, 4, resamples=60)
    intervals = ratings(*games, 4, anchor=2, resamples=60)
    assert intervals[2] == Interval(0.0, 0.0, 0.0)
    for one, other in zip(free, intervals, strict=True):
        assert one.estimate - free[2].estimate == pytest.approx(other.estimate)
    assert intervals[0].low < ELO * 0.9 < intervals[0].high


def test_the_order_of_games_and_names_of_deals_do_not_matter():
    rng = np.random.default_rng(11)
    ranks, seating, deal = draw_games(20, rng)
    mixed = rng.permutation(len(deal))
    again = (ranks[mixed], seating[mixed], 5 * deal[mixed] + 3)
    for one, other in zip(
        ratings(ranks, seating, deal, 4, resamples=30),
        ratings(*again, 4, resamples=30),
        strict=True,
    ):
        assert one.to_json() == pytest.approx(other.to_json(), abs=1e-3)
    assert versus(ranks, seating, deal, 4) == versus(*again, 4)


def test_ratings_draw_deals_not_games():
    rng = np.random.default_rng(12)
    table = np.tile([[0, 1]], (8, 1))
    ranks, seating, deal = draw_games(40, rng, np.array([0.3, -0.3]), table)
    same_luck = np.repeat(ranks[::8], 8, axis=0)  # all games of a deal end alike
    wide = ratings(same_luck, seating, deal, 2)[0]
    narrow = ratings(same_luck, seating, np.arange(320), 2)[0]
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_blocks_of_deals_give_the_same_ratings(monkeypatch):
    games = draw_games(400, np.random.default_rng(13))
    single = ratings(*games, 4, resamples=300)
    monkeypatch.setattr(statistics, "MAX_UNITS", 150)
    for one, other in zip(single, ratings(*games, 4, resamples=300), strict=True):
        assert one.estimate == pytest.approx(other.estimate)
        assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.25)


def test_unknown_ratings():
    seating = np.array([[0, 2], [2, 0]])
    intervals = ratings(np.array([[1, 2], [1, 2]]), seating, np.zeros(2), 3)
    estimates = [interval.estimate for interval in intervals]
    assert estimates == pytest.approx([0, math.nan, 0], nan_ok=True)
    assert all(math.isnan(interval.low) and math.isnan(interval.high) for interval in intervals)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"ranks": np.ones((2, 3), int)}, "same games"),
        ({"deal": np.zeros(3, int)}, "same games"),
        ({"ranks": np.ones((2, 2))}, "whole numbers"),
        ({"seating": np.array([[0, 1], [0, 3]])}, "from 0 to 2"),
        ({"seating": np.array([[0, 1], [0, -1]])}, "from 0 to 2"),
        ({"anchor": 2}, "did not play"),
        ({"prior": 0.0}, "prior"),
        ({"confidence": 0.0}, "confidence"),
        ({"resamples": 0}, "resample"),
    ],
)
def test_wrong_games_are_refused(change, complaint):
    table = np.array([[0, 1], [1, 0]])
    arguments = {"ranks": table + 1, "seating": table, "deal": np.arange(2), "num_agents": 3}
    with pytest.raises(ValueError, match=complaint):
        ratings(**{**arguments, **change})


def test_wrong_weights_are_refused():
    for weights in ([1.0, 1.0], [-1.0], [math.nan]):
        with pytest.raises(ValueError, match="weights"):
            plackett_luce(np.array([[0, 1]]), np.array(weights), 2)


def test_undefeated_agents_have_no_interval():
    """Agent 0 always wins, 2 always loses: their distance depends on the prior alone."""
    seating = np.tile([[0, 1], [1, 2], [0, 2]], (20, 1))
    ranks = np.tile([[1, 2]], (60, 1))
    deal = np.repeat(np.arange(20), 3)
    best, middle, worst = ratings(ranks, seating, deal, 3)
    assert best.estimate > middle.estimate > worst.estimate
    assert math.isnan(best.low)
    assert math.isnan(worst.high)
    assert math.isfinite(middle.low)
    # Measured from one that never won, all others may be any distance above it.
    best, middle, anchored = ratings(ranks, seating, deal, 3, anchor=2)
    assert math.isnan(best.low)
    assert math.isnan(middle.high)
    assert anchored.low == anchored.high == 0
    ranks[5] = [2, 1]  # one defeat is enough for a limit
    assert math.isfinite(ratings(ranks, seating, deal, 3)[0].high)


def test_versus_counts_pairs_of_seats():
    seating = np.array([[0, 1, 1], [1, 0, 1], [0, 2, 1]])
    ranks = np.array([[1, 2, 3], [1, 1, 3], [3, 1, 1]])
    table = versus(ranks, seating, np.array([7, 7, 9]), 4)
    # In deal 7, agent 0 is ahead of 1, 1, (tied with) 1 and 1; in deal 9 it is behind.
    assert table[0][1].estimate == pytest.approx((3.5 / 4 + 0) / 2)
    assert table[1][0].estimate == pytest.approx(1 - (3.5 / 4) / 2)
    assert table[1][0].low == 1 - table[0][1].high
    assert table[0][2] == Interval(0.0, 0.0, 1.0)  # one deal
    assert table[1][2].estimate == 0.5
    assert [table[agent][agent] for agent in range(4)] == [None] * 4
    assert table[3] == [None] * 4


def test_versus_covers_the_model():
    rng = np.random.default_rng(14)
    covered = []
    for seed in range(25):
        table = versus(*draw_games(30, rng), 4, resamples=300, seed=seed)
        for one, other in itertools.permutations(range(4), 2):
            truth = 1 / (1 + math.exp(STRENGTHS[other] - STRENGTHS[one]))
            covered.append(table[one][other].low <= truth <= table[one][other].high)
    assert np.mean(covered) >= 0.88
