"""Making a dress, as a main action and by a bonus (R6.30 to R6.35, S3, S4, S8, S10)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.rokoko_env.core.compare import STANDARD
from tests.rokoko_env.core.table import Table

FOUR = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]

# The guest spaces of the side for 2 and 3 players; of twin spaces the first stands for both.
NORMAL = {"1.1", "1.3", "2.1", "2.2", "3.1", "3.2", "3.3"} | {
    f"{hall}.{place}" for hall in (4, 5) for place in (1, 2, 3)
}
MASTER_ONLY = {"1.4", "2.3", "2.4", "3.4", "4.4", "5.4"}
ALL_NORMAL = sorted(NORMAL | {"1.2"})


def rents(spaces: set[str]) -> set[str]:
    return {f"rent {space}" for space in spaces}


def finished_dress(card: str, dress: str = "yellow_01", **prepare) -> Table:
    """The card has made the dress, which is paid and can be sold or rented out."""
    table = Table()
    table.windows({6: dress})
    table.owns(0, silk=["2y", "1y", "2g", "2r"])
    for method, arguments in prepare.items():
        getattr(table, method)(*arguments)
    table.play(card)
    table.apply("make dress 6")
    while table.decision() == (0, "silk"):
        table.apply(sorted(table.offers("surrender"))[-1])
    return table


def promoted(tmp_path: Path, card: str, rank: str) -> Path:
    """Write the standard components with another rank for one card."""
    folder = Path(shutil.copytree(STANDARD, tmp_path / card))
    lines = (folder / "employees.csv").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        cells = line.split(",")
        if cells[0] == card:
            lines[number] = ",".join([*cells[:3], rank, *cells[4:]])
    (folder / "employees.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


# --- paying --------------------------------------------------------------------------------------


@pytest.mark.rule("R6.30")
def test_rulebook_example_of_a_yellow_dress_for_a_master():
    table = Table()
    table.windows({3: "yellow_06"})  # 3 yellow and a lace; this window costs 4
    table.owns(0, silk=["2y", "1y1r"])
    table.play("base_master")
    table.apply("make dress 3")
    assert table.money(0) == 11
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == (1, 0)
    assert table.decision() == (0, "silk")
    table.apply("surrender 2y")  # then the other tile is the only one that helps: it goes too
    assert table.decision() == (0, "place")
    assert table.player(0)["silk"] == {}  # the red bale is lost
    assert table.snapshot()["tile_discard"] == {"2y": 1, "1y1r": 1}
    assert table.snapshot()["windows"] == [None] * 6


@pytest.mark.rule("R6.30")
@pytest.mark.parametrize(
    ("num_players", "window", "cost"),
    [
        *[(2, window, cost) for window, cost in enumerate((8, 6, 4, 2, 0, 0), 1)],
        *[(4, window, cost) for window, cost in enumerate((8, 6, 5, 4, 3, 2, 0, 0), 1)],
    ],
)
def test_window_cost_must_be_paid(num_players, window, cost):
    table = Table(num_players)
    table.windows({window: "yellow_01"})
    table.owns(0, silk=["2y"])
    table.play("base_journeyman")
    if cost:
        table.owns(0, money=cost - 1)
        assert table.offers("make dress") == set()
    table.owns(0, money=cost)
    table.apply(f"make dress {window}")
    assert table.money(0) == 0


@pytest.mark.rule("R6.30")
@pytest.mark.parametrize(
    ("dress", "yarn", "lace"),
    [("yellow_01", 0, 0), ("yellow_02", 1, 0), ("yellow_03", 0, 1), ("yellow_12", 1, 1)],
)
def test_trim_must_be_paid(dress, yarn, lace):
    table = Table()
    table.windows({6: dress})
    table.owns(0, silk=["2y", "1y"])
    table.play("base_master")
    for missing in ({"yarn": yarn - 1, "lace": lace}, {"yarn": yarn, "lace": lace - 1}):
        if min(missing.values()) >= 0:
            table.owns(0, **missing)
            assert table.offers("make dress") == set()
    table.owns(0, yarn=yarn, lace=lace)
    table.apply("make dress 6")
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == (0, 0)


@pytest.mark.rule("R6.30")
def test_player_chooses_the_tiles_and_surplus_bales_are_lost():
    table = Table()
    table.windows({6: "yellow_04"})  # 3 yellow
    table.owns(0, silk=["2y", "2y", "1y", "1g1y", "2g"])
    table.play("base_journeyman")
    table.apply("make dress 6")
    assert table.offers() == {"surrender 2y", "surrender 1y", "surrender 1g1y"}
    table.apply("surrender 2y")
    assert table.offers() == {"surrender 2y", "surrender 1y", "surrender 1g1y"}
    table.apply("surrender 2y")
    assert table.decision() == (0, "place")
    assert table.player(0)["silk"] == {"1y": 1, "1g1y": 1, "2g": 1}


@pytest.mark.rule("R6.30")
def test_tile_without_a_bale_still_needed_may_not_be_surrendered():
    table = Table()
    table.windows({6: "yellow_05"})  # 2 yellow and 1 green
    table.owns(0, silk=["2y", "2y", "1g1y", "2g", "2r", "2b"])
    table.play("base_journeyman")
    table.apply("make dress 6")
    assert table.offers() == {"surrender 2y", "surrender 1g1y", "surrender 2g"}
    table.apply("surrender 2y")
    assert table.offers() == {"surrender 1g1y", "surrender 2g"}  # yellow is paid
    table.apply("surrender 2g")
    assert table.decision() == (0, "place")


@pytest.mark.rule("R6.30")
@pytest.mark.parametrize(
    ("dress", "enough", "short"),
    [
        ("yellow_05", ["2y", "1g"], ["2y", "2y"]),
        ("green_05", ["1g1y", "1g"], ["1g", "1y"]),
        ("red_04", ["1y1r", "1r"], ["1y1r", "1y"]),
        ("green_09", ["1g1b", "1g"], ["2g", "2r"]),
        ("blue_03", ["2b", "1g"], ["1b", "2g"]),
    ],
)
def test_every_colour_of_silk_must_be_there(dress, enough, short):
    for silk, offered in ((enough, {"make dress 6"}), (short, set())):
        table = Table()
        table.windows({6: dress})
        table.owns(0, silk=silk)
        table.play("base_journeyman")
        assert table.offers("make dress") == offered


@pytest.mark.rule("R6.31")
@pytest.mark.parametrize("dress", ["yellow_06", "green_06", "red_08", "blue_04"])
def test_thimble_dress_needs_a_master(dress):
    for card, offered in (("base_master", {"make dress 6"}), ("base_journeyman", set())):
        table = Table()
        table.windows({6: dress})
        table.owns(0, silk=["2y", "1y", "2g", "1g", "2r", "1r", "2b", "1b"])
        table.play(card)
        assert table.offers("make dress") == offered


# --- selling and renting out ---------------------------------------------------------------------


@pytest.mark.rule("R6.32")
@pytest.mark.parametrize(("dress", "livre"), [("yellow_01", 6), ("yellow_06", 13), ("red_01", 10)])
def test_selling_pays_the_value_of_the_dress(dress, livre):
    table = finished_dress("base_master", dress)
    table.apply("sell")
    assert table.money(0) == 15 + livre
    assert table.snapshot()["dress_discard"] == [dress]
    assert table.snapshot()["guests"] == {}


@pytest.mark.rule("R6.32")
def test_renting_out_puts_the_dress_on_a_guest_space_with_a_marker():
    table = finished_dress("base_journeyman")
    table.apply("rent 3.1")
    assert table.snapshot()["guests"] == {"3.1": ["yellow_01", 0]}
    assert table.money(0) == 15
    assert table.snapshot()["dress_discard"] == []
    assert "yellow_01" not in table.snapshot()["bag"]


@pytest.mark.rule("R6.32")
@pytest.mark.parametrize(
    ("card", "dress", "spaces"),
    [
        ("base_journeyman", "yellow_01", NORMAL),
        ("base_master", "yellow_01", NORMAL | MASTER_ONLY),
        ("base_master", "yellow_06", NORMAL | MASTER_ONLY),
    ],
)
def test_master_spaces_need_a_master_for_any_dress(card, dress, spaces):
    table = finished_dress(card, dress)
    assert table.offers() == {"sell"} | rents(spaces)


@pytest.mark.rule("R6.32")
def test_only_free_spaces_are_offered_and_twins_once():
    table = finished_dress("base_master", present=[1, "1.1", "1.4", "2.1"])
    assert table.offers("rent 1") == rents({"1.2", "1.3", "1.5"})
    assert table.offers("rent 2") == rents({"2.2", "2.3", "2.4"})
    table = finished_dress("base_master", present=[0, "1.2", "1.5"])
    assert table.offers("rent 1") == rents({"1.1", "1.3", "1.4"})


@pytest.mark.rule("R6.33")
def test_dress_without_a_fitting_space_is_sold():
    table = finished_dress("base_journeyman", "red_01", present=[1, *ALL_NORMAL])
    # Selling is the only choice left, so it is done; next comes the Journeyman's bonus.
    assert table.decision() == (0, "bonus")
    assert table.money(0) == 25
    assert table.snapshot()["dress_discard"] == ["red_01"]
    table = finished_dress("base_master", "red_01", present=[1, *ALL_NORMAL])
    assert table.offers() == {"sell"} | rents(MASTER_ONLY)


@pytest.mark.rule("R6.34")
@pytest.mark.parametrize(
    ("space", "money", "yarn", "lace"),
    [
        ("1.1", 0, 0, 0),
        ("1.3", 1, 0, 0),
        ("2.1", 0, 1, 0),
        ("2.2", 0, 0, 1),
        ("2.4", 2, 0, 0),
        ("4.3", 3, 0, 0),
        ("5.4", 0, 0, 1),
    ],
)
def test_reward_of_a_guest_space_is_taken_at_once(space, money, yarn, lace):
    table = finished_dress("base_master")
    table.apply(f"rent {space}")
    assert table.money(0) == 15 + money
    assert table.player(0)["yarn"] == 1 + yarn
    assert table.player(0)["lace"] == 1 + lace


@pytest.mark.rule("R6.34")
@pytest.mark.parametrize("space", ["3.3", "4.4", "5.1"])
def test_tile_reward_is_a_free_tile_of_any_segment(space):
    table = finished_dress("base_master", warehouse=[["2g", "2y"], ["1g"], ["2b", None, "2r"]])
    table.owns(0, money=0)
    table.apply(f"rent {space}")
    assert table.decision() == (0, "reward")
    assert table.offers() == {f"take tile {tile}" for tile in ("1.1", "1.2", "2.1", "3.1", "3.3")}
    table.apply("take tile 3.1")
    assert table.offers() == {"keep tile", "take yarn", "take lace"}
    table.apply("take lace")
    assert table.money(0) == 0
    assert table.player(0)["lace"] == 2
    assert table.snapshot()["tile_discard"]["2b"] == 1
    assert table.decision() == (1, "play")


@pytest.mark.rule("R6.34")
def test_tile_reward_is_void_when_the_warehouse_is_empty():
    table = finished_dress("base_master")
    silk = table.player(0)["silk"]
    table.apply("rent 3.3")
    assert table.decision() == (1, "play")
    assert table.player(0)["silk"] == silk


@pytest.mark.rule("S8")
def test_rewards_cannot_be_refused_but_a_bonus_can():
    table = finished_dress("base_journeyman", warehouse=[["2g"], ["2g"], []])
    table.apply("rent 5.1")
    assert table.offers() == {"take tile 1.1", "take tile 2.1"}
    table.apply("take tile 1.1", "keep tile")
    assert table.decision() == (0, "bonus")
    assert "forgo bonus" in table.options()
    table = finished_dress("base_journeyman")
    table.apply("rent 5.3")
    assert table.money(0) == 18


@pytest.mark.rule("R6.35")
def test_empty_windows_offer_no_dress():
    table = Table()
    table.owns(0, silk=["2y", "2g", "2r", "2b"])
    table.play("base_master")
    assert table.offers("make dress") == set()
    table.windows({2: "yellow_01"})
    assert table.offers("make dress") == {"make dress 2"}


# --- dresses made by a bonus ---------------------------------------------------------------------


def bonus_dress(card: str, dress: str, silk: list[str], window: int = 6) -> Table:
    """The bonus of the card can be used; nothing else lies in the windows."""
    table = Table()
    table.windows({window: dress})
    table.owns(0, silk=silk)
    table.play_for_bonus(card)
    return table


@pytest.mark.rule("bonus dress_minus_green_yellow")
@pytest.mark.parametrize(
    ("dress", "silk", "possible"),
    [
        ("yellow_01", ["1y"], True),  # 2 yellow
        ("yellow_01", ["2g"], False),
        ("green_04", ["2g"], True),  # 3 green
        ("green_04", ["1g"], False),
        ("yellow_05", ["2y"], True),  # 2 yellow, 1 green: the green one is saved
        ("yellow_05", ["1y", "1g"], True),  # or a yellow one
        ("yellow_05", ["1y"], False),  # never both
        ("yellow_09", ["1y1r"], True),  # 2 yellow, 1 red
        ("yellow_09", ["2y"], False),
        ("red_01", ["1r"], False),  # nothing green or yellow to save
        ("red_01", ["2r"], True),
        ("red_04", ["2r"], True),  # 1 yellow, 2 red
    ],
)
def test_bonus_dress_with_one_green_or_yellow_bale_fewer(dress, silk, possible):
    table = bonus_dress("l2_dress", dress, silk)
    if possible:
        assert table.offers() == {"forgo bonus", "make dress 6"}
    else:
        assert table.decision() == (1, "play")


@pytest.mark.rule("bonus dress_minus_red")
@pytest.mark.parametrize(
    ("dress", "silk", "possible"),
    [
        ("red_01", [], True),  # 2 red
        ("red_05", ["1r"], True),  # 3 red
        ("red_05", ["2g"], False),
        ("red_04", ["1y"], True),  # 1 yellow, 2 red
        ("red_04", ["2r"], False),
        ("yellow_09", ["2y"], True),  # 2 yellow, 1 red
        ("yellow_01", ["1y"], False),  # nothing red to save
        ("yellow_01", ["2y"], True),
        ("red_09", ["1y1r"], True),  # 1 yellow, 3 red, a yarn
        ("red_09", ["2r"], False),
    ],
)
def test_bonus_dress_with_two_red_bales_fewer(dress, silk, possible):
    table = bonus_dress("l4_dress", dress, silk)
    if possible:
        assert table.offers() == {"forgo bonus", "make dress 6"}
    else:
        assert table.decision() == (1, "play")


@pytest.mark.rule("bonus dress_minus_green_yellow")
@pytest.mark.rule("bonus dress_minus_red")
@pytest.mark.parametrize(
    ("card", "silk", "dress"),
    [("l2_dress", ["2y"], "yellow_03"), ("l4_dress", ["2y"], "red_06")],
)
def test_bonus_dress_still_costs_its_window_and_trim(card, silk, dress):
    table = bonus_dress(card, dress, silk, window=1)
    table.apply("make dress 1")
    assert table.money(0) == 7
    assert table.player(0)["lace"] == 0
    assert table.player(0)["silk"] == {}
    assert table.decision() == (0, "place")
    table = Table()
    table.windows({1: dress})
    table.owns(0, silk=silk, money=7)
    table.play_for_bonus(card)
    assert table.decision() == (1, "play")


@pytest.mark.rule("bonus dress_minus_green_yellow")
@pytest.mark.rule("bonus dress_minus_red")
@pytest.mark.parametrize("card", ["l2_dress", "l4_dress"])
def test_bonus_dress_is_never_a_thimble_dress(card, tmp_path):
    for rank in ("journeyman", "master"):
        table = Table(folder=promoted(tmp_path / rank, card, rank))
        table.windows({5: "yellow_06", 6: "yellow_04"})
        table.owns(0, silk=["2y", "1y"])
        table.play_for_bonus(card)
        assert table.offers("make dress") == {"make dress 6"}


@pytest.mark.rule("bonus dress_minus_green_yellow")
def test_bonus_dress_comes_on_top_of_a_dress_made_as_main_action():
    table = Table()
    table.windows({5: "yellow_01", 6: "green_01"})
    table.owns(0, silk=["2y", "1g"])
    table.play("l2_dress")
    assert table.offers("make dress") == {"make dress 5"}
    table.apply("make dress 5", "sell", "make dress 6", "rent 1.1")
    assert table.money(0) == 21
    assert table.snapshot()["guests"] == {"1.1": ["green_01", 0]}
    assert table.decision() == (1, "play")


@pytest.mark.rule("S10")
def test_saved_bale_is_of_no_announced_colour():
    table = bonus_dress("l2_dress", "yellow_05", ["2y", "1g1y", "1g", "1y"])
    table.apply("make dress 6")  # 2 yellow and 1 green, less one of them
    assert table.offers() == {"surrender 2y", "surrender 1g1y", "surrender 1g", "surrender 1y"}
    table.apply("surrender 1y")
    assert table.offers() == {"surrender 2y", "surrender 1g1y", "surrender 1g"}
    table.apply("surrender 1g")  # one yellow is missing: that one is saved
    assert table.decision() == (0, "place")
    assert table.player(0)["silk"] == {"2y": 1, "1g1y": 1}


@pytest.mark.rule("S10")
def test_saving_is_taken_in_full_and_paying_ends_at_nothing():
    table = bonus_dress("l2_dress", "yellow_05", ["1g1y", "2y", "2g"])
    table.apply("make dress 6", "surrender 1g1y")  # a yellow bale is missing and saved
    assert table.decision() == (0, "place")
    assert table.player(0)["silk"] == {"2y": 1, "2g": 1}


@pytest.mark.rule("S10")
def test_no_red_tile_is_taken_when_all_red_bales_are_saved():
    table = bonus_dress("l4_dress", "red_04", ["1y", "1y1r", "2r"])
    table.apply("make dress 6")  # 1 yellow; its 2 red are saved
    assert table.offers() == {"surrender 1y", "surrender 1y1r"}
    table.apply("surrender 1y1r")
    assert table.decision() == (0, "place")
    table = bonus_dress("l4_dress", "red_01", ["2r"])
    table.apply("make dress 6")
    assert table.decision() == (0, "place")
    assert table.player(0)["silk"] == {"2r": 1}


@pytest.mark.rule("S10")
def test_tile_must_lower_what_is_still_to_pay():
    table = bonus_dress("l2_dress", "red_04", ["1y1r", "1y", "2y", "1r", "2r"])
    table.apply("make dress 6")  # the yellow bale is saved, 2 red are to pay
    assert table.offers() == {"surrender 1y1r", "surrender 1r", "surrender 2r"}
    table.apply("surrender 1y1r")
    assert table.offers() == {"surrender 1r", "surrender 2r"}


@pytest.mark.rule("S4")
@pytest.mark.parametrize(("card", "dress"), [("l2_dress", "yellow_01"), ("l4_dress", "red_01")])
def test_rank_of_the_card_with_the_bonus_decides_about_master_spaces(card, dress, tmp_path):
    for rank, spaces in (("journeyman", NORMAL), ("master", NORMAL | MASTER_ONLY)):
        table = Table(folder=promoted(tmp_path / rank, card, rank))
        table.windows({6: dress})
        table.owns(0, silk=["1y"])
        table.play_for_bonus(card)
        table.apply("make dress 6")
        assert table.offers() == {"sell"} | rents(spaces)


@pytest.mark.rule("S3")
def test_bonus_of_a_deputed_card_acts_with_its_own_rank(tmp_path):
    for rank, spaces in (("journeyman", NORMAL), ("master", NORMAL | MASTER_ONLY)):
        table = Table(folder=promoted(tmp_path / rank, "l2_dress", rank))
        table.windows({6: "yellow_01"})
        table.owns(0, silk=["1y"])
        table.deck(0, hand=["l1_depute_use"], supply=["l2_dress"], discard=FOUR)
        table.play_for_bonus("l1_depute_use")  # a Master itself
        table.apply("card l2_dress", "make dress 6")
        assert table.offers() == {"sell"} | rents(spaces)
