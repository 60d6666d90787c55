"""The standard set, its digest and the data classes."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from rokoko_env.components import (
    BONUSES,
    COLORS,
    RANKS,
    REWARDS,
    TRIMS,
    Components,
    Decoration,
    load_components,
)
from rokoko_env.components.load import FILES


def test_the_standard_set_is_read_once():
    assert load_components() is load_components()


def test_the_standard_set_comes_with_all_files(kit):
    assert sorted(path.name for path in kit.folder.iterdir()) == sorted(FILES)


def test_constants():
    assert COLORS == ("yellow", "green", "red", "blue")
    assert RANKS == ("master", "journeyman", "apprentice")
    assert TRIMS == ("yarn_or_lace", "yarn_and_lace", "yarn", "lace", "none")
    assert REWARDS[:5] == ("none", "yarn", "lace", "tile", "livre_1")
    assert REWARDS[-1] == "livre_9"
    assert len(REWARDS) == 13
    assert BONUSES[0] == "none"
    assert len(set(BONUSES)) == len(BONUSES) == 30


def test_every_bonus_is_on_a_standard_card(standard):
    assert {card.bonus for card in standard.employees} == set(BONUSES)


def test_rulebook_numbers(standard):
    numbers = standard.numbers
    assert (numbers.start_livre, numbers.start_yarn, numbers.start_lace) == (15, 1, 1)
    assert (numbers.favor_livre, numbers.favor_prestige) == (5, 3)
    assert (numbers.depute, numbers.minimum_deck) == ((10, 7, 4), 4)
    assert numbers.bonus_depute == (8, 5, 2)
    assert numbers.income == 5
    assert (numbers.livre_per_prestige, numbers.statue_prestige_per_color) == (10, 2)
    assert set(numbers.sources.values()) == {"rulebook"}


def test_rulebook_prices_are_on_both_sides(standard):
    for board in standard.boards:
        assert board.warehouse_prices == {1: 0, 2: 1, 3: 2, 4: 2}
        assert board.hire_prices == {1: 0, 2: 1, 3: 3, 4: 5}


def test_values_arrive_in_their_fields(standard):
    dress = next(dress for dress in standard.dresses if dress.id == "green_13")
    assert (dress.color, dress.bales, dress.yarn, dress.lace) == ("green", (0, 3, 0, 1), 1, 0)
    assert (dress.livre, dress.prestige, dress.thimble) == (21, 4, True)
    tile = standard.resources[5]
    assert (tile.id, tile.copies, tile.bales) == ("1y1r", 4, (1, 0, 1, 0))
    board = standard.boards[0]
    assert board.fireworks[2] == Decoration(cost=20, prestige=0, multiplier=3)
    assert board.fireworks_majority == (6, 2)
    assert board.upper_fountain[1] == Decoration(16, 1)
    assert board.lower_fountain[1] == Decoration(14, 1)
    assert board.halls[3].master == ("tile",)
    assert board.halls[3].musician == Decoration(12, 4)
    assert set(board.sources) == {
        *("workshop", "warehouse", "hire", "halls"),
        *("statues", "fountain", "fireworks", "all_halls"),
    }


@pytest.mark.parametrize(("players", "side"), [(2, 0), (3, 0), (4, 1), (5, 1)])
def test_board_for(standard, players, side):
    assert standard.board_for(players) is standard.boards[side]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_board_for_an_impossible_number_of_players(standard, players):
    with pytest.raises(ValueError, match=f"no board side for {players} players"):
        standard.board_for(players)


def test_frozen_hashable_and_copied_whole(standard):
    with pytest.raises(dataclasses.FrozenInstanceError):
        standard.dresses[0].livre = 7
    assert len({standard, copy.deepcopy(standard)}) == 1
    again = pickle.loads(pickle.dumps(standard))
    assert again == standard
    assert again.digest == standard.digest


def test_digest_is_a_sha256_and_cached(standard):
    assert len(bytes.fromhex(standard.digest)) == 32
    assert standard.digest is standard.digest


PLAYED_VALUES = [
    ("employees.csv", "l1_livre,1,1,master", "l1_livre,1,1,journeyman"),
    ("employees.csv", "master,livre_1,", "master,livre_2,"),
    ("dresses.csv", "28,4,1", "27,4,1"),
    ("dresses.csv", "28,4,1", "28,4,0"),
    ("dresses.csv", "yellow_01", "yellow_one"),
    ("resources.csv", "1b,2,0,0,0,1,yarn_and_lace", "1b,2,0,0,0,1,none"),
    ("board_2_3.toml", "[8, 6, 4, 2, 0, 0]", "[8, 6, 4, 1, 0, 0]"),
    ("board_2_3.toml", "3 = 2, 4 = 2", "3 = 2, 4 = 3"),
    ("board_4_5.toml", "3 = 3, 4 = 5", "3 = 3, 4 = 6"),
    ("board_4_5.toml", "livre_3", "livre_4"),
    ("board_4_5.toml", "multiplier = 3", "multiplier = 4"),
    ("board_4_5.toml", "[6, 4, 2, 1]", "[6, 4, 2]"),
    ("game.toml", "minimum_deck = 4", "minimum_deck = 5"),
    ("game.toml", "livre = 15", "livre = 16"),
]


@pytest.mark.parametrize(("file", "old", "new"), PLAYED_VALUES)
def test_digest_changes_with_a_value(kit, standard, file, old, new):
    kit.edit(file, old, new)
    assert kit.load().digest != standard.digest


DESCRIPTIONS = [
    ("employees.csv", "inferred", "printed on my copy"),
    ("dresses.csv", "reconstructed", "printed on my copy"),
    ("resources.csv", "reconstructed", "printed on my copy"),
    ("board_2_3.toml", '"rulebook"', '"my copy"'),
    ("board_2_3.toml", "Hall 3", "Mirror hall"),
    ("game.toml", '"rulebook"', '"house rule"'),
]


@pytest.mark.parametrize(("file", "old", "new"), DESCRIPTIONS)
def test_digest_does_not_change_with_a_source_word_or_hall_name(kit, standard, file, old, new):
    kit.edit(file, old, new)
    changed = kit.load()
    assert changed != standard
    assert changed.digest == standard.digest


def test_digest_does_not_change_with_the_file_of_a_board_side(kit, standard):
    first, second = kit.read("board_2_3.toml"), kit.read("board_4_5.toml")
    kit.write("board_2_3.toml", second)
    kit.write("board_4_5.toml", first.replace("[2, 3]", "[3, 2]"))
    assert kit.load().digest == standard.digest


def test_digest_changes_with_the_order_of_rows(standard):
    turned = dataclasses.replace(standard, dresses=standard.dresses[::-1])
    assert turned.digest != standard.digest


def test_every_field_counts_for_the_digest_or_describes(standard: Components):
    # A field added later is part of the digest unless somebody decides otherwise.
    described = {
        (type(value).__name__, part.name)
        for value in (
            *(standard, standard.numbers, standard.boards[0], standard.boards[0].halls[0]),
            *(standard.employees[0], standard.dresses[0], standard.resources[0]),
        )
        for part in dataclasses.fields(value)
        if part.metadata
    }
    assert described == {
        ("GameNumbers", "sources"),
        ("Board", "sources"),
        ("Hall", "name"),
        ("Employee", "rank_source"),
        ("Employee", "bonus_source"),
        ("Dress", "source"),
        ("Resource", "source"),
    }
