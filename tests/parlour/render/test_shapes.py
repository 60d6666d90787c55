"""Texts that fit, and the pieces of pictures and pages that games share."""

from __future__ import annotations

import pytest
from rich.text import Text as RichText

from parlour.render import palette
from parlour.render.ansi import WIDTH, badge, padded, page, styled
from parlour.render.icons import coin, disc, mirrored, seal, star
from parlour.render.panels import Box, cells, panel, pill, player_panel
from parlour.render.shapes import Picture, Rect, Text, fit, printable, text_width, wrap
from tests.parlour.render.tidy import assert_tidy, bounds


def test_text_gets_smaller_then_shorter():
    assert fit("hall", 12, 100) == ("hall", 12)
    text, size = fit("a hall with a name", 12, 80)
    assert (text, size < 12) == ("a hall with a name", True)
    text, size = fit("a hall with a name that does not end" * 3, 12, 80)
    assert text.endswith("...")
    assert text_width(text, size) <= 80


def test_wrapping_keeps_every_word():
    words = "depute any employee and use his bonus"
    lines = wrap(words, 10, 60, 3)
    assert len(lines) == 3
    assert " ".join(lines) == words
    assert wrap("", 10, 60, 3) == []


def test_control_characters_become_spaces():
    assert printable("a\x1b[31mb\nc") == "a [31mb c"


# --- pieces of pictures ------------------------------------------------------------------------


def test_cells_are_equal_and_centred():
    box = Box(10, 20, 200, 50)
    places = cells(box, "abc", top=5, height=30, gap=4, max_width=40)
    assert [item for _, item in places] == ["a", "b", "c"]
    assert {(cell.y, cell.width, cell.height) for cell, _ in places} == {(25, 40, 30)}
    assert places[0][0].x - box.x == pytest.approx(box.right - places[-1][0].right)


def test_a_pill_ends_where_it_should_and_says_where_it_begins():
    picture = Picture(200, 40, "")
    left = pill(picture, 150, 20, "to decide", palette.PLAYERS[1])
    ground, words = picture.shapes
    assert isinstance(ground, Rect)
    assert isinstance(words, Text)
    assert ground.x == left
    assert ground.x + ground.width == pytest.approx(150)
    assert bounds(words)[0] > left
    assert bounds(words)[2] < 150


@pytest.mark.parametrize("is_deciding", [True, False])
def test_a_player_panel_has_the_colour_of_its_seat(is_deciding):
    picture = Picture(200, 100, "")
    player_panel(picture, Box(5, 5, 190, 90), 2, is_deciding)
    frame, bar = picture.shapes
    assert isinstance(frame, Rect)
    assert isinstance(bar, Rect)
    assert bar.fill == palette.PLAYERS[2].fill
    assert (frame.stroke == bar.fill) == is_deciding


def test_long_titles_and_notes_of_a_panel_stay_apart():
    picture = Picture(200, 100, "")
    panel(picture, Box(5, 5, 190, 90), "a title that does not end " * 3, "a note as well " * 5)
    assert_tidy(picture)


def test_coins_seals_and_discs_show_their_number():
    picture = Picture(100, 40, "")
    coin(picture, 20, 20, 10, 7)
    seal(picture, 50, 20, 10, 123)
    disc(picture, 80, 20, 10, 4)
    assert [shape.text for shape in picture.shapes if isinstance(shape, Text)] == ["7", "123", "4"]
    assert_tidy(picture)


def test_a_star_points_upwards():
    points = star(0, 0, 10, 5, 4)
    assert len(points) == 8
    assert points[0] == pytest.approx((0, -10))


def test_a_mirrored_outline_is_symmetric():
    points = mirrored([(0, 0), (0.5, 0.5), (0, 1)], 10, 20, 6, 8)
    assert points[:3] == [(10, 16), (13, 20), (10, 24)]
    assert points[3:] == [(10, 24), (7, 20), (10, 16)]


# --- pages of text -----------------------------------------------------------------------------


def test_a_page_has_a_headline_and_titled_sections():
    text = page(styled("Game", "bold"), [("Board", [RichText("x" * 250)]), ("Players", [])])
    lines = text.splitlines()
    assert "Game" in lines[0]
    assert "Board" in lines[1]
    assert [line.count("x") for line in lines[2:5]] == [WIDTH, WIDTH, 50]
    assert "Players" in lines[5]


def test_padding_cuts_or_fills():
    assert padded(RichText("abc"), 5).plain == "abc  "
    assert padded(RichText("abcdefgh"), 5).plain == "abcd…"
    assert padded(badge(3), 5).plain == " 3   "
