"""Win probabilities, strategies and effects: planted ones are found, and no others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from research.balance import strategies
from research.balance.across_agents import DEPENDS, HOLDS, OPEN, compare
from research.balance.effects import columns, effects
from research.balance.record import Records, record_games
from research.balance.study import TURN_ORDER, Finding, Study, study
from research.balance.win_probability import fit, lead_changes, softmax, win_probability
from research.statistics import Estimate, excludes, mean, simultaneous_reach
from rokoko_env import SPEC
from rokoko_env.components import load_components

GAMES = 300


@pytest.fixture(scope="module")
def records() -> Records:
    return record_games(SPEC, "heuristic", num_players=3, games=GAMES, workers=1)


@pytest.fixture(scope="module")
def small(records) -> Study:
    return study(records)


# --- win probability -----------------------------------------------------------------------------


def test_the_model_finds_the_weights_that_games_were_drawn_by():
    rng = np.random.default_rng(1)
    features = rng.normal(size=(6000, 4, 3))
    weights = np.array([1.0, -0.5, 0.0])
    probs = softmax(features @ weights)
    winner = (rng.random((6000, 1)) < probs.cumsum(axis=1)).argmax(axis=1)
    assert fit(features, np.eye(4)[winner]) == pytest.approx(weights, abs=0.06)


def test_probabilities_are_calibrated_on_held_out_games(records):
    model = win_probability(records)
    assert model.games == GAMES // 2
    for prob, won, off in zip(model.favourite, model.favourite_wins, model.errors, strict=True):
        assert abs(off.value) < 4 * off.error
        assert off.value == pytest.approx(prob.value - won.value)
    assert model.brier[-1].value < model.brier_equal  # it has learned something by the last round
    assert model.log_score[-1].value < model.log_equal
    assert model.favourite_wins[-1].value > model.favourite_wins[0].value
    within = [
        abs(b.predicted - b.win_share.value) < 4 * b.win_share.error + 0.05
        for b in model.reliability
    ]
    assert sum(within) >= len(within) - 1


def test_lead_changes_are_counted(records):
    worth = np.zeros_like(records.seats["worth"][:3])
    worth[0, :, 1:] = np.array([3, 2, 1])[:, None]  # the first seat leads throughout
    worth[1, 0, 1::2] = worth[1, 1, 2::2] = 5  # two seats take turns: at 1, 2, ..., 7
    worth[2, 0, 1:] = worth[2, 1, 3:] = 4  # drawing level does not take the lead
    seats = records.seats[:3].copy()
    seats["worth"] = worth
    changes, shares = lead_changes(replace(records, seats=seats))
    assert changes.value == pytest.approx(6 / 3)
    assert shares[0] == pytest.approx(2 / 3)
    assert shares[6] == pytest.approx(1 / 3)


# --- strategies ----------------------------------------------------------------------------------


def blobs(number: int, apart: float, rng: np.random.Generator) -> np.ndarray:
    centres = apart * np.eye(number, 6)
    return centres[rng.integers(number, size=1200)] + rng.normal(size=(1200, 6))


def apart(points: np.ndarray, number: int, rng: np.random.Generator) -> bool:
    cloud = strategies.gaussian_cloud(points, rng)
    own, of_cloud = (strategies.strengths(each, 4, number, rng) for each in (points, cloud))
    return strategies.are_apart(own, of_cloud)


def test_true_groups_are_found_and_no_others():
    rng = np.random.default_rng(2)
    points = blobs(3, 8.0, rng)
    assert [k for k in (2, 3, 4, 5) if apart(points, k, rng)] == [3]
    centres = strategies.k_means(points, 3, rng)
    assert np.sort(centres.max(axis=1)) == pytest.approx([8, 8, 8], abs=0.3)


def test_one_cloud_has_no_groups():
    rng = np.random.default_rng(3)
    cloud = rng.normal(size=(1200, 6))
    assert all(
        strategies.strengths(cloud, 4, k, rng).mean() < strategies.MIN_STRENGTH for k in (2, 3, 4)
    )


@pytest.mark.parametrize("length", [3.0, 5.0])
def test_a_long_cloud_is_strong_but_not_apart(length):
    """Its halves agree on where to cut it, but the parts are no groups."""
    rng = np.random.default_rng(4)
    turned = np.linalg.qr(rng.normal(size=(6, 6)))[0]  # so that the features are correlated
    for _ in range(5):
        cloud = rng.normal(size=(1200, 6)) * np.array([length, 1, 1, 1, 1, 1]) @ turned
        assert strategies.strengths(cloud, 4, 2, rng).mean() >= strategies.MIN_STRENGTH
        assert not apart(cloud, 2, rng)


@pytest.mark.parametrize("distance", [4.0, 8.0])
def test_two_groups_are_apart(distance):
    """Also where they are so far from each other that their one cloud is a needle."""
    rng = np.random.default_rng(5)
    for _ in range(5):
        assert apart(blobs(2, distance, rng), 2, rng)


def test_groups_divide_the_seats_and_the_victories(small):
    result = small.strategies
    assert sum(group.share.value for group in result.groups) == pytest.approx(1)
    won = sum(group.share.value * group.win_share.value for group in result.groups)
    assert won == pytest.approx(1 / small.num_players)
    for group in result.groups:  # each place is held once in every game
        assert np.mean([e.value for e in group.of_place]) == pytest.approx(group.share.value)
    for row in range(len(result.groups)):
        for column in range(row):
            one, other = result.ahead[row][column], result.ahead[column][row]
            assert one is not None
            assert other is not None
            assert one.value + other.value == pytest.approx(1)


# --- effects -------------------------------------------------------------------------------------


def test_columns_explain_the_features_of_a_situation(records):
    rows = records.situations[:2000]
    order = records.seats["order"][rows["game"], rows["seat"]]
    features = columns(records.parts, rows, order)
    assert np.isfinite(features).all()
    for name in ("money", "lead", "masters", "deck"):
        _, left, *_ = np.linalg.lstsq(np.column_stack([np.ones(len(rows)), features]), rows[name])
        assert left.sum() < 1e-6 * np.square(rows[name].astype(float)).sum() + 1e-6, name


def shuffled(records: Records, rng: np.random.Generator) -> Records:
    """Every game gets the result of another one, so that no option has an effect."""
    other = rng.permutation(records.games)
    seats = records.seats.copy()
    seats["points"] = seats["points"][other]
    return replace(records, seats=seats, tie_breaks=records.tie_breaks[other])


def null_coverage(records: Records, times: int) -> tuple[float, float]:
    """The share of single intervals that cover 0 without effects, and that of studies in which all
    wide ones do."""
    rng = np.random.default_rng(4)
    alone, together = [], []
    for _ in range(times):
        estimates = [e.adjusted for e in effects(shuffled(records, rng)) if e.adjusted]
        reach = simultaneous_reach(estimates)
        alone += [not excludes(estimate.interval()) for estimate in estimates]
        together.append(not any(excludes(estimate.interval(reach)) for estimate in estimates))
    return float(np.mean(alone)), float(np.mean(together))


def test_nothing_is_found_without_effects(records):
    alone, _ = null_coverage(records, 3)
    assert 0.88 < alone < 0.995


@pytest.mark.soak
def test_intervals_hold_in_93_of_100_studies_without_effects():
    alone, together = null_coverage(record_games(SPEC, "heuristic", num_players=4, games=1000), 100)
    print(
        f"\nintervals that cover 0: {alone:.1%}, studies in which all wide ones do: {together:.0%}"
    )
    assert alone >= 0.93
    assert together >= 0.93


def test_an_option_made_much_stronger_is_found():
    """Random players take the favor card at random: a gift of 40 Livre must have an effect."""
    standard = load_components()
    richer = replace(standard, numbers=replace(standard.numbers, favor_livre=40))
    favor = {}
    for name, components in (("standard", standard), ("richer", richer)):
        options = {"num_players": 3, "games": 500, "workers": 1, "components": components}
        records = record_games(SPEC, "random", **options)
        favor[name] = {e.option.name: e for e in effects(records)}["favor card"].margin
    assert favor["richer"].interval().low > favor["standard"].interval().high
    assert favor["richer"].interval(5.0).low > 0


def test_an_option_that_is_always_taken_has_no_estimate(small):
    """`heuristic` hires this card whenever it can."""
    by_name = {e.option.name: e for e in small.effects}
    always = by_name["l1_depute_use"]
    assert always.taken == always.offered > 0
    assert always.adjusted is None
    assert by_name["favor card"].adjusted is not None


# --- several agents ------------------------------------------------------------------------------


def test_shares_add_up(small):
    order = small.of_family(TURN_ORDER)
    assert sum(finding.estimate.value for finding in order) == pytest.approx(0)
    assert small.winner_score.value > small.score.value
    assert small.sources[0].sum() == pytest.approx(small.winner_score.value, abs=0.5)
    assert small.reach > 1.96


def with_findings(small: Study, *values: float) -> Study:
    """The same study with other findings, each sure to about 0.01."""
    rng = np.random.default_rng(sum(map(ord, str(values))))
    noise = rng.normal(size=(GAMES, len(values))) * 0.01 * np.sqrt(GAMES)
    findings = [
        Finding("halls", f"hall {k}", "", Estimate(value, mean(column[:, None]).influence))
        for k, (value, column) in enumerate(zip(values, noise.T, strict=True))
    ]
    return replace(small, findings=findings, reach=3.0)


def test_findings_that_depend_on_who_plays(small):
    one, other = with_findings(small, 0.3, 0.3, 0.01), with_findings(small, 0.28, -0.3, 0.0)
    assert [row.verdict for row in compare([one, other])] == [HOLDS, DEPENDS, OPEN]


def test_a_finding_of_one_agent_alone_stays_open(small):
    one, other = with_findings(small, 0.3, 0.3), with_findings(small, 0.3)
    last = compare([one, other])[-1]
    assert last.verdict == OPEN
    assert last.findings[1] is None
