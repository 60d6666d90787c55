"""The masquerade (N8, S8 to S10) and titles (N1.4)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

NEEDS = {"duke": 14, "marquess": 10, "earl": 6, "viscount": 2, "baron": 0}
POINTS = {"duke": 7, "marquess": 5, "earl": 3, "viscount": 1, "baron": 0}


def at_masquerade(num_players: int = 3, queen: int = 0, folder=STANDARD, **seats) -> Table:
    """A masquerade begins; p0, p1, ... have so many fountains, or such a picture of an estate."""
    table = Table(num_players, folder)
    for name, estate in seats.items():
        rows = fountains(estate) if isinstance(estate, int) else estate
        table.estate(int(name[1:]), *rows, corner="a8")
    table.before("mask", queen=queen)
    return table


def fountains(number: int) -> tuple[str, ...]:
    """An estate with so many fountains and no garden: every other row."""
    rows = ["o" * min(15, number - first) for first in range(0, number, 15)]
    return ("C", *(row for line in rows for row in (line, "f")))


def prestige(table: Table) -> list[int | None]:
    return table.snapshot()["prestige"]


def counters(table: Table) -> list[int | None]:
    return table.snapshot()["counter"]


# --- titles go back, prestige is computed --------------------------------------------------------


@pytest.mark.rule("N8.1")
@pytest.mark.rule("N7.2")
def test_all_titles_are_given_back_first():
    table = at_masquerade()
    table.owns(0, title="duke", markers=1)
    table.owns(1, title="earl")
    table.end_turn()
    assert table.asked() == (0, "bid")
    assert table.titles() == [None, None, None]
    table.apply("done")
    assert table.titles() == ["baron"] * 3  # nobody has any prestige


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(
    ("rows", "knights", "base"),
    [
        (("C",), 0, 0),
        (("Co.o", "oo.o"), 0, 5),
        (("oo", "oo", "C."), 0, 4 + 2),
        (("oo", "oo", "C."), 1, 4),
        (("ooo", "ooo", "C.."), 0, 6 + 4),
        (("ooo", "ooo", "C.."), 1, 6 + 2),
        (("P.P", "C.o"), 0, 2 + 2 + 1),
        (("ffgg", "ffgg", "HHCm"), 0, 0),
    ],
)
def test_prestige_of_fountains_gardens_and_palaces(rows, knights, base):
    table = Table()
    table.estate(0, *rows, corner="h8")
    table.knights(1, *[(0, "h8")] * knights)
    table.owns(0, markers=1)
    table.before("mask")
    table.end_turn()
    assert prestige(table) == [base, None, None]


@pytest.mark.rule("N8.2")
@pytest.mark.rule("N5.5")
@pytest.mark.parametrize(
    ("visits", "worth"),
    [([(1, "h8")], 2), ([(1, "h8"), (2, "h8")], 4), ([(1, "j8"), (2, "h8")], 2)],
)
def test_prestige_of_own_knights_in_gardens(visits, worth):
    """There is a manor at j8, which does not count."""
    table = Table()
    table.estate(1, "ooff", "ooff", "C...", corner="h8")
    table.estate(2, "oo", "oo", "C.", corner="h8")
    table.knights(0, *visits)
    table.owns(0, markers=1)
    table.before("mask")
    table.end_turn()
    assert prestige(table) == [worth, None, None]


@pytest.mark.rule("N8.2")
@pytest.mark.rule("N8.4")
@pytest.mark.parametrize("queen", range(4))
def test_the_queens_owner_begins_and_the_others_follow_clockwise(queen):
    table = at_masquerade(4, queen, p0=3, p1=4, p2=5, p3=6)
    for p in range(4):
        table.owns(p, markers=1)
    table.before("mask", queen=queen)
    table.end_turn()
    for step in range(4):
        p = (queen + step) % 4
        assert table.asked() == (p, "bid")
        # Those who have bid are seen with their counters; the others have not computed yet.
        done = {(queen + k) % 4 for k in range(step)}
        assert counters(table) == [3 + q if q in done else None for q in range(4)]
        assert prestige(table) == [3 + q if q in done | {p} else None for q in range(4)]
        table.apply("done")
    assert prestige(table) == counters(table) == [None] * 4
    assert table.asked() == ((queen + 1) % 4, "act")


# --- bids ----------------------------------------------------------------------------------------


@pytest.mark.rule("N8.3")
@pytest.mark.rule("N6.2")
@pytest.mark.rule("card blackmail")
@pytest.mark.rule("decision bid")
def test_markers_and_cards_are_given_up_one_by_one():
    table = at_masquerade(p0=2)
    table.owns(0, markers=2)
    table.cards_of(0, "blackmail", "blackmail", "liaison", "intrigue", "tribute")
    table.before("mask")
    table.apply("leisure", "done")
    assert table.offers() == {
        "done",
        "marker",
        "card blackmail",
        "card liaison",
        "card intrigue",
        "card tribute",
    }
    for option, worth in (
        ("marker", 3),
        ("card blackmail", 6),
        ("card liaison", 7),
        ("card blackmail", 10),
        ("card tribute", 11),
    ):
        table.apply(option)
        assert prestige(table)[0] == worth
    assert table.options() == ["done", "card intrigue", "marker"]
    table.apply("done")
    assert table.deck()[-4:] == ["blackmail", "liaison", "blackmail", "tribute"]
    assert table.player(0)["cards"] == {"intrigue": 1}
    assert table.player(0)["markers"] == 1
    assert table.snapshot()["pool"] == 19
    assert table.titles()[0] == "marquess"


@pytest.mark.rule("N8.3")
def test_who_has_nothing_to_give_up_is_not_asked():
    table = at_masquerade(p0=2, p1=7, p2=4)
    table.end_turn()
    assert table.asked() == (1, "act")
    assert table.titles() == ["baron", "earl", "viscount"]  # the only Viscount is taken


@pytest.mark.rule("N8.3")
def test_a_bid_ends_when_nothing_is_left():
    table = at_masquerade(p0=1)
    table.owns(0, markers=1)
    table.cards_of(1, "liaison")
    table.before("mask")
    table.end_turn()
    table.apply("marker")
    assert table.asked() == (1, "bid")
    assert counters(table) == [2, None, None]


@pytest.mark.rule("N8.3")
def test_example_of_a_bid():
    """Five fountains, a free garden and a palace are 9; on 9 and 10 stand others."""
    table = Table(4)
    table.estate(0, *fountains(9), corner="a8")
    table.estate(1, *fountains(10), corner="a8")
    table.estate(2, "oo.o", "oo..", "P...", corner="a8")
    table.estate(3, *fountains(1), corner="a8")
    table.owns(2, markers=2)
    table.cards_of(2, "tribute", "dowry")
    table.before("mask")
    table.end_turn()
    assert table.asked() == (2, "bid")
    assert (prestige(table)[2], counters(table)) == (9, [9, 10, None, None])
    table.apply("marker", "card dowry")
    assert prestige(table)[2] == 11
    table.apply("done")
    assert table.titles() == ["viscount", "earl", "marquess", "baron"]
    assert [table.points(p, "titles") for p in range(4)] == [1, 3, 5, 0]


# --- counters ------------------------------------------------------------------------------------


@pytest.mark.rule("N8.4")
@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((5, 5, 5), [5, 4, 3]),
        ((5, 4, 5), [5, 4, 3]),
        ((2, 2, 2), [2, 1, 0]),
        ((1, 1, 1), [1, 0, 0]),
        ((3, 9, 3), [3, 9, 2]),
        ((3, 3, 3, 3, 3), [3, 2, 1, 0, 0]),
        ((4, 2, 3, 4, 4), [4, 2, 3, 1, 0]),
        ((2, 4, 4, 4, 5), [2, 4, 3, 1, 5]),
    ],
)
def test_counters_slide_down_to_the_next_free_number(numbers, expected):
    table = at_masquerade(len(numbers), **{f"p{p}": n for p, n in enumerate(numbers)})
    last = len(numbers) - 1
    table.owns(last, markers=1)  # so that the last player is asked
    table.before("mask")
    table.end_turn()
    assert table.asked() == (last, "bid")
    assert counters(table) == [*expected[:-1], None]
    order = sorted(range(last + 1), key=lambda p: -expected[p])  # stable: the order of placing
    table.apply("done")
    assert table.titles() == given([expected[p] for p in order], order, table)


def given(numbers: list[int], order: list[int], table: Table) -> list[str]:
    """The titles for these numbers, in this order of seats."""
    left = dict(zip(NEEDS, table.rules[0]["title_copies"].tolist(), strict=True))
    titles = {}
    for number, p in zip(numbers, order, strict=True):
        title = next(t for t, need in NEEDS.items() if left[t] and number >= need)
        left[title] -= 1
        titles[p] = title
    return [titles[p] for p in range(len(order))]


@pytest.mark.rule("S9")
def test_number_0_holds_any_number_of_counters():
    table = at_masquerade(5)
    table.owns(4, markers=1)
    table.before("mask")
    table.end_turn()
    assert counters(table) == [0, 0, 0, 0, None]
    table.apply("done")
    assert table.titles() == ["baron"] * 5


@pytest.mark.rule("S9")
@pytest.mark.rule("S8")
@pytest.mark.parametrize("queen", range(5))
def test_on_0_the_first_to_place_chooses_first(queen, tmp_path):
    """All have 2 prestige, which is what counts: enough for three Viscounts."""
    folder = write_variant("prestige", STANDARD, tmp_path)
    table = at_masquerade(5, queen, folder, p0=2, p1=2, p2=2, p3=2, p4=2)
    table.owns((queen + 4) % 5, markers=1)
    table.before("mask", queen=queen)
    table.end_turn()
    order = [(queen + step) % 5 for step in range(5)]
    assert [counters(table)[p] for p in order] == [2, 1, 0, 0, None]
    table.apply("done")
    assert [table.titles()[p] for p in order] == ["viscount"] * 3 + ["baron"] * 2


# --- titles --------------------------------------------------------------------------------------


@pytest.mark.rule("N8.5")
@pytest.mark.rule("N8.6")
@pytest.mark.rule("N1.4")
@pytest.mark.parametrize(
    ("number", "title"),
    [
        (0, "baron"),
        (1, "baron"),
        (2, "viscount"),
        (5, "viscount"),
        (6, "earl"),
        (9, "earl"),
        (10, "marquess"),
        (13, "marquess"),
        (14, "duke"),
        (20, "duke"),
    ],
)
def test_every_title_needs_its_prestige_and_brings_its_points(number, title):
    table = at_masquerade(p0=number)
    table.end_turn()
    assert table.titles() == [title, "baron", "baron"]
    assert table.points(0, "titles") == POINTS[title]


@pytest.mark.rule("N8.5")
@pytest.mark.rule("S10")
def test_example_of_titles():
    """Four players on 11, 10, 9 and 1."""
    table = at_masquerade(4, p0=11, p1=10, p2=9, p3=1)
    table.end_turn()
    assert table.titles() == ["marquess", "earl", "viscount", "baron"]
    assert [table.points(p, "titles") for p in range(4)] == [5, 3, 1, 0]


@pytest.mark.rule("N8.5")
@pytest.mark.rule("N1.4")
@pytest.mark.parametrize(
    ("num_players", "titles"),
    [
        (3, ["duke", "marquess", "earl"]),
        (4, ["duke", "marquess", "earl", "viscount"]),
        (5, ["duke", "marquess", "earl", "earl", "viscount"]),
    ],
)
def test_the_titles_there_are_for_players_who_could_have_any(num_players, titles):
    table = Table(num_players)
    for p in range(num_players):
        garden = ["ooo"] * 3 if p < 4 else ["oooo"] * 2  # 17 prestige, or 14
        table.estate(p, *garden, "C...", corner="g6")
    table.before("mask")
    table.end_turn()
    assert table.titles() == titles


@pytest.mark.rule("N1.4")
@pytest.mark.rule("N8.5")
@pytest.mark.parametrize(("num_players", "viscounts", "earls"), [(3, 1, 1), (4, 2, 1), (5, 3, 2)])
def test_who_finds_a_title_gone_takes_the_next_lower_one(num_players, viscounts, earls):
    """All have enough for an Earl, none for a Marquess."""
    table = at_masquerade(num_players, **{f"p{p}": 8 for p in range(num_players)})
    table.owns(num_players - 1, markers=1)
    table.before("mask")
    table.end_turn()
    table.apply("done")
    found = table.titles()
    reached = [8 - p for p in range(num_players)]  # their counters
    assert found.count("earl") == min(earls, sum(n >= 6 for n in reached))
    assert found.count("viscount") == min(viscounts, num_players - earls)
    assert found == sorted(found, key=list(NEEDS).index)


@pytest.mark.rule("S8")
@pytest.mark.parametrize("by_position", [True, False])
@pytest.mark.parametrize(
    ("num_players", "number", "high", "low"),
    [(5, 6, "earl", "viscount"), (4, 2, "viscount", "baron")],
)
def test_who_slid_below_a_need(by_position, num_players, number, high, low, tmp_path):
    """Two players have just enough for a title of which there are two: one slides down by 1."""
    folder = STANDARD if by_position else write_variant("prestige", STANDARD, tmp_path)
    table = at_masquerade(num_players, 0, folder, p0=number, p1=number)
    table.end_turn()
    assert table.titles()[:2] == [high, low if by_position else high]


@pytest.mark.rule("S10")
def test_the_best_title_left_is_taken_without_asking():
    table = at_masquerade(p0=14, p1=14, p2=14)
    table.end_turn()
    assert table.titles() == ["duke", "marquess", "earl"]
    assert table.asked() == (1, "act")


@pytest.mark.rule("N8.6")
def test_the_discount_lasts_until_the_next_masquerade():
    table = at_masquerade(p0=10)
    table.end_turn()
    table.turn(0)
    table.apply("build palace")
    assert table.money(0) == 10 - (7 - 2)


@pytest.mark.rule("N8.7")
@pytest.mark.parametrize("mask", [4, 8])
def test_the_marker_moves_on_without_a_point(mask):
    table = at_masquerade(queen=1)
    table.owns(1, markers=1)
    table.set(track=mask - 1)
    table.end_turn()
    assert table.track == mask
    table.apply("done")
    assert table.track == mask + 1
    assert table.points(1, "queen") == 1  # that of the turn's end
    assert table.asked() == (2, "act")
    assert counters(table) == [None] * 3
