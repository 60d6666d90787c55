"""Intervals cover, adjusting removes confounders, and true effects are found."""

from __future__ import annotations

import numpy as np
import pytest

from research.statistics import (
    Estimate,
    adjusted,
    excludes,
    mean,
    plain_difference,
    ratio,
    simultaneous_reach,
    single_reach,
)

TIMES = 300


def covers(estimate: Estimate, truth: float, reach: float | None = None) -> bool:
    return not excludes(estimate.interval(reach), truth)


def test_a_mean_of_seats_that_depend_on_each_other():
    """Seats of a game share its luck: with games as the unit intervals cover, with seats not."""
    rng = np.random.default_rng(1)
    by_game = by_seat = 0
    for _ in range(TIMES):
        values = rng.normal(size=(80, 1)) + 0.5 * rng.normal(size=(80, 4)) + 3
        by_game += covers(mean(values), 3)
        by_seat += covers(mean(values.reshape(-1, 1)), 3)
    assert 0.91 < by_game / TIMES < 0.98
    assert by_seat / TIMES < 0.8


def test_a_mean_of_chosen_seats_is_their_mean():
    values, chosen = np.arange(12.0).reshape(4, 3), np.eye(4, 3, dtype=bool)
    assert mean(values, chosen).value == pytest.approx(values[chosen].mean())
    assert np.isnan(mean(values, np.zeros((4, 3))).value)
    assert np.isnan(mean(values, np.zeros((4, 3))).error)


def test_the_error_of_a_plain_mean_is_the_usual_one():
    values = np.random.default_rng(2).normal(size=(500, 1))
    assert mean(values).error == pytest.approx(values.std(ddof=1) / np.sqrt(500), rel=1e-6)


def test_intervals_that_hold_together():
    """40 correlated intervals cover together as often as promised."""
    rng = np.random.default_rng(3)
    together = alone = 0
    for _ in range(TIMES):
        values = rng.normal(size=(150, 40)) + rng.normal(size=(150, 1))
        estimates = [mean(column) for column in values.T[:, :, None]]
        reach = simultaneous_reach(estimates)
        together += all(covers(e, 0, reach) for e in estimates)
        alone += all(covers(e, 0) for e in estimates)
    worst_case = single_reach(1 - 0.05 / 40)  # Bonferroni's rule; correlated ones need less
    assert single_reach() < reach < worst_case
    assert together / TIMES > 0.92
    assert alone / TIMES < 0.7


def test_one_estimate_needs_the_usual_interval():
    one = mean(np.random.default_rng(4).normal(size=(3000, 1)))
    assert simultaneous_reach([one]) == pytest.approx(single_reach(), abs=0.06)
    assert simultaneous_reach([]) == single_reach()


def cases(rng: np.random.Generator, effect: float, games: int = 400):
    """Rich seats take the thing more often, and rich seats win more often anyway."""
    game = np.repeat(np.arange(games), 4)
    luck = np.repeat(rng.normal(size=games), 4)  # of a game
    money = rng.normal(size=len(game)) + 0.5 * luck
    taken = (rng.random(len(game)) < 1 / (1 + np.exp(-1.5 * money))).astype(float)
    outcome = effect * taken + 2 * money - 0.5 * money**2 + luck + rng.normal(size=len(game))
    noise = rng.normal(size=(len(game), 3))
    return outcome, taken, np.column_stack([money, money**2, noise]), game, games


@pytest.mark.parametrize("effect", [0.0, 0.7])
def test_adjusting_removes_a_planted_confounder_and_keeps_the_effect(effect):
    rng = np.random.default_rng(5)
    naive = fair = 0
    for _ in range(TIMES):
        outcome, taken, features, game, games = cases(rng, effect)
        naive += covers(plain_difference(outcome, taken, game, games), effect)
        (estimate,) = adjusted(outcome[:, None], taken, features, game, games)
        fair += covers(estimate, effect)
    assert naive == 0
    assert 0.91 < fair / TIMES < 0.985


def test_an_effect_is_found_with_its_size():
    outcome, taken, features, game, games = cases(np.random.default_rng(6), 0.7, 4000)
    (estimate,) = adjusted(outcome[:, None], taken, features, game, games)
    assert excludes(estimate.interval(5.0))
    assert estimate.value == pytest.approx(0.7, abs=0.12)


def test_a_missing_feature_still_confounds():
    """The report warns of this."""
    outcome, taken, features, game, games = cases(np.random.default_rng(7), 0.0)
    (blind,) = adjusted(outcome[:, None], taken, features[:, 2:], game, games)
    assert excludes(blind.interval(5.0))


def test_no_estimate_where_the_features_decide():
    outcome, _, features, game, games = cases(np.random.default_rng(10), 0.7)
    decided = (features[:, 2] > 0).astype(float)
    (estimate,) = adjusted(
        outcome[:, None], decided, np.column_stack([features, decided]), game, games
    )
    assert np.isnan(estimate.value)


def test_no_estimate_where_one_game_would_decide():
    """A feature that differs in one case only: its weight means nothing, but it counts."""
    outcome, taken, features, game, games = cases(np.random.default_rng(11), 0.7)
    column = np.full(len(game), 1e-3)
    column[0] = 1e3
    columns = np.column_stack([features, column])
    (estimate,) = adjusted(outcome[:, None], taken, columns, game, games)
    assert np.isnan(estimate.value)
    (estimate,) = adjusted(outcome[:, None], taken, features, game, games)
    assert not np.isnan(estimate.value)


def test_collinear_features_do_no_harm():
    outcome, taken, features, game, games = cases(np.random.default_rng(8), 0.7)
    twice = np.column_stack([features, features, np.zeros(len(features))])
    (once,), (again,) = (
        adjusted(outcome[:, None], taken, k, game, games) for k in (features, twice)
    )
    assert again.value == pytest.approx(once.value, abs=1e-3)


def test_a_difference_from_the_same_games():
    """Common luck cancels."""
    rng = np.random.default_rng(9)
    luck = rng.normal(size=(500, 1)) * 10
    one, other = mean(luck + rng.normal(size=(500, 1))), mean(luck + rng.normal(size=(500, 1)))
    assert (one - other).error < 0.2 * one.error


def test_a_ratio_of_sums():
    estimate = ratio(np.array([1.0, 2, 3]), np.array([2.0, 2, 4]), np.array([0, 0, 1]), 3)
    assert estimate.value == pytest.approx(6 / 8)
    assert estimate.influence.sum() == pytest.approx(0)
