"""Matches of the tests start in the root, and draw no plots."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.arena import report

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _from_the_root_and_without_plots(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(report, "draw_plots", lambda *_: [])  # they take most of the time
