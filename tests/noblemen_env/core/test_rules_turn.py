"""A turn: one action, at most one card, any number of swaps (N3), and forced choices."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

ACTIONS = ("leisure", "enlarge", "build", "bribe", "taxes", "land", "church")


def rich_table() -> Table:
    """Seat 0 can do anything, and has cards and tiles besides."""
    table = Table()
    table.estate(0, "ffmm.", "ffmCm", "ggmmm", "gg...", corner="e7")
    table.tiles_of(0, field=3, grove=3, fountain=3, meadow=3)
    table.cards_of(0, "tribute", "tribute", "dowry", "secret_wedding")
    table.owns(0, money=40)
    return table


def options_of_actions(table: Table) -> set[str]:
    return {option for option in table.options() if option.startswith(ACTIONS)}


@pytest.mark.rule("N3.1")
@pytest.mark.rule("decision act")
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_turns_go_round_clockwise(num_players):
    table = Table(num_players)
    seats = []
    for _ in range(2 * num_players):
        seats.append(table.asked())
        table.end_turn()
    assert seats == [(seat, "act") for seat in range(num_players)] * 2


@pytest.mark.rule("N3.1")
def test_all_seven_actions_are_offered():
    table = rich_table()
    for action in ACTIONS:
        assert table.offers(action)
    assert "done" not in table.options()


@pytest.mark.rule("N3.1")
@pytest.mark.parametrize(
    "choices",
    [
        ["leisure"],
        ["enlarge", "tile field", "cell h6", "done"],
        ["build chapel", "cell g7", "card dowry"],
        ["build palace"],
        ["bribe 2"],
        ["taxes"],
        ["land"],
        ["church", "tile field", "done"],
    ],
    ids=lambda choices: choices[0],
)
def test_there_is_exactly_one_action_in_a_turn(choices):
    table = rich_table()
    table.on_top("dowry", "liaison", "liaison")
    table.apply(*choices)
    assert table.asked() == (0, "act")
    assert options_of_actions(table) == set()
    assert "done" in table.options()
    table.apply("done")
    assert table.asked() == (1, "act")


@pytest.mark.rule("N3.2")
@pytest.mark.parametrize("first", ["leisure", "card tribute"])
def test_one_card_before_or_after_the_action(first):
    table = rich_table()
    table.apply(first)
    table.apply("card tribute" if first == "leisure" else "leisure")
    assert table.offers("card") == set()
    assert table.money(0) == 45
    assert table.points(0, "leisure") == 1


@pytest.mark.rule("N3.2")
def test_a_second_card_of_the_same_kind_has_to_wait_for_the_next_turn():
    table = rich_table()
    table.apply("card tribute")
    assert table.offers("card") == set()
    assert options_of_actions(table)
    table.end_turn()
    for _ in range(2):
        table.end_turn()
    assert "card tribute" in table.options()


@pytest.mark.rule("N3.2")
def test_no_card_has_to_be_played():
    table = rich_table()
    table.apply("leisure", "done")
    assert table.asked() == (1, "act")
    assert table.player(0)["cards"] == {"tribute": 2, "dowry": 1, "secret_wedding": 1}


@pytest.mark.rule("N3.3")
@pytest.mark.rule("S3")
def test_swaps_as_often_as_one_likes_before_and_after_the_action():
    table = rich_table()
    bag = table.bag()
    table.apply("swap field+field for meadow", "swap field+grove for fountain", "leisure")
    assert table.hand(0) == {"grove": 2, "fountain": 4, "meadow": 4}
    table.apply("swap meadow+meadow for grove", "swap meadow+meadow for field", "done")
    assert table.hand(0) == {"field": 1, "grove": 3, "fountain": 4}
    assert table.bag() == {
        "field": bag["field"] + 2,
        "grove": bag["grove"],
        "fountain": bag["fountain"] - 1,
        "meadow": bag["meadow"] + 3,
    }


@pytest.mark.rule("S3")
def test_swaps_between_the_tiles_of_an_enlargement():
    table = rich_table()
    table.apply("enlarge", "swap field+field for grove")
    table.lay("grove h6")
    table.apply("swap fountain+fountain for grove")
    table.lay("grove i6")
    assert table.offers("swap")
    table.apply("tile grove")
    assert table.offers("swap") == set()  # a tile lies on the table: it needs a cell


@pytest.mark.rule("S3")
def test_no_swaps_inside_an_enlargement_with_the_switch_off(tmp_path):
    table = Table(folder=write_variant("apart", STANDARD, tmp_path))
    table.tiles_of(0, field=3, grove=3)
    table.apply("swap field+field for grove", "enlarge")
    assert table.options() == ["tile field", "tile grove"]
    table.lay("grove h7")
    assert table.options() == ["done", "tile field", "tile grove"]
    table.apply("done")
    assert table.offers("swap")


@pytest.mark.rule("S3")
@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("choices", "decision"),
    [
        (["enlarge", "tile field"], "place"),
        (["build chapel"], "build"),
        (["build chapel", "cell f9"], "draft"),
        (["taxes"], "spend"),
        (["land"], "spend"),
        (["church"], "donate"),
        (["card vicars_favour"], "return"),
        (["build castle", "cell e9"], "visit"),
    ],
    ids=lambda x: x if isinstance(x, str) else None,
)
def test_no_swap_and_no_card_inside_an_action(choices, decision):
    table = rich_table()
    table.estate(0, "..mmC", "mmmm.", "mm...", corner="e7")
    table.estate(1, "gg", "gg", "C.", corner="h6")
    table.cards_of(0, "tribute", "dowry", "vicars_favour")
    table.owns(0, markers=3)
    table.apply(*choices)
    assert table.asked() == (0, decision)
    assert table.offers("swap") == set()
    if decision != "draft":  # where "card" means to keep one
        assert table.offers("card") == set()


@pytest.mark.rule("S3")
def test_who_decides_in_the_turn_of_another_does_not_swap():
    table = rich_table()
    table.estate(0, "Cm", ".m", ".m", corner="h8")
    table.estate(1, "gg", "gg", "C.", corner="h6")
    table.tiles_of(1, field=2, grove=2)
    table.cards_of(1, "tribute")
    table.apply("build castle", "visit 1 forest")
    assert table.asked() == (1, "give")
    assert table.options() == ["tile field", "tile grove"]


@pytest.mark.rule("S4")
@pytest.mark.parametrize(
    ("hand", "bag", "swaps"),
    [
        ({"field": 1}, {"grove": 9}, set()),
        ({"field": 2}, {"grove": 9}, {"field+field for grove"}),
        ({"field": 1, "grove": 1}, {"field": 9, "grove": 9}, set()),
        (
            {"field": 1, "grove": 1},
            {"fountain": 1, "meadow": 1},
            {"field+grove for fountain", "field+grove for meadow"},
        ),
        (
            {"field": 2, "meadow": 1},
            {"field": 5, "grove": 1, "meadow": 5},
            {"field+field for grove", "field+field for meadow", "field+meadow for grove"},
        ),
        ({"fountain": 3}, {}, set()),
    ],
)
def test_two_tiles_of_any_type_for_another_type_in_the_bag(hand, bag, swaps):
    table = Table()
    table.tiles_of(0, **hand)
    table.short_bag(1, **bag)
    assert table.offers("swap") == {f"swap {swap}" for swap in swaps}


@pytest.mark.rule("S4")
def test_all_swaps_of_a_full_hand():
    table = Table()
    table.tiles_of(0, field=2, grove=2, fountain=2, meadow=2)
    assert len(table.offers("swap")) == 24
    for swap in table.offers("swap"):
        given, wanted = swap.removeprefix("swap ").split(" for ")
        assert wanted not in given.split("+")


@pytest.mark.rule("S5")
def test_intrigue_is_not_the_card_of_the_turn():
    table = rich_table()
    table.cards_of(0, "intrigue", "tribute")
    table.on_top("dowry", "liaison", "whitehall")
    table.apply("build chapel", "cell g7", "keep all")
    assert table.offers("card") == {"card tribute", "card dowry", "card whitehall"}
    table.apply("card whitehall")
    assert table.queen == 0
    assert table.offers("card") == set()


@pytest.mark.rule("S21")
def test_a_card_drawn_in_this_turn_may_be_played_in_it():
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.on_top("tribute", "liaison", "liaison")
    table.apply("build chapel", "card tribute")
    assert table.asked() == (0, "act")
    table.apply("card tribute")
    assert table.money(0) == 10 - 4 + 5
    assert table.asked() == (1, "act")


@pytest.mark.rule("N3.4")
@pytest.mark.rule("N7.1")
@pytest.mark.parametrize("seat", range(3))
def test_the_queens_owner_gains_a_point_and_moves_the_marker(seat):
    table = Table()
    table.set(queen=1)
    table.turn(seat)
    table.end_turn()
    assert table.points(seat, "queen") == (seat == 1)
    assert table.track == (seat == 1)
    assert sum(table.points(p, "queen") for p in range(3)) == (seat == 1)


@pytest.mark.rule("N3.4")
def test_the_queen_counts_at_the_end_of_the_turn_in_which_she_was_taken():
    table = rich_table()
    table.apply("build palace")
    assert table.points(0, "queen") == 0
    table.apply("done")
    assert table.points(0, "queen") == 1
    assert (table.track, table.points(2, "queen")) == (1, 0)
    table.end_turn()
    table.end_turn()
    assert table.track == 1  # the former owner's turn moves nothing


@pytest.mark.rule("S2")
def test_doing_nothing_is_leisure():
    table = rich_table()
    assert table.offers("bribe") == {f"bribe {number}" for number in range(1, 6)}
    table.apply("enlarge")
    assert "done" not in table.options()
    table = rich_table()
    table.apply("church")
    assert "done" not in table.options()
    table = rich_table()
    table.cards_of(0, "vicars_favour")
    table.apply("card vicars_favour")
    assert "done" not in table.options()


def test_a_turn_without_a_choice_left_ends_by_itself():
    table = Table()
    table.apply("leisure")
    assert table.asked() == (1, "act")


def test_a_single_cell_tile_or_card_is_taken_without_asking():
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.estate(1, "gg", "gg", "C.", corner="h6")
    table.on_top("dowry", "dowry", "dowry")
    table.tiles_of(1, field=2)
    table.apply("build chapel")  # on the only meadow; three equal cards
    assert table.player(0)["buildings"] == {"h8": "castle", "i8": "chapel"}
    assert table.player(0)["cards"] == {"dowry": 1}
    table.apply("done")
    table.turn(0)
    table.estate(0, "C.", "m.", "m.", corner="h8")
    table.tiles_of(1, field=2)
    table.apply("build castle", "visit 1 forest")  # two equal tiles
    assert table.hand(0) == {"field": 2}
