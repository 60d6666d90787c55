"""Scripts of any game: tables of numbers, agents that play by them, and what can be tuned."""

from __future__ import annotations

import json

import numpy as np
import pytest

from parlour.core.records import record_dtype
from parlour.players import styles
from parlour.players.play import play_games
from parlour.players.registry import make_agent, registry
from parlour.players.styles import (
    StyleAgent,
    first_guess,
    read_numbers,
    register_archetypes,
    write_styles,
)
from parlour.players.tunable import find_tunable
from tests import toy_game
from tests.parlour.games import GAMES

TABLE = (
    ("boldness", 0.5, 0, 1, "courage"),
    ("patience", 3.0, 1, 9, "turns to wait"),
)
SCRIPTED = [spec for spec in GAMES if find_tunable(spec)]
scripted = pytest.mark.parametrize("spec", SCRIPTED, ids=repr)


# --- numbers -------------------------------------------------------------------------------------


def test_a_style_is_a_record_of_the_numbers_in_a_table():
    assert first_guess(TABLE) == {"boldness": 0.5, "patience": 3.0}
    style = write_styles(TABLE, {"patience": 4.0})
    assert style.shape == (1,)
    assert style.dtype == styles.style_dtype(TABLE)
    assert style[["boldness", "patience"]].tolist() == [(0.5, 4.0)]
    with pytest.raises(ValueError, match="wealth"):
        write_styles(TABLE, {"wealth": 1.0})


def test_numbers_that_a_file_lacks_are_guessed(tmp_path):
    path = tmp_path / "numbers.json"
    assert read_numbers(TABLE, (3, 4), path) == {3: first_guess(TABLE), 4: first_guess(TABLE)}
    path.write_text(json.dumps({"4": {"boldness": 0.9}, "7": {"patience": 2.0}}))
    assert read_numbers(TABLE, (3, 4), path) == {
        3: first_guess(TABLE),
        4: {"boldness": 0.9, "patience": 3.0},
    }


def test_a_parameter_that_no_style_has_is_refused(tmp_path):
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps({"3": {"boldness": 0.9, "wealth": 1.0}}))
    with pytest.raises(
        ValueError, match=r"numbers\.json holds a parameter 'wealth', which no style"
    ):
        read_numbers(TABLE, (3, 4), path)


@scripted
def test_the_file_of_a_script_is_read(spec, tmp_path):
    """Its numbers are those of the table, for every number of players."""
    tunable = find_tunable(spec)
    tuned = tunable.load(tunable.file)
    guess = tunable.load(tmp_path / "none.json")
    assert tuned.keys() == guess.keys() == set(spec.players)
    assert all(numbers.keys() == guess[p].keys() for p, numbers in tuned.items())
    if tunable.file.exists():
        kept = json.loads(tunable.file.read_text("utf-8"))
        for players, numbers in kept.items():
            assert numbers.items() <= tuned[int(players)].items()
    path = tmp_path / "heuristic.json"
    path.write_text(json.dumps({str(spec.players[0]): {"luck": 1.0}}))
    with pytest.raises(ValueError, match="'luck'"):
        tunable.load(path)


# --- tuning --------------------------------------------------------------------------------------


@scripted
def test_numbers_are_scaled_to_be_tuned(spec):
    """Every number has a sensible range, and comes back as it was, to four digits."""
    tunable = find_tunable(spec)
    for numbers in tunable.load(tunable.file).values():
        assert tunable.limits.keys() <= numbers.keys()
        unit = tunable.to_unit(numbers)
        assert ((unit >= 0) & (unit <= 1)).all()
        again = tunable.from_unit(unit)
        assert again == pytest.approx({name: numbers[name] for name in tunable.limits}, abs=1e-4)
    low, high = tunable.from_unit(unit - 9), tunable.from_unit(unit + 9)
    for name, limits in tunable.limits.items():
        assert (low[name], high[name]) == limits, name


def test_a_game_without_a_script_has_nothing_to_tune():
    assert find_tunable(toy_game.SPEC) is None


@scripted
def test_an_agent_to_tune_plays_by_its_numbers(spec):
    """With the numbers of `heuristic` it is `heuristic`; with others it chooses otherwise."""
    tunable, num_players = find_tunable(spec), spec.players[-1]
    numbers = tunable.load(tunable.file)[num_players]
    lowest = numbers | {name: low for name, (low, _) in tunable.limits.items()}
    played = [
        play_games(
            [agent],
            np.zeros((2, num_players), int),
            np.arange(2),
            spec=spec,
            keep_actions=True,
        ).actions
        for agent in (
            make_agent("heuristic", spec),
            tunable.make_agent(num_players, numbers),
            tunable.make_agent(num_players, lowest),
        )
    ]
    assert played[0] == played[1] != played[2]


# --- agents --------------------------------------------------------------------------------------


class Indifferent(StyleAgent):
    """Plays a game without a script."""

    plan = record_dtype(np.dtype([("rating", np.float64, (toy_game.SPEC.num_actions,))]))


def test_without_a_script_all_actions_are_equal():
    """The first legal one is taken."""
    spec, num_players = toy_game.SPEC, 3
    agent = Indifferent({num_players: write_styles(TABLE, {})})
    results = play_games(
        [agent], np.zeros((1, num_players), int), np.zeros(1, int), spec=spec, keep_actions=True
    )
    game = spec.game_class(num_players, 0)
    for action in results.actions[0]:
        assert action == game.legal_actions()[0]
        game.apply(action)
    assert game.is_over


def test_archetypes_are_registered_with_what_differs(monkeypatch):
    known = registry(toy_game.SPEC)
    monkeypatch.setattr("parlour.players.registry._registry", {"": {}})
    made = []

    def make(wants):
        made.append(wants)
        return Indifferent({3: write_styles(TABLE, wants)})

    archetypes = {"bold": ("dares all", {"boldness": 1.0}), "calm": ("waits", {"patience": 9.0})}
    register_archetypes(archetypes, make, toy_game.SPEC)
    added = registry(toy_game.SPEC)
    assert added == {"bold": "dares all", "calm": "waits"}
    assert not added.keys() & known.keys()
    assert made == []  # only when they are asked for
    assert make_agent("calm", toy_game.SPEC).styles[3]["patience"] == 9
    assert made == [{"patience": 9.0}]
