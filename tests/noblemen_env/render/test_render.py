"""Every mode shows every stage; none shows more than the seat knows."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from rich.cells import cell_len

from noblemen_env.components import load_components
from noblemen_env.game import Game
from noblemen_env.render import ansi_text, make_scene, render
from noblemen_env.render.scene import Scene
from parlour.render import MODES
from tests.noblemen_env.render.tables import (
    PLAYERS,
    STAGES,
    at,
    crafted,
    fullest,
    overfull,
    positions,
    scene_of,
)

ESCAPE_CODES = re.compile(r"\x1b\[[0-9;]*m")


def as_bytes(game: Game, mode: str, seat: int | None) -> bytes:
    picture = game.render(mode, seat)
    return picture.encode() if isinstance(picture, str) else picture.tobytes()


def lines_of(text: str) -> list[str]:
    return ESCAPE_CODES.sub("", text).splitlines()


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_shows_every_stage(mode, stage, num_players):
    game = at(num_players, stage)
    assert as_bytes(game, mode, None)
    assert as_bytes(game, mode, num_players - 1) == as_bytes(game, mode, num_players - 1)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_ansi_keeps_to_its_columns_and_to_a_screen(num_players):
    for game in positions(num_players, seed=3, every=13):
        for seat in (None, 0):
            text = game.render("ansi", seat)
            assert "\x1b[" in text
            assert all(cell_len(line) <= 100 for line in lines_of(text))
            assert 25 <= len(lines_of(text)) <= 62


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("view", [crafted, fullest])
def test_ansi_keeps_to_its_columns_on_the_fullest_table(view, num_players):
    text = ansi_text(make_scene(view(num_players), load_components()))
    assert all(cell_len(line) <= 100 for line in lines_of(text))


def test_ansi_shows_an_estate_cell_by_cell():
    lines = lines_of(ansi_text(make_scene(crafted(4), load_components())))
    start = next(i for i, line in enumerate(lines) if line.startswith(" 0 "))
    assert lines[start].startswith(" 0 f g h i j k ")
    assert lines[start + 2].startswith(" 7   P* ")
    assert lines[start + 3].startswith(" 8   H C ")
    assert lines[start + 4].startswith(" 9 f1f g+g F ")
    assert lines[start + 5].startswith("10 f f g g w3w ")


def test_ansi_keeps_the_longest_names_in_its_columns():
    text = Game(4, 1, overfull()).render("ansi")
    assert all(cell_len(line) <= 100 for line in lines_of(text))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_positions_that_look_the_same_to_a_seat_give_the_same_bytes(num_players):
    differences = 0
    for number, game in enumerate(positions(num_players, seed=2, every=23)[:-1]):
        seat = number % num_players
        other = game.determinize(seat, seed=number)
        differences += as_bytes(game, "svg", None) != as_bytes(other, "svg", None)
        for mode in ("ansi", "svg") if number % 4 else MODES:
            assert as_bytes(game, mode, seat) == as_bytes(other, mode, seat)
    assert differences  # to an observer of everything they differ


def test_a_seat_sees_its_own_hand_only():
    made = scene_of(at(3, "middle"), 1)
    assert made.players[1].tiles is not None
    assert made.players[1].cards is not None
    assert sum(count for _, count in made.players[1].tiles) == made.players[1].hand_size
    assert sum(count for _, count in made.players[1].cards) == made.players[1].card_count
    for other in (0, 2):
        assert made.players[other].tiles is None
        assert made.players[other].cards is None
    assert all(player.tiles is not None for player in scene_of(at(3, "middle")).players)


def test_drafted_cards_are_shown_to_their_player_only():
    game = at(5, "start", decision="draft")
    seat = game.current_player
    assert len(scene_of(game, seat).decision.drafted) == 3
    assert scene_of(game, (seat + 1) % 5).decision.drafted == ()


def test_the_scene_is_frozen_and_agrees_with_the_view():
    game = at(4, "end")
    made = scene_of(game, 0)
    assert is_dataclass(made)
    assert all(hash(getattr(made, part.name)) is not None for part in fields(Scene))
    assert made.winners == tuple(game.winners())
    assert [player.points for player in made.players] == game.scores()
    for seat, player in enumerate(made.players):
        estate = game.estate(seat)
        assert len(player.estate.land) == len(estate.land)
        assert len(player.estate.buildings) == len(estate.buildings)
        visitors = [area.visitor for area in player.estate.areas if area.visitor is not None]
        assert sorted(visitors) == sorted(estate.visitors.values())


def test_the_package_renders_as_the_game_does():
    game = at(3, "middle")
    assert render(game.view(0), game.components, "svg") == game.render("svg", 0)
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
    assert picture.shape == (720, 1280, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
