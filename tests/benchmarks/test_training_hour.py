"""An hour of training, made short: it is trained once, measured, and kept with its command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.statistics import Interval
from benchmarks import report, store, trained, training_hour
from benchmarks.strength import Figure


@pytest.fixture
def _short(own_folder, monkeypatch):
    """Runs, matches and results go to a folder of the test."""
    monkeypatch.setattr(store, "FOLDER", own_folder / "results")
    monkeypatch.setattr(trained, "ROOT", own_folder)
    small = {
        "games": (2, 2), "hidden_sizes": (8,), "minibatch_size": 256, "workers": 1, "minutes": 0.0,
        "total_timesteps": 600, "teacher_timesteps": 300, "eval_games": 4,
    }  # fmt: skip
    monkeypatch.setattr(training_hour, "RECIPE", {**training_hour.RECIPE, **small})
    short = tuple(replace(meeting, games=4) for meeting in training_hour.MEETINGS)
    monkeypatch.setattr(training_hour, "MEETINGS", short)


@pytest.mark.usefixtures("_short")
def test_it_is_trained_once_and_kept_with_its_commands(monkeypatch, capsys):
    assert training_hour.main(["--save"]) == 0
    results = store.load("training_hour")
    assert results["samples"] >= 600
    assert results["training"].startswith(
        "python -m training.selfplay --name hour/network --players 2"
    )
    assert "--players 4" in results["commands"]["heuristic_4"]
    assert [Figure.from_json(data).wanted for data in results["figures"]] == [0.6, 0.4]
    block = report.hour_commands()
    assert max(map(len, block.splitlines()[:-3])) <= 112
    assert block.replace(" \\\n    ", " ").splitlines()[1] == results["training"]
    monkeypatch.setattr(
        training_hour, "follow", lambda recipe: pytest.fail("it was trained before")
    )
    assert training_hour.main([]) == 0
    assert "against 3 `heuristic`" in capsys.readouterr().out


@pytest.mark.usefixtures("_short")
def test_a_training_that_fails_is_not_kept(monkeypatch):
    monkeypatch.setattr(training_hour, "follow", lambda recipe: 2)
    assert training_hour.main(["--save"]) == 2
    assert not (store.FOLDER / "training_hour.json").exists()


@pytest.mark.usefixtures("_short")
def test_damage_is_one_sentence(capsys):
    checkpoint = training_hour.folder(training_hour.RECIPE) / "checkpoint.safetensors"
    checkpoint.parent.mkdir(parents=True)
    checkpoint.write_bytes(b"nothing")
    assert training_hour.main([]) == 2
    assert "checkpoint.safetensors" in capsys.readouterr().err


def test_the_lower_end_of_an_interval_decides():
    def verdict(low: float) -> str:
        return Figure("", Interval(0.5, low, 0.6), 0.4).verdict

    assert (verdict(0.4), verdict(0.39)) == ("reached", "missed")
