"""Scoring of buildings (N9, S15)."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.table import Table


def scored(*rows: str, corner: str = "a1") -> tuple[int, int]:
    """Return what the castles and the palaces of an estate pay at a scoring."""
    table = Table()
    table.estate(0, *rows, corner=corner)
    forecast = table.breakdown()[0]
    table.before("scoring", queen=1)
    table.end_turn()
    points = table.points(0, "castles"), table.points(0, "palaces")
    assert points == (forecast["castles"], forecast["palaces"])
    assert table.points(0) == sum(points)
    return points


@pytest.mark.rule("N9.1")
@pytest.mark.rule("N9.2")
@pytest.mark.rule("N1.6")
@pytest.mark.parametrize(("letter", "castle", "palace"), [("C", 3, 0), ("P", 0, 5)])
def test_land_all_around(letter, castle, palace):
    assert scored("fgo", f"m{letter}f", "gmo") == (castle, palace)


@pytest.mark.rule("N9.3")
@pytest.mark.rule("N1.6")
@pytest.mark.parametrize("gap", range(9))
@pytest.mark.parametrize("letter", "CP")
def test_a_gap_anywhere_costs_all_points(gap, letter):
    if gap == 4:
        return  # the building itself
    cells = list("fffffffff")
    cells[4], cells[gap] = letter, "."
    cells = "".join(cells)
    assert scored(cells[:3], cells[3:6], cells[6:], corner="g7") == (0, 0)


@pytest.mark.rule("N9.3")
def test_at_the_rim_of_the_frame_nothing_is_enclosed():
    assert scored("Cm", "mm") == (0, 0)
    assert scored("mm", "mC", corner="n14") == (0, 0)
    assert scored("mmm", "mCm", "mmm", corner="m13") == (3, 0)


@pytest.mark.rule("N9.1")
@pytest.mark.rule("N9.2")
@pytest.mark.parametrize(
    ("rows", "chapels"),
    [
        (("fff", "f*H", "fff"), 1),
        (("Hff", "f*f", "ffH"), 2),
        (("HfH", "f*f", "HfH"), 4),
        (("ffffH", "f*ffH", "fffff"), 0),  # not around it
    ],
)
def test_chapels_around(rows, chapels):
    castles, palaces = (tuple(row.replace("*", letter) for row in rows) for letter in "CP")
    assert scored(*castles) == (3 + chapels, 0)
    assert scored(*palaces) == (0, 5 + 2 * chapels)


@pytest.mark.rule("S15")
def test_a_chapel_counts_for_every_castle_and_palace_around_which_it_stands():
    rows = ("fffff", "fCfPf", "ffHff", "fCfCf", "fffff")
    assert scored(*rows) == (3 * 4, 7)


@pytest.mark.rule("S15")
def test_the_castle_of_the_start_must_be_enclosed_like_any_other():
    assert scored("C", corner="h8") == (0, 0)
    assert scored("fff", "fCf", "ff.", corner="g7") == (0, 0)
    assert scored("fff", "fCf", "fff", corner="g7") == (3, 0)


@pytest.mark.rule("N9.3")
def test_example_of_a_scoring():
    """A castle with a chapel, one not enclosed, a palace with two chapels, a folly."""
    castles, palaces = scored(
        "fffffff..",
        "fCfffPfff",
        "fHffHfH1H",
        "ffffffffC",
    )
    assert (castles, palaces) == (3 + 1, 5 + 2 + 2)
    assert castles + palaces == 13


@pytest.mark.rule("N9.3")
def test_follies_and_chapels_alone_are_worth_nothing():
    assert scored("fffff", "f1fHf", "fffff") == (0, 0)


@pytest.mark.rule("N9.1")
def test_a_castle_may_be_enclosed_by_other_buildings():
    """And the cells around may hold anything that is land."""
    assert scored("HmH", "mCm", "1mH") == (3 + 3, 0)


@pytest.mark.rule("N9.1")
@pytest.mark.rule("N9.2")
def test_all_estates_are_scored_in_all_decades():
    table = Table(5)
    for p in range(5):
        table.estate(p, "mmm", f"m{'CP'[p % 2]}m", "mmm")
    for decade in (1, 2, 3):
        table.before("scoring", decade)
        table.end_turn()
        while table.decision == "draft":
            table.apply(table.options()[0])
        for p in range(5):
            assert table.points(p, "castles") == decade * (0 if p % 2 else 3)
            assert table.points(p, "palaces") == decade * (5 if p % 2 else 0)
    assert table.over
