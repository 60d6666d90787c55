"""The standard set, its digest and the data classes."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from noblemen_env.components import CARDS, TILES, TITLES, TRACK_FIELDS, Components, load_components
from noblemen_env.core import ids


def test_the_standard_set_is_read_once():
    assert load_components() is load_components()


def test_the_words_of_the_files_are_those_of_the_core():
    assert TILES == ids.TILES
    assert CARDS == ids.CARDS
    assert TITLES == ids.TITLES
    assert TRACK_FIELDS == ids.TRACK_FIELDS


def test_printed_kinds(standard):
    assert [tile.copies for tile in standard.tiles] == [62, 48, 44, 48]
    assert [card.copies for card in standard.cards] == [3, 3, 4, 4, 4, 4, 4, 4, 3, 2]
    values = [(t.prestige, t.points, t.discount, t.copies) for t in standard.titles]
    assert values == [
        (14, 7, 3, (1, 1, 1)),
        (10, 5, 2, (1, 1, 1)),
        (6, 3, 1, (1, 1, 2)),
        (2, 1, 0, (1, 2, 3)),
        (0, 0, 0, (3, 4, 5)),
    ]
    needs = [(f.manors, f.forests, f.gardens, f.price) for f in standard.follies]
    assert needs == [(0, 2, 0, 12), (2, 0, 0, 12), (0, 0, 2, 12), (1, 1, 1, 12)]


def test_board(standard):
    board = standard.board
    assert dataclasses.astuple(board.pieces) == (15, 15, 12, 20, 2)
    assert dataclasses.astuple(board.offer) == ((3, 4, 5), (3, 4, 5), (2, 3, 4))
    assert board.prices.castles == (3, 4, 5, 6, 7)
    assert board.prices.chapels == (2, 3, 4, 5, 6)
    assert board.prices.palaces == (5, 6, 7, 8)
    assert board.folly_points == (12, 10, 8, 6)
    assert [number for number, field in enumerate(board.track) if field == "mask"] == [4, 8]
    assert board.track[-2:] == ("lock", "scoring")
    assert set(board.sources) == {"pieces", "offer", "prices", "follies", "track"}


RULEBOOK_NUMBERS = {
    "start": (10, 1, 12, 3),
    "enlarge": (3, 1, 2, 1, 2),
    "taxes": (1, 2, 2, 1),
    "land": (1, 2, 2, 1),
    "bribes": (2, 5, 1),
    "church": (3, 1),
    "leisure": (1,),
    "queen": (1,),
    "knight": (2, 2),
    "prestige": (1, 2, 2, 2, 1, 3, 1),
    "scoring": (3, 1, 5, 2, 3),
    "cards": (2, 2, 4, 5, 4, 1),
    "switches": (1, 1, 0, 1, 7),
}


def test_rulebook_numbers(standard):
    numbers = standard.numbers
    tables = {name: dataclasses.astuple(getattr(numbers, name)) for name in numbers.sources}
    assert tables == RULEBOOK_NUMBERS
    other = {name for name, source in numbers.sources.items() if source != "rulebook"}
    assert other == {"switches"}


def test_values_arrive_in_their_fields(standard):
    numbers = standard.numbers
    assert (numbers.prestige.blackmail, numbers.prestige.card) == (3, 1)
    assert (numbers.scoring.palace, numbers.scoring.palace_chapel) == (5, 2)
    assert (numbers.cards.tribute_pounds, numbers.cards.dowry_tiles) == (5, 4)
    assert (numbers.start.pounds, numbers.start.step) == (10, 1)


def test_frozen_hashable_and_copied_whole(standard):
    with pytest.raises(dataclasses.FrozenInstanceError):
        standard.tiles[0].copies = 7
    assert len({standard, copy.deepcopy(standard)}) == 1
    assert hash(standard.board) == hash(copy.deepcopy(standard.board))
    assert hash(standard.numbers) == hash(copy.deepcopy(standard.numbers))
    again = pickle.loads(pickle.dumps(standard))
    assert again == standard
    assert again.digest == standard.digest


def test_digest_is_a_sha256_and_cached(standard):
    assert len(bytes.fromhex(standard.digest)) == 32
    assert standard.digest is standard.digest


PLAYED_VALUES = [
    ("tiles.csv", "field,62", "field,61"),
    ("cards.csv", "dowry,4", "dowry,3"),
    ("titles.csv", "duke,14,7", "duke,13,7"),
    ("titles.csv", "viscount,2,1,0,1,2,3", "viscount,2,1,0,1,2,2"),
    ("follies.csv", "folly_mixed,1,1,1,12", "folly_mixed,1,1,1,11"),
    ("follies.csv", "folly_mixed", "folly_of_all"),
    ("board.toml", "markers = 20", "markers = 25"),
    ("board.toml", "castles = { 3 = 3,", "castles = { 3 = 2,"),
    ("board.toml", "[3, 4, 5, 6, 7]", "[2, 4, 6, 8, 10]"),
    ("board.toml", "[12, 10, 8, 6]", "[12, 10, 8, 5]"),
    ("board.toml", '"start", "round",', '"start",'),
    ("game.toml", "blackmail = 3", "blackmail = 4"),
    ("game.toml", "radius = 7", "radius = 6"),
]


@pytest.mark.parametrize(("file", "old", "new"), PLAYED_VALUES)
def test_digest_changes_with_a_value(kit, standard, file, old, new):
    kit.edit(file, old, new)
    assert kit.load(check_counts=False).digest != standard.digest


@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("tiles.csv", "rulebook"),
        ("cards.csv", "rulebook"),
        ("titles.csv", "rulebook"),
        ("follies.csv", "rulebook"),
        ("board.toml", "reconstructed ("),
        ("game.toml", "rulebook;"),
    ],
)
def test_digest_does_not_change_with_a_source_word(kit, standard, file, old):
    kit.edit(file, old, old.replace("rulebook", "my copy").replace("reconstructed", "my copy"))
    changed = kit.load()
    assert changed != standard
    assert changed.digest == standard.digest


def test_every_field_counts_for_the_digest_or_describes(standard: Components):
    # A field added later is part of the digest unless somebody decides otherwise.
    rows = (standard.tiles[0], standard.cards[0], standard.titles[0], standard.follies[0])
    board = (standard.board, *(getattr(standard.board, n) for n in ("pieces", "offer", "prices")))
    tables = (getattr(standard.numbers, name) for name in standard.numbers.sources)
    described = {
        (type(value).__name__, part.name)
        for value in (standard, *rows, *board, standard.numbers, *tables)
        for part in dataclasses.fields(value)
        if part.metadata
    }
    assert described == {
        ("Tile", "source"),
        ("Card", "source"),
        ("Title", "source"),
        ("Folly", "source"),
        ("Board", "sources"),
        ("Numbers", "sources"),
    }
