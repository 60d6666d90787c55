"""Sequential tests err as rarely as they claim."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.arena.sequential import SequentialTest, Verdict


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
    """Return the verdict on each row of deals, and the number of deals until then."""
    tests = [SequentialTest(**options) for _ in rows]
    for test, row in zip(tests, rows, strict=True):
        test.update(row)
    return [test.verdict for test in tests], np.array([test.deals for test in tests])


@pytest.mark.parametrize("draw", NULLS)
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_equal_agents_rarely_get_a_verdict(draw, alpha):
    reached, _ = verdicts(draw(np.random.default_rng(15), (1000, 1500)), alpha=alpha)
    for verdict in (Verdict.A_BETTER, Verdict.B_BETTER):
        assert reached.count(verdict) <= 1000 * alpha / 2
    assert Verdict.NO_DIFFERENCE not in reached


def test_a_common_test_at_every_deal_would_err_often():
    rows = coins(np.random.default_rng(15), (1000, 1500))
    deals = np.arange(1, 1501)
    scores = np.abs(rows.cumsum(axis=1)) / np.sqrt(deals)
    assert (scores[:, 20:] > 1.96).any(axis=1).mean() > 0.3


@pytest.mark.parametrize("draw", NULLS)
def test_a_difference_of_the_margin_is_rarely_denied(draw):
    # 0.9 times a null, so that shifting it by the margin keeps it within [-1, 1].
    rows = 0.9 * draw(np.random.default_rng(16), (1000, 1500)) + 0.1
    reached, _ = verdicts(rows, margin=0.1)
    assert reached.count(Verdict.NO_DIFFERENCE) <= 25
    assert reached.count(Verdict.B_BETTER) <= 25
    mirrored, _ = verdicts(-rows, margin=0.1)
    assert mirrored.count(Verdict.NO_DIFFERENCE) <= 25
    assert mirrored.count(Verdict.A_BETTER) <= 25


def test_a_difference_is_found():
    rng = np.random.default_rng(17)
    rows = np.where(rng.random((300, 1200)) < 0.6, 1.0, -1.0)  # a difference of 0.2
    reached, deals = verdicts(rows)
    assert reached.count(Verdict.A_BETTER) >= 297
    assert np.median(deals) < 350
    mirrored, same = verdicts(-rows)
    assert mirrored.count(Verdict.B_BETTER) == reached.count(Verdict.A_BETTER)
    assert (same == deals).all()
    calm, deals = verdicts(np.clip(0.2 + smooth(rng, (300, 200)), -1, 1))
    assert calm.count(Verdict.A_BETTER) == 300
    assert np.median(deals) < 50  # it makes use of deals that differ little


def test_no_difference_is_found():
    rows = coins(np.random.default_rng(18), (200, 1500))
    reached, _ = verdicts(rows, margin=0.2)
    assert reached.count(Verdict.NO_DIFFERENCE) >= 190


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
