"""Every mode shows every stage; none shows more than the seat knows."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from rich.cells import cell_len

from parlour.render import MODES, render
from rokoko_env import SPEC, Game
from rokoko_env.render import make_scene
from rokoko_env.render.scene import Scene
from tests.rokoko_env.render.tables import STAGES, at, overfull, positions

PLAYERS = (2, 3, 4, 5)
ESCAPE_CODES = re.compile(r"\x1b\[[0-9;]*m")


def as_bytes(game: Game, mode: str, seat: int | None) -> bytes:
    picture = game.render(mode, seat)
    return picture.encode() if isinstance(picture, str) else picture.tobytes()


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_shows_every_stage(mode, stage, num_players):
    game = at(num_players, stage)
    assert as_bytes(game, mode, None)
    assert as_bytes(game, mode, num_players - 1) == as_bytes(game, mode, num_players - 1)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_ansi_keeps_to_its_columns_and_to_a_screen(num_players):
    for game in positions(num_players, seed=3, every=11):
        for seat in (None, 0):
            text = game.render("ansi", seat)
            lines = ESCAPE_CODES.sub("", text).splitlines()
            assert "\x1b[" in text
            assert all(cell_len(line) <= 100 for line in lines)
            assert 35 <= len(lines) <= 62


def test_ansi_drops_foreign_escape_codes():
    text = Game(4, 1, overfull()).render("ansi")
    assert "\x07" not in text
    assert "[bold]" in text  # markup in a name stays what it is
    assert all(cell_len(line) <= 100 for line in ESCAPE_CODES.sub("", text).splitlines())


@pytest.mark.parametrize("no_color", ["", "1"])
def test_ansi_is_coloured_in_any_environment(monkeypatch, no_color):
    game = at(2, "middle")
    before = game.render("ansi")
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "20")
    assert game.render("ansi") == before


@pytest.mark.parametrize("num_players", PLAYERS)
def test_positions_that_look_the_same_to_a_seat_give_the_same_bytes(num_players):
    differences = 0
    for number, game in enumerate(positions(num_players, seed=2, every=17)[:-1]):
        seat = number % num_players
        other = game.determinize(seat, seed=number)
        differences += as_bytes(game, "svg", None) != as_bytes(other, "svg", None)
        for mode in ("ansi", "svg") if number % 4 else MODES:
            assert as_bytes(game, mode, seat) == as_bytes(other, mode, seat)
    assert differences  # to an observer of everything they differ


def test_a_seat_sees_its_own_hand_only():
    game = at(3, "middle")
    while any(size == 0 for size in (p["hand_size"] for p in game.view(None)["players"])):
        game.apply(game.legal_actions()[0])
    scene = make_scene(game.view(1), game.components)
    assert scene.players[1].hand_unseen == 0
    assert len(scene.players[1].hand) == scene.players[1].hand_size
    for other in (0, 2):
        surely_in_hand = game.view(1)["players"][other]["surely_in_hand"]
        assert [card.name for card in scene.players[other].hand] == surely_in_hand
        assert scene.players[other].supply == ()


def test_the_scene_is_frozen_and_agrees_with_the_view():
    game = at(4, "end")
    view = game.view(0)
    scene = make_scene(view, game.components)
    assert is_dataclass(scene)
    assert all(hash(getattr(scene, part.name)) is not None for part in fields(Scene))
    assert scene.winners == tuple(game.winners())
    assert [p.score.total for p in scene.players if p.score] == game.scores()
    dresses = sum(space["dress"] is not None for hall in view["halls"] for space in hall["spaces"])
    assert sum(sum(player.guests) for player in scene.players) == dresses > 0


def test_with_two_players_only_the_first_place_of_a_majority_counts():
    for num_players, places in ((2, 1), (3, 2)):
        game = Game(num_players, 1)
        scene = make_scene(game.view(None), game.components)
        assert {len(hall.majority) for hall in scene.halls} == {places}
        assert len(scene.fireworks_majority) == places


def test_an_unknown_mode_is_refused_with_the_known_ones():
    game = Game(2, 1)
    with pytest.raises(ValueError, match=r"no render mode 'human', expected one of ansi, svg, rgb"):
        render(SPEC, game.view(0), game.components, "human")
    with pytest.raises(ValueError, match="no render mode"):
        game.render("png")
    with pytest.raises(ValueError, match="player is 2"):
        game.render("ansi", 2)


def test_a_notebook_gets_the_svg():
    game = at(3, "middle")
    assert game._repr_svg_() == game.render("svg")


def test_rendering_changes_nothing():
    game = at(5, "middle")
    before = game.to_bytes()
    for mode in MODES:
        game.render(mode, 0)
    assert game.to_bytes() == before


def test_rgb_has_the_form_for_gymnasium():
    picture = at(5, "middle").render("rgb_array", 0)
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (800, 1200, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
