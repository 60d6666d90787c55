"""Preparing a round, picking hands, the order of turns (R4.1 to R6.3)."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from tests.rokoko_env.core.compare import CoreGame
from tests.rokoko_env.core.table import Table

FOUR = [
    "base_master",
    "base_journeyman",
    "base_apprentice_livre",
    "base_apprentice_acquire",
]


def levels(cards: list[str]) -> list[int]:
    """Read the levels of hire cards from the beginning of their ids."""
    return sorted(int(re.fullmatch(r"l(\d)_\w+", card)[1]) for card in cards)


# --- phase 1: prepare the round ------------------------------------------------------------------


@pytest.mark.rule("R4.1")
def test_holder_of_the_favor_card_becomes_start_player_and_returns_it():
    table = Table(3)
    table.set(start_player=1, favor=2)
    table.end_round()
    assert table.snapshot()["start_player"] == 2
    assert table.snapshot()["favor"] is None
    assert table.decision() == (2, "pick")


@pytest.mark.rule("R4.1")
def test_start_player_stays_when_nobody_took_the_favor_card():
    table = Table(3)
    table.set(start_player=1)
    table.end_round()
    assert table.snapshot()["round"] == 2
    assert table.snapshot()["start_player"] == 1
    assert table.decision() == (1, "pick")


@pytest.mark.rule("R4.2")
def test_employees_left_on_display_leave_the_game():
    table = Table()
    table.display("l1_livre", "l1_acquire", "l1_trim")
    table.end_round()
    after = table.snapshot()
    everywhere = after["display"] + after["hire_stack"]
    for player in after["players"]:
        everywhere += player["hand"] + player["supply"] + player["discard"]
    assert len(after["display"]) == 4
    assert {"l1_livre", "l1_acquire", "l1_trim"}.isdisjoint(everywhere)


@pytest.mark.rule("R3.2")
@pytest.mark.rule("R4.2")
def test_levels_that_come_up_round_by_round():
    game = CoreGame(2, seed=4)
    displays, stacks, last_round = [], [], 0
    while not game.over:
        table = game.snapshot()
        if table["round"] > last_round:
            last_round = table["round"]
            displays.append(levels(table["display"]))
            stacks.append(len(table["hire_stack"]))
        game.apply(game.options()[0])
    assert displays == [
        [1, 1, 1, 1],
        [1, 1, 2, 2],
        [2, 2, 3, 3],
        [3, 3, 4, 4],
        [4, 4, 5, 5],
        [5, 5, 6, 6],
        [6, 6, 6, 6],
    ]
    assert stacks == [24, 20, 16, 12, 8, 4, 0]


@pytest.mark.rule("R4.3")
def test_empty_warehouse_spaces_are_filled_and_leftover_tiles_stay():
    table = Table()
    table.warehouse(["2b", None, "1g"], [None, "2r", None], [None, None, None])
    table.end_round()
    tiles = table.snapshot()["warehouse"]
    assert tiles[0][0] == "2b"
    assert tiles[0][2] == "1g"
    assert tiles[1][1] == "2r"
    assert None not in tiles[0] + tiles[1] + tiles[2]
    assert sum(table.snapshot()["tile_stack"].values()) == 48 - 9


@pytest.mark.rule("R4.3")
def test_stack_that_just_suffices_is_not_refilled():
    table = Table()
    table.warehouse(["2b"] * 2 + ["1b"], ["1g"] * 3, ["1y", "1y", None])
    table.tile_stack("2r")
    table.end_round()
    after = table.snapshot()
    assert after["warehouse"][2][2] == "2r"
    assert after["tile_stack"] == {}
    assert sum(after["tile_discard"].values()) == 48 - 9


@pytest.mark.rule("R4.3")
def test_empty_stack_is_refilled_from_the_discarded_tiles_when_a_draw_is_due():
    table = Table()
    table.warehouse(["2b"] * 2 + ["1b"], ["1g"] * 3, ["1y", None, None])
    table.tile_stack("2r")
    table.end_round()
    after = table.snapshot()
    assert after["warehouse"][2][1] == "2r"  # first the last tile of the old stack
    assert after["warehouse"][2][2] is not None
    assert after["tile_discard"] == {}
    assert sum(after["tile_stack"].values()) == 48 - 9


@pytest.mark.rule("R4.3")
def test_when_tiles_run_short_the_last_spaces_stay_empty():
    table = Table()
    table.tile_stack("2r", "2g", "2y", "2b", "1b")
    table.hoard_discarded_tiles(1)
    table.warehouse([None, "1b", None], [], [])
    table.end_round()
    tiles = table.snapshot()["warehouse"]
    assert tiles[0][1] == "1b"
    assert sorted([tiles[0][0], tiles[0][2], *tiles[1][:2]]) == ["2b", "2g", "2r", "2y"]
    assert tiles[1][2] is None
    assert tiles[2] == [None, None, None]
    assert table.snapshot()["tile_stack"] == table.snapshot()["tile_discard"] == {}


@pytest.mark.rule("R4.4")
def test_dark_windows_are_cleared_and_the_rest_slides_right():
    table = Table()
    table.windows({1: "red_01", 3: "red_02", 4: "red_03", 5: "red_04", 6: "red_05"})
    table.end_round()
    after = table.snapshot()
    assert after["dress_discard"] == ["red_04", "red_05"]
    assert after["windows"][3:] == ["red_01", "red_02", "red_03"]
    assert None not in after["windows"]
    assert len(after["bag"]) == 42 - 5 - 3


@pytest.mark.rule("R4.4")
def test_dress_on_an_empty_neighbour_of_the_dark_windows_slides_into_them():
    table = Table()
    table.windows({2: "red_01", 6: "red_02"})
    table.end_round()
    assert table.snapshot()["dress_discard"] == ["red_02"]
    assert table.snapshot()["windows"][5] == "red_01"
    assert "red_01" not in table.snapshot()["windows"][:5]


@pytest.mark.rule("R4.4")
def test_bag_that_just_suffices_is_not_refilled():
    table = Table()
    table.windows({1: "red_01", 2: "red_02", 3: "red_03", 4: "red_04", 5: "red_05", 6: "red_06"})
    table.bag("blue_01", "blue_02")
    table.end_round()
    after = table.snapshot()
    assert sorted(after["windows"][:2]) == ["blue_01", "blue_02"]
    assert after["windows"][2:] == ["red_01", "red_02", "red_03", "red_04"]
    assert after["bag"] == []
    assert len(after["dress_discard"]) == 42 - 6
    assert {"red_05", "red_06"} < set(after["dress_discard"])


@pytest.mark.rule("R4.4")
def test_empty_bag_takes_the_discarded_dresses_back():
    table = Table()
    table.windows({1: "red_01", 2: "red_02", 3: "red_03"})
    table.bag("blue_01", "blue_02")
    table.end_round()
    after = table.snapshot()
    assert after["windows"][3:] == ["red_01", "red_02", "red_03"]
    assert sorted(after["windows"][1:3]) == ["blue_01", "blue_02"]
    assert after["windows"][0] not in (None, "blue_01", "blue_02")
    assert after["dress_discard"] == []
    assert len(after["bag"]) == 42 - 6


@pytest.mark.rule("R4.4")
def test_when_dresses_run_short_the_leftmost_windows_stay_empty():
    table = Table(4)
    table.windows({3: "red_01", 4: "red_02", 5: "red_03", 6: "red_04", 7: "red_05", 8: "red_06"})
    every_space = [f"{hall}.{place}" for hall in range(1, 6) for place in range(1, 8)]
    table.present(1, *every_space)
    (last,) = table.snapshot()["bag"]
    table.end_round()
    after = table.snapshot()
    assert after["windows"][3:] == [last, "red_01", "red_02", "red_03", "red_04"]
    assert sorted(after["windows"][1:3]) == ["red_05", "red_06"]  # just taken off, and back
    assert after["windows"][0] is None
    assert after["bag"] == after["dress_discard"] == []


# --- phase 2: hands ------------------------------------------------------------------------------


@pytest.mark.rule("R5.1")
def test_everyone_picks_exactly_three_cards_of_the_supply():
    game = CoreGame(2, seed=1)
    assert game.snapshot()["player"] == 0
    assert set(game.options()) == {
        "card base_master",
        "card base_journeyman",
        "card base_apprentice_acquire",
        "card base_apprentice_livre",
    }
    game.apply("card base_master")
    assert "card base_master" in game.options()  # there are two
    game.apply("card base_master")
    assert "card base_master" not in game.options()
    game.apply("card base_journeyman")
    table = game.snapshot()
    assert (table["player"], table["decision"]) == (1, "pick")
    assert table["players"][0]["hand"] == ["base_journeyman", "base_master", "base_master"]
    assert table["players"][0]["supply"] == ["base_apprentice_acquire", "base_apprentice_livre"]
    for card in ("base_apprentice_acquire", "base_apprentice_livre", "base_journeyman"):
        game.apply(f"card {card}")
    assert game.snapshot()["decision"] == "play"


@pytest.mark.rule("R5.1")
def test_seats_pick_clockwise_from_the_start_player():
    table = Table(3)
    table.set(start_player=1)
    table.end_round()
    order = []
    while table.decision()[1] == "pick":
        seat = table.decision()[0]
        order += [seat] if seat not in order else []
        table.apply(table.options()[0])
    assert order == [1, 2, 0]
    assert table.decision() == (1, "play")


@pytest.mark.rule("R5.1")
def test_nobody_sees_what_another_seat_picked():
    observations = []
    for picks in (
        ["base_master", "base_master", "base_journeyman"],
        ["base_apprentice_livre", "base_apprentice_acquire", "base_master"],
    ):
        table = Table()
        for p in (0, 1):
            table.deck(p, supply=["base_master", *FOUR])
        table.ask(0, "pick")
        for card in picks:
            table.apply(f"card {card}")
            observations.append(table.observation(1))
        assert table.decision() == (1, "pick")
        assert table.player(0)["hand"] == sorted(picks)
    for one, other in zip(observations[:3], observations[3:], strict=True):
        assert np.array_equal(one, other)


@pytest.mark.rule("R5.2")
def test_two_cards_in_supply_are_taken_and_the_third_comes_from_the_discard_pile():
    table = Table()
    table.set(start_player=1)
    table.deck(
        1,
        supply=["base_master", "base_journeyman"],
        discard=["base_master", "base_apprentice_livre", "l1_trim"],
    )
    table.end_round()
    assert table.decision() == (1, "pick")
    assert table.player(1)["hand"] == ["base_journeyman", "base_master"]
    assert table.player(1)["supply"] == ["base_apprentice_livre", "base_master", "l1_trim"]
    assert table.player(1)["discard"] == []
    table.apply("card l1_trim")
    assert table.decision()[0] == 0  # the hand is complete
    assert table.player(1)["hand"] == ["base_journeyman", "base_master", "l1_trim"]
    assert table.player(1)["supply"] == ["base_apprentice_livre", "base_master"]


@pytest.mark.rule("R5.2")
def test_empty_supply_means_three_picks_from_the_former_discard_pile():
    table = Table()
    table.set(start_player=1)
    table.deck(1, discard=FOUR)
    table.end_round()
    assert table.decision() == (1, "pick")
    assert table.player(1)["hand"] == []
    assert table.player(1)["supply"] == sorted(FOUR)
    assert table.player(1)["discard"] == []


@pytest.mark.rule("R5.3")
def test_exactly_three_cards_in_supply_are_taken_without_touching_the_discard_pile():
    table = Table()
    table.set(start_player=1)
    three = ["base_apprentice_livre", "base_journeyman", "base_master"]
    table.deck(1, supply=three, discard=["base_master", "l1_livre"])
    table.end_round()
    assert table.decision()[0] == 0  # seat 1 had nothing to choose
    assert table.player(1)["hand"] == three
    assert table.player(1)["supply"] == []
    assert table.player(1)["discard"] == ["base_master", "l1_livre"]
    table.end_round()  # in the next phase 2 the pile is recycled
    assert table.decision() == (1, "pick")
    assert table.player(1)["supply"] == sorted([*three, "base_master", "l1_livre"])
    assert table.player(1)["discard"] == []


# --- phase 3: the frame of a turn ----------------------------------------------------------------


@pytest.mark.rule("R6.1")
def test_turns_go_clockwise_from_the_start_player_until_all_hands_are_empty():
    table = Table(3)
    table.set(start_player=2)
    table.ask(2, "play")
    order = []
    for _ in range(9):
        order.append(table.decision()[0])
        if len(table.offers("card")) > 1:
            assert table.decision()[1] == "play"
            table.apply(sorted(table.offers("card"))[-1])
        table.apply("forgo action")
        if table.decision()[1] == "bonus":
            table.apply("forgo bonus")
        if len(order) < 6:
            assert table.decision()[1] == "play"
    assert order == [2, 0, 1] * 3
    assert table.snapshot()["round"] == 2


@pytest.mark.rule("R6.1")
def test_exactly_one_card_of_the_hand_must_be_played():
    table = Table()
    assert table.offers() == {
        "card base_master",
        "card base_journeyman",
        "card base_apprentice_livre",
    }
    table.apply("card base_master", "forgo action")
    assert table.decision() == (1, "play")
    assert table.player(0)["hand"] == ["base_apprentice_livre", "base_journeyman"]


@pytest.mark.rule("R6.1")
def test_players_without_cards_are_passed_over():
    table = Table(3)
    table.deck(1, supply=FOUR)
    table.deck(2, supply=FOUR)
    table.play_for_bonus("base_master")
    assert table.decision() == (0, "play")
    table.deck(2, hand=["base_master", "base_journeyman"], supply=FOUR[2:])
    table.play_for_bonus("base_journeyman")
    table.apply("forgo bonus")
    assert table.decision() == (2, "play")


@pytest.mark.rule("R6.2")
def test_the_bonus_comes_after_the_main_action_and_once():
    table = Table()
    table.play("l1_livre")
    assert table.decision() == (0, "main")
    assert table.offers("use bonus") == set()
    table.apply("favor")
    assert table.decision() == (0, "bonus")
    assert table.offers() == {"forgo bonus", "use bonus"}
    assert table.money(0) == 20
    table.apply("use bonus")
    assert table.money(0) == 21
    assert table.decision() == (1, "play")


@pytest.mark.rule("R6.2")
def test_there_is_one_main_action_only():
    table = Table()
    table.play("base_master")
    table.apply("favor")
    assert table.decision() == (1, "play")


@pytest.mark.rule("R6.2")
def test_action_and_bonus_may_be_forgone():
    table = Table()
    table.play("l1_livre")
    before = table.player(0)
    table.apply("forgo action", "forgo bonus")
    assert table.player(0) == before | {"discard": ["l1_livre"]}
    assert table.decision() == (1, "play")


@pytest.mark.rule("R6.2")
@pytest.mark.parametrize(
    "card",
    [
        "base_master",
        "l6_crown_deck",
        "l6_crown_trim",
        "l6_crown_master_guests",
        "l6_crown_couples",
    ],
)
def test_base_masters_and_crowns_have_no_bonus_in_play(card):
    table = Table()
    table.present(0, "1.4", "1.5", color="yellow")
    table.present(0, "2.1", color="green")
    table.play(card)
    before = table.player(0)
    table.apply("forgo action")
    assert table.decision() == (1, "play")
    assert table.player(0) == before | {"discard": [card]}


@pytest.mark.rule("R6.3")
@pytest.mark.parametrize(
    ("action", "discard"), [("favor", ["base_master"]), ("depute", [])], ids=str
)
def test_the_card_is_discarded_unless_deputed(action, discard):
    table = Table()
    table.play("base_master")
    assert table.snapshot()["in_play"] == "base_master"
    assert table.player(0)["discard"] == []
    table.apply(action)
    assert table.snapshot()["in_play"] is None
    assert table.player(0)["discard"] == discard
    assert table.player(0)["hand"] == ["base_apprentice_livre", "base_journeyman"]
    assert Counter(table.player(0)["supply"]) == {"base_master": 1, "base_apprentice_acquire": 1}
