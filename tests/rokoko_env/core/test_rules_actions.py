"""The main actions except dresses: favor, tiles, hire, depute, fund, all halls (R6.4 to R6.70)."""

from __future__ import annotations

import pytest

from tests.rokoko_env.core.table import Table

RANKS = {"master": "base_master", "journeyman": "base_journeyman", "apprentice": "l1_trim"}
FOUR = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]
HIRES = {"card l1_livre", "card l1_acquire"}
ACTIONS = {
    "favor": "favor",
    "acquire": "take tile 1.1",
    "dress": "make dress 6",
    "hire": "card l1_livre",
    "depute": "depute",
    "fund": "fund fireworks 1",
}


def everything_possible(card: str) -> Table:
    """The card is in play, and all six actions are possible except for its rank."""
    table = Table()
    table.owns(0, money=20, silk=["2y"])
    table.warehouse(["2g", "2r"], [], [])
    table.windows({6: "yellow_01"})
    table.display("l1_livre", "l1_acquire")
    table.play(card)
    return table


# --- ranks ---------------------------------------------------------------------------------------


@pytest.mark.rule("R6.4")
@pytest.mark.parametrize(
    ("rank", "barred"),
    [
        ("master", set()),
        ("journeyman", {"hire"}),
        ("apprentice", {"favor", "dress", "hire"}),
    ],
)
@pytest.mark.parametrize("action", ACTIONS)
def test_what_each_rank_may_do(rank, barred, action):
    table = everything_possible(RANKS[rank])
    assert (ACTIONS[action] in table.options()) == (action not in barred)


@pytest.mark.rule("R6.5")
@pytest.mark.rule("S9")
def test_nothing_is_offered_that_cannot_be_paid_or_done():
    table = everything_possible("base_master")
    table.owns(0, money=0)
    table.windows({4: "yellow_01", 6: "red_01"})  # one window costs 2, one dress needs red silk
    table.set(favor=1)
    table.deck(0, hand=["base_journeyman", "base_apprentice_livre"], supply=["l1_trim"])
    assert table.offers() == {"forgo action"}
    table.owns(0, money=1)
    assert table.offers() == {"forgo action", "take tile 1.1", "take tile 1.2", *HIRES}


@pytest.mark.rule("S9")
def test_money_can_be_spent_to_the_last_livre_but_not_below():
    table = Table()
    table.owns(0, money=11)
    table.play("base_master")
    assert table.offers("fund") == {"fund lower fountain 1", "fund musician 5"}
    table.owns(0, money=10)
    table.apply("fund musician 5")
    assert table.money(0) == 0


# --- favor ---------------------------------------------------------------------------------------


@pytest.mark.rule("R6.10")
def test_favor_pays_five_livre_and_can_be_taken_once_in_a_round():
    table = Table()
    table.play("base_master")
    table.apply("favor")
    assert table.money(0) == 20
    assert table.snapshot()["favor"] == 0
    assert table.snapshot()["start_player"] == 0
    table.play("base_master", 1)
    assert "favor" not in table.options()
    table.play("base_journeyman", 0)
    assert "favor" not in table.options()


@pytest.mark.rule("R6.10")
def test_the_player_with_the_favor_starts_the_next_round_even_the_start_player():
    for taker in (0, 1):
        table = Table()
        table.play("base_journeyman", taker)
        table.apply("favor", "forgo bonus")
        table.end_round()
        assert table.snapshot()["start_player"] == taker
        assert table.decision() == (taker, "pick")
        assert table.snapshot()["favor"] is None  # it can be taken again


@pytest.mark.rule("R6.10")
@pytest.mark.rule("S12")
def test_favor_of_the_last_round_scores_three():
    table = Table()
    table.set(round_number=7)
    table.play("base_master")
    assert "favor" in table.options()
    table.apply("favor")
    assert table.money(0) == 20
    scores = table.end_game()
    assert [score["favor"] for score in scores] == [3, 0]


# --- acquire resources ---------------------------------------------------------------------------


@pytest.mark.rule("R6.20")
@pytest.mark.parametrize(("tiles", "price"), [(4, 2), (3, 2), (2, 1), (1, 0)])
def test_price_of_a_tile_by_the_tiles_in_its_segment(tiles, price):
    table = Table(4)
    kinds = ["2g", "2y", "2r", "2b"]
    table.warehouse(["1g", "1y"], kinds[:tiles], ["1r"])
    table.owns(0, money=price)
    table.play("base_apprentice_livre")
    assert "take tile 2.1" in table.options()
    table.apply("take tile 2.1", "keep tile")
    assert table.money(0) == 0
    assert table.player(0)["silk"] == {"2g": 1}
    assert table.snapshot()["warehouse"][1] == [None, *kinds[1:tiles], *[None] * (4 - tiles)]


@pytest.mark.rule("R6.20")
@pytest.mark.parametrize(
    ("money", "offered"),
    [
        (0, {"take tile 3.2"}),
        (1, {"take tile 3.2", "take tile 2.1", "take tile 2.3"}),
        (
            2,
            {"take tile 3.2", "take tile 2.1", "take tile 2.3"}
            | {f"take tile 1.{i}" for i in (1, 2, 3)},
        ),
    ],
)
def test_only_segments_that_can_be_paid_are_offered(money, offered):
    table = Table()
    table.warehouse(["2g", "2y", "1y"], ["2r", None, "2b"], [None, "1b"])
    table.owns(0, money=money)
    table.play("base_apprentice_livre")
    assert table.offers("take tile") == offered


@pytest.mark.rule("R6.20")
def test_equal_tiles_of_one_segment_are_offered_once():
    table = Table()
    table.warehouse(["2g", "1y", "2g"], [None, "2g", "2g"], [])
    table.play("base_apprentice_livre")
    assert table.offers("take tile") == {f"take tile {tile}" for tile in ("1.1", "1.2", "2.2")}


@pytest.mark.rule("R6.20")
def test_empty_warehouse_offers_no_tile():
    table = Table()
    table.play("base_apprentice_livre")
    assert table.offers("take tile") == set()


@pytest.mark.rule("R6.20")
@pytest.mark.rule("R6.21")
def test_rulebook_example_of_an_apprentice_who_acquires_two_green():
    table = Table()
    table.warehouse(["2y", "2g", "1y"], [], [])
    table.play("base_apprentice_livre")
    table.apply("take tile 1.2")
    assert table.money(0) == 13
    assert table.decision() == (0, "tile")
    assert table.offers() == {"keep tile", "take yarn", "take lace"}
    assert table.snapshot()["tile"] == "2g"
    table.apply("keep tile")
    assert table.player(0)["silk"] == {"2g": 1}
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == (1, 1)


@pytest.mark.rule("R6.21")
@pytest.mark.parametrize(
    ("kind", "choice", "yarn", "lace"),
    [
        ("2g", "take yarn", 2, 1),
        ("2g", "take lace", 1, 2),
        ("1g", "take yarn and lace", 2, 2),
    ],
)
def test_tile_discarded_for_its_trim(kind, choice, yarn, lace):
    table = Table()
    table.warehouse([kind], [], [])
    table.play("base_master")
    table.apply("take tile 1.1")
    options = {"keep tile", "take yarn", "take lace"}
    assert table.offers() == (options if kind == "2g" else {"keep tile", "take yarn and lace"})
    table.apply(choice)
    assert (table.player(0)["yarn"], table.player(0)["lace"]) == (yarn, lace)
    assert table.snapshot()["tile_discard"] == {kind: 1}
    assert table.player(0)["silk"] == {}


@pytest.mark.rule("R6.22")
def test_kept_tiles_are_never_trim():
    table = Table()
    table.owns(0, yarn=0, lace=0, silk=["2y", "2y", "1y"])  # the last one shows yarn and lace
    table.windows({6: "yellow_02"})  # 2 yellow and a yarn
    table.play("base_master")
    assert table.offers("make dress") == set()
    table.owns(0, yarn=1)
    assert table.offers("make dress") == {"make dress 6"}


# --- hire ----------------------------------------------------------------------------------------


@pytest.mark.rule("R6.40")
@pytest.mark.parametrize(("cards", "price"), [(4, 5), (3, 3), (2, 1), (1, 0)])
def test_price_of_hiring_by_the_cards_on_display(cards, price):
    display = ["l1_livre", "l1_acquire", "l1_trim", "l1_blind_tile"][:cards]
    table = Table()
    table.display(*display)
    table.play("base_master")
    if price:
        table.owns(0, money=price - 1)
        assert table.offers("card") == set()
    table.owns(0, money=price)
    assert table.offers("card") == {f"card {card}" for card in display}
    table.apply("card l1_livre")
    assert table.money(0) == 0
    assert table.player(0)["hand"] == ["base_apprentice_livre", "base_journeyman", "l1_livre"]
    assert table.snapshot()["display"] == display[1:]


@pytest.mark.rule("R6.40")
def test_nobody_to_hire():
    table = Table()
    table.play("base_master")
    assert table.offers("card") == set()


@pytest.mark.rule("R6.40")
def test_hired_card_is_played_in_the_same_round():
    table = Table()
    table.deck(0, hand=["base_master"], supply=FOUR[1:])
    table.deck(1, supply=FOUR)
    table.display("l1_acquire", "l1_livre")
    table.play("base_master")
    table.apply("card l1_livre")
    # It is the only card in any hand, so it is in play already, in the same round.
    assert table.decision() == (0, "main")
    assert table.snapshot()["in_play"] == "l1_livre"
    assert table.snapshot()["round"] == 1


# --- depute --------------------------------------------------------------------------------------


@pytest.mark.rule("R6.50")
@pytest.mark.parametrize(
    ("card", "livre"),
    [
        ("base_master", 10),
        ("l6_buy_pp", 10),
        ("base_journeyman", 7),
        ("l2_dress", 7),
        ("base_apprentice_livre", 4),
        ("l6_crown_deck", 4),
    ],
)
def test_deputing_the_played_card_pays_by_rank(card, livre):
    table = Table()
    table.owns(0, money=0)
    table.play(card)
    table.apply("depute")
    assert table.money(0) == livre
    if table.decision() == (0, "bonus"):
        table.apply("forgo bonus")
    player = table.player(0)
    left = player["hand"] + player["supply"] + player["discard"]
    assert left.count(card) == (
        1 if card == "base_master" else 0
    )  # of two base Masters one is left
    assert card not in player["discard"]


@pytest.mark.rule("R6.50")
def test_bonus_of_a_deputed_card_may_still_be_used():
    table = Table()
    table.play("base_apprentice_livre")
    table.apply("depute")
    assert table.snapshot()["in_play"] == "base_apprentice_livre"
    table.apply("use bonus")
    assert table.money(0) == 15 + 4 + 2
    assert table.snapshot()["in_play"] is None
    assert table.player(0)["discard"] == []


@pytest.mark.rule("R6.50")
def test_deputed_card_counts_for_its_own_deck_size_bonus():
    table = Table()
    table.deck(0, hand=["l3_deck_livre", "base_master"], supply=[*FOUR, "l1_trim"])
    table.play("l3_deck_livre")  # seven cards with itself
    table.apply("depute", "use bonus")
    assert table.money(0) == 15 + 4 + 6
    assert "l3_deck_livre" not in table.player(0)["discard"]


@pytest.mark.rule("R6.50")
def test_card_deputed_by_a_bonus_counts_for_its_own_deck_size_bonus():
    table = Table()
    table.deck(0, hand=["l1_depute_use", "base_master"], supply=[*FOUR, "l3_deck_livre"])
    table.play_for_bonus("l1_depute_use")
    table.apply("card l3_deck_livre", "use bonus")  # seven with the two in use
    assert table.money(0) == 15 + 6
    player = table.player(0)
    assert len(player["hand"] + player["supply"] + player["discard"]) == 6


@pytest.mark.rule("R6.50")
def test_both_deputed_cards_count_for_a_deck_size_bonus():
    table = Table()
    table.deck(0, hand=["l1_depute_use", "base_master"], supply=[*FOUR, "l3_deck_livre"])
    table.play("l1_depute_use")
    table.apply("depute", "card l3_deck_livre", "use bonus")
    assert table.money(0) == 15 + 10 + 6
    player = table.player(0)
    assert len(player["hand"] + player["supply"] + player["discard"]) == 5


@pytest.mark.rule("R6.51")
@pytest.mark.parametrize("card", ["base_master", "base_journeyman", "base_apprentice_livre"])
def test_four_cards_are_the_smallest_deck_for_the_main_action(card):
    table = Table()
    rest = [other for other in FOUR if other != card]
    table.deck(0, hand=[card], supply=rest)
    table.play(card)
    assert "depute" not in table.options()
    table.deck(0, supply=rest, discard=["l1_trim"])
    assert "depute" in table.options()


@pytest.mark.rule("R6.51")
@pytest.mark.parametrize("card", ["l1_depute_use", "l2_depute_livre"])
def test_four_cards_are_the_smallest_deck_for_depute_bonuses(card):
    table = Table()
    table.deck(0, hand=[card], supply=FOUR[:2], discard=FOUR[2:3])
    table.play_for_bonus(card)
    assert table.decision() == (1, "play")  # no bonus was offered
    table.deck(0, hand=[card], supply=FOUR[:2], discard=FOUR[2:])
    table.play_for_bonus(card)
    assert table.offers("card") == {f"card {other}" for other in FOUR}


@pytest.mark.rule("R6.51")
@pytest.mark.parametrize("card", ["l1_depute_use", "l2_depute_livre"])
def test_card_deputed_by_the_main_action_is_gone_when_its_depute_bonus_is_counted(card):
    table = Table()
    table.deck(0, hand=[card], supply=FOUR)
    table.play(card)
    table.apply("depute")  # five cards; the four others must stay
    assert table.decision() == (1, "play")
    table.deck(0, hand=[card], supply=[*FOUR, "l1_trim"])
    table.play(card)
    table.apply("depute")
    assert table.decision() == (0, "bonus")


# --- fund a decoration ---------------------------------------------------------------------------


@pytest.mark.rule("R6.60")
@pytest.mark.parametrize(
    ("space", "cost"),
    [
        ("fireworks 1", 12),
        ("fireworks 4", 24),
        ("statue 1", 12),
        ("statue 3", 20),
        ("upper fountain 1", 12),
        ("lower fountain 2", 14),
        ("musician 1", 20),
        ("musician 5", 10),
    ],
)
def test_funding_costs_what_the_space_says(space, cost):
    table = Table()
    table.owns(0, money=cost - 1)
    table.play("base_apprentice_livre")
    assert f"fund {space}" not in table.options()
    table.owns(0, money=cost)
    table.apply(f"fund {space}")
    assert table.money(0) == 0
    assert table.snapshot()["decorations"] == {space: 0}
    table.owns(1, money=cost)
    table.play("base_apprentice_livre", 1)
    assert f"fund {space}" not in table.options()  # it is no longer free


@pytest.mark.rule("R6.60")
def test_one_marker_in_each_row_of_the_fountain():
    table = Table()
    table.owns(0, money=99)
    table.decorated(0, "upper fountain 2")
    table.play("base_master")
    assert table.offers("fund upper") == set()
    assert table.offers("fund lower") == {"fund lower fountain 1", "fund lower fountain 2"}
    table.apply("fund lower fountain 1")
    table.owns(1, money=99)
    table.play("base_master", 1)
    assert table.offers("fund upper") == {"fund upper fountain 1"}
    assert table.offers("fund lower") == {"fund lower fountain 2"}


@pytest.mark.rule("R6.60")
def test_no_limit_for_other_decorations():
    table = Table()
    table.owns(0, money=99)
    table.decorated(0, "fireworks 1", "fireworks 3", "statue 1", "musician 1", "musician 2")
    table.play("base_master")
    assert table.offers("fund fireworks") == {"fund fireworks 2", "fund fireworks 4"}
    assert table.offers("fund statue") == {"fund statue 2", "fund statue 3"}
    assert table.offers("fund musician") == {f"fund musician {hall}" for hall in (3, 4, 5)}


# --- all halls -----------------------------------------------------------------------------------


def one_hall_short(p: int, table: Table, place: int = 1) -> None:
    """The player has a dress in halls 1, 2 and 3 and the musician of hall 4."""
    table.present(p, *[f"{hall}.{place}" for hall in (1, 2, 3)])
    table.decorated(p, "musician 4")


@pytest.mark.rule("R6.70")
def test_presence_in_all_halls_by_a_musician_takes_the_most_valuable_space():
    table = Table()
    one_hall_short(0, table)
    assert table.snapshot()["all_halls"] == [None, None, None]
    table.play("base_master")
    table.apply("fund musician 5")
    assert table.snapshot()["all_halls"] == [0, None, None]


@pytest.mark.rule("R6.70")
def test_presence_in_all_halls_by_a_dress_takes_the_most_valuable_free_space():
    table = Table()
    table.states[0]["all_halls"][1] = 0
    one_hall_short(0, table)
    table.owns(0, silk=["2r"])
    table.windows({6: "red_01"})
    table.play("base_journeyman")
    table.apply("make dress 6", "rent 5.2")
    assert table.snapshot()["all_halls"] == [1, 0, None]


@pytest.mark.rule("R6.70")
def test_four_halls_are_not_enough():
    table = Table()
    one_hall_short(0, table)
    table.play("base_master")
    table.apply("fund musician 3")
    assert table.snapshot()["all_halls"] == [None, None, None]


@pytest.mark.rule("R6.70")
def test_all_halls_once_a_game():
    table = Table()
    one_hall_short(0, table)
    table.present(0, "5.1")
    table.states[0]["all_halls"][0] = 1
    table.play("base_master")
    table.apply("fund musician 5")
    assert table.snapshot()["all_halls"] == [None, 0, None]


@pytest.mark.rule("R6.70")
def test_no_free_all_halls_space_gives_nothing():
    table = Table(5)  # four spaces
    for p in range(4):
        table.states[0]["all_halls"][p] = p
    one_hall_short(4, table)
    table.play("base_master", 4)
    table.apply("fund musician 5")
    assert table.snapshot()["all_halls"] == [0, 1, 2, 3]
    assert table.states[0]["all_halls"][4] == -1
