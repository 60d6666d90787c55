"""Bribes, taxes, land, church and leisure (N4.13 to N4.17, S2, S16, S20)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.table import Table

# --- bribes --------------------------------------------------------------------------------------


@pytest.mark.rule("N4.13")
@pytest.mark.parametrize("number", range(1, 6))
def test_markers_cost_two_pounds_and_bring_a_point_each(number):
    table = Table()
    table.apply(f"bribe {number}")
    assert table.money(0) == 10 - 2 * number
    assert table.player(0)["markers"] == number
    assert table.points(0) == table.points(0, "bribes") == number
    assert table.snapshot()["pool"] == 20 - number


@pytest.mark.rule("N4.13")
@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("money", "pool", "most"),
    [
        (0, 20, 0),
        (1, 20, 0),
        (2, 20, 1),
        (9, 20, 4),
        (50, 20, 5),
        (50, 3, 3),
        (50, 0, 0),
        (5, 1, 1),
    ],
)
def test_as_many_markers_as_one_can_pay_and_the_pool_holds(money, pool, most):
    table = Table()
    table.owns(0, money=money)
    table.owns(1, markers=20 - pool)
    assert table.offers("bribe") == {f"bribe {number}" for number in range(1, most + 1)}


@pytest.mark.rule("N4.13")
@pytest.mark.parametrize("action", ["taxes", "land"])
def test_markers_given_up_can_be_bought_again(action):
    table = Table()
    table.estate(0, "fCg", corner="g8")
    table.owns(0, markers=20, money=10)
    assert table.offers("bribe") == set()
    table.apply(action, "marker", "marker", "done")
    assert table.snapshot()["pool"] == 2
    table.turn(0)
    assert table.offers("bribe") == {"bribe 1", "bribe 2"}


# --- taxes ---------------------------------------------------------------------------------------


def with_taxes(fields: int, free: bool = True) -> Table:
    """Seat 0 has so many fields in a row, and a manor with seven or more."""
    table = Table()
    rows = ["f" * min(fields, 5), "f" * max(fields - 5, 0) + "C"]
    table.estate(0, *rows, corner="d7")
    if not free:
        table.knights(1, (0, "d7"))
    return table


@pytest.mark.rule("N4.14")
@pytest.mark.rule("decision spend")
@pytest.mark.parametrize(
    ("fields", "free", "pounds"),
    [(1, True, 1), (5, True, 5), (7, True, 9), (7, False, 7), (8, True, 12), (8, False, 10)],
)
def test_pounds_for_fields_and_free_manors(fields, free, pounds):
    table = with_taxes(fields, free)
    table.apply("taxes")  # without markers nothing is asked
    assert table.money(0) == 10 + pounds
    assert table.player(0)["taxes_used"]


@pytest.mark.rule("N4.14")
@pytest.mark.rule("S16")
def test_example_of_taxes():
    """Seven fields with a free manor, a knight on a manor, no markers."""
    table = with_taxes(7)
    table.estate(1, "ff", "ff", "C.")
    table.knights(0, (1, "g7"))
    table.apply("taxes")
    assert table.money(0) == 10 + 11


@pytest.mark.rule("N4.14")
@pytest.mark.rule("N4.13")
@pytest.mark.parametrize("markers", [0, 1, 3])
def test_a_pound_for_each_marker_given_up(markers):
    table = with_taxes(2)
    table.owns(0, markers=3)
    table.apply("taxes", *["marker"] * markers)
    if markers < 3:
        table.apply("done")
    assert table.money(0) == 10 + 2 + markers
    assert table.player(0)["markers"] == 3 - markers
    assert table.snapshot()["pool"] == 17 + markers


@pytest.mark.rule("N4.14")
@pytest.mark.rule("N10.2")
def test_taxes_once_in_a_decade():
    table = with_taxes(2)
    table.apply("taxes")
    table.turn(0)
    assert "taxes" not in table.options()
    table.before("scoring", queen=2)
    table.end_turn()
    while table.decision == "draft":
        table.apply(table.options()[0])
    assert table.asked() == (0, "act")
    assert "taxes" in table.options()


@pytest.mark.rule("N4.14")
@pytest.mark.rule("N5.5")
def test_knights_on_other_areas_bring_no_taxes():
    table = with_taxes(1)
    table.estate(1, "ggoo", "ggoo", "C...")
    table.knights(0, (1, "g7"), (1, "i7"))
    table.apply("taxes")
    assert table.money(0) == 11


@pytest.mark.rule("S20")
@pytest.mark.parametrize("action", ["taxes", "land"])
def test_taxes_and_land_must_bring_something(action):
    table = Table()
    assert action not in table.options()
    table.owns(0, markers=2)
    assert action in table.options()
    table.apply(action)  # the first marker has to go
    assert table.asked() == (0, "spend")
    assert table.options() == ["done", "marker"]
    assert table.player(0)["markers"] == 1
    table.apply("done")
    assert (table.money(0) == 11) == (action == "taxes")
    assert (sum(table.hand(0).values()) == 1) == (action == "land")


@pytest.mark.rule("S20")
def test_a_knight_on_a_manor_is_enough_for_taxes():
    table = Table()
    table.estate(1, "ff", "ff", "C.")
    table.knights(0, (1, "g7"))
    table.apply("taxes")
    assert table.money(0) == 12


# --- land ----------------------------------------------------------------------------------------


@pytest.mark.rule("N4.15")
@pytest.mark.rule("S16")
@pytest.mark.parametrize(("visited", "tiles"), [([], 7 + 4), (["g7"], 7 + 2), (["g7", "h7"], 7)])
def test_tiles_for_groves_and_free_forests(visited, tiles):
    table = Table()
    table.estate(0, "ggg..", "ggggC")
    table.knights(1, *((0, area) for area in visited))
    table.apply("land")
    assert sum(table.hand(0).values()) == tiles
    assert table.player(0)["land_used"]


@pytest.mark.rule("N4.15")
@pytest.mark.rule("S16")
@pytest.mark.rule("N5.5")
def test_example_of_land():
    """Seven groves with a forest on which a knight stands, and three markers given up."""
    table = Table()
    table.estate(0, "ggggg", "ggC..")
    table.knights(1, (0, "g7"))
    table.owns(0, markers=4)
    table.apply("land", "marker", "marker", "marker", "done")
    assert sum(table.hand(0).values()) == 10
    assert table.player(0)["markers"] == 1


@pytest.mark.rule("N4.15")
def test_an_own_knight_on_a_forest_brings_two_tiles():
    table = Table()
    table.estate(0, "Cg", corner="h8")
    table.estate(2, "ggg", "ggg", "C..")
    table.knights(0, (2, "g7"), (2, "h7"))
    table.apply("land")
    assert sum(table.hand(0).values()) == 1 + 2 + 2


@pytest.mark.rule("N4.15")
@pytest.mark.rule("N10.2")
def test_land_once_in_a_decade():
    table = Table()
    table.estate(0, "Cg", corner="h8")
    table.apply("land")
    table.turn(0)
    assert "land" not in table.options()
    table.before("scoring", queen=2)
    table.end_turn()
    while table.decision == "draft":
        table.apply(table.options()[0])
    assert "land" in table.options()


@pytest.mark.rule("S20")
@pytest.mark.rule("N1.5")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_markers_beyond_the_bag_are_lost(left):
    table = Table()
    table.estate(0, "Cg", corner="h8")
    table.owns(0, markers=2)
    table.short_bag(1, meadow=left)
    table.apply("land", "marker", "marker")
    assert table.hand(0) == {"meadow": left}
    assert table.player(0)["markers"] == 0
    assert sum(table.bag().values()) == 0


@pytest.mark.rule("S20")
def test_land_needs_a_tile_in_the_bag():
    table = Table()
    table.estate(0, "Cg", corner="h8")
    table.owns(0, markers=2)
    table.short_bag(1)
    assert "land" not in table.options()
    assert "taxes" in table.options()


# --- church and leisure --------------------------------------------------------------------------


@pytest.mark.rule("N4.16")
@pytest.mark.rule("decision donate")
def test_example_of_the_church():
    """Three fields, two fountains and two meadows lie there; three groves and a fountain follow."""
    table = Table()
    table.church(field=3, fountain=2, meadow=2)
    table.tiles_of(0, field=2, grove=3, fountain=1)
    table.tiles_of(1, meadow=2, field=1)
    table.apply("church")
    assert table.options() == ["tile grove", "tile fountain"]
    table.apply("tile grove", "tile fountain", "tile grove")
    # Only a grove is left that the church takes: this or nothing more.
    assert table.options() == ["done", "tile grove"]
    table.apply("tile grove")
    assert table.points(0) == table.points(0, "church") == 4
    assert table.hand(0) == {"field": 2}
    assert table.snapshot()["church"] == {"field": 3, "grove": 3, "fountain": 3, "meadow": 2}
    table.turn(1)
    table.apply("church")  # one meadow is all that it still takes
    assert table.hand(1) == {"field": 1, "meadow": 1}
    assert table.points(1) == 1
    table.turn(0)
    assert "church" not in table.options()


@pytest.mark.rule("N4.16")
def test_twelve_tiles_at_once():
    table = Table()
    table.tiles_of(0, field=4, grove=4, fountain=4, meadow=4)
    table.apply("church")
    while table.decision == "donate":
        table.apply(table.options()[-1])
    assert table.points(0, "church") == 12
    assert table.hand(0) == {"field": 1, "grove": 1, "fountain": 1, "meadow": 1}


@pytest.mark.rule("N4.16")
@pytest.mark.rule("N10.2")
def test_the_church_is_empty_again_in_the_next_decade():
    table = Table()
    table.church(field=3, grove=1)
    table.tiles_of(0, field=1)
    before = table.bag()
    assert "church" not in table.options()
    table.before("scoring", queen=2)
    table.end_turn()
    while table.decision == "draft":
        table.apply(table.options()[0])
    assert "church" in table.options()
    assert table.bag() == before | {"field": before["field"] + 3, "grove": before["grove"] + 1}


@pytest.mark.rule("N4.17")
def test_a_point_for_leisure():
    table = Table()
    before = table.player(0)
    table.apply("leisure")
    assert table.points(0) == table.points(0, "leisure") == 1
    points = before["points"] | {"leisure": 1}
    assert table.player(0) == before | {"points": points}
