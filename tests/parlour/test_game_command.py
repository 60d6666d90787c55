"""The commands of the packages that hold games."""

from __future__ import annotations

from importlib import import_module

import pytest

import noblemen_env
import rokoko_env

GAMES = [rokoko_env.SPEC, noblemen_env.SPEC]


@pytest.fixture(params=GAMES, ids=repr)
def spec(request):
    return request.param


@pytest.fixture
def main(spec):
    return import_module(f"{spec.package}.__main__").main


def test_demo_plays_and_saves_and_replay_verifies(spec, main, tmp_path, capsys):
    path = tmp_path / "demo.json"
    players = str(spec.players[0])
    assert main(["demo", "--players", players, "--seed", "3", "--save", str(path)]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first == f"{spec.title} with {players} players who choose at random, seed 3"
    assert any(line.startswith("  player 0, ") for line in others)
    assert any(line.startswith("Winner: ") for line in others)
    assert main(["replay", str(path)]) == 0
    assert "Winner: " in capsys.readouterr().out


def test_demo_in_full(spec, main, capsys):
    assert main(["demo", "--players", str(spec.players[0]), "--seed", "3", "--full"]) == 0
    output = capsys.readouterr().out
    assert f"=== Round {spec.rounds}\n" in output
    assert "=== The end" in output


def test_rounds_have_a_headline(capsys):
    for package, line in (("rokoko_env", "Round 7, start player "), ("noblemen_env", "Decade 3, ")):
        assert import_module(f"{package}.__main__").main(["demo"]) == 0
        assert f"\n\n{line}" in capsys.readouterr().out


def test_errors_of_the_command_line(spec, main, tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert "can't be read" in capsys.readouterr().err
    assert main(["demo", "--components", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
    players = str(spec.players[-1] + 1)
    for wrong in (["demo", "--seed", "-1"], ["demo", "--players", players], ["fly"]):
        with pytest.raises(SystemExit):
            main(wrong)


def test_help_names_the_command(spec, main, capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    output = capsys.readouterr().out
    assert f"`python -m {spec.package}`: play and print a random game" in output
    assert output.isascii()
