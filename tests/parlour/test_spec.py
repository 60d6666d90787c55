"""`GameSpec`, and games found by their names."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rokoko_env
from parlour import spec as specs
from parlour.core.records import HEADER
from parlour.errors import GameError
from parlour.games import find_game, game_names, known_game
from parlour.ruleset import ruleset_for
from tests.parlour.games import GAMES
from tests.toy_game import SPEC


@pytest.fixture(autouse=True)
def loaded(monkeypatch):
    """Specs that a test makes are forgotten after it."""
    monkeypatch.setattr(specs, "LOADED", specs.LOADED.copy())


@pytest.mark.parametrize("name", HEADER)
def test_the_record_has_the_fields_that_the_engine_reads(name):
    fields = [row for row in SPEC.fields if row[0] != name]
    with pytest.raises(ValueError, match=f"^mine: the record has no field '{name}'$"):
        replace(SPEC, name="mine", fields=fields)


def test_the_rules_are_implemented_for_the_record():
    fields = [*SPEC.fields, ("another", int, (), "field")]
    with pytest.raises(ValueError, match=r"^mine: begin is not implemented for its record$"):
        replace(SPEC, name="mine", fields=fields)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": "my game"}, "my game: the name is an identifier, the magic four letters"),
        ({"magic": "TOY"}, "mine: the name is an identifier, the magic four letters, not 'TOY'"),
        ({"players": range(1, 4)}, "numbers of players from 2 to 8"),
        ({"players": range(3, 10)}, "numbers of players from 2 to 8"),
        ({"sources": tuple("abcdefghijklmnopq")}, "it has 17 sources of points, expected at most"),
        ({"hidden_size": 3}, "write_hidden is not implemented"),
        ({"num_actions": 47}, r"words of \[40, 7\] legal actions: .* at least 8 in the last"),
        ({"num_actions": 103}, r"words of \[40, 63\] legal actions: expected at most 62"),
    ],
)
def test_facts_that_do_not_fit_the_engine_are_refused(changes, problem):
    with pytest.raises(GameError, match=problem):
        replace(SPEC, **{"name": "mine", **changes})


def test_a_name_belongs_to_one_package():
    with pytest.raises(GameError, match=r"toy: the package tests.toy_game has a game of this name"):
        replace(SPEC, package="another")


def test_rules_that_kernels_would_misread_are_refused():
    spec = replace(SPEC, name="mine", build_rules=lambda components, num_players: np.zeros(1))
    with pytest.raises(GameError, match=r"^mine: build_rules does not return an array of one"):
        ruleset_for(spec, None, 3)


@pytest.mark.parametrize("spec", GAMES, ids=repr)
def test_a_spec_is_one_object_wherever_it_goes(spec):
    assert pickle.loads(pickle.dumps(spec)) is spec
    assert copy.deepcopy(spec) is spec
    assert pickle.loads(pickle.dumps(spec.kernels)) is spec.kernels
    assert spec.game_class.spec is spec
    assert find_game(spec.name) is find_game(spec.package) is known_game(spec.name) is spec
    assert (spec.folder / "__init__.py").is_file()


def test_names_and_layouts_tell_games_apart():
    for fact in ("name", "title", "magic", "package", "layout_digest"):
        assert len({getattr(spec, fact) for spec in GAMES}) == len(GAMES), fact
    assert len({spec.mark("network") for spec in GAMES}) == len(GAMES)


def test_another_layout_has_another_digest():
    digests = {SPEC.layout_digest}
    for name, value in (
        ("sections", SPEC.sections[::-1]),
        ("action_layout", [1]),
        ("num_actions", 71),
    ):
        digests.add(replace(SPEC, name="mine", **{name: value}).layout_digest)
    assert len(digests) == 4


def test_the_installed_games_are_known():
    assert "rokoko" in game_names()
    program = "from parlour.games import find_game; print(find_game('rokoko').package)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"rokoko_env"]
    assert find_game("rokoko") is rokoko_env.SPEC


@pytest.mark.parametrize(
    "name", ["roccoco", "json", "no.such.package", "", ".toy", "../toy", "a b"]
)
def test_other_names_are_refused(name):
    with pytest.raises(GameError, match=rf"^no game is called {name!r}.*\(games: .*rokoko"):
        find_game(name)


def test_files_do_not_import_packages_that_they_name(tmp_path, monkeypatch):
    (tmp_path / "my_game.py").write_text("import tests.toy_game\nSPEC = tests.toy_game.SPEC\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(GameError, match="no game is called 'my_game'"):
        known_game("my_game")
    assert "my_game" not in sys.modules
    assert find_game("my_game") is SPEC


def test_an_error_in_a_games_package_shows(tmp_path, monkeypatch):
    Path(tmp_path / "broken_game.py").write_text("raise ValueError('a fault of the game')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="a fault of the game"):
        find_game("broken_game")
