"""Setting up a game, and public and hidden information (R3.1 to R3.6, R6.22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from parlour.core.states import seeds_for, start_games
from rokoko_env.core.observe import OBSERVATION_SLICES
from tests.rokoko_env.core.compare import CoreGame
from tests.rokoko_env.core.table import Table

SEATS = (2, 3, 4, 5)
BASE_DECK = [
    "base_apprentice_acquire",
    "base_apprentice_livre",
    "base_journeyman",
    "base_master",
    "base_master",
]


def new_games(num_players: int, number: int) -> Iterator[dict]:
    """The tables of new games with different seeds."""
    game = CoreGame(num_players, seed=0)
    for seed in range(number):
        start_games(game.states, game.rules, num_players, seeds_for(seed, 1))
        yield game.snapshot()


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize(
    ("num_players", "windows", "segment", "guest_spaces", "fireworks"),
    [(2, 6, 3, 21, 4), (3, 6, 3, 21, 4), (4, 8, 4, 35, 6), (5, 8, 4, 35, 6)],
)
def test_board_side_follows_the_number_of_players(
    num_players, windows, segment, guest_spaces, fireworks
):
    table = Table(num_players)
    assert len(table.snapshot()["players"]) == num_players
    assert len(table.snapshot()["windows"]) == windows
    assert [len(tiles) for tiles in table.snapshot()["warehouse"]] == [segment] * 3
    spaces = table.rules[0]["normal_spaces"] | table.rules[0]["master_spaces"]
    assert int(spaces).bit_count() == guest_spaces
    table.owns(0, money=99)
    table.play("base_master")
    assert len(table.offers("fund fireworks")) == fireworks


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize("num_players", [1, 6])
def test_there_is_no_board_for_one_or_six_players(num_players):
    with pytest.raises(ValueError, match=str(num_players)):
        CoreGame(num_players, seed=3)


@pytest.mark.rule("R3.2")
def test_each_level_of_the_hire_stack_is_shuffled():
    first = {table["display"][0] for table in new_games(2, 60)}
    assert first == {
        "l1_livre",
        "l1_depute_use",
        "l1_blind_tile_1",
        "l1_acquire",
        "l1_blind_tile",
        "l1_trim",
    }


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize(("num_players", "tiles", "dresses"), [(2, 9, 6), (4, 12, 8)])
def test_tiles_come_from_a_stack_and_dresses_from_a_bag(num_players, tiles, dresses):
    table = CoreGame(num_players, seed=9).snapshot()
    on_board = Counter(kind for segment in table["warehouse"] for kind in segment)
    stack = Counter(table["tile_stack"])
    assert on_board.total() == tiles
    assert stack.total() == 48 - tiles
    assert (on_board + stack)["2g"] == 7
    assert table["tile_discard"] == {}
    assert None not in table["windows"]
    assert len(table["bag"]) == 42 - dresses
    assert set(table["windows"]).isdisjoint(table["bag"])
    assert table["dress_discard"] == []


@pytest.mark.rule("R3.3")
def test_tiles_and_dresses_are_shuffled():
    tables = list(new_games(2, 300))
    assert len({table["warehouse"][0][0] for table in tables}) == 13
    assert len({table["windows"][5] for table in tables}) == 42


@pytest.mark.rule("R3.4")
@pytest.mark.parametrize("num_players", SEATS)
def test_every_player_starts_with_the_same_things(num_players):
    table = CoreGame(num_players, seed=5).snapshot()
    for player in table["players"]:
        assert player == {
            "money": 15,
            "yarn": 1,
            "lace": 1,
            "prestige": 0,
            "hand": [],
            "supply": BASE_DECK,
            "discard": [],
            "silk": {},
        }
    assert table["favor"] is None
    assert table["round"] == 1
    assert table["guests"] == table["decorations"] == {}


@pytest.mark.rule("R3.4")
@pytest.mark.parametrize("num_players", SEATS)
def test_start_player_is_drawn_at_random(num_players):
    starts = Counter(table["start_player"] for table in new_games(num_players, 200))
    assert set(starts) == set(range(num_players))
    assert min(starts.values()) > 200 / num_players / 2


@pytest.mark.rule("R3.5")
def test_trim_never_runs_out():
    table = Table()
    table.owns(0, yarn=16, lace=16)  # all the wooden pieces in the box
    table.owns(1, yarn=16, lace=16)
    table.play_for_bonus("l1_trim")
    table.apply("take lace")
    assert table.player(0)["lace"] == 17


@pytest.mark.rule("R3.5")
def test_money_and_prestige_tokens_never_run_out():
    table = Table()
    table.owns(0, money=1000)
    table.play("base_master")
    table.apply("favor")
    assert table.money(0) == 1005
    table.play_for_bonus("l6_buy_pp")
    table.apply(*["use bonus"] * 49)  # there are 48 tokens in the box
    assert table.prestige(0) == 49


@pytest.mark.rule("R3.5")
def test_markers_never_run_out():
    table = Table()
    table.present(0, "1.1", "1.2", "1.3", "1.4", "1.5", "2.1", "2.2", "2.3", "2.4")
    table.present(0, "3.1", "3.2", "3.3", "3.4", "4.1", "4.2", "4.3")  # all 16 markers
    table.play("base_journeyman")
    table.apply("fund lower fountain 1")
    assert table.snapshot()["decorations"] == {"lower fountain 1": 0}


@pytest.mark.rule("R3.6")
@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.owns(1, money=16),
        lambda t: t.owns(1, yarn=2),
        lambda t: t.owns(1, lace=2),
        lambda t: t.owns(1, silk=["2g"]),
        lambda t: t.owns(1, blind=["2g"]),
        lambda t: t.deck(1, hand=["base_master"], supply=["base_master"]),
        lambda t: t.states[0]["prestige"].__setitem__(1, 1),
    ],
    ids=["money", "yarn", "lace", "seen silk", "unseen silk", "deck", "prestige"],
)
def test_what_everybody_knows_of_another_player(change):
    table = Table()
    before = table.observation(0)
    change(table)
    assert not np.array_equal(table.observation(0), before)


@pytest.mark.rule("R3.6")
def test_discard_piles_and_numbers_of_hand_cards_are_public():
    cards = ["base_master", "base_journeyman", "base_apprentice_livre", "base_apprentice_acquire"]
    observations = []
    for hand, discard in ((1, 1), (1, 2), (2, 1)):
        table = Table()
        supply = cards[hand : len(cards) - discard]
        table.deck(1, hand=cards[:hand], supply=supply, discard=cards[len(cards) - discard :])
        observations.append(table.observation(0))
    assert not np.array_equal(observations[0], observations[1])
    assert not np.array_equal(observations[0], observations[2])
    assert not np.array_equal(observations[1], observations[2])


@pytest.mark.rule("R3.6")
def test_how_a_deck_splits_into_hand_and_supply_is_hidden():
    one, other = Table(), Table()
    one.deck(1, hand=["base_master", "l2_dress"], supply=["base_journeyman", "l5_silk_pp"])
    other.deck(1, hand=["base_journeyman", "l5_silk_pp"], supply=["base_master", "l2_dress"])
    assert np.array_equal(one.observation(0), other.observation(0))
    assert not np.array_equal(one.observation(1), other.observation(1))


@pytest.mark.rule("R3.6")
def test_a_hired_card_in_hand_is_known_to_everybody():
    observations = []
    for in_hand in (True, False):
        table = Table()
        table.display("l1_acquire")
        table.play("base_master")
        table.apply("card l1_acquire")
        if not in_hand:  # the same cards and numbers, but as if the hired one could be anywhere
            table.states[0]["hand_known"][0] = 0
        observations.append(table.observation(1))
    assert not np.array_equal(observations[0], observations[1])


@pytest.mark.rule("R3.6")
@pytest.mark.rule("R6.22")
def test_which_tile_somebody_drew_unseen_is_hidden():
    one, other = Table(), Table()
    one.owns(1, blind=["2b"])
    other.owns(1, blind=["1y"])
    assert np.array_equal(one.observation(0), other.observation(0))
    assert not np.array_equal(one.observation(1), other.observation(1))


@pytest.mark.rule("R6.22")
def test_tiles_kept_after_drawing_them_unseen_stay_unseen():
    table = Table()
    before = table.observation(1)[OBSERVATION_SLICES["others_silk"]]
    for card in ("l1_blind_tile", "l1_blind_tile_1"):
        table.play_for_bonus(card)
        table.apply("use bonus", "keep tile")
    assert sum(table.player(0)["silk"].values()) == 2
    assert np.array_equal(table.observation(1)[OBSERVATION_SLICES["others_silk"]], before)


@pytest.mark.rule("R3.6")
def test_tile_taken_in_the_open_stays_known():
    table = Table()
    table.warehouse(["2b"], [], [])
    table.play("base_master")
    table.apply("take tile 1.1", "keep tile")
    assert table.observation(1)[OBSERVATION_SLICES["others_silk"]].sum() == 0.5
