"""Intervals cover the truth as often as they claim."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents import statistics
from agents.statistics import (
    Interval,
    bootstrap_weights,
    group_deals,
    mean_intervals,
)


def coverage(intervals, truth):
    return np.mean([interval.low <= truth <= interval.high for interval in intervals])


def test_an_interval_as_text_and_json():
    interval = Interval(0.53123456789, 0.51, 0.552)
    assert interval.text(".1f", scale=100) == "53.1 (51.0 to 55.2)"
    assert interval.to_json() == {"estimate": 0.531235, "low": 0.51, "high": 0.552}
    assert Interval.from_json(interval.to_json()) == Interval(0.531235, 0.51, 0.552)


def test_unknown_numbers_are_null_in_json():
    data = Interval(0.5, math.nan, math.nan).to_json()
    assert data == {"estimate": 0.5, "low": None, "high": None}
    again = Interval.from_json(data)
    assert again.estimate == 0.5
    assert math.isnan(again.low)
    assert math.isnan(again.high)


def test_resamples_draw_as_many_as_there_are(monkeypatch):
    monkeypatch.setattr(statistics, "CHUNK", 70)
    chunks = list(bootstrap_weights(30, 999, np.random.default_rng(1)))
    assert max(len(chunk) for chunk in chunks) == 2
    weights = np.concatenate(chunks)
    assert weights.shape == (999, 30)
    assert (weights.sum(axis=1) == 30).all()
    assert weights.mean(axis=0) == pytest.approx(np.ones(30), abs=0.15)
    assert weights.var() == pytest.approx(29 / 30, rel=0.05)


def test_blocks_are_of_one_size_or_one_more():
    rng = np.random.default_rng(1)
    assert group_deals(2000, rng).tolist() == list(range(2000))
    blocks = group_deals(7001, rng)
    assert set(np.bincount(blocks)) == {3, 4}
    assert (np.diff(blocks) == 1).mean() < 0.01  # dealt out at random


# 300 columns are 300 repetitions of one experiment.
@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng: rng.random((50, 300)) < 0.4, 0.4),
        (lambda rng: rng.normal(size=(50, 300)), 0.0),
        (lambda rng: rng.exponential(size=(50, 300)), 1.0),
    ],
)
def test_intervals_cover_the_true_mean(draw, truth):
    intervals = mean_intervals(draw(np.random.default_rng(2)), resamples=1000)
    assert 0.9 <= coverage(intervals, truth) <= 0.985


def test_coverage_follows_the_confidence():
    values = np.random.default_rng(3).normal(size=(100, 400))
    intervals = mean_intervals(values, confidence=0.5, resamples=1000)
    assert 0.44 <= coverage(intervals, 0.0) <= 0.56


def test_games_of_one_deal_are_not_independent():
    rng = np.random.default_rng(4)
    prob = np.repeat(rng.beta(0.5, 0.5, (60, 300)), 6, axis=0)  # six games of each of 60 deals
    games = (rng.random(prob.shape) < prob).astype(float)
    by_deal = games.reshape(60, 6, 300).mean(axis=1)
    assert coverage(mean_intervals(by_deal, resamples=1000), 0.5) >= 0.9
    assert coverage(mean_intervals(games, resamples=1000), 0.5) < 0.8


def test_blocks_agree_with_single_deals(monkeypatch):
    rng = np.random.default_rng(5)
    values = rng.exponential(size=(5003, 3))
    values[rng.random(values.shape) < 0.4] = np.nan
    blocks = mean_intervals(values, resamples=4000)
    monkeypatch.setattr(statistics, "MAX_UNITS", 10_000)
    single = mean_intervals(values, resamples=4000)
    for one, other in zip(blocks, single, strict=True):
        assert one.estimate == other.estimate
        width = other.high - other.low
        assert one.low == pytest.approx(other.low, abs=0.08 * width)
        assert one.high == pytest.approx(other.high, abs=0.08 * width)


def test_deals_count_alike_in_blocks_of_any_size(monkeypatch):
    monkeypatch.setattr(statistics, "MAX_UNITS", 70)
    block = group_deals(100, np.random.default_rng(0))  # as seed 0 will draw them
    pairs = np.bincount(block)[block] == 2  # 60 deals are in blocks of two, 40 are alone
    interval = mean_intervals(pairs[:, None], seed=0)[0]
    assert interval.estimate == 0.6
    assert (interval.low + interval.high) / 2 == pytest.approx(0.6, abs=0.02)


def test_many_deals_take_little_memory_and_time():
    values = np.random.default_rng(6).random((100_000, 3))
    intervals = mean_intervals(values, resamples=1000)
    widths = [interval.high - interval.low for interval in intervals]
    assert widths == pytest.approx([2 * 1.96 * math.sqrt(1 / 12 / 100_000)] * 3, rel=0.1)


def test_deals_without_a_value_do_not_count():
    values = np.array([[0.2, np.nan], [np.nan, np.nan], [0.6, np.nan], [0.4, 0.7]])
    first, second = mean_intervals(values)
    assert first.estimate == pytest.approx(0.4)
    assert 0.2 <= first.low < 0.4 < first.high <= 0.6
    assert second.estimate == 0.7
    assert math.isnan(second.low)
    full = mean_intervals(values[[0, 2, 3], :1])[0]
    assert full.estimate == first.estimate


@pytest.mark.parametrize("deals", [2, 20, 300])
def test_all_won_or_all_lost_has_the_exact_binomial_bound(deals):
    won, lost = mean_intervals(np.tile([1.0, 0.0], (deals, 1)), bounds=(0.0, 1.0))
    assert (won.estimate, won.high) == (1.0, 1.0)
    assert won.low**deals == pytest.approx(0.025)  # the probability of this number of wins in a row
    assert (lost.estimate, lost.low) == (0.0, 0.0)
    assert (1 - lost.high) ** deals == pytest.approx(0.025)
    wide = mean_intervals(np.full((deals, 1), 3.0), bounds=(-1.0, 3.0))[0]
    assert (wide.low + 1) / 4 == pytest.approx(won.low)


def test_all_alike_within_the_bounds():
    interval = mean_intervals(np.full((10, 1), 0.5), bounds=(0.0, 1.0))[0]
    same = 0.025**0.1
    assert (interval.low, interval.high) == pytest.approx((same / 2, 1 - same / 2))
    assert mean_intervals(np.full((10, 1), 0.5)) == [Interval(0.5, 0.5, 0.5)]


def test_rounding_does_not_matter():
    values = np.full((10, 1), 1 - 1e-16)
    values[3] = 1 + 3e-16
    assert mean_intervals(values, bounds=(0.0, 1.0))[0].low == pytest.approx(0.025**0.1)


def test_rare_wins_are_covered():
    wins = np.random.default_rng(7).random((40, 300)) < 0.03  # a third of the columns has none
    intervals = mean_intervals(wins, bounds=(0.0, 1.0), resamples=1000)
    assert coverage(intervals, 0.03) >= 0.9


def test_too_few_deals_say_nothing():
    assert mean_intervals(np.array([[0.3]]), bounds=(0.0, 1.0)) == [Interval(0.3, 0.0, 1.0)]
    interval = mean_intervals(np.empty((0, 1)), bounds=(0.0, 1.0))[0]
    assert math.isnan(interval.estimate)
    assert (interval.low, interval.high) == (0.0, 1.0)
    assert mean_intervals(np.empty((5, 0))) == []


@pytest.mark.parametrize(
    ("values", "options", "complaint"),
    [
        ([[0.5]], {"confidence": 1.0}, "confidence"),
        ([[0.5]], {"confidence": math.nan}, "confidence"),
        ([[0.5]], {"resamples": 0}, "resample"),
        ([0.5], {}, "deals, columns"),
        ([[math.inf]], {}, "finite"),
        ([[1.5]], {"bounds": (0.0, 1.0)}, "within the bounds"),
    ],
)
def test_wrong_values_are_refused(values, options, complaint):
    with pytest.raises(ValueError, match=complaint):
        mean_intervals(np.array(values), **options)
