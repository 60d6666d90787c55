"""The checks can fail: each finds a fault that is put into a game."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests import toy_game
from tests.parlour import game_checks
from tests.parlour.game_checks import positions
from tests.parlour.games import GAMES
from tests.toy_game import make_view

FAULTS = [
    ("check_names", "action_name", lambda game, action: "take pebble 0"),
    ("check_legal_actions", "legal_actions", lambda game: [0, 1]),
    ("check_illegal_actions", "apply", lambda game, action: None),
    ("check_end", "winners", lambda game: [0]),
    ("check_copies", "clone", lambda game: game),
    ("check_derived_fields", "_derive", lambda game: None),
    ("check_no_leak", "view", lambda game, seat: make_view(game, None)),
    ("check_no_leak", "text", lambda game, seat: str(game.record["card"])),
    ("check_no_leak", "observation", lambda game, seat: game.record["card"].astype(np.float32)),
    ("check_no_leak", "action_mask", lambda game: game.record["card"]),
    ("check_determinize", "determinize", lambda game, seat, seed: game.clone()),
    ("check_views", "view", lambda game, seat: {"cards": (1, 2)}),
]


@pytest.mark.parametrize(("check", "method", "fault"), FAULTS)
def test_a_fault_is_found(monkeypatch, check, method, fault):
    monkeypatch.setattr(toy_game.Game, method, fault)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        getattr(game_checks, check)(toy_game.SPEC, 3)


def test_an_impossible_position_is_found():
    game = toy_game.Game(3, 1)
    game.record["card"][0] = game.record["card"][1]
    with pytest.raises(AssertionError):
        game_checks.assert_sound(game)


@pytest.mark.parametrize("spec", GAMES, ids=repr)
def test_there_is_something_to_hide(spec):
    """The checks of hidden information compare positions that differ."""
    for num_players in spec.players:
        games = positions(spec, num_players)
        views = [(game.view(None), game.determinize(0, 1).view(None)) for game in games]
        assert any(json.dumps(one) != json.dumps(other) for one, other in views)
