"""Quickstart and the shipped network: fixed options that can be followed, stopped and resumed."""

from __future__ import annotations

from itertools import pairwise

import pytest
import tyro

from agents.arena.run import run_match
from parlour.players.trained import shipped_network
from rokoko_env import SPEC
from training import quickstart
from training.options import Options
from training.recipes.recipe import arguments, folder, follow, is_finished, progress
from training.recipes.shipped import read_recipes, stages

TINY = {
    "minutes": 0.0, "total_timesteps": 2500, "games": (4,), "hidden_sizes": (16,),
    "minibatch_size": 256, "workers": 1, "eval_games": 2, "eval_every": 0, "baselines": ("random",),
}  # fmt: skip
STAGES = stages("rokoko", read_recipes(SPEC))


@pytest.mark.parametrize("recipe", [quickstart.RECIPE, *STAGES])
def test_the_command_line_of_a_recipe_means_the_recipe(recipe):
    assert tyro.cli(Options, args=arguments(recipe)) == Options(**recipe)


@pytest.mark.parametrize("recipe", [quickstart.RECIPE, STAGES[0]])
def test_a_recipe_can_be_trained(recipe):
    Options(**recipe).check()


def test_each_run_of_the_shipped_network_starts_where_the_one_before_ended():
    for before, after in pairwise(STAGES):
        assert after["init_from"] == str(folder(before))
    assert "init_from" not in STAGES[0]


@pytest.mark.usefixtures("own_folder")
def test_a_recipe_resumes_where_it_was_stopped():
    recipe = {**quickstart.RECIPE, **TINY}
    assert progress(recipe) is None
    assert not is_finished(recipe)
    assert follow(recipe) == 0
    assert is_finished(recipe)
    more = {**recipe, "total_timesteps": 6000}
    assert not is_finished(more)
    before = progress(more).iteration
    assert follow(more) == 0
    assert progress(more).iteration > before


@pytest.mark.usefixtures("own_folder")
def test_quickstart_trains_rates_and_says_what_next(monkeypatch, capfd):
    monkeypatch.setattr(quickstart, "RECIPE", {**quickstart.RECIPE, **TINY})
    monkeypatch.setattr(quickstart, "GAMES", 4)
    for _ in range(2):  # after a finished run it starts again
        assert quickstart.main([]) == 0
        output = capfd.readouterr().out
        assert "1. Training" in output
        assert "runs/quickstart/report.html" in output
        assert "greedy" in output
        assert "resumes after" not in output
    monkeypatch.setitem(quickstart.RECIPE, "total_timesteps", 5000)
    assert quickstart.main([]) == 0
    assert "It resumes after" in capfd.readouterr().out


def test_the_shipped_network_is_small_and_plays_with_any_number_of_players():
    assert shipped_network(SPEC).stat().st_size <= 5_000_000
    for players in (2, 3, 4, 5):
        match = run_match(["ppo", "random"], num_players=players, games=20, field=True, workers=1)
        share = match.standings.by_label("ppo").win_share
        assert share.estimate > 0.9
