"""The employees' bonuses in play; dresses, deputing and crowns have their own files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.rokoko_env.core.compare import STANDARD
from tests.rokoko_env.core.table import Table

FOUR = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]
HIRE = ["l1_livre", "l1_trim", "l1_acquire", "l1_blind_tile", "l2_decor_pp", "l3_fund", "l6_fund"]
NEXT = (1, "play")  # the turn of seat 0 is over


# --- money and trim ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "livre"),
    [
        pytest.param("l1_livre", 1, marks=pytest.mark.rule("bonus livre_1")),
        pytest.param("base_apprentice_livre", 2, marks=pytest.mark.rule("bonus livre_2")),
    ],
)
def test_plain_livre(card, livre):
    table = Table()
    table.play_for_bonus(card)
    assert table.offers() == {"forgo bonus", "use bonus"}
    table.apply("use bonus")
    assert table.money(0) == 15 + livre
    assert table.decision() == NEXT


@pytest.mark.rule("bonus buy_trim")
@pytest.mark.parametrize(("choice", "trim"), [("take yarn", (2, 1)), ("take lace", (1, 2))])
def test_trim_for_a_livre(choice, trim):
    table = Table()
    table.owns(0, money=1)
    table.play_for_bonus("base_journeyman")
    assert table.offers() == {"forgo bonus", "take yarn", "take lace"}
    table.apply(choice)
    assert table.money(0) == 0
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == trim
    assert table.decision() == NEXT


@pytest.mark.rule("bonus buy_trim")
def test_trim_for_a_livre_needs_the_livre():
    table = Table()
    table.owns(0, money=0)
    table.play_for_bonus("base_journeyman")
    assert table.decision() == NEXT


@pytest.mark.rule("bonus free_trim")
@pytest.mark.parametrize(("choice", "trim"), [("take yarn", (2, 1)), ("take lace", (1, 2))])
def test_free_trim(choice, trim):
    table = Table()
    table.owns(0, money=0)
    table.play_for_bonus("l1_trim")
    assert table.offers() == {"forgo bonus", "take yarn", "take lace"}
    table.apply(choice)
    assert table.money(0) == 0
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == trim


# --- tiles ---------------------------------------------------------------------------------------


@pytest.mark.rule("bonus acquire")
@pytest.mark.parametrize("card", ["base_apprentice_acquire", "l1_acquire"])
def test_one_more_tile_at_the_usual_price(card):
    table = Table()
    table.warehouse(["2g", "2y", "2r"], ["1g", "1y"], [])
    table.owns(0, money=3)
    table.play(card)
    table.apply("take tile 1.1", "keep tile")
    assert table.decision() == (0, "bonus")
    assert table.money(0) == 1  # now two tiles lie in segment 1
    assert table.offers("take tile") == {
        f"take tile {tile}" for tile in ("1.2", "1.3", "2.1", "2.2")
    }
    table.apply("take tile 2.2", "take yarn and lace")
    assert table.money(0) == 0
    assert table.player(0)["silk"] == {"2g": 1}
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == (2, 2)
    assert table.decision() == NEXT


@pytest.mark.rule("bonus acquire")
def test_no_second_tile_without_money():
    table = Table()
    table.warehouse(["2g", "2y", "2r"], [], [])
    table.owns(0, money=1)
    table.play_for_bonus("l1_acquire")
    assert table.decision() == NEXT


@pytest.mark.parametrize(
    ("card", "price"),
    [
        pytest.param("l1_blind_tile_1", 1, marks=pytest.mark.rule("bonus blind_tile_pay_1")),
        pytest.param("l1_blind_tile", 0, marks=pytest.mark.rule("bonus blind_tile_free")),
    ],
)
class TestBlindTile:
    def test_top_tile_of_the_stack_is_kept_or_traded(self, card, price):
        for choice, silk, yarn in (("keep tile", {"2b": 1}, 1), ("take yarn", {}, 2)):
            table = Table()
            table.owns(0, money=price)
            table.tile_stack("2b")
            table.play_for_bonus(card)
            assert table.offers() == {"forgo bonus", "use bonus"}
            table.apply("use bonus")
            assert table.money(0) == 0
            assert table.snapshot()["tile"] == "2b"
            assert table.offers() == {"keep tile", "take yarn", "take lace"}
            table.apply(choice)
            assert table.player(0)["silk"] == silk
            assert table.player(0)["yarn"] == yarn
            assert table.decision() == NEXT

    def test_any_tile_of_the_stack_may_come(self, card, price):
        tiles = set()
        for seed in range(30):
            table = Table(seed=seed)
            table.tile_stack("2b", "1y", "1g")
            table.play_for_bonus(card)
            table.apply("use bonus")
            tiles.add(table.snapshot()["tile"])
        assert tiles == {"2b", "1y", "1g"}

    def test_empty_stack_is_refilled(self, card, price):
        table = Table()
        table.tile_stack()
        table.play_for_bonus(card)
        table.apply("use bonus")
        assert table.snapshot()["tile"] is not None
        assert table.snapshot()["tile_discard"] == {}
        assert sum(table.snapshot()["tile_stack"].values()) == 47

    def test_not_available_without_any_tile(self, card, price):
        table = Table()
        table.tile_stack()
        table.hoard_discarded_tiles(1)
        table.play_for_bonus(card)
        assert table.decision() == NEXT

    def test_price_must_be_paid(self, card, price):
        table = Table()
        table.owns(0, money=0)
        table.play_for_bonus(card)
        assert table.decision() == ((0, "bonus") if price == 0 else NEXT)


# --- what lies on the board ----------------------------------------------------------------------


def decked_out() -> Table:
    """Seat 0: 3 yellow, 2 red, 1 green, 1 blue dress and 5 decorations; seat 1 owns more."""
    table = Table()
    table.present(0, "1.1", "1.4", "2.1", color="yellow")
    table.present(0, "3.1", "3.2", color="red")
    table.present(0, "4.1", color="green")
    table.present(0, "5.1", color="blue")
    table.present(1, "1.2", "1.3", "2.2", color="yellow")
    table.present(1, "1.5", "2.3", "2.4", "3.3", color="red")
    table.present(1, "3.4", "4.2", "4.3", color="green")
    table.present(1, "4.4", "5.2", "5.3", color="blue")
    table.decorated(
        0, "fireworks 2", "statue 1", "upper fountain 1", "lower fountain 2", "musician 3"
    )
    table.decorated(1, "fireworks 1", "fireworks 3", "statue 2", "statue 3", "musician 1")
    table.states[0]["all_halls"][0] = 1  # no decoration space
    return table


@pytest.mark.parametrize(
    ("card", "livre", "prestige"),
    [
        pytest.param(
            "l2_yellow_red", 3 * 1 + 2 * 2, 0, marks=pytest.mark.rule("bonus livre_per_yellow_red")
        ),
        pytest.param(
            "l4_green_blue", 2, 1, marks=pytest.mark.rule("bonus livre_per_green_pp_per_blue")
        ),
        pytest.param("l3_decor_livre", 5, 0, marks=pytest.mark.rule("bonus livre_per_decoration")),
        pytest.param("l5_dress_livre", 7, 0, marks=pytest.mark.rule("bonus livre_per_dress")),
        pytest.param("l2_decor_pp", 0, 2, marks=pytest.mark.rule("bonus pp_per_2_decorations")),
        pytest.param("l5_decor_pp", 0, 2, marks=pytest.mark.rule("bonus pp_per_2_decorations")),
        pytest.param("l5_dress_pp", 0, 3, marks=pytest.mark.rule("bonus pp_per_2_dresses")),
        pytest.param("l3_dress_pp", 0, 2, marks=pytest.mark.rule("bonus pp_per_3_dresses")),
    ],
)
def test_gain_for_what_one_owns_on_the_board(card, livre, prestige):
    table = decked_out()
    table.play_for_bonus(card)
    assert table.offers() == {"forgo bonus", "use bonus"}
    table.apply("use bonus")
    assert table.money(0) == 15 + livre
    assert table.prestige(0) == prestige
    assert (table.money(1), table.prestige(1)) == (15, 0)
    assert table.decision() == NEXT


@pytest.mark.parametrize(
    ("card", "by_size"),
    [
        pytest.param(
            "l4_deck_livre",
            {4: 0, 5: 1, 6: 1, 7: 3, 8: 3, 9: 5, 10: 5, 11: 7, 12: 7},
            marks=pytest.mark.rule("bonus livre_by_deck_1_3_5_7"),
        ),
        pytest.param(
            "l3_deck_livre",
            {4: 0, 5: 2, 6: 2, 7: 6, 8: 6, 9: 10, 10: 10, 11: 14, 12: 14},
            marks=pytest.mark.rule("bonus livre_by_deck_2_6_10_14"),
        ),
    ],
)
@pytest.mark.rule("S15")
def test_livre_by_the_size_of_the_deck_with_the_card_in_play(card, by_size):
    for size, livre in by_size.items():
        others = [*FOUR, *HIRE][: size - 1]
        table = Table()
        table.deck(0, hand=[card, *others[:1]], supply=others[1:3], discard=others[3:])
        table.play_for_bonus(card)
        if livre:
            table.apply("use bonus")
        assert table.decision() == NEXT
        assert table.money(0) == 15 + livre


# --- funding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "saved"),
    [
        pytest.param("l3_fund", 5, marks=pytest.mark.rule("bonus fund_minus_5")),
        pytest.param("l6_fund", 10, marks=pytest.mark.rule("bonus fund_minus_10")),
    ],
)
class TestCheaperFunding:
    def test_space_costs_less(self, card, saved):
        table = Table()
        table.owns(0, money=24 - saved)
        table.play_for_bonus(card)
        assert "fund fireworks 4" in table.options()
        table.apply("fund fireworks 4")
        assert table.money(0) == 0
        assert table.snapshot()["decorations"] == {"fireworks 4": 0}
        assert table.decision() == NEXT

    def test_not_more_than_that(self, card, saved):
        table = Table()
        table.owns(0, money=23 - saved)
        table.play_for_bonus(card)
        assert "fund fireworks 4" not in table.options()
        assert "fund musician 1" in table.options()  # 20

    def test_on_top_of_a_space_funded_as_main_action(self, card, saved):
        table = Table()
        table.owns(0, money=24)
        table.play(card)
        table.apply("fund upper fountain 1")
        assert table.offers("fund upper") == set()
        table.apply("fund statue 1" if saved == 5 else "fund statue 3")
        assert table.money(0) == {5: 5, 10: 2}[saved]


@pytest.mark.rule("S5")
def test_discounted_cost_never_falls_below_nothing(tmp_path):
    folder = Path(shutil.copytree(STANDARD, tmp_path / "cheap"))
    board = (folder / "board_2_3.toml").read_text("utf-8")
    old = "musician = { cost = 10, prestige = 3 }"
    assert old in board
    new_board = board.replace(old, "musician = { cost = 7, prestige = 3 }")
    (folder / "board_2_3.toml").write_text(new_board, "utf-8")
    for card, left in (("l3_fund", 0), ("l6_fund", 2)):
        table = Table(folder=folder)
        table.owns(0, money=2)
        table.play_for_bonus(card)
        assert "fund musician 5" in table.options()
        table.apply("fund musician 5")
        assert table.money(0) == left


# --- prestige for money or silk ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "price"),
    [
        pytest.param("l4_buy_pp", 4, marks=pytest.mark.rule("bonus pp_per_4_livre")),
        pytest.param("l6_buy_pp", 3, marks=pytest.mark.rule("bonus pp_per_3_livre")),
    ],
)
class TestBuyingPrestige:
    def test_any_number_of_times(self, card, price):
        table = Table()
        table.owns(0, money=3 * price + 2)
        table.play_for_bonus(card)
        table.apply("use bonus")
        assert (table.money(0), table.prestige(0)) == (2 * price + 2, 1)
        assert table.decision() == (0, "exchange")
        assert table.offers() == {"stop", "use bonus"}
        table.apply("use bonus", "use bonus")
        assert (table.money(0), table.prestige(0)) == (2, 3)
        assert table.decision() == NEXT  # nothing more can be paid

    def test_stopping_early(self, card, price):
        table = Table()
        table.owns(0, money=3 * price)
        table.play_for_bonus(card)
        table.apply("use bonus", "stop")
        assert (table.money(0), table.prestige(0)) == (2 * price, 1)
        assert table.decision() == NEXT

    def test_to_the_last_livre(self, card, price):
        table = Table()
        table.owns(0, money=2 * price)
        table.play_for_bonus(card)
        table.apply("use bonus")
        assert table.decision() == (0, "exchange")
        table.apply("use bonus")
        assert (table.money(0), table.prestige(0)) == (0, 2)

    def test_too_little_money(self, card, price):
        table = Table()
        table.owns(0, money=price - 1)
        table.play_for_bonus(card)
        assert table.decision() == NEXT


@pytest.mark.rule("bonus pp_for_silk")
@pytest.mark.parametrize(
    ("silk", "prestige"),
    [
        (["2r"], 2),
        (["1b"], 1),
        (["2b", "1r"], 3),
        (["2g"], 1),
        (["1g"], 0),
        (["1g", "1y"], 1),  # green and yellow together, over all tiles
        (["1g", "2y"], 1),
        (["1y1r", "1g1b"], 3),
        (["1g1y", "1g1y", "1y"], 2),
        (["1y1r", "1y1r", "1g1r"], 4),
    ],
)
def test_prestige_for_discarded_silk(silk, prestige):
    table = Table()
    table.owns(0, silk=silk)
    table.play_for_bonus("l5_silk_pp")
    for tile in silk:
        table.apply(f"surrender {tile}")
    assert table.decision() == NEXT
    assert table.prestige(0) == prestige
    assert table.player(0)["silk"] == {}
    assert sum(table.snapshot()["tile_discard"].values()) == len(silk)


@pytest.mark.rule("bonus pp_for_silk")
@pytest.mark.rule("S14")
def test_silk_bonus_takes_at_least_one_tile_and_then_any_number():
    table = Table()
    table.owns(0, silk=["2r", "2r", "1g"])
    table.play_for_bonus("l5_silk_pp")
    assert table.offers() == {"forgo bonus", "surrender 2r", "surrender 1g"}
    table.apply("surrender 2r")
    assert table.decision() == (0, "silk bonus")
    assert table.offers() == {"stop", "surrender 2r", "surrender 1g"}
    table.apply("stop")
    assert table.prestige(0) == 2
    assert table.player(0)["silk"] == {"2r": 1, "1g": 1}
    assert table.decision() == NEXT


@pytest.mark.rule("S14")
@pytest.mark.parametrize(
    "card",
    [
        "l2_yellow_red",
        "l4_green_blue",
        "l3_decor_livre",
        "l5_dress_livre",
        "l2_decor_pp",
        "l5_dress_pp",
        "l3_dress_pp",
        "l5_silk_pp",
        "l2_dress",
        "l4_dress",
    ],
)
def test_bonus_that_would_change_nothing_is_not_offered(card):
    table = Table()
    table.play_for_bonus(card)
    assert table.decision() == NEXT


@pytest.mark.rule("S14")
@pytest.mark.parametrize(
    ("card", "owned"),
    [("l2_decor_pp", 1), ("l5_dress_pp", 1), ("l3_dress_pp", 2)],
)
def test_less_than_a_full_group_earns_nothing_and_is_not_offered(card, owned):
    table = Table()
    for number in range(1, owned + 1):
        table.decorated(0, f"statue {number}")
        table.present(0, f"4.{number}")
    table.play_for_bonus(card)
    assert table.decision() == NEXT


@pytest.mark.rule("S14")
def test_exchange_once_chosen_pays_at_least_once():
    table = Table()
    table.play_for_bonus("l4_buy_pp")
    assert table.offers() == {"forgo bonus", "use bonus"}
    table.apply("use bonus")
    assert table.prestige(0) == 1
