"""All parts of the picture, on crafted views."""

from __future__ import annotations

import pytest

from noblemen_env.components import load_components
from noblemen_env.core import ids
from noblemen_env.render import ansi_text, colors, draw, make_scene
from noblemen_env.render.scene import Scene
from parlour.render import palette
from parlour.render.shapes import Circle, Picture, Polygon, Rect, Text
from tests.noblemen_env.render.tables import PLAYERS, View, asked, at, crafted, first_turn


def scene(view: View) -> Scene:
    return make_scene(view, load_components())


def words(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Text)]


def rects(picture: Picture, fill: str | None, stroke: str) -> list[Rect]:
    return [
        s for s in picture.shapes if isinstance(s, Rect) and (s.fill, s.stroke) == (fill, stroke)
    ]


def polygons(picture: Picture, fill: str) -> int:
    return sum(isinstance(s, Polygon) and s.fill == fill for s in picture.shapes)


def count_polygons(view: View, fill: str) -> int:
    return polygons(draw(scene(view)), fill)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_player_has_a_panel_with_name_title_and_money(num_players):
    view = first_turn(num_players)
    for player in view["players"]:
        player.update(money=70 + player["seat"], markers=50 + player["seat"])
    text = words(draw(scene(view)))
    for seat in range(num_players):
        for word in (f"Player {seat}", str(70 + seat), str(50 + seat)):
            assert word in text
    assert text.count("Baron") == num_players + 1  # and the title's own zone


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_deciding_seat_stands_out(num_players):
    view = crafted(num_players)
    picture = draw(scene(view))
    text = words(picture)
    assert text.count("to decide") == 1
    assert text.count("turn") == 1  # it is the turn of another
    assert "Player 1 has to" in text
    frames = rects(picture, palette.PANEL, palette.PLAYERS[1].fill)
    assert [frame.stroke_width for frame in frames] == [3.0]


def test_taxes_and_land_show_their_yield_until_they_are_used():
    view = first_turn(3)
    for player in view["players"]:
        player.update(taxes_yield=31, land_yield=32)
    view["players"][1].update(taxes_used=True)
    text = words(draw(scene(view)))
    assert (text.count("taxes 31"), text.count("taxes used")) == (2, 1)
    assert (text.count("land 32"), text.count("land used")) == (3, 0)


def test_knights_stand_on_the_areas_of_others_in_their_colour():
    before, after = first_turn(5), crafted(5)
    for seat in (1, 4):
        fill = palette.PLAYERS[seat].fill
        assert count_polygons(after, fill) == count_polygons(before, fill) + 1


def test_a_knight_in_the_supply_is_counted():
    view = first_turn(3)
    assert [player.knights for player in scene(view).players] == [2, 2, 2]
    view["players"][2]["knights"][0] = {"host": 0, "cell": "f9", "kind": "manor"}
    assert [player.knights for player in scene(view).players] == [2, 2, 1]


def test_enclosed_buildings_stand_on_gold_with_their_points():
    picture = draw(scene(crafted(3)))
    assert len(rects(picture, colors.GLOW, colors.GLOW_EDGE)) == 2  # one is in the key
    (enclosed,) = [b for b in scene(crafted(3)).players[0].estate.buildings if b.enclosed]
    assert (enclosed.kind, enclosed.points) == ("palace", 7)


def test_each_kind_of_building_and_area_is_drawn():
    view = crafted(4)
    estate = view["players"][0]["estate"]
    whole = len(draw(scene(view)).shapes)
    for cell in list(estate["buildings"]):
        del estate["buildings"][cell]
        fewer = len(draw(scene(view)).shapes)
        assert fewer < whole
        whole = fewer
    while estate["areas"]:
        estate["areas"].pop()
        fewer = len(draw(scene(view)).shapes)
        assert fewer < whole
        whole = fewer


def test_choices_are_outlined_for_the_seat_that_decides():
    game = at(4, "middle", decision="place")
    seat = game.current_player
    cells = sum(game.action_name(action).startswith("cell ") for action in game.legal_actions())
    for viewer, outlined in ((seat, cells), (None, cells), ((seat + 1) % 4, 0)):
        picture = draw(make_scene(game.view(viewer), game.components))
        assert len(rects(picture, None, colors.CHOICE)) == outlined > -1
    assert cells


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_track_shows_its_fields_and_the_decade(num_players):
    view = crafted(num_players)
    made = scene(view)
    assert (made.moves_to("mask"), made.moves_to("scoring")) == (4, 6)
    view["decade"] = 3
    assert "III" in words(draw(scene(view)))
    view["track"]["marker"] = view["track"]["fields"].index("lock")
    locked = scene(view)
    assert locked.moves_to("mask") is None
    assert ("locked" in words(draw(locked))) == (num_players < 5)


def test_the_offer_shows_the_prices_of_today():
    game = at(4, "late")
    made = make_scene(game.view(None), game.components)
    for offer in made.offers:
        assert (
            sum(space.is_taken for space in offer.spaces)
            == game.view(None)["offer"][offer.building]["left"]
        )
        next_ones = [space.price for space in offer.spaces if space.is_next]
        assert next_ones == [p for p in [game.price(offer.building)] if p is not None]


def test_a_folly_shows_its_price_until_it_has_an_owner():
    text = words(draw(scene(crafted(4))))
    assert text.count("12") >= 3
    made = scene(crafted(4))
    assert [folly.owner for folly in made.follies] == [None, 0, None, None]
    assert made.follies[3].needs == ("manor", "forest", "garden")
    assert made.folly_points == 10


def test_the_church_has_a_place_for_each_tile():
    view = crafted(4)
    made = scene(view)
    assert [(d.tiles, d.room) for d in made.church] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    view["church"]["field"].update(tiles=3, room=0)
    fields = polygons(draw(made), colors.LAND["field"])
    assert len(draw(scene(view)).shapes) > len(draw(made).shapes)
    assert fields == 0  # tiles are no polygons


def test_titles_that_nobody_has_are_counted():
    view = first_turn(4)
    left = {title.name: title.left for title in scene(view).titles}
    assert left == {"baron": 0, "viscount": 2, "earl": 1, "marquess": 1, "duke": 1}
    view["players"][3]["title"] = "viscount"
    left = {title.name: title.left for title in scene(view).titles}
    assert (left["baron"], left["viscount"]) == (1, 1)


def test_counters_of_a_masquerade_lie_on_gold():
    def on_gold(view: View) -> int:
        shapes = draw(scene(view)).shapes
        return sum(
            isinstance(s, Circle) and s.fill == palette.COIN and s.radius in (8.9, 10.0)
            for s in shapes
        )

    view = crafted(4)
    assert scene(view).is_masquerade
    assert "prestige at the masquerade" in words(draw(scene(view)))
    assert on_gold(view) == 1
    for player in view["players"]:
        player["counter"] = 0
    assert on_gold(view) == 4
    assert not scene(first_turn(4)).is_masquerade


def test_the_queen_is_with_her_owner():
    view = first_turn(5)
    queens = count_polygons(view, colors.VELVET)
    view["queen"] = None
    assert count_polygons({**view, "queen": 9}, colors.VELVET) == queens - 1


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_end_shows_points_by_source(num_players):
    game = at(num_players, "end")
    text = words(draw(make_scene(game.view(0), game.components)))
    winners = [f"layer {seat}" for seat in game.winners()]
    assert any(all(w in line for w in winners) and "win" in line for line in text)
    for row in game.score_breakdown():
        assert str(row["total"]) in text
        for source, points in row.items():
            if points and source not in ("total", "money_left"):
                assert source in text
    assert "pounds left" in text


@pytest.mark.parametrize("decision", ids.DECISION_NAMES[:-1])
def test_every_decision_says_what_has_to_be_done(decision):
    game = asked(4, decision)
    seat = game.current_player
    made = make_scene(game.view(seat), game.components)
    assert made.decision.words in words(draw(made))
    assert made.decision.options
    assert made.decision.words in ansi_text(made)
    other = make_scene(game.view((seat + 1) % 4), game.components)
    assert other.decision.options == other.decision.drafted == ()
