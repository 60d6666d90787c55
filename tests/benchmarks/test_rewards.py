"""The comparison of rewards: every one is trained, and its curve is kept."""

from __future__ import annotations

import pytest

from benchmarks import rewards, store
from rokoko_env import SPEC
from tests import toy_game
from training import quickstart


@pytest.fixture
def _tiny(own_folder, monkeypatch):
    """Runs and results go to a folder of the test."""
    monkeypatch.setattr(store, "FOLDER", own_folder / "results")
    monkeypatch.setattr(rewards, "DOCS", own_folder)
    monkeypatch.setattr(rewards, "SEEDS", (3,))
    monkeypatch.setattr(rewards, "SAMPLES", 600)
    small = {"games": (2,), "hidden_sizes": (8,), "minibatch_size": 256, "workers": 1}
    monkeypatch.setattr(quickstart, "RECIPE", {**quickstart.RECIPE, **small})


@pytest.mark.usefixtures("_tiny")
def test_every_reward_is_trained_once_and_kept(capsys, monkeypatch):
    recipe = rewards.recipe
    monkeypatch.setattr(rewards, "recipe", lambda *a: {**recipe(*a), "eval_games": 2})
    assert rewards.main(["--save"]) == 0
    curves = store.load("rewards")["curves"]
    rows = list(rewards.rows(SPEC, curves))
    assert [row[:2] for row in rows] == [(f"`{name}`", "3") for name in rewards.REWARDS]
    assert {line["baseline"] for line in curves} == {"greedy", "heuristic"}
    assert "shaped" in (rewards.DOCS / rewards.PLOT).read_text()
    before = capsys.readouterr().out
    monkeypatch.setattr(rewards, "follow", lambda recipe: pytest.fail("it was trained before"))
    assert rewards.main([]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == before.splitlines()[-1]


def test_only_the_reward_and_the_numbers_differ():
    one, other = rewards.recipe(SPEC, "win", 0), rewards.recipe(SPEC, "shaped", 1)
    assert {name for name in one if one[name] != other[name]} == {"name", "reward", "seed"}


def test_a_game_needs_two_baselines(capsys):
    assert rewards.main(["--game", toy_game.__name__]) == 2
    assert capsys.readouterr().err == (
        "error: Pebbles has only random to measure against, expected two\n"
    )


def test_the_last_evaluation_counts():
    lines = [
        {"reward": "win", "seed": 0, "baseline": "greedy", "samples": at, "win_share": share}
        for at, share in ((10, 0.1), (30, 0.3), (20, 0.2))
    ]
    assert rewards.last(lines, "win", 0, "greedy")["win_share"] == 0.3
