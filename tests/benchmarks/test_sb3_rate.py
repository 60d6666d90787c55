"""The rate of MaskablePPO, measured on a tiny run."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.sb3_rate import learner_rate


@pytest.mark.usefixtures("own_folder")
def test_the_rate_is_measured_after_the_warm_up() -> None:
    sizes = {"games": 8, "n_steps": 32, "batch_size": 128, "n_epochs": 1, "hidden_sizes": (16,)}
    start = time.perf_counter()
    rate = learner_rate(2, **sizes)
    whole = time.perf_counter() - start
    assert rate > 2 * 8 * 32 / whole
    assert not Path("runs").exists()
