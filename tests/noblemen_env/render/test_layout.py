"""The picture: nothing outside, no overlapping texts, one scale, the same for svg and rgb."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import numpy as np
import pytest

from noblemen_env.components import load_components
from noblemen_env.core import ids
from noblemen_env.game import Game
from noblemen_env.render import colors, draw, make_scene
from noblemen_env.render.estate import cell_size, draw_estate, extent
from noblemen_env.render.layout import HEIGHT, WIDTH
from noblemen_env.render.scene import Scene
from parlour.render import palette, rgb_array, svg_text
from parlour.render.panels import Box
from parlour.render.shapes import Circle, Line, Picture, Polygon, Rect, Text
from tests.noblemen_env.render.tables import (
    PLAYERS,
    STAGES,
    View,
    at,
    block,
    crafted,
    first_turn,
    fullest,
    overfull,
    positions,
    scene_of,
)
from tests.parlour.render.tidy import assert_tidy

SVG = "{http://www.w3.org/2000/svg}"
ESTATE = Box(10, 10, 300, 250)


def scene(view: View) -> Scene:
    return make_scene(view, load_components())


@pytest.mark.parametrize("num_players", PLAYERS)
def test_nothing_is_cut_off_and_no_texts_overlap(num_players):
    for game in positions(num_players, seed=5, every=29):
        for seat in (None, 0):
            assert_tidy(draw(scene_of(game, seat)))


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("view", [crafted, fullest])
def test_the_fullest_table_fits(view, num_players):
    assert_tidy(draw(scene(view(num_players))))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_dearest_pieces_and_the_longest_track_fit(num_players):
    game = Game(num_players, 1, overfull())
    for number in range(90):
        game.apply(game.legal_actions()[-1])
        if number % 6 == 0:
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
    text = at(3, "late").render("svg")
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert root.findtext(f"{SVG}title") == "Noblemen, 3 players, decade III"
    assert len(text) < 250_000  # notebooks keep it


def test_the_longest_estates_stay_small_enough_to_keep():
    assert len(svg_text(draw(scene(fullest(5))))) < 1_500_000


def test_every_owner_is_numbered():
    """An owner is never shown by colour alone, be it a disc or the shield of a knight."""
    picture = draw(scene(crafted(5)))
    fills = {color.fill: str(seat) for seat, color in enumerate(palette.PLAYERS)}
    owned = 0
    for shape, label in pairwise(picture.shapes):
        if isinstance(shape, Circle | Polygon) and shape.fill in fills:
            assert isinstance(label, Text)
            assert label.text == fills[shape.fill]
            owned += 1
    assert owned == 19


# --- colours -----------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes 2009: the colours as people without green or red cones see them.
SIGHT = {
    "all": np.eye(3),
    "no green": np.array(
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]
    ),
    "no red": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "grey": np.full((3, 3), 1 / 3),
}  # fmt: skip


def lab(color: str, sight: np.ndarray) -> np.ndarray:
    """The colour as somebody sees it, in CIELAB."""
    rgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.clip(
        sight @ np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4), 0, 1
    )
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(to_xyz @ linear / np.array([0.9505, 1.0, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", ["all", "no green", "no red"])
def test_colour_blind_readers_can_tell_the_kinds_of_land_apart(sight):
    for first, second in combinations(colors.LAND.values(), 2):
        distance = np.linalg.norm(lab(first, SIGHT[sight]) - lab(second, SIGHT[sight]))
        assert distance > 18, (first, second)


# --- estates -----------------------------------------------------------------------------------


def with_land(land: dict[str, str], others: dict[str, str] | None = None) -> Scene:
    """A scene in which player 0 has this land and the others theirs."""
    view = first_turn(3)
    for player in view["players"]:
        own = land if player["seat"] == 0 else others
        player["estate"] = {"land": own or {"h8": "meadow"}, "buildings": {}, "areas": []}
        player["scoring"] = []
    return scene(view)


def fills_of(scene: Scene, size: float) -> list[Rect]:
    picture = Picture(320, 270, "")
    draw_estate(picture, scene, scene.players[0], ESTATE, size)
    land = [s for s in picture.shapes if isinstance(s, Rect) and s.fill in colors.LAND.values()]
    for rect in land:
        assert ESTATE.x <= rect.x
        assert ESTATE.y <= rect.y
        assert rect.x + rect.width <= ESTATE.right
        assert rect.y + rect.height <= ESTATE.bottom
    return land


def test_the_scale_is_that_of_the_largest_estate():
    small, large = block("g7", 2, 2, "field"), block("b2", 12, 9, "grove")
    size = cell_size(with_land(small), ESTATE)
    assert cell_size(with_land(large), ESTATE) < size
    assert cell_size(with_land(small, large), ESTATE) == cell_size(with_land(large), ESTATE)


def test_the_scale_keeps_still_while_an_estate_grows_within_its_step():
    sizes = [cell_size(with_land(block("h8", 1, n, "field")), ESTATE) for n in range(1, 9)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) < 4
    assert sizes[0] == sizes[4]


@pytest.mark.parametrize("corner", ["a1", "d9", "k11"])
def test_all_land_lies_in_the_window(corner):
    scene = with_land(block(corner, 4, 5, "field"))
    assert len(fills_of(scene, cell_size(scene, ESTATE))) == 20


def test_an_estate_as_large_as_the_frame_is_shown_in_full():
    scene = with_land(block("a1", ids.SIDE, ids.SIDE, "meadow"))
    assert extent(scene.players[0].estate) == (0, 0, ids.SIDE - 1, ids.SIDE - 1)
    assert len(fills_of(scene, cell_size(scene, ESTATE))) == ids.CELLS


def test_a_small_frame_leaves_the_rest_dark():
    components = load_components()
    view = first_turn(3)
    scene = make_scene(view, components)
    wild = {}
    for radius in (7, 2):
        picture = Picture(320, 270, "")
        framed = Scene(**{**vars(scene), "radius": radius})
        draw_estate(picture, framed, framed.players[0], ESTATE, 30)
        (ground,) = [s for s in picture.shapes if isinstance(s, Rect) and s.fill == colors.WILD]
        wild[radius] = (ground.width, ground.height)
    assert wild[2] == (150, 150)
    assert wild[7] > wild[2]
