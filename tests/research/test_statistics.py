"""Intervals cover, adjusting removes what confounds, and effects that are there are found."""

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
    """Seats of a game share its luck: games are the unit, and seats as the unit fail."""
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
    """All of 40 related estimates are covered at once as often as promised."""
    rng = np.random.default_rng(3)
    together = alone = 0
    for _ in range(TIMES):
        values = rng.normal(size=(150, 40)) + rng.normal(size=(150, 1))
        estimates = [mean(column) for column in values.T[:, :, None]]
        reach = simultaneous_reach(estimates)
        together += all(covers(e, 0, reach) for e in estimates)
        alone += all(covers(e, 0) for e in estimates)
    worst_case = single_reach(1 - 0.05 / 40)  # Bonferroni's rule; related ones need less
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
        outcome, taken, known, game, games = cases(rng, effect)
        naive += covers(plain_difference(outcome, taken, game, games), effect)
        (found,) = adjusted(outcome[:, None], taken, known, game, games)
        fair += covers(found, effect)
    assert naive == 0
    assert 0.91 < fair / TIMES < 0.985


def test_an_effect_is_found_with_its_size():
    outcome, taken, known, game, games = cases(np.random.default_rng(6), 0.7, 4000)
    (found,) = adjusted(outcome[:, None], taken, known, game, games)
    assert excludes(found.interval(5.0))
    assert found.value == pytest.approx(0.7, abs=0.12)


def test_what_is_not_known_can_still_confound():
    """The report says so; this is what it means."""
    outcome, taken, known, game, games = cases(np.random.default_rng(7), 0.0)
    (blind,) = adjusted(outcome[:, None], taken, known[:, 2:], game, games)
    assert excludes(blind.interval(5.0))


def test_nothing_is_said_where_the_situation_decides():
    outcome, _, known, game, games = cases(np.random.default_rng(10), 0.7)
    decided = (known[:, 2] > 0).astype(float)
    (found,) = adjusted(outcome[:, None], decided, np.column_stack([known, decided]), game, games)
    assert np.isnan(found.value)


def test_nothing_is_said_where_one_game_would_decide():
    """A column that is 0 in all cases but one: its weight means nothing, and carries that far."""
    outcome, taken, known, game, games = cases(np.random.default_rng(11), 0.7)
    column = np.full(len(game), 1e-3)
    column[0] = 1e3
    columns = np.column_stack([known, column])
    (found,) = adjusted(outcome[:, None], taken, columns, game, games)
    assert np.isnan(found.value)
    (found,) = adjusted(outcome[:, None], taken, known, game, games)
    assert not np.isnan(found.value)


def test_columns_that_say_the_same_do_no_harm():
    outcome, taken, known, game, games = cases(np.random.default_rng(8), 0.7)
    twice = np.column_stack([known, known, np.zeros(len(known))])
    (once,), (again,) = (adjusted(outcome[:, None], taken, k, game, games) for k in (known, twice))
    assert again.value == pytest.approx(once.value, abs=1e-3)


def test_a_difference_from_the_same_games():
    """What two estimates have in common cancels."""
    rng = np.random.default_rng(9)
    luck = rng.normal(size=(500, 1)) * 10
    one, other = mean(luck + rng.normal(size=(500, 1))), mean(luck + rng.normal(size=(500, 1)))
    assert (one - other).error < 0.2 * one.error


def test_a_ratio_of_sums():
    found = ratio(np.array([1.0, 2, 3]), np.array([2.0, 2, 4]), np.array([0, 0, 1]), 3)
    assert found.value == pytest.approx(6 / 8)
    assert found.influence.sum() == pytest.approx(0)
