"""Intervals cover what they should, ratings find the strengths, and tests err as rarely as said."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from agents import statistics
from agents.arena.sequential import SequentialTest, Verdict
from agents.statistics import (
    ELO,
    Interval,
    bootstrap_weights,
    group_deals,
    mean_intervals,
    plackett_luce,
    ratings,
    versus,
)

TABLE = np.array(list(itertools.permutations(range(4), 3)))  # all seatings of three out of four
STRENGTHS = np.array([0.7, 0.2, -0.2, -0.7])


def played(deals, rng, strengths=STRENGTHS, table=TABLE):
    """Ranks, seating and deals of games that follow the model of Plackett and Luce."""
    seating = np.tile(table, (deals, 1))
    # Whoever has the greatest sum of log-strength and Gumbel noise is first, and so on.
    return drawn_ranks(seating, rng, strengths), seating, np.repeat(np.arange(deals), len(table))


def drawn_ranks(seating, rng, strengths=STRENGTHS):
    luck = strengths[seating] + rng.gumbel(size=seating.shape)
    return 1 + (luck[:, None, :] > luck[:, :, None]).sum(axis=2)


def coverage(intervals, truth):
    return np.mean([interval.low <= truth <= interval.high for interval in intervals])


# Intervals


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
    found = mean_intervals(draw(np.random.default_rng(2)), resamples=1000)
    assert 0.9 <= coverage(found, truth) <= 0.985


def test_confidence_is_what_is_asked_for():
    values = np.random.default_rng(3).normal(size=(100, 400))
    found = mean_intervals(values, confidence=0.5, resamples=1000)
    assert 0.44 <= coverage(found, 0.0) <= 0.56


def test_games_of_one_deal_are_not_independent():
    rng = np.random.default_rng(4)
    chance = np.repeat(rng.beta(0.5, 0.5, (60, 300)), 6, axis=0)  # six games of each of 60 deals
    games = (rng.random(chance.shape) < chance).astype(float)
    by_deal = games.reshape(60, 6, 300).mean(axis=1)
    assert coverage(mean_intervals(by_deal, resamples=1000), 0.5) >= 0.9
    assert coverage(mean_intervals(games, resamples=1000), 0.5) < 0.8


def test_blocks_agree_with_single_deals(monkeypatch):
    rng = np.random.default_rng(5)
    values = rng.exponential(size=(5003, 3))
    values[rng.random(values.shape) < 0.4] = np.nan
    blocks = mean_intervals(values, resamples=4000)
    monkeypatch.setattr(statistics, "MOST_UNITS", 10_000)
    single = mean_intervals(values, resamples=4000)
    for one, other in zip(blocks, single, strict=True):
        assert one.estimate == other.estimate
        width = other.high - other.low
        assert one.low == pytest.approx(other.low, abs=0.08 * width)
        assert one.high == pytest.approx(other.high, abs=0.08 * width)


def test_deals_count_alike_in_blocks_of_any_size(monkeypatch):
    monkeypatch.setattr(statistics, "MOST_UNITS", 70)
    block = group_deals(100, np.random.default_rng(0))  # as seed 0 will draw them
    pairs = np.bincount(block)[block] == 2  # 60 deals are in blocks of two, 40 are alone
    found = mean_intervals(pairs[:, None], seed=0)[0]
    assert found.estimate == 0.6
    assert (found.low + found.high) / 2 == pytest.approx(0.6, abs=0.02)


def test_many_deals_take_little_memory_and_time():
    values = np.random.default_rng(6).random((100_000, 3))
    found = mean_intervals(values, resamples=1000)
    widths = [interval.high - interval.low for interval in found]
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
    assert won.low**deals == pytest.approx(0.025)  # so many wins in a row have this chance
    assert (lost.estimate, lost.low) == (0.0, 0.0)
    assert (1 - lost.high) ** deals == pytest.approx(0.025)
    wide = mean_intervals(np.full((deals, 1), 3.0), bounds=(-1.0, 3.0))[0]
    assert (wide.low + 1) / 4 == pytest.approx(won.low)


def test_all_alike_within_the_bounds():
    found = mean_intervals(np.full((10, 1), 0.5), bounds=(0.0, 1.0))[0]
    same = 0.025**0.1
    assert (found.low, found.high) == pytest.approx((same / 2, 1 - same / 2))
    assert mean_intervals(np.full((10, 1), 0.5)) == [Interval(0.5, 0.5, 0.5)]


def test_rounding_does_not_matter():
    values = np.full((10, 1), 1 - 1e-16)
    values[3] = 1 + 3e-16
    assert mean_intervals(values, bounds=(0.0, 1.0))[0].low == pytest.approx(0.025**0.1)


def test_rare_wins_are_covered():
    wins = np.random.default_rng(7).random((40, 300)) < 0.03  # a third of the columns has none
    found = mean_intervals(wins, bounds=(0.0, 1.0), resamples=1000)
    assert coverage(found, 0.03) >= 0.9


def test_too_few_deals_say_nothing():
    assert mean_intervals(np.array([[0.3]]), bounds=(0.0, 1.0)) == [Interval(0.3, 0.0, 1.0)]
    found = mean_intervals(np.empty((0, 1)), bounds=(0.0, 1.0))[0]
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (0.0, 1.0)
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


# Ratings


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
    found = plackett_luce(orders, weights, 4, prior=0.8)
    assert found == pytest.approx(likeliest(orders, weights, 4, 0.8), abs=1e-5)


def test_long_steps_do_not_lead_astray():
    # One agent and nine copies of another: the first step would be much too long.
    orders = np.ones((2, 10), int)
    orders[[0, 1], [0, 1]] = 0
    weights = np.array([90.0, 10.0])
    found = plackett_luce(orders, weights, 2)
    assert found == pytest.approx(likeliest(orders, weights, 2, 0.5), abs=1e-4)


def test_ties_count_as_both_orders():
    seating = np.array([[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
    ranks = np.array([[1, 1, 3], [2, 1, 2], [1, 2, 3], [3, 2, 1]])
    orders = [[0, 1, 2], [1, 0, 2], [1, 2, 0], [1, 0, 2], *[[1, 2, 0]] * 4]
    expected = likeliest(orders, [0.5] * 8, 3, 0.5)
    found = ratings(ranks, seating, np.arange(4), 3, resamples=2)
    points = np.array([interval.estimate for interval in found])
    assert points == pytest.approx(ELO * (expected - expected.mean()), abs=1e-3)


def test_all_tied_are_equal():
    seating = np.array(list(itertools.permutations(range(3))))
    found = ratings(np.ones_like(seating), seating, np.arange(6), 3, resamples=50)
    assert [interval.estimate for interval in found] == pytest.approx([0, 0, 0], abs=1e-6)


def test_weights_are_repetitions():
    orders = np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    repeated = np.repeat(orders, [3, 1, 2], axis=0)
    once = plackett_luce(orders, np.array([3.0, 1.0, 2.0]), 3)
    assert once == pytest.approx(plackett_luce(repeated, np.ones(6), 3), abs=1e-9)


def test_agents_that_always_win_or_lose_have_finite_strengths():
    for games in (1, 100, 1_000_000):
        found = plackett_luce(np.array([[0, 1, 2, 3]]), np.array([float(games)]), 4)
        assert np.isfinite(found).all()
        assert (np.diff(found) < 0).all()
        assert found == pytest.approx(-found[::-1], abs=2)  # around strength 1


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
        found = ratings(*played(30, rng), 4, resamples=100, seed=seed)
        pairs = zip(found, ELO * STRENGTHS, strict=True)
        covered.append([interval.low <= truth <= interval.high for interval, truth in pairs])
        assert np.mean([interval.estimate for interval in found]) == pytest.approx(0, abs=1e-6)
    assert np.mean(covered) >= 0.85
    best = ratings(*played(2000, rng), 4, resamples=2)
    assert [i.estimate for i in best] == pytest.approx((ELO * STRENGTHS).tolist(), abs=5)


def test_ratings_relative_to_an_anchor():
    games = played(60, np.random.default_rng(10))
    free = ratings(*games, 4, resamples=60)
    found = ratings(*games, 4, anchor=2, resamples=60)
    assert found[2] == Interval(0.0, 0.0, 0.0)
    for one, other in zip(free, found, strict=True):
        assert one.estimate - free[2].estimate == pytest.approx(other.estimate)
    assert found[0].low < ELO * 0.9 < found[0].high


def test_the_order_of_games_and_names_of_deals_do_not_matter():
    rng = np.random.default_rng(11)
    ranks, seating, deal = played(20, rng)
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
    ranks, seating, deal = played(40, rng, np.array([0.3, -0.3]), table)
    same_luck = np.repeat(ranks[::8], 8, axis=0)  # all games of a deal end alike
    wide = ratings(same_luck, seating, deal, 2)[0]
    narrow = ratings(same_luck, seating, np.arange(320), 2)[0]
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_blocks_of_deals_give_the_same_ratings(monkeypatch):
    games = played(400, np.random.default_rng(13))
    single = ratings(*games, 4, resamples=300)
    monkeypatch.setattr(statistics, "MOST_UNITS", 150)
    for one, other in zip(single, ratings(*games, 4, resamples=300), strict=True):
        assert one.estimate == pytest.approx(other.estimate)
        assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.25)


def test_what_is_not_known_of_ratings():
    seating = np.array([[0, 2], [2, 0]])
    found = ratings(np.array([[1, 2], [1, 2]]), seating, np.zeros(2), 3)
    assert [interval.estimate for interval in found] == pytest.approx([0, math.nan, 0], nan_ok=True)
    assert all(math.isnan(interval.low) and math.isnan(interval.high) for interval in found)


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
    given = {"ranks": table + 1, "seating": table, "deal": np.arange(2), "num_agents": 3}
    with pytest.raises(ValueError, match=complaint):
        ratings(**{**given, **change})


def test_wrong_weights_are_refused():
    for weights in ([1.0, 1.0], [-1.0], [math.nan]):
        with pytest.raises(ValueError, match="weights"):
            plackett_luce(np.array([[0, 1]]), np.array(weights), 2)


# Head to head


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
        table = versus(*played(30, rng), 4, resamples=300, seed=seed)
        for one, other in itertools.permutations(range(4), 2):
            truth = 1 / (1 + math.exp(STRENGTHS[other] - STRENGTHS[one]))
            covered.append(table[one][other].low <= truth <= table[one][other].high)
    assert np.mean(covered) >= 0.88


# Sequential tests


def coins(rng, size):
    return rng.choice([-1.0, 1.0], size)


def mostly_zero(rng, size):
    return rng.choice([-1.0, 0.0, 1.0], size, p=[0.02, 0.96, 0.02])


def rare_gains(rng, size):
    return rng.choice([-1 / 19, 1.0], size, p=[0.95, 0.05])


def rare_losses(rng, size):
    return -rare_gains(rng, size)


def smooth(rng, size):
    return rng.uniform(-0.3, 0.3, size)


NULLS = [coins, mostly_zero, rare_gains, rare_losses, smooth]


def verdicts(rows, **options):
    """What the test says about each row of deals, and after how many."""
    tests = [SequentialTest(**options) for _ in rows]
    for test, row in zip(tests, rows, strict=True):
        test.update(row)
    return [test.verdict for test in tests], np.array([test.deals for test in tests])


@pytest.mark.parametrize("draw", NULLS)
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_equal_agents_are_rarely_told_apart(draw, alpha):
    found, _ = verdicts(draw(np.random.default_rng(15), (1000, 1500)), alpha=alpha)
    for verdict in (Verdict.A_BETTER, Verdict.B_BETTER):
        assert found.count(verdict) <= 1000 * alpha / 2
    assert Verdict.NO_DIFFERENCE not in found


def test_a_common_test_at_every_deal_would_err_often():
    rows = coins(np.random.default_rng(15), (1000, 1500))
    deals = np.arange(1, 1501)
    scores = np.abs(rows.cumsum(axis=1)) / np.sqrt(deals)
    assert (scores[:, 20:] > 1.96).any(axis=1).mean() > 0.3


@pytest.mark.parametrize("draw", NULLS)
def test_a_difference_of_the_margin_is_rarely_denied(draw):
    # 0.9 times a null, so that shifting it by the margin keeps it within [-1, 1].
    rows = 0.9 * draw(np.random.default_rng(16), (1000, 1500)) + 0.1
    found, _ = verdicts(rows, margin=0.1)
    assert found.count(Verdict.NO_DIFFERENCE) <= 25
    assert found.count(Verdict.B_BETTER) <= 25
    mirrored, _ = verdicts(-rows, margin=0.1)
    assert mirrored.count(Verdict.NO_DIFFERENCE) <= 25
    assert mirrored.count(Verdict.A_BETTER) <= 25


def test_a_difference_is_found():
    rng = np.random.default_rng(17)
    rows = np.where(rng.random((300, 1200)) < 0.6, 1.0, -1.0)  # a difference of 0.2
    found, deals = verdicts(rows)
    assert found.count(Verdict.A_BETTER) >= 297
    assert np.median(deals) < 350
    mirrored, same = verdicts(-rows)
    assert mirrored.count(Verdict.B_BETTER) == found.count(Verdict.A_BETTER)
    assert (same == deals).all()
    calm, deals = verdicts(np.clip(0.2 + smooth(rng, (300, 200)), -1, 1))
    assert calm.count(Verdict.A_BETTER) == 300
    assert np.median(deals) < 50  # it makes use of deals that differ little


def test_no_difference_is_found():
    rows = coins(np.random.default_rng(18), (200, 1500))
    found, _ = verdicts(rows, margin=0.2)
    assert found.count(Verdict.NO_DIFFERENCE) >= 190


def test_a_margin_changes_nothing_for_the_other_verdicts():
    rows = np.where(np.random.default_rng(19).random((50, 1200)) < 0.65, 1.0, -1.0)
    plain, deals = verdicts(rows)
    with_margin, same = verdicts(rows, margin=0.05)
    assert plain == with_margin == [Verdict.A_BETTER] * 50
    assert (deals == same).all()


@pytest.mark.parametrize(("mean", "margin"), [(0.2, 0.0), (0.0, 0.2), (-0.1, 0.05)])
def test_chunks_do_not_matter(mean, margin):
    rng = np.random.default_rng(20)
    for _ in range(5):
        row = np.clip(mean + rng.uniform(-0.8, 0.8, 3000), -1, 1)
        whole, single, parts = (SequentialTest(margin=margin) for _ in range(3))
        assert whole.update(row) is not None
        for difference in row[: whole.deals]:
            assert single.verdict is None
            single.update(float(difference))
        for part in np.split(row, np.sort(rng.integers(3000, size=40))):
            parts.update(part)
        assert single.verdict == parts.verdict == whole.verdict
        assert single.deals == parts.deals == whole.deals


def test_a_claim_once_rejected_stays_rejected():
    # First "m >= margin" is rejected. Its gambler loses while the one against "m <= -margin" wins,
    # and is rich again only later.
    row = np.repeat([-0.2, 0.9, -0.5], [14, 8, 10])
    whole, parts = (SequentialTest(margin=0.5) for _ in range(2))
    assert whole.update(row) == Verdict.NO_DIFFERENCE
    assert parts.update(row[:14]) is None
    assert parts.update(row[14:]) == Verdict.NO_DIFFERENCE
    assert whole.deals == parts.deals == 18


def test_a_verdict_stays():
    test = SequentialTest()
    assert test.update([]) is None
    assert test.update(np.full(100, 0.5)) == "A is better"
    deals = test.deals
    assert 0 < deals < 40
    assert test.update(np.full(1000, -1.0)) == Verdict.A_BETTER
    assert test.deals == deals


@pytest.mark.parametrize("options", [{"alpha": 0.0}, {"alpha": 1.0}, {"margin": -0.1}])
def test_wrong_tests_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        SequentialTest(**options)


@pytest.mark.parametrize("differences", [[1.1], [math.nan], [0.0, -2.0], [[0.0]]])
def test_wrong_differences_are_refused(differences):
    test = SequentialTest()
    with pytest.raises(ValueError, match="from -1 to 1"):
        test.update(np.array(differences))
    assert test.deals == 0


def test_undefeated_agents_have_no_interval():
    """Agent 0 always wins, 2 always loses: only the prior says how far they are from the others."""
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
