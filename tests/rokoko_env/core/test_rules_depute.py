"""Bonuses that depute, chains of them, and equal cards (S1, S2, S11)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.rokoko_env.core.compare import STANDARD
from tests.rokoko_env.core.table import Table

FOUR = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]
NEXT = (1, "play")  # the turn of seat 0 is over


@pytest.mark.rule("bonus depute_use_bonus")
@pytest.mark.parametrize("pile", ["hand", "supply", "discard"])
def test_depute_any_employee_and_use_its_bonus(pile):
    table = Table()
    piles = {"hand": ["l1_depute_use"], "supply": FOUR[:2], "discard": FOUR[3:]}
    piles[pile] = [*piles[pile], "base_apprentice_livre", "l1_trim"]
    table.deck(0, **piles)
    table.play_for_bonus("l1_depute_use")
    assert table.offers("card") == {f"card {card}" for card in [*FOUR, "l1_trim"]}
    table.apply("card base_apprentice_livre")
    assert table.offers() == {"forgo bonus", "use bonus"}
    assert table.money(0) == 15  # deputing itself pays nothing
    table.apply("use bonus")
    assert table.money(0) == 17
    player = table.player(0)
    left = player["hand"] + player["supply"] + player["discard"]
    assert sorted(left) == sorted([*FOUR[:2], FOUR[3], "l1_trim", "l1_depute_use"])


@pytest.mark.rule("bonus depute_use_bonus")
def test_bonus_of_the_deputed_employee_may_be_forgone():
    table = Table()
    table.deck(0, hand=["l1_depute_use"], supply=FOUR)
    table.play_for_bonus("l1_depute_use")
    table.apply("card base_apprentice_livre", "forgo bonus")
    assert table.money(0) == 15
    assert "base_apprentice_livre" not in table.player(0)["supply"]
    assert table.decision() == NEXT


@pytest.mark.rule("bonus depute_for_livre")
@pytest.mark.parametrize(
    ("card", "livre"),
    [("base_master", 8), ("base_journeyman", 5), ("base_apprentice_livre", 2)],
)
@pytest.mark.parametrize("pile", ["hand", "supply", "discard"])
def test_depute_any_employee_for_livre(card, livre, pile):
    table = Table()
    piles = {
        "hand": ["l2_depute_livre"],
        "supply": ["l1_trim", "l1_acquire"],
        "discard": ["l1_livre"],
    }
    piles[pile] = [*piles[pile], card]
    table.deck(0, **piles)
    table.play_for_bonus("l2_depute_livre")
    assert table.offers("card") == {
        f"card {c}" for c in (card, "l1_trim", "l1_acquire", "l1_livre")
    }
    table.apply(f"card {card}")
    assert table.money(0) == 15 + livre
    assert table.decision() == NEXT  # its bonus is not used
    player = table.player(0)
    assert card not in player["hand"] + player["supply"] + player["discard"]


@pytest.mark.rule("S1")
@pytest.mark.parametrize("card", ["l1_depute_use", "l2_depute_livre"])
def test_card_in_play_is_no_target_of_its_own_bonus(card):
    table = Table()
    table.deck(0, hand=[card], supply=FOUR)
    table.play_for_bonus(card)
    assert table.offers("card") == {f"card {other}" for other in FOUR}


@pytest.mark.rule("S2")
def test_deputed_card_may_itself_depute():
    table = Table()
    table.deck(
        0, hand=["l1_depute_use"], supply=["l2_depute_livre", "base_master"], discard=FOUR[1:]
    )
    table.play_for_bonus("l1_depute_use")
    table.apply("card l2_depute_livre")
    assert table.offers("card") == {f"card {card}" for card in FOUR}
    table.apply("card base_master")
    assert table.money(0) == 23
    player = table.player(0)
    assert player["supply"] == []
    assert player["discard"] == sorted([*FOUR[1:], "l1_depute_use"])


@pytest.mark.rule("S2")
@pytest.mark.rule("R6.51")
def test_each_step_of_a_chain_keeps_four_cards():
    table = Table()
    table.deck(0, hand=["l1_depute_use"], supply=["l2_depute_livre", *FOUR[:3]])
    table.play_for_bonus("l1_depute_use")
    table.apply("card l2_depute_livre")  # four are left: no second one can go
    assert table.decision() == NEXT
    assert table.money(0) == 15
    table = Table()
    table.deck(0, hand=["l1_depute_use"], supply=["l2_depute_livre", *FOUR])
    table.play("l1_depute_use")
    table.apply("depute", "card l2_depute_livre")  # the same after the main action
    assert table.decision() == NEXT
    assert table.money(0) == 25


@pytest.mark.rule("S2")
@pytest.mark.parametrize("card", ["base_master", "l6_crown_deck", "l6_crown_trim"])
def test_deputed_card_without_a_bonus_in_play_gives_nothing(card):
    table = Table()
    table.deck(0, hand=["l1_depute_use"], supply=[card, *FOUR[1:]])
    table.play_for_bonus("l1_depute_use")
    table.apply(f"card {card}")
    assert table.decision() == NEXT
    assert (table.money(0), table.prestige(0)) == (15, 0)
    assert card not in table.player(0)["supply"]


@pytest.mark.rule("S2")
@pytest.mark.rule("R6.50")
def test_all_cards_of_a_chain_count_for_deck_size_until_the_turn_ends(tmp_path):
    folder = Path(shutil.copytree(STANDARD, tmp_path / "two"))
    employees = (folder / "employees.csv").read_text("utf-8")
    old, new = "l1_acquire,1,1,journeyman,acquire", "l1_acquire,1,1,journeyman,depute_use_bonus"
    assert old in employees
    (folder / "employees.csv").write_text(employees.replace(old, new), "utf-8")
    table = Table(folder=folder)
    table.deck(0, hand=["l1_depute_use"], supply=["l1_acquire", "l3_deck_livre", *FOUR])
    table.play_for_bonus("l1_depute_use")
    table.apply("card l1_acquire", "card l3_deck_livre")
    assert table.snapshot()["leaving"] == ["l1_acquire", "l3_deck_livre"]
    table.apply("use bonus")
    assert table.money(0) == 15 + 6  # seven cards
    assert table.snapshot()["leaving"] == []
    assert table.player(0)["supply"] == sorted(FOUR)
    assert table.player(0)["discard"] == ["l1_depute_use"]


@pytest.mark.rule("S11")
def test_equal_cards_are_one_choice():
    table = Table()
    table.deck(0, hand=["base_master", "base_master", "l1_trim"], supply=FOUR[1:3])
    table.ask(0, "play")
    assert table.options().count("card base_master") == 1
    assert len(table.options()) == 2
    table.apply("card base_master", "forgo action")
    assert table.player(0)["hand"] == ["base_master", "l1_trim"]


@pytest.mark.rule("S11")
@pytest.mark.parametrize("pile", ["hand", "supply", "discard"])
def test_depute_target_is_a_kind_of_card_and_its_pile(pile):
    table = Table()
    other = "discard" if pile == "hand" else "hand"
    piles = {"hand": ["l2_depute_livre"], "supply": ["l1_trim", "l1_acquire"], "discard": []}
    for name in (pile, other):
        piles[name] = [*piles[name], "base_master"]
    table.deck(0, **piles)
    table.play_for_bonus("l2_depute_livre")
    assert table.options().count("card base_master") == 1
    table.apply("card base_master")
    assert table.decision() == (0, "pile")
    assert table.offers() == {f"from {pile}", f"from {other}"}
    table.apply(f"from {pile}")
    assert table.player(0)[pile].count("base_master") == 0
    assert table.player(0)[other].count("base_master") == 1
