"""The rate of MaskablePPO, measured on a tiny run."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.sb3_rate import learner_rate


@pytest.mark.usefixtures("own_folder")
def test_the_rate_is_measured_after_the_warm_up() -> None:
    sizes = {"games": 8, "n_steps": 32, "batch_size": 128, "n_epochs": 1, "hidden_sizes": (16,)}
    for against in ("random", "snapshot"):
        rate = learner_rate(2, against=against, **sizes)
        assert rate.samples == 2 * 8 * 32
        assert rate.samples_per_second == rate.samples / rate.seconds
        assert 0 < rate.update_seconds < rate.seconds
        assert 0 < rate.env_seconds < rate.seconds - rate.update_seconds
        assert (rate.opponent_seconds > 0) == (against == "snapshot")
        assert rate.opponent_seconds < rate.env_seconds
    assert not Path("runs").exists()
