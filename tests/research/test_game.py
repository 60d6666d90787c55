"""Studies of any game, and those that refuse others."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from agents.reporting.cli import CommandError
from research.balance import command as balance
from research.balance.games import EVENTS
from research.calibrate import command as calibrate
from research.game import study_parts
from research.variant import command as variant
from tests.toy_game import SPEC

COMMANDS = {
    "research.balance": balance.main,
    "research.calibrate": calibrate.main,
    "research.variant": variant.main,
}


def test_calibrations_are_about_one_game(capsys):
    assert calibrate.main(["--game", "tests.toy_game"]) == 2
    assert capsys.readouterr().err == "error: research.calibrate studies rokoko, not toy\n"


def test_a_game_without_notes_is_refused(tmp_path, capsys):
    out = tmp_path / "new"
    assert balance.main(["--game", "tests.toy_game", "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: the balance of toy can't be studied: research/balance/games ")
    assert error.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_game_is_refused(name, capsys):
    assert COMMANDS[name](["--game", "rokko"]) == 2
    sentence = "error: no game is called 'rokko'; did you mean 'rokoko'? (games: "
    assert capsys.readouterr().err.startswith(sentence)


def test_a_game_without_study_parts_is_refused():
    sentence = "the components of toy can't be studied: its spec has no `study_parts`"
    with pytest.raises(CommandError, match=sentence):
        study_parts(replace(SPEC, study_parts=None))


@pytest.mark.parametrize("game", EVENTS)
def test_notes_can_be_loaded_first(game):
    """Whatever else is imported, and in which order."""
    code = f"import research.balance.games.{game}.core, research.balance.games.{game}.parts"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_variants_of_any_game(capsys):
    assert variant.main(["--game", "tests.toy_game", "--list"]) == 0
    assert capsys.readouterr().out == "pebbles.wanted = 2\n"
    options = ["--players", "3", "--games", "60", "--workers", "1", "--quiet"]
    command = ["--game", "tests.toy_game", "--set", "pebbles.wanted=9", *options]
    assert variant.main(command) == 0
    output = capsys.readouterr().out
    assert "pebbles.wanted: 2 -> 9 (3 players, " in output
    assert "source of points, p a player" in output
    assert "p more from wanted" in output


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("pebble.wanted=3", "no component file called 'pebble', did you mean 'pebbles'?"),
        ("pebbles.zzz=3", "`python -m research.variant --game tests.toy_game --list pebbles`"),
        ("pebbles.wanted=dear", "pebbles.toml, key wanted: 'dear' is not a whole number"),
        ("pebbles.wanted=100", "pebbles.toml, key wanted: 100 is not a whole number"),
    ],
)
def test_wrong_settings_of_any_game(setting, sentence, capsys):
    assert variant.main(["--game", "tests.toy_game", "--set", setting]) == 2
    assert sentence in capsys.readouterr().err


def test_the_game_may_be_named(capsys):
    assert variant.main(["--game", "rokoko", "--list", "employees.l4_buy_pp.bonus"]) == 0
    assert capsys.readouterr().out == "employees.l4_buy_pp.bonus = pp_per_4_livre\n"
