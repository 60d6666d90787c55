"""Intervals of a paired comparison cover, with and without an effect."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from agents.arena.match import Match, default_seatings
from agents.arena.run import play_deals
from research.variant.measures import Kind, Measure, Measured, measure
from research.variant.paired import compare, student_intervals
from research.variant.verdict import MAX_SENTENCES, verdict
from rokoko_env import SPEC, Components, load_components

REPETITIONS = 100


def measured(values: np.ndarray, first: int = 0) -> Measured:
    measures = tuple(Measure(Kind.SOURCE, f"source {n}") for n in range(values.shape[1]))
    return Measured(measures, values, np.arange(first, first + len(values)))


def test_student_interval_by_hand() -> None:
    (interval,) = student_intervals(np.array([[1.0], [2.0], [6.0]]))
    assert interval.estimate == 3
    assert interval.high - 3 == pytest.approx(4.3027 * np.sqrt(7 / 3), rel=1e-4)
    assert 3 - interval.low == pytest.approx(interval.high - 3)


@pytest.mark.parametrize("shared", [0.0, 0.5, 0.99])
def test_intervals_cover_for_any_common_luck(shared: float) -> None:
    """An effect of 1 on skewed measures; part of the luck is common to both sides."""
    rng = np.random.default_rng(7)
    missed_alone, missed_any = [], 0
    for _ in range(400):
        luck, one, other = rng.exponential(1.0, (3, 60, 20))
        sides = [measured(shared * luck + (1 - shared) * own) for own in (one, other)]
        comparison = compare(sides[0], replace(sides[1], values=sides[1].values + 1))
        missed_alone += [not e.alone.low <= 1 <= e.alone.high for e in comparison.effects]
        missed_any += any(not e.together.low <= 1 <= e.together.high for e in comparison.effects)
    assert np.mean(missed_alone) == pytest.approx(0.05, abs=0.012)
    assert missed_any / 400 <= 0.08


def test_only_deals_that_both_sides_played_are_compared() -> None:
    values = np.random.default_rng(0).normal(size=(10, 2))
    comparison = compare(measured(values), measured(values[4:], first=4))
    assert (comparison.deals, comparison.deals_that_differ) == (6, 0)
    with pytest.raises(ValueError, match="1 deals were played on both sides"):
        compare(measured(values), measured(values[9:], first=9))
    with pytest.raises(ValueError, match="the same measures"):
        compare(measured(values), measured(values[:, :1]))


def test_pairing_narrows_intervals() -> None:
    rng = np.random.default_rng(1)
    luck, noise = rng.normal(size=(2, 200, 1))
    paired = compare(measured(luck), measured(luck + 0.1 * noise))
    apart = compare(measured(luck), measured(rng.normal(size=(200, 1))))
    assert paired.width == pytest.approx(0.1 / np.sqrt(2), rel=0.1)
    assert apart.width == pytest.approx(1, rel=0.15)


def test_verdict_of_sides_that_never_differ() -> None:
    values = np.random.default_rng(0).normal(size=(100, 3))
    (sentence,) = verdict(compare(measured(values), measured(values)))
    assert sentence.startswith("No effect: all games of 100 deals are the same on both sides")
    assert "at most 3 % of deals" in sentence


@pytest.mark.parametrize(("more", "text"), [(1, "1 more effect is"), (2, "2 more effects are")])
def test_verdict_counts_the_clear_effects_it_leaves_out(more: int, text: str) -> None:
    values = np.random.default_rng(0).normal(size=(100, MAX_SENTENCES + more))
    changed = values + np.linspace(5, 6, 100)[:, None]
    sentences = verdict(compare(measured(values), measured(changed)))
    assert f"{text} clear: see the table." in sentences


def test_verdict_warns_of_few_deals_that_differ() -> None:
    values = np.zeros((100, 1))
    values[:3] = 1
    assert (
        "differ in 3 deals only"
        in verdict(compare(measured(np.zeros((100, 1))), measured(values)))[-1]
    )


# --- real games in which nothing is changed -------------------------------------------------------


def reordered() -> Components:
    """The same game with its dresses in reverse order: every draw brings another dress, so that
    the sides diverge from the first window on, with no effect on anything."""
    standard = load_components()
    return replace(standard, dresses=standard.dresses[::-1])


@cache
def measure_match(match: Match, deals: int) -> Measured:
    return measure(play_deals(match, deals, workers=1))


def null_coverage(
    agents: tuple[str, ...], num_players: int, kind: str, deals: int
) -> tuple[float, int]:
    """The share of single intervals that hold 0, and the number of repetitions, of 100, in which
    all of them do. Each repetition has its own deals."""
    how = default_seatings(num_players)
    one = Match(SPEC, agents, num_players, 0, how, False, False, load_components())
    by_kind = {
        "other seeds": replace(one, seed=10**9),
        "other order of dresses": replace(one, components=reordered()),
    }
    sides = [measure_match(match, REPETITIONS * deals) for match in (one, by_kind[kind])]
    alone, together = [], 0
    for first in range(0, REPETITIONS * deals, deals):
        part = slice(first, first + deals)
        parts = [Measured(s.measures, s.values[part], s.deals[part]) for s in sides]
        effects = compare(*parts).effects
        alone += [e.alone.low <= 0 <= e.alone.high for e in effects]
        together += not any(effect.is_clear for effect in effects)
    return float(np.mean(alone)), together


@pytest.mark.parametrize("kind", ["other seeds", "other order of dresses"])
def test_intervals_cover_zero_where_nothing_is_changed(kind: str) -> None:
    alone, together = null_coverage(("random", "random"), 2, kind, deals=30)
    assert alone >= 0.93
    assert together >= 93


@pytest.mark.soak
@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize("kind", ["other seeds", "other order of dresses"])
def test_intervals_cover_zero_in_full(num_players: int, kind: str) -> None:
    """Agents of a study instead of random ones."""
    agents = ("heuristic", "pyrotechnist", "recruiter", "hostess")[: max(num_players, 3)]
    alone, together = null_coverage(agents, num_players, kind, deals=10)
    print(f"{num_players} players, {kind}: {100 * alone:.1f} % alone, {together} of 100 together")
    assert alone >= 0.93
    assert together >= 93
