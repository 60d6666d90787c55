"""Checks of any set: section 2 of the rules, and the limits of the engine.

A test with `section2` in its name proves one constraint of that section. Count checks can be
switched off; each of their tests shows both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rokoko_env.components import ComponentError, Decoration, check_components

B23, B45 = "board_2_3.toml", "board_4_5.toml"


# ------------------------------------------------------------- the standard set satisfies all


def test_section2_standard_counts(standard):
    colors = Counter(dress.color for dress in standard.dresses)
    assert colors == {"yellow": 13, "green": 13, "red": 10, "blue": 6}
    assert sum(tile.copies for tile in standard.resources) == 48
    levels: Counter[int] = Counter()
    for card in standard.employees:
        levels[card.level] += card.copies
    assert levels == {0: 5, 1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}


def test_section2_standard_halls(standard):
    for board in standard.boards:
        assert len(board.halls) == 5
        assert all(hall.master and hall.musician.cost > 0 for hall in board.halls)


# ------------------------------------------------------------------------------- count checks


@pytest.mark.parametrize(
    ("row", "color", "found", "expected"),
    [
        ("yellow_01", "yellow", 12, 13),
        ("green_01", "green", 12, 13),
        ("red_01", "red", 9, 10),
        ("blue_01", "blue", 5, 6),
    ],
)
def test_section2_42_dresses_13_13_10_6(kit, row, color, found, expected):
    kit.drop("dresses.csv", row)
    assert kit.count_error().startswith(
        f"dresses.csv: {found} {color} dresses found, expected {expected}"
    )


def test_section2_at_most_42_dresses(kit):
    row = "blue_07,blue,0,0,0,1,0,0,20,4,0,my copy\n"
    kit.write("dresses.csv", kit.read("dresses.csv") + row)
    assert kit.count_error().startswith("dresses.csv: 7 blue dresses found, expected 6")


@pytest.mark.parametrize(("value", "low", "high"), [("livre", 6, 28), ("prestige", 2, 4)])
def test_section2_dress_value_6_to_28_and_points_2_to_4(kit, value, low, high):
    for wrong in (low - 1, high + 1):
        kit.cell("dresses.csv", "red_01", value, wrong)
        assert kit.error() == (
            f"dresses.csv, line 28 (red_01), column {value}: "
            f"{wrong} is not a whole number from {low} to {high}"
        )
        kit.load(check_counts=False)
    for right in (low, high):
        kit.cell("dresses.csv", "red_01", value, right)
        kit.load()


@pytest.mark.parametrize("copies", [6, 8])
def test_section2_48_resource_tiles(kit, copies):
    kit.cell("resources.csv", "2g", "copies", copies)
    message = kit.count_error()
    assert message.startswith(f"resources.csv: {41 + copies} tiles found, expected 48")


@pytest.mark.parametrize(
    ("row", "level", "expected"),
    [
        ("l1_livre", 1, 6),
        ("l2_dress", 2, 4),
        ("l3_fund", 3, 4),
        ("l4_dress", 4, 4),
        ("l5_silk_pp", 5, 4),
        ("l6_fund", 6, 6),
    ],
)
def test_section2_28_hire_cards_6_4_4_4_4_6(kit, row, level, expected):
    kit.cell("employees.csv", row, "copies", 2)
    assert kit.count_error().startswith(
        f"employees.csv: {expected + 1} hire cards of level {level} found, expected {expected}"
    )


def test_section2_hire_cards_of_the_wrong_level(kit):
    kit.cell("employees.csv", "l1_livre", "level", 2)
    message = kit.count_error()
    assert message.startswith("employees.csv: 5 hire cards of level 1 found, expected 6")


@pytest.mark.parametrize(
    ("row", "rank", "problem"),
    [
        ("base_master", "apprentice", "0 base cards of rank master found, expected 2"),
        ("base_journeyman", "apprentice", "0 base cards of rank journeyman found, expected 1"),
        ("base_apprentice_livre", "journeyman", "2 base cards of rank journeyman found"),
    ],
)
def test_section2_base_cards_2_masters_1_journeyman_2_apprentices(kit, row, rank, problem):
    kit.cell("employees.csv", row, "rank", rank)
    assert kit.count_error().startswith(f"employees.csv: {problem}")


@pytest.mark.parametrize(
    ("column", "value"), [("yellow", 2), ("yarn", 1), ("lace", 0), ("thimble", 0), ("red", 1)]
)
def test_section2_the_yellow_thimble_dress_of_3_yellow_and_1_lace(kit, column, value):
    kit.cell("dresses.csv", "yellow_06", column, value)
    assert kit.count_error().startswith(
        "dresses.csv: no yellow thimble dress of 3 yellow and 1 lace found"
    )


@pytest.mark.parametrize(("column", "value"), [("green", 3), ("blue", 1), ("trim", "lace")])
def test_section2_the_tile_of_2_green_with_yarn_or_lace(kit, column, value):
    kit.cell("resources.csv", "2g", column, value)
    assert kit.count_error().startswith("resources.csv: no tile of 2 green with yarn_or_lace found")


# -------------------------------------------------------------------------- structural checks


@pytest.fixture(params=[True, False], ids=["counts", "no_counts"])
def always(request):
    """Run structural checks with and without the count checks."""
    return request.param


@pytest.mark.parametrize("row", ["yellow_05", "green_05", "red_04", "blue_03"])
def test_section2_a_dress_needs_silk_of_its_main_colour(kit, row, always):
    color = row.split("_")[0]
    kit.cell("dresses.csv", row, color, 0)
    message = kit.error(always)
    assert message.startswith("dresses.csv, line ")
    assert message.endswith(
        f" ({row}), column {color}: 0 bales of its main colour {color}, expected at least 1"
    )


def test_section2_a_tile_has_a_bale(kit, always):
    kit.cell("resources.csv", "1b", "blue", 0)
    assert kit.error(always) == (
        "resources.csv, line 13 (1b), column yellow to blue: "
        "0 bales on the tile, expected at least 1"
    )


def test_section2_five_halls(kit, always):
    text = kit.read(B23)
    start, end = text.index('[[halls]]\nname = "Hall 5"'), text.index("[halls_source]")
    kit.write(B23, text[:start] + text[end:])
    assert kit.error(always) == f"{B23}, table halls: 4 halls found, expected exactly 5"


def test_section2_each_hall_has_a_musician(kit, always):
    kit.edit(B45, "musician = { cost = 17, prestige = 5 }", "")
    assert kit.error(always) == (
        f"{B45}, table halls, entry 2: key musician is missing, "
        "expected name, majority, normal, master, musician"
    )


def test_section2_each_hall_has_a_master_guest_space(kit, always):
    kit.edit(B23, 'master = ["tile"]', "master = []")
    assert kit.error(always) == (
        f"{B23}, table halls, entry 4, key master: 0 Master guest spaces found, expected at least 1"
    )


def test_section2_window_costs_never_rise(kit, always):
    kit.edit(B23, "[8, 6, 4, 2, 0, 0]", "[8, 6, 4, 5, 0, 0]")
    assert kit.error(always) == (
        f"{B23}, table workshop, key costs, value 4: "
        "5 follows 4, expected at most 4 (they never rise from left to right)"
    )


@pytest.mark.parametrize(
    ("costs", "found"), [("[]", "0 windows"), ("[0]", "1 window"), (str([0] * 9), "9 windows")]
)
def test_section2_room_for_the_two_dark_windows(kit, always, costs, found):
    kit.edit(B23, "[8, 6, 4, 2, 0, 0]", costs)
    assert kit.error(always) == (
        f"{B23}, table workshop, key costs: "
        f"{found} found, expected 2 to 8 (the two rightmost are the dark ones)"
    )


def test_two_windows_are_enough(kit):
    kit.edit(B23, "[8, 6, 4, 2, 0, 0]", "[4, 4]")
    assert kit.load().boards[0].window_costs == (4, 4)


@pytest.mark.parametrize("cards", [3, 9])
def test_base_deck_of_4_to_8_cards(kit, always, cards):
    if cards == 3:
        kit.drop("employees.csv", "base_master")
    else:
        kit.cell("employees.csv", "base_master", "copies", 5)
        kit.load(check_counts=False)
        kit.cell("employees.csv", "base_master", "copies", 6)
    message = kit.error(always)
    assert message == f"employees.csv: {cards} base cards (level 0) found, expected 4 to 8"


def test_at_least_28_hire_cards_for_seven_rounds(kit, always):
    kit.drop("employees.csv", "l1_livre")
    assert kit.error(always) == (
        "employees.csv: 27 hire cards (levels 1 to 6) found, "
        "expected at least 28 (7 rounds reveal 4 each)"
    )


def test_at_most_36_cards(kit, always):
    kit.cell("employees.csv", "l1_livre", "copies", 4)
    kit.load(check_counts=False)
    kit.cell("employees.csv", "l1_livre", "copies", 5)
    assert kit.error(always) == "employees.csv: 37 cards found in all, expected at most 36"


def test_at_most_62_dresses(kit, always):
    more = [f"extra_{n},red,0,0,1,0,0,0,9,3,0,study\n" for n in range(21)]
    kit.write("dresses.csv", kit.read("dresses.csv") + "".join(more[:20]))
    assert len(kit.load(check_counts=False).dresses) == 62
    kit.write("dresses.csv", kit.read("dresses.csv") + more[20])
    assert kit.error(always) == "dresses.csv: 63 dresses found, expected 1 to 62"


def test_at_most_16_resource_kinds(kit, always):
    more = [f"extra_{n},1,0,0,1,0,none,study\n" for n in range(4)]
    kit.write("resources.csv", kit.read("resources.csv") + "".join(more[:3]))
    assert len(kit.load(check_counts=False).resources) == 16
    kit.write("resources.csv", kit.read("resources.csv") + more[3])
    assert kit.error(always) == "resources.csv: 17 resource kinds found, expected 1 to 16"


def test_at_most_62_tiles(kit, always):
    kit.cell("resources.csv", "2g", "copies", 21)
    kit.load(check_counts=False)
    kit.cell("resources.csv", "2g", "copies", 22)
    assert kit.error(always) == "resources.csv: 63 tiles found, expected 1 to 62"


@pytest.mark.parametrize(
    ("segments", "problem"),
    [
        ("[3, 3]", ": 2 segments found, expected exactly 3"),
        ("[3, 3, 3, 3]", ": 4 segments found, expected exactly 3"),
        ("[3, 0, 3]", ", value 2: 0 is not a whole number from 1 to 4"),
        ("[3, 3, 5]", ", value 3: 5 is not a whole number from 1 to 4"),
    ],
)
def test_three_segments_of_1_to_4_spaces(kit, always, segments, problem):
    kit.edit(B23, "[3, 3, 3]", segments)
    assert kit.error(always) == f"{B23}, table warehouse, key segments{problem}"


def test_at_most_9_guest_spaces(kit, always):
    kit.edit(B23, 'normal = ["yarn", "lace"]', "normal = " + str(["livre_9"] * 7))
    assert kit.load(always).boards[0].halls[1].normal == ("livre_9",) * 7
    kit.edit(B23, "normal = ['livre_9'", "normal = ['none', 'livre_9'")
    assert kit.error(always) == (
        f"{B23}, table halls, entry 2, key normal and master: "
        "10 guest spaces found together, expected 1 to 9"
    )


def test_a_hall_of_master_spaces_only(kit):
    kit.edit(B23, 'normal = ["yarn", "lace"]', "normal = []")
    assert kit.load().boards[0].halls[1].normal == ()


MAX_SPACES = [
    ("statues.spaces", "statues", 6),
    ("fountain.upper", "upper_fountain", 4),
    ("fountain.lower", "lower_fountain", 4),
    ("fireworks.spaces", "fireworks", 8),
]


@pytest.mark.parametrize(("table", "field", "most"), MAX_SPACES)
def test_decoration_spaces_have_a_limit(standard, always, table, field, most):
    def with_spaces(number):
        board = replace(standard.boards[0], **{field: (Decoration(10, 1),) * number})
        return replace(standard, boards=(board, standard.boards[1]))

    check_components(with_spaces(0), check_counts=always)
    check_components(with_spaces(most), check_counts=always)
    with pytest.raises(ComponentError) as caught:
        check_components(with_spaces(most + 1), check_counts=always)
    assert str(caught.value) == (
        f"{B23}, table {table}: {most + 1} spaces found, expected at most {most}"
    )


@pytest.mark.parametrize(
    ("prestige", "problem"),
    [
        ("[5, 3, 4]", ", value 3: 4 follows 3, expected at most 3 (they never rise from left to"),
        ("[7, 6, 5, 4, 3, 2, 1]", ": 7 spaces found, expected at most 6"),
        ("[31]", ", value 1: 31 is not a whole number from 0 to 30"),
    ],
)
def test_all_halls_never_rises(kit, always, prestige, problem):
    kit.edit(B23, "[5, 3, 1]", prestige)
    assert kit.error(always).startswith(f"{B23}, table all_halls, key prestige{problem}")


def test_fireworks_never_get_cheaper(kit, always):
    kit.edit(B23, "cost = 14, multiplier", "cost = 12, multiplier")
    kit.load(always)
    kit.edit(B23, "cost = 24, multiplier", "cost = 19, multiplier")
    assert kit.error(always) == (
        f"{B23}, table fireworks.spaces, entry 4, key cost: "
        "19 follows 20, expected at least 20 (they never fall from left to right)"
    )


@pytest.mark.parametrize(
    ("old", "place"),
    [("[5, 2]", "halls, entry 1"), ("[6, 2]", "fireworks")],
)
def test_majority_first_is_not_smaller_than_second(kit, always, old, place):
    kit.edit(B23, old, "[3, 3]")
    kit.load(always)
    kit.edit(B23, "[3, 3]\n", "[3, 4]\n")
    assert kit.error(always) == (
        f"{B23}, table {place}, key majority: "
        "the first number 3 is smaller than the second 4, expected first >= second"
    )


def test_majority_is_not_negative(kit, always):
    kit.edit(B23, "[6, 2]", "[6, -1]")
    assert kit.error(always).endswith("value 2: -1 is not a whole number from 0 to 30")


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("[2, 3]", "[3, 4, 5]", f"{B45}, key players: 3 is already in {B23}, expected each"),
        ("[2, 2, 3]", "[4, 5]", f"{B23}, key players: 2 is already in {B23}, expected each"),
        ("[2]", "[4, 5]", f"{B45}, key players: 3 is in neither board file, expected each of 2,"),
        ("[2, 3]", "[4, 5, 6]", f"{B45}, key players, value 3: 6 is not a whole number from 2 to"),
        ("[]", "[2, 3, 4, 5]", f"{B23}, key players: the list is empty, expected at least one"),
        ("[2, 3]", "[4, true]", f"{B45}, key players, value 2: true is not a whole number"),
    ],
)
def test_each_number_of_players_on_exactly_one_side(kit, always, first, second, sentence):
    kit.edit(B23, "[2, 3]", first)
    kit.edit(B45, "[4, 5]", second)
    assert kit.error(always).startswith(sentence)


def test_another_split_of_the_players(kit):
    kit.edit(B23, "[2, 3]", "[4, 2]")
    kit.edit(B45, "[4, 5]", "[3, 5]")
    components = kit.load()
    assert [components.board_for(n).players for n in (2, 3)] == [(2, 4), (3, 5)]


# ---------------------------------------------------------------------- sets built in memory


def test_a_changed_set_can_be_checked_without_files(standard):
    check_components(standard)
    dress = replace(standard.dresses[0], livre=40)
    changed = replace(standard, dresses=(dress, *standard.dresses[1:]))
    check_components(changed, check_counts=False)
    with pytest.raises(ComponentError) as caught:
        check_components(changed)
    assert str(caught.value) == (
        "dresses.csv (yellow_01), column livre: 40 is not a whole number from 6 to 28"
    )


def _with_board(components, **changes):
    board = replace(components.boards[0], **changes)
    return replace(components, boards=(board, components.boards[1]))


WRONG_IN_MEMORY = [
    (lambda c: replace(c, boards=c.boards[:1]), "1 board side found, expected 2"),
    (lambda c: _with_board(c, hire_prices={1: 0}), "table hire.prices: key 2 is missing"),
    (
        lambda c: _with_board(c, hire_prices={1: 0, 2: 0, 3: 0, 4: 0, 5: 0}),
        "table hire.prices: key 5 is unknown",
    ),
    (lambda c: _with_board(c, fireworks_majority=(1,)), "1 number found, expected 2"),
    (lambda c: _with_board(c, window_costs=(1.0, 0)), "1.0 is not a whole number"),
    (
        lambda c: replace(c, dresses=(replace(c.dresses[0], bales=(1, 0, 0)),)),
        "dresses.csv (yellow_01): 3 bale numbers, expected 4 (yellow, green, red, blue)",
    ),
    (
        lambda c: replace(c, numbers=replace(c.numbers, depute=(1, 2))),
        "game.toml, table depute: 2 numbers by rank, expected 3",
    ),
    (
        lambda c: replace(c, numbers=replace(c.numbers, income=-1)),
        "game.toml, table income, key livre: -1 is not a whole number from 0 to 99",
    ),
]


@pytest.mark.parametrize(("change", "fragment"), WRONG_IN_MEMORY)
def test_wrong_in_memory(standard, change, fragment):
    with pytest.raises(ComponentError) as caught:
        check_components(change(standard), check_counts=False)
    assert fragment in str(caught.value)
