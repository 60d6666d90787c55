"""Enlarging the estate (N4.1 to N4.4), areas that overlap or not (S1), the frame (S19)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant


def enlarging(*rows: str, corner: str = "g7", folder=STANDARD, **tiles: int) -> Table:
    """Seat 0 has this estate and these tiles, and has begun to enlarge."""
    table = Table(folder=folder)
    table.estate(0, *rows, corner=corner)
    table.tiles_of(0, **tiles)
    table.apply("enlarge")
    return table


def apart(tmp_path):
    """The components with areas that do not overlap."""
    return write_variant("apart", STANDARD, tmp_path)


def done_if_asked(table: Table) -> None:
    if table.asked() == (0, "lay"):
        table.apply("done")


# --- laying --------------------------------------------------------------------------------------


@pytest.mark.rule("N4.1")
@pytest.mark.rule("N1.6")
@pytest.mark.rule("decision lay")
@pytest.mark.rule("decision place")
def test_a_tile_lies_beside_a_tile_of_the_estate():
    table = enlarging("C", corner="h8", field=2, grove=1)
    assert table.offers() == {"tile field", "tile grove", *table.offers("swap")}
    table.apply("tile field")
    assert table.asked() == (0, "place")
    assert table.offers() == {"cell h7", "cell g8", "cell i8", "cell h9"}


@pytest.mark.rule("N4.1")
def test_tiles_just_laid_count():
    table = enlarging("C", corner="h8", field=2, grove=1)
    table.lay("field h7")
    table.apply("tile grove")
    assert table.offers() == {"cell h6", "cell g7", "cell i7", "cell g8", "cell i8", "cell h9"}
    table.apply("cell h6")
    table.apply("tile field", "cell h5")
    assert table.player(0)["land"] == {
        "h8": "meadow",
        "h7": "field",
        "h6": "grove",
        "h5": "field",
    }


@pytest.mark.rule("N4.1")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_to_three_tiles(number):
    table = enlarging("C", corner="h8", field=2, meadow=2)
    for cell in ("h7", "h6", "h5")[:number]:
        assert "done" not in table.options() or cell != "h7"
        table.lay(f"{'meadow' if cell == 'h6' else 'field'} {cell}")
    if number < 3:
        table.apply("done")
    assert len(table.player(0)["land"]) == 1 + number
    assert table.decision == "act"


@pytest.mark.rule("N4.1")
def test_an_enlargement_ends_when_nothing_is_left_to_lay():
    table = enlarging("C", corner="h8", field=1)
    assert table.asked() == (0, "place")  # the only tile was chosen without a question
    table.apply("cell h7")
    assert table.asked() == (1, "act")
    assert table.money(0) == 11


@pytest.mark.rule("N4.1")
def test_an_estate_surrounds_a_hole():
    """A cell with land on all sides can be laid like any other."""
    table = enlarging("fff", "f.f", "mCm", field=1, meadow=1)
    table.apply("tile field")
    assert "cell h8" in table.options()
    table.apply("cell h8")
    assert table.areas(0) == ["g7", "h7"]


# --- what it brings ------------------------------------------------------------------------------


@pytest.mark.rule("N4.2")
@pytest.mark.parametrize(
    ("rows", "cells", "pounds"),
    [
        (("C",), ["h7"], 1),
        (("C",), ["h7", "i7", "j7"], 3),
        (("ff", "fC"), ["f7"], 1),
        (("ff", "fC"), ["f7", "f8"], 2 + 2),
        (("ff.f", "fCf."), ["j8", "k8", "k7"], 3 + 2),
        (("ff.f", "f..f", "C..."), ["h8"], 1 + 2),
        (("fff", "f.f", "fffC"), ["h8"], 1 + 4 * 2),
    ],
)
def test_pounds_for_fields_and_manors(rows, cells, pounds):
    table = enlarging(*rows, field=len(cells))
    table.lay(*(f"field {cell}" for cell in cells))
    assert table.money(0) == 10 + pounds
    assert table.hand(0) == {}


@pytest.mark.rule("N4.2")
def test_a_manor_of_before_brings_nothing_again():
    table = enlarging("ff", "ff", "C.", field=1)
    table.lay("field i7")
    assert table.money(0) == 11


@pytest.mark.rule("N4.3")
@pytest.mark.parametrize(
    ("rows", "cells", "tiles"),
    [
        (("C",), ["g8"], 1),
        (("C",), ["g8", "g9", "g10"], 3),
        (("gg", "gC"), ["f7", "f8"], 2 + 2),
        (("ggg", "g.g", "gggC"), ["h8"], 1 + 4 * 2),
    ],
)
def test_tiles_for_groves_and_forests(rows, cells, tiles):
    table = enlarging(*rows, grove=len(cells))
    bag = sum(table.bag().values())
    table.lay(*(f"grove {cell}" for cell in cells))
    assert sum(table.hand(0).values()) == tiles
    assert sum(table.bag().values()) == bag - tiles
    assert table.money(0) == 10


@pytest.mark.rule("N4.3")
def test_tiles_are_drawn_after_the_laying():
    table = enlarging("C", corner="h8", grove=1)
    table.short_bag(1, meadow=9)
    table.apply("cell h9")
    assert table.decision == "act"  # the tile drawn could have been laid
    assert table.hand(0) == {"meadow": 1}


@pytest.mark.rule("N4.3")
@pytest.mark.rule("N1.5")
@pytest.mark.parametrize("left", [0, 1, 3, 4])
def test_a_short_bag_after_an_enlargement(left):
    table = enlarging("gg", "gC", grove=2)
    table.short_bag(1, fountain=left)
    table.lay("grove f7", "grove f8")  # four tiles are due
    done_if_asked(table)
    assert table.hand(0) == ({"fountain": left} if left else {})
    assert sum(table.bag().values()) == 0


@pytest.mark.rule("N4.3")
def test_example_of_a_forest():
    """Two fields, groves and fountains lie there; two groves and a fountain are laid."""
    table = enlarging("ff.", "Coo", "gg.", grove=2, fountain=1, field=1)
    table.short_bag(1, meadow=10)
    table.lay("grove g10", "grove h10", "fountain i9")
    assert table.areas(0) == ["g9"]
    assert table.hand(0) == {"field": 1, "meadow": 4}
    assert table.money(0) == 10
    assert table.queen == 2


@pytest.mark.rule("N4.4")
@pytest.mark.rule("N7.4")
def test_a_garden_brings_the_queen():
    table = enlarging("oo", "oC", fountain=2)
    table.lay("fountain f7", "fountain f8")
    assert table.queen == 0
    assert table.events["queen: garden completed"] == 1


@pytest.mark.rule("N4.4")
@pytest.mark.parametrize("cells", [["f7"], ["f7", "i7"]])
def test_fountains_without_a_garden_bring_nothing(cells):
    table = enlarging("oo", "oC", fountain=len(cells), field=2)
    table.lay(*(f"fountain {cell}" for cell in cells))
    done_if_asked(table)
    assert (table.queen, table.money(0), table.hand(0)) == (2, 10, {"field": 2})


@pytest.mark.rule("N4.4")
def test_meadows_bring_nothing():
    table = enlarging("mm", "mC", meadow=3)
    table.lay("meadow f7", "meadow f8", "meadow e7")
    assert (table.queen, table.money(0), table.hand(0), table.areas(0)) == (2, 10, {}, [])


@pytest.mark.rule("S17")
def test_several_gardens_bring_the_queen_once():
    table = enlarging("ooo", "o.o", "oooC", fountain=1)
    table.cards_of(0, "tribute")
    table.apply("cell h8")
    assert len(table.areas(0)) == 4
    assert table.queen == 0
    table.apply("done")
    assert table.points(0) == table.points(0, "queen") == 1


# --- areas that overlap --------------------------------------------------------------------------


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("rows", "cell", "areas"),
    [
        (("ff", "f.", "C."), "h8", ["g7"]),
        (("fff", "f.f", "C.."), "h8", ["g7", "h7"]),
        (("fff", "f.f", "ff.", "C.."), "h8", ["g7", "g8", "h7"]),
        (("fff", "f.f", "fff", "C.."), "h8", ["g7", "g8", "h7", "h8"]),
    ],
)
def test_every_square_of_four_equal_tiles_is_an_area(rows, cell, areas):
    table = enlarging(*rows, field=1)
    table.apply(f"cell {cell}")
    assert sorted(table.areas(0)) == areas
    assert table.money(0) == 11 + 2 * len(areas)
    assert table.events[f"areas completed by one tile: {len(areas)}"] == 1


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("rows", "cell", "area"),
    [
        (("fff", "f.f", "fff", "C.."), "h8", "g7"),  # above left first
        (("gff", "f.f", "fff", "C.."), "h8", "h7"),  # then above right
        (("gfg", "f.f", "fff", "C.."), "h8", "g8"),  # then below left
        (("gfg", "f.f", "gff", "C.."), "h8", "h8"),  # then below right
    ],
)
def test_apart_a_tile_completes_one_area_in_a_fixed_order(rows, cell, area, tmp_path):
    table = enlarging(*rows, folder=apart(tmp_path), field=1)
    table.apply(f"cell {cell}")
    assert table.areas(0) == [area]
    assert table.money(0) == 13


@pytest.mark.rule("S1")
def test_apart_a_square_that_shares_a_tile_with_an_area_is_none(tmp_path):
    table = enlarging("ffff", "fff.", "C...", folder=apart(tmp_path), field=1)
    assert table.areas(0) == ["g7"]  # h7 shares two tiles with it
    table.apply("cell j8")
    assert table.areas(0) == ["g7", "i7"]
    assert table.money(0) == 13


@pytest.mark.rule("S1")
def test_apart_squares_passed_over_never_become_areas(tmp_path):
    table = enlarging("fff", "ff.", "C..", folder=apart(tmp_path), field=1, grove=1)
    table.lay("field i8")
    table.apply("done")
    assert table.areas(0) == ["g7"]
    assert table.money(0) == 11


@pytest.mark.rule("S1")
@pytest.mark.parametrize("cell", ["a1", "o1", "a15", "o15"])
def test_apart_in_the_corners_of_the_frame(cell, tmp_path):
    """Squares beyond the rim are none."""
    corner = {"a1": "a1", "o1": "m1", "a15": "a13", "o15": "m13"}[cell]
    rows = {"a1": (".ff", "fff", "ffC"), "o1": ("ff.", "fff", "Cff")}
    rows |= {"a15": ("ffC", "fff", ".ff"), "o15": ("Cff", "fff", "ff.")}
    table = Table(folder=apart(tmp_path))
    table.estate(0, *rows[cell], corner=corner)
    before = table.areas(0)
    table.tiles_of(0, field=1)
    table.apply("enlarge", f"cell {cell}")
    assert table.areas(0) == before  # the middle square, which shares a tile with the new one


# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.rule("S19")
@pytest.mark.parametrize(
    ("row", "corner", "missing"),
    [
        ("Cfffffff", "h8", None),  # h8 to o8: the rim is reached
        ("fffffffC", "a8", None),
    ],
)
def test_a_line_of_eight_tiles_reaches_the_rim(row, corner, missing):
    table = enlarging(row, corner=corner, field=1)
    cells = {option.removeprefix("cell ") for option in table.options()}
    inner = "abcdefghijklmno".index(corner[0])
    columns = "abcdefghijklmno"[inner : inner + 8]
    assert {f"{c}{r}" for c in columns for r in (7, 9)} <= cells
    end = {"h8": "g8", "a8": "i8"}[corner]
    assert cells == {f"{c}{r}" for c in columns for r in (7, 9)} | {end}


@pytest.mark.rule("S19")
@pytest.mark.parametrize("rows", [15])
def test_the_frame_ends_above_and_below(rows):
    table = enlarging(*["f"] * 7, "C", *["f"] * 7, corner="h1", field=1)
    cells = {option.removeprefix("cell ") for option in table.options()}
    assert cells == {f"{c}{r}" for c in "gi" for r in range(1, rows + 1)}


@pytest.mark.rule("S19")
def test_a_smaller_frame(tmp_path):
    table = enlarging(
        "mmm",
        "mCm",
        ".mm",
        corner="g7",
        folder=write_variant("narrow", STANDARD, tmp_path),
        field=1,
    )
    cells = {option.removeprefix("cell ") for option in table.options()}
    ring = {f"{c}{r}" for c in "fghij" for r in range(6, 11)}
    corners = {"f6", "j6", "f10", "j10"}
    assert cells == ring - set(table.player(0)["land"]) - corners - {"f9", "g10"}


@pytest.mark.rule("S19")
def test_an_enlargement_needs_a_legal_cell(tmp_path):
    folder = write_variant("narrow", STANDARD, tmp_path)
    table = Table(folder=folder)
    table.estate(0, *["mmmmm", "mmmmm", "mmCm.", "mmmmm", "mmmmm"], corner="f6")
    table.tiles_of(0, field=2, grove=2)
    table.cards_of(0, "masterstroke")
    assert "enlarge" in table.options()
    assert "card masterstroke" in table.options()
    table.apply("enlarge", "tile field")  # on the only cell
    assert table.player(0)["land"]["j8"] == "field"
    assert table.offers("tile") == set()  # the frame is full: only swaps are left
    assert table.offers("swap")
    table.apply("done")
    assert "card masterstroke" not in table.options()
    table.turn(0)
    assert "enlarge" not in table.options()


@pytest.mark.rule("S19")
def test_an_enlargement_ends_with_the_last_cell_of_the_frame(tmp_path):
    folder = write_variant("narrow", STANDARD, tmp_path)
    table = Table(folder=folder)
    table.estate(0, *["mmmmm", "mmmmm", "mmCm.", "mmmmm", "mmmmm"], corner="f6")
    table.tiles_of(0, field=1, grove=1)
    table.apply("enlarge", "tile field")
    assert table.asked() == (1, "act")
    assert table.player(0)["land"]["j8"] == "field"


@pytest.mark.rule("S19")
def test_cells_outside_the_frame_are_no_land():
    """A castle on the rim is never enclosed."""
    table = Table()
    table.estate(0, "mmmmmmmm", "mmmmmmmC", "mmmmmmmm", corner="h7")
    table.estate(1, "mmm", "mCm", "mmm")
    points = table.breakdown()
    assert [row["castles"] for row in points] == [0, 3, 0]
