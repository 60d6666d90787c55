"""An hour of training, made short: it is trained once, measured, and kept with its command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.statistics import Interval
from benchmarks import plans, report, store, strength, trained, training_hour
from benchmarks.plans import read_plan
from benchmarks.strength import Figure
from parlour.games import DEFAULT_GAME, find_game, game_names
from parlour.players.registry import make_agent
from tests import toy_game
from training.options import Options

SPEC = find_game(DEFAULT_GAME)
PLANS = [find_game(name) for name in game_names()]


@pytest.fixture
def _short(own_folder, monkeypatch):
    """Runs, matches and results go to a folder of the test."""
    monkeypatch.setattr(store, "FOLDER", own_folder / "results")
    monkeypatch.setattr(strength, "ROOT", own_folder)
    small = {
        "games": (2, 2), "hidden_sizes": (8,), "minibatch_size": 256, "workers": 1, "minutes": 0.0,
        "total_timesteps": 600, "teacher_timesteps": 300, "eval_games": 4,
    }  # fmt: skip
    plan = read_plan(SPEC)
    short = tuple(replace(meeting, games=4) for meeting in plan.after_an_hour)
    shortened = replace(plan, hour={**plan.hour, **small}, after_an_hour=short)
    monkeypatch.setattr(training_hour, "read_plan", lambda spec: shortened)


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
    block = report.hour_commands(DEFAULT_GAME)
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
    checkpoint = training_hour.folder(read_plan(SPEC).hour) / "checkpoint.safetensors"
    checkpoint.parent.mkdir(parents=True)
    checkpoint.write_bytes(b"nothing")
    assert training_hour.main([]) == 2
    assert "checkpoint.safetensors" in capsys.readouterr().err


def test_the_lower_end_of_an_interval_decides():
    def verdict(low: float) -> str:
        return Figure("", Interval(0.5, low, 0.6), 0.4).verdict

    assert (verdict(0.4), verdict(0.39)) == ("reached", "missed")


# --- plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", PLANS, ids=repr)
def test_the_plan_of_every_game_can_be_carried_out(spec):
    plan = read_plan(spec)
    Options(**plan.hour).check()
    for meeting in plan.strength + plan.trained + plan.after_an_hour:
        assert meeting.players in spec.players
        assert meeting.shows in strength.SHOWN
        for name in meeting.agents:
            if name.partition(":")[0] not in ("ppo", "puct"):  # its network may not exist yet
                make_agent(name, spec)


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize("spec", PLANS, ids=repr)
def test_matches_show_what_the_plan_says(spec, monkeypatch):
    """Each kind of figure, from matches of a few games between quick agents."""
    monkeypatch.setattr(strength, "ROOT", plans.Path())
    quick = [
        replace(meeting, games=1)
        for meeting in read_plan(spec).strength
        if not meeting.agents[0].startswith("mcts")
    ]
    measured = strength.measure_meetings(spec, quick, "test", "points")
    assert measured["commands"].keys() == {meeting.name for meeting in quick}
    each = next(meeting for meeting in quick if meeting.field)
    whats = [figure.what for figure in measured["figures"]]
    assert len(whats) == len(quick) - 1 + len(each.agents) - 1
    assert {figure.unit for figure in measured["figures"]} == {"%", "points"}


def test_a_game_without_a_plan(capsys):
    for command in (strength, trained, training_hour):
        assert command.main(["--game", toy_game.__name__]) == 2
        assert capsys.readouterr().err == (
            "error: Pebbles has no plan of matches (benchmarks/plans/toy.toml)\n"
        )
