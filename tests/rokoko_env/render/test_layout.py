"""The picture: nothing outside, no overlapping texts, the same shapes for svg and rgb."""

from __future__ import annotations

import builtins
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from parlour.render import rgb_array, svg_text
from parlour.render.shapes import (
    Circle,
    Line,
    Polygon,
    Rect,
    Text,
)
from rokoko_env import Game
from rokoko_env.render import make_scene, palette
from rokoko_env.render.layout import HEIGHT, WIDTH, draw
from rokoko_env.render.scene import Scene
from tests.parlour.render.tidy import assert_tidy
from tests.rokoko_env.render.tables import NASTY, STAGES, at, overfull, positions

PLAYERS = (2, 3, 4, 5)
SVG = "{http://www.w3.org/2000/svg}"


def scene_of(game: Game, seat: int | None = None) -> Scene:
    return make_scene(game.view(seat), game.components)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_nothing_is_cut_off_and_no_texts_overlap(num_players):
    for game in positions(num_players, seed=5, every=23):
        for seat in (None, 0):
            assert_tidy(draw(scene_of(game, seat)))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_fullest_board_and_the_longest_names_fit(num_players):
    game = Game(num_players, 1, overfull())
    for _ in range(40):
        game.apply(game.legal_actions()[-1])
        assert_tidy(draw(scene_of(game)))


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("stage", STAGES)
def test_svg_and_rgb_are_made_of_the_same_shapes(stage, num_players):
    game = at(num_players, stage)
    picture = draw(scene_of(game))
    text = game.render("svg")
    assert text == svg_text(picture)
    assert np.array_equal(game.render("rgb_array"), rgb_array(picture))
    elements = list(ET.fromstring(text))
    assert elements[0].tag == f"{SVG}title"
    tags = {Rect: "rect", Circle: "circle", Polygon: "polygon", Line: "line", Text: "text"}
    expected = [SVG + tags[type(shape)] for shape in picture.shapes]
    assert [element.tag for element in elements[1:]] == expected


def test_svg_is_one_document_of_the_picture_s_size():
    root = ET.fromstring(Game(2, 1).render("svg"))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert root.findtext(f"{SVG}title") == "Rokoko, 2 players, round 1"


def test_svg_escapes_names():
    text = Game(4, 1, overfull()).render("svg")
    assert "<script>" not in text
    words = [element.text or "" for element in ET.fromstring(text).iter(f"{SVG}text")]
    assert any(word.startswith(NASTY[:18]) for word in words)


def test_every_owner_is_numbered():
    """An owner is never shown by colour alone."""
    picture = draw(scene_of(at(5, "end")))
    fills = {color.fill: str(seat) for seat, color in enumerate(palette.PLAYERS)}
    for shape, label in pairwise(picture.shapes):
        if isinstance(shape, Circle) and shape.fill in fills and shape.radius > 5:
            assert isinstance(label, Text)
            assert label.text == fills[shape.fill]


def test_rgb_without_pillow_names_the_extra(monkeypatch):
    real = builtins.__import__

    def without_pillow(name, *args, **kwargs):
        if name.split(".")[0] == "PIL":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    game = Game(2, 1)
    monkeypatch.setattr(builtins, "__import__", without_pillow)
    with pytest.raises(ImportError, match=r"pip install rokoko-env\[render\]"):
        game.render("rgb_array")
    assert game.render("svg")
    assert game.render("ansi")
