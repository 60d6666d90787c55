"""Knights (N4.7, N5, S12, S13, S16, S23)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

AREA = {"manor": "f", "forest": "g", "garden": "o"}


def castle_to_build(num_players: int = 3) -> Table:
    """Seat 0 can build one castle, on j8."""
    table = Table(num_players)
    table.estate(0, "C.m", corner="h8")
    return table


def host_with(table: Table, p: int, kind: str, number: int = 1) -> None:
    """An estate with so many areas of a kind, side by side; the first one is g6."""
    row = AREA[kind] * (number + 1)
    table.estate(p, row, row, ".C", corner="g6")


# --- where a knight goes -------------------------------------------------------------------------


@pytest.mark.rule("N5.1")
@pytest.mark.rule("N4.7")
@pytest.mark.rule("decision visit")
def test_a_knight_goes_to_a_free_area_of_any_rival():
    table = castle_to_build(4)
    host_with(table, 1, "manor")
    host_with(table, 2, "forest")
    table.estate(3, "ffgg", "ffgg", "Coo.", ".oo.")
    table.apply("build castle")
    assert table.asked() == (0, "visit")
    assert table.offers() == {
        "done",
        "visit 1 manor",
        "visit 2 forest",
        "visit 3 manor",
        "visit 3 forest",
        "visit 3 garden",
    }
    table.apply("visit 3 garden")
    assert table.player(0)["knights"] == [[3, "h9"], None]


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("seat", range(4))
def test_rivals_are_counted_from_the_seat_that_decides(seat):
    table = Table(4)
    table.estate(seat, "C.m", corner="h8")
    host = (seat + 2) % 4
    host_with(table, host, "manor")
    table.turn(seat)
    table.owns(seat, money=10)
    table.apply("build castle", "visit 2 manor")
    assert table.player(seat)["knights"][0] == [host, "g6"]


@pytest.mark.rule("N1.2")
@pytest.mark.rule("N5.1")
@pytest.mark.rule("N5.5")
def test_an_area_holds_one_knight():
    table = castle_to_build()
    host_with(table, 1, "manor")
    host_with(table, 2, "manor", 2)
    table.knights(1, (2, "g6"))
    table.knights(2, (1, "g6"))
    table.apply("build castle")
    assert table.offers() == {"done", "visit 2 manor"}
    table.apply("visit 2 manor")
    assert table.player(0)["knights"] == [[2, "h6"], None]


@pytest.mark.rule("S23")
def test_of_equal_areas_the_first_one_is_visited():
    table = castle_to_build()
    table.estate(1, "..ff", "ffff", "ff..", "C...")
    assert table.areas(1) == ["i7", "g8"]
    table.apply("build castle", "visit 1 manor")
    assert table.player(0)["knights"] == [[1, "i7"], None]


@pytest.mark.rule("S23")
@pytest.mark.parametrize("corner", ["a1", "n3", "h4", "c7", "a8", "m11", "f13", "n13"])
def test_the_first_area_anywhere_in_the_frame(corner):
    """A square of forests of which the top left one is visited first, wherever it lies."""
    table = castle_to_build()
    rows = ["gg", "gg", "gg"] if corner[0] == "n" else ["ggg", "ggg", "ggg"]
    table.estate(1, *rows, corner=corner)
    table.apply("build castle", "visit 1 forest")
    assert table.player(0)["knights"] == [[1, corner], None]


@pytest.mark.rule("S12")
@pytest.mark.rule("N4.7")
def test_sending_a_knight_is_voluntary():
    table = castle_to_build()
    host_with(table, 1, "manor")
    table.apply("build castle", "done")
    assert table.player(0)["knights"] == [None, None]
    assert table.money(1) == 11
    assert table.asked() == (1, "act")


@pytest.mark.rule("S12")
@pytest.mark.parametrize("placed", [0, 2])
def test_without_a_free_area_nobody_is_asked(placed):
    table = castle_to_build()
    table.estate(0, "ff..", "ff..", "C.m.")  # own areas are none for own knights
    table.estate(1, "ff.", "ff.", "C..")
    table.estate(2, "gg.", "gg.", "C..")
    if placed:
        table.knights(0, (1, "g7"), (2, "g7"))
    else:
        table.knights(1, (2, "g7"))
        table.knights(2, (1, "g7"))
    table.apply("build castle")
    assert table.decision == "act"
    assert table.events["knight: no free area anywhere"] == 1


@pytest.mark.rule("N5.1")
def test_the_supply_comes_first():
    table = castle_to_build()
    host_with(table, 1, "manor", 2)
    table.knights(0, (1, "g6"))
    table.apply("build castle")
    assert table.asked() == (0, "visit")
    table.apply("visit 1 manor")
    assert table.player(0)["knights"] == [[1, "g6"], [1, "h6"]]


@pytest.mark.rule("N5.1")
@pytest.mark.rule("S12")
@pytest.mark.rule("decision move")
@pytest.mark.parametrize("knight", [1, 2])
def test_with_both_knights_out_one_may_move(knight):
    table = castle_to_build()
    host_with(table, 1, "manor", 2)
    host_with(table, 2, "garden")
    table.knights(0, (1, "g6"), (1, "h6"))
    table.apply("build castle")
    assert table.asked() == (0, "move")
    assert table.options() == ["done", "move knight 1", "move knight 2"]
    table.apply(f"move knight {knight}")  # the garden is the only free area
    knights = [[1, "g6"], [1, "h6"]]
    knights[knight - 1] = [2, "g6"]
    assert table.player(0)["knights"] == knights
    assert table.money(1) == 11  # leaving and staying cost nothing


@pytest.mark.rule("S12")
def test_a_knight_that_is_to_move_must_go():
    table = castle_to_build()
    host_with(table, 1, "manor", 2)
    host_with(table, 2, "garden", 2)
    table.estate(2, "ooff", "ooff", "C...")
    table.knights(0, (1, "g6"), (1, "h6"))
    table.apply("build castle", "move knight 1")
    assert table.asked() == (0, "visit")
    assert table.offers() == {"visit 2 garden", "visit 2 manor"}


@pytest.mark.rule("S12")
def test_no_knight_has_to_move():
    table = castle_to_build()
    host_with(table, 1, "manor", 3)
    table.knights(0, (1, "g6"), (1, "h6"))
    table.apply("build castle", "done")
    assert table.player(0)["knights"] == [[1, "g6"], [1, "h6"]]
    assert table.money(0) == 5


@pytest.mark.rule("S12")
@pytest.mark.rule("N5.2")
def test_a_knight_may_move_to_another_area_of_the_same_rival():
    table = castle_to_build()
    host_with(table, 1, "manor", 3)
    table.knights(0, (1, "g6"), (1, "h6"))
    table.apply("build castle", "move knight 1")
    assert table.player(0)["knights"] == [[1, "i6"], [1, "h6"]]
    assert (table.money(0), table.money(1)) == (5 + 2, 11 - 2)
    assert table.events["knight: moved"] == 1


@pytest.mark.rule("N5.5")
def test_the_area_left_is_free_again():
    table = castle_to_build()
    host_with(table, 1, "manor", 3)
    table.knights(0, (1, "g6"), (1, "h6"))
    table.apply("build castle", "move knight 2")
    table.estate(2, "C.m", corner="h8")
    table.turn(2)
    table.apply("build castle", "visit 2 manor")
    assert table.player(2)["knights"] == [[1, "h6"], None]


@pytest.mark.rule("N5.1")
@pytest.mark.parametrize("knights", [0, 1])
def test_other_numbers_of_knights(knights, tmp_path):
    folder = write_variant("standard", STANDARD, tmp_path)
    board = folder / "board.toml"
    board.write_text(board.read_text("utf-8").replace("knights = 2", f"knights = {knights}"))
    table = Table(folder=folder)
    table.estate(0, "C.m", corner="h8")
    host_with(table, 1, "manor", 2)
    if knights:
        table.knights(0, (1, "g6"))
    table.apply("build castle")
    if knights:
        assert table.options() == ["done", "move knight 1"]
        table.apply("move knight 1")
        assert table.player(0)["knights"] == [[1, "h6"], None]
    else:
        assert table.asked() == (1, "act")


# --- what it brings ------------------------------------------------------------------------------


@pytest.mark.rule("N5.2")
@pytest.mark.parametrize(("money", "pounds"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_on_a_manor_the_rival_pays(money, pounds):
    table = castle_to_build()
    host_with(table, 1, "manor")
    table.owns(1, money=money)
    table.apply("build castle", "visit 1 manor")
    assert (table.money(0), table.money(1)) == (5 + pounds, money - pounds)


@pytest.mark.rule("N5.3")
@pytest.mark.rule("decision give")
def test_on_a_forest_the_rival_chooses_two_tiles_to_give():
    table = castle_to_build()
    host_with(table, 1, "forest")
    table.tiles_of(1, field=2, meadow=2)
    table.apply("build castle", "visit 1 forest")
    assert table.asked() == (1, "give")
    assert table.options() == ["tile field", "tile meadow"]
    table.apply("tile meadow", "tile field")
    assert table.hand(0) == {"field": 1, "meadow": 1}
    assert table.hand(1) == {"field": 1, "meadow": 1}
    assert table.asked() == (0, "act")  # there are swaps


@pytest.mark.rule("N5.3")
@pytest.mark.parametrize("tiles", [{}, {"grove": 1}, {"field": 1, "grove": 1}])
def test_on_a_forest_the_rival_gives_all_of_too_few(tiles):
    table = castle_to_build()
    host_with(table, 1, "forest")
    table.tiles_of(1, **tiles)
    table.apply("build castle", "visit 1 forest")
    if len(tiles) == 2:  # in which order, they say
        assert table.asked() == (1, "give")
        table.apply("tile grove")
    assert table.hand(0) == tiles
    assert table.hand(1) == {}
    assert table.decision == "act"


@pytest.mark.rule("N5.4")
@pytest.mark.rule("N7.4")
@pytest.mark.parametrize("owner", range(3))
def test_in_a_garden_the_rival_hands_over_the_queen(owner):
    table = castle_to_build()
    host_with(table, 1, "garden")
    table.set(queen=owner)
    table.cards_of(0, "tribute")  # so that the turn goes on
    table.apply("build castle", "visit 1 garden")
    assert table.queen == (0 if owner == 1 else owner)
    assert table.player(0)["knights"] == [[1, "g6"], None]


@pytest.mark.rule("N5.5")
@pytest.mark.parametrize("kind", ["manor", "forest", "garden"])
def test_the_area_pays_its_visitor_instead_of_its_owner(kind):
    """From the next decade on, too: taxes, land and prestige."""
    table = Table()
    host_with(table, 1, kind)
    table.knights(0, (1, "g6"))
    table.set(round_number=2)
    table.owns(0, markers=0)
    for p in (0, 1):
        table.turn(p)
        if kind == "manor":
            before = table.money(p)
            table.apply("taxes")
            assert table.money(p) - before == (2 if p == 0 else 4)
        elif kind == "forest":
            table.apply("land")
            assert sum(table.hand(p).values()) == (2 if p == 0 else 4)
    if kind == "garden":
        for p in range(3):
            table.owns(p, markers=1)
        table.before("mask", queen=0)
        table.end_turn()
        assert table.snapshot()["prestige"] == [2, None, None]
        table.apply("done")
        assert table.snapshot()["prestige"] == [2, 4, None]


@pytest.mark.rule("N5.5")
@pytest.mark.rule("S13")
def test_knights_stay_from_decade_to_decade():
    table = Table()
    host_with(table, 1, "manor", 2)
    table.knights(0, (1, "g6"))
    table.knights(2, (1, "h6"))
    table.before("scoring", queen=0)
    table.end_turn()
    while table.decision == "draft":
        table.apply(table.options()[0])
    assert table.snapshot()["decade"] == 2
    assert table.player(0)["knights"] == [[1, "g6"], None]
    assert table.player(2)["knights"] == [[1, "h6"], None]


@pytest.mark.rule("S13")
def test_an_area_that_grows_keeps_its_knight():
    table = Table()
    host_with(table, 1, "manor")
    table.knights(0, (1, "g6"))
    table.turn(1)
    table.tiles_of(1, field=2)
    table.apply("enlarge")
    table.lay("field i6", "field i7")
    assert table.areas(1) == ["g6", "h6"]
    assert table.player(0)["knights"] == [[1, "g6"], None]
    assert table.money(1) == 11 + 2 + 2
