"""Building (N4.5 to N4.12) and prices (N1.4, N2.2)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.table import Table

PRICES = {
    3: {"castle": [5, 6, 7], "chapel": [4, 5, 6], "palace": [7, 8]},
    4: {"castle": [4, 5, 6, 7], "chapel": [3, 4, 5, 6], "palace": [6, 7, 8]},
    5: {"castle": [3, 4, 5, 6, 7], "chapel": [2, 3, 4, 5, 6], "palace": [5, 6, 7, 8]},
}
DISCOUNTS = {"duke": 3, "marquess": 2, "earl": 1, "viscount": 0, "baron": 0}
FOLLIES = ("folly_forests", "folly_manors", "folly_gardens", "folly_mixed")
# Castles on every second cell, with meadows far from each other for more of them.
ROOMY = ("C.m.m.m", ".......", "m.m.m.m")


def build(table: Table, building: str, p: int = 0) -> int:
    """Let the player build on the first cell offered, and send no knight; return the price."""
    table.turn(p)
    before = table.money(p)
    table.apply(f"build {building}")
    while table.decision in ("build", "draft", "visit"):
        table.apply("done" if "done" in table.options() else table.options()[0])
    return before - table.money(p)


@pytest.mark.rule("N2.2")
@pytest.mark.rule("N4.5")
@pytest.mark.parametrize("building", ["castle", "chapel", "palace"])
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_the_cheapest_piece_is_sold(num_players, building):
    table = Table(num_players)
    table.estate(0, *(("C.C.C.C",) if building == "palace" else ROOMY), corner="a8")
    table.owns(0, money=100)
    paid = []
    while f"build {building}" in table.options():
        paid.append(build(table, building))
        table.turn(0)
    assert paid == PRICES[num_players][building]
    assert table.snapshot()["offer"][building] == 0


@pytest.mark.rule("N4.5")
@pytest.mark.rule("N1.4")
@pytest.mark.parametrize("title", DISCOUNTS)
@pytest.mark.parametrize(("building", "price"), [("castle", 5), ("chapel", 4), ("palace", 7)])
def test_titles_make_buildings_cheaper(title, building, price):
    table = Table()
    table.estate(0, "C.m", corner="h8")
    table.owns(0, title=title)
    assert build(table, building) == price - DISCOUNTS[title]


@pytest.mark.rule("N4.5")
@pytest.mark.rule("N4.11")
@pytest.mark.rule("S14")
@pytest.mark.parametrize("title", DISCOUNTS)
def test_titles_make_follies_cheaper(title):
    table = Table()
    table.estate(0, "fff", "fff", "Cm.")
    table.owns(0, title=title, money=20)
    assert build(table, "folly_manors") == 12 - DISCOUNTS[title]


@pytest.mark.rule("N4.5")
def test_no_price_is_below_nothing():
    """The cheapest chapel of five players costs 2, and a Duke saves 3."""
    table = Table(5)
    table.estate(0, "C.m", corner="h8")
    table.owns(0, title="duke", money=0)
    assert "build chapel" in table.options()
    assert build(table, "chapel") == 0
    assert table.money(0) == 0


@pytest.mark.rule("N4.5")
@pytest.mark.parametrize(
    ("building", "price"), [("castle", 5), ("palace", 7), ("chapel", 4), ("folly_manors", 12)]
)
def test_who_cannot_pay_cannot_build(building, price):
    table = Table()
    table.estate(0, "fff.m", "fff..", "C....")
    table.owns(0, money=price - 1)
    assert f"build {building}" not in table.options()
    table.owns(0, money=price)
    assert f"build {building}" in table.options()


@pytest.mark.rule("N4.5")
@pytest.mark.parametrize("building", ["castle", "palace", "chapel"])
def test_only_what_is_on_the_board_is_built(building):
    table = Table()
    table.estate(0, "C.m", corner="h8")
    table.owns(0, money=50)
    table.board(**{building: 0})
    assert f"build {building}" not in table.options()
    table.board(**{building: 1})
    assert f"build {building}" in table.options()


@pytest.mark.rule("N4.6")
@pytest.mark.rule("N1.6")
@pytest.mark.rule("decision build")
@pytest.mark.parametrize("letter", ["C", "P"])
def test_a_castle_keeps_away_from_castles_and_palaces(letter):
    table = Table()
    table.estate(0, "mmmmm", "mmmmm", f"mm{letter}mm", "mmmmm", "mmmmm", corner="f6")
    table.apply("build castle")
    rim = {f"{c}{r}" for c in "fghij" for r in range(6, 11) if c in "fj" or r in (6, 10)}
    assert table.offers() == {f"cell {cell}" for cell in rim}


@pytest.mark.rule("N4.6")
def test_a_castle_may_stand_beside_chapels_and_follies_on_an_empty_meadow():
    table = Table()
    table.estate(0, "C.HmHf", "...1m.", corner="f8")
    table.apply("build castle")
    assert table.offers() == {"cell i8", "cell j9"}
    table.apply("cell i8")
    assert table.player(0)["buildings"]["i8"] == "castle"


@pytest.mark.rule("N4.6")
@pytest.mark.parametrize("row", ["Cm", "C", "CfH", "C.f"])
def test_no_castle_without_a_meadow_for_it(row):
    table = Table()
    table.estate(0, row, corner="h8")
    assert "build castle" not in table.options()


@pytest.mark.rule("N4.8")
@pytest.mark.rule("S17")
def test_a_palace_replaces_a_castle_which_goes_back_to_the_reserve():
    table = Table()
    table.estate(0, "C.C", corner="h8")
    before = table.snapshot()
    table.apply("build palace")
    assert table.offers() == {"cell h8", "cell j8"}
    table.apply("cell j8")
    after = table.snapshot()
    assert table.player(0)["buildings"] == {"h8": "castle", "j8": "palace"}
    assert after["offer"]["castle"] == before["offer"]["castle"]
    assert after["reserve"]["castle"] == before["reserve"]["castle"] + 1
    assert after["offer"]["palace"] == before["offer"]["palace"] - 1
    assert table.money(0) == 3


@pytest.mark.rule("N4.8")
def test_no_palace_without_a_castle():
    table = Table()
    table.estate(0, "P.m", corner="h8")
    assert "build palace" not in table.options()


@pytest.mark.rule("N4.9")
@pytest.mark.rule("N7.4")
@pytest.mark.parametrize("owner", range(3))
def test_a_palace_brings_the_queen(owner):
    table = Table()
    table.set(queen=owner)
    table.apply("build palace")
    assert table.queen == 0


@pytest.mark.rule("N4.10")
@pytest.mark.rule("N6.1")
def test_a_chapel_brings_a_card():
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.on_top("tribute", "dowry", "liaison")
    table.apply("build chapel")
    assert table.asked() == (0, "draft")
    assert table.offers() == {"card tribute", "card dowry", "card liaison"}
    table.apply("card liaison")
    assert table.player(0)["cards"] == {"liaison": 1}
    assert sorted(table.deck()[-2:]) == ["dowry", "tribute"]


@pytest.mark.rule("N4.10")
def test_a_chapel_keeps_away_from_chapels_alone():
    table = Table()
    table.estate(0, "mmmmm", "mmmPm", "mmHmm", "mmmmm", "Cmmmm", corner="f6")
    table.apply("build chapel")
    rim = {f"{c}{r}" for c in "fghij" for r in range(6, 11) if c in "fj" or r in (6, 10)}
    assert table.offers() == {f"cell {cell}" for cell in rim - {"f10"}}


@pytest.mark.rule("N4.10")
@pytest.mark.rule("S7")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_chapel_with_hardly_any_cards_left(cards):
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.short_deck(*["tribute", "dowry"][:cards], keeper=1)
    table.apply("build chapel")
    assert table.events["shortage: fewer than three cards in the deck"] == 1
    if cards == 2:
        assert table.offers() == {"card tribute", "card dowry"}
        table.apply("card dowry")
        assert table.deck() == ["tribute"]
    else:
        assert table.deck() == []
    assert sum(table.player(0)["cards"].values()) == min(cards, 1)


NEEDS = {
    "folly_forests": ("ggg.", "ggg.", "C.m."),
    "folly_manors": ("fff.", "fff.", "C.m."),
    "folly_gardens": ("ooo.", "ooo.", "C.m."),
    "folly_mixed": ("ffggoo", "ffggoo", "C.m..."),
}
LACKS = {
    "folly_forests": ("gg.g", "gg.g", "C.m."),
    "folly_manors": ("ff.f", "ff.f", "C.m."),
    "folly_gardens": ("oo.o", "oo.o", "C.m."),
    "folly_mixed": ("ffggo.", "ffggoo", "C.m..."),
}


@pytest.mark.rule("N4.11")
@pytest.mark.parametrize("folly", FOLLIES)
def test_a_folly_needs_its_areas(folly):
    table = Table()
    table.owns(0, money=20)
    table.estate(0, *LACKS[folly])
    assert table.offers("build folly") == set()
    table.estate(0, *NEEDS[folly])
    assert table.offers("build folly") == {f"build {folly}"}
    table.apply(f"build {folly}")
    assert table.money(0) == 8
    assert table.player(0)["buildings"]["i9"] == folly
    assert table.snapshot()["follies"][folly] == 0


@pytest.mark.rule("N4.11")
def test_knights_do_not_matter_for_a_folly():
    table = Table()
    table.estate(0, *NEEDS["folly_manors"])
    table.knights(1, (0, "g7"), (0, "h7"))
    table.owns(0, money=12)
    assert "build folly_manors" in table.options()


@pytest.mark.rule("N4.11")
def test_a_folly_stands_on_any_empty_meadow():
    table = Table()
    table.owns(0, money=12)
    table.estate(0, "fff..", "fffmm", "CHmPm")
    table.apply("build folly_manors")
    assert table.offers() == {"cell j8", "cell k8", "cell i9", "cell k9"}


@pytest.mark.rule("N4.11")
def test_no_folly_without_an_empty_meadow_and_each_is_built_once():
    table = Table()
    table.owns(0, money=12)
    table.owns(1, money=24)
    table.estate(0, "fff", "fff", "C..")
    assert table.offers("build folly") == set()
    for p in (0, 1):
        table.estate(p, *NEEDS["folly_manors"])
    build(table, "folly_manors", 1)
    table.turn(0)
    assert table.offers("build folly") == set()


@pytest.mark.rule("N4.12")
def test_follies_are_worth_less_and_less():
    table = Table()
    table.estate(0, "gggff", "gggff", "ooo..", "oooCm", "m.m.m")
    table.estate(1, "fff", "fff", "C.m")
    for p in (0, 1):
        table.owns(p, money=50)
    worth = []
    for p, folly in zip((0, 1, 0, 0), FOLLIES, strict=True):
        before = table.points(p, "follies")
        build(table, folly, p)
        worth.append(table.points(p, "follies") - before)
    assert worth == [12, 10, 8, 6]
    assert table.events["folly built as number 4"] == 1
    assert table.points(0) == 12 + 8 + 6
    assert table.points(1) == 10


@pytest.mark.rule("S14")
def test_areas_serve_several_follies():
    table = Table()
    table.estate(0, "fffggg", "fffggg", "oo.Cmm", "oo...m")
    table.owns(0, money=40)
    assert table.offers("build folly") == {f"build {f}" for f in FOLLIES if f != "folly_gardens"}
    for folly in ("folly_forests", "folly_manors", "folly_mixed"):
        build(table, folly)
    assert table.points(0, "follies") == 12 + 10 + 8


@pytest.mark.rule("N4.7")
@pytest.mark.rule("N5.1")
def test_after_a_castle_a_knight_may_be_sent():
    table = Table()
    table.estate(0, "C.m", corner="h8")
    table.estate(1, "ff", "ff", "C.")
    table.apply("build castle")
    assert table.asked() == (0, "visit")
    assert table.offers() == {"visit 1 manor", "done"}
    table.apply("visit 1 manor")
    assert table.player(0)["knights"] == [[1, "g7"], None]
