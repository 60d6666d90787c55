"""Checks of any set: what the engine can hold, and that the game can be set up and played."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from noblemen_env.components import ComponentError, check_components, limits
from noblemen_env.components.numbers import (
    CardNumbers,
    Church,
    Leisure,
    Numbers,
    Queen,
    Scoring,
)
from noblemen_env.core import ids
from parlour.number_tables import number_ranges, table_kinds

# ------------------------------------------------------------------------------- count checks


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "problem"),
    [
        ("tiles.csv", "field", "copies", 61, "61 field tiles found, expected 62"),
        ("tiles.csv", "grove", "copies", 49, "49 grove tiles found, expected 48"),
        ("tiles.csv", "fountain", "copies", 45, "45 fountain tiles found, expected 44"),
        ("tiles.csv", "meadow", "copies", 47, "47 meadow tiles found, expected 48"),
        ("cards.csv", "intrigue", "copies", 4, "4 cards of kind intrigue found, expected 3"),
        ("cards.csv", "whitehall", "copies", 1, "1 cards of kind whitehall found, expected 2"),
        (
            *("titles.csv", "earl", "copies_5", 1),
            "1 copies of earl for 5 players found, expected 2",
        ),
        (
            *("titles.csv", "baron", "copies_3", 4),
            "4 copies of baron for 3 players found, expected 3",
        ),
    ],
)
def test_printed_rows(kit, file, row, column, value, problem):
    kit.cell(file, row, column, value)
    assert kit.count_error() == f"{file}: {problem} (a count check)"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("castles = 15", "castles = 16", "table pieces: 16 castles found, expected 15"),
        ("chapels = 15", "chapels = 14", "table pieces: 14 chapels found, expected 15"),
        ("palaces = 12", "palaces = 13", "table pieces: 13 palaces found, expected 12"),
        ("markers = 20", "markers = 0", "table pieces: 0 markers found, expected 20"),
        (
            *("knights = 2", "knights = 0"),
            "table pieces: 0 knights of each player found, expected 2",
        ),
        (
            *("castles = { 3 = 3", "castles = { 3 = 2"),
            "table offer.castles, key 3: 2 castles found, expected 3",
        ),
        (
            *("palaces = { 3 = 2, 4 = 3", "palaces = { 3 = 2, 4 = 4"),
            "table offer.palaces, key 4: 4 palaces found, expected 3",
        ),
    ],
)
def test_printed_board(kit, old, new, problem):
    kit.edit("board.toml", old, new)
    assert kit.count_error() == f"board.toml, {problem} (a count check)"


# ------------------------------------------------------------------------------- titles


@pytest.mark.parametrize(
    ("row", "column", "value", "sentence"),
    [
        (
            *("earl", "prestige", 11),
            "11 follows 10, expected at most 10 (no title needs more than a higher one)",
        ),
        (
            *("duke", "prestige", 9),
            "10 follows 9, expected at most 9 (no title needs more than a higher one)",
        ),
        (
            *("viscount", "points", 4),
            "4 follows 3, expected at most 3 (no title brings more than a higher one)",
        ),
        ("baron", "prestige", 1, "1 found, expected 0 (everybody gets a title)"),
        ("baron", "copies_4", 3, "3 found, expected at least 4 (one for each player)"),
        ("baron", "copies_5", 0, "0 found, expected at least 5 (one for each player)"),
    ],
)
def test_titles(kit, row, column, value, sentence):
    kit.cell("titles.csv", row, column, value)
    message = kit.error(check_counts=False)
    assert message.startswith("titles.csv, line ")
    assert message.endswith(f"column {column}: {sentence}")


def test_the_place_of_a_title_out_of_order(kit):
    kit.cell("titles.csv", "duke", "prestige", 9)
    place = "titles.csv, line 3 (marquess), column prestige: "
    assert kit.error(check_counts=False).startswith(place)


def test_titles_may_be_equal(kit):
    kit.cell("titles.csv", "duke", "prestige", 10)
    kit.cell("titles.csv", "viscount", "points", 3)
    kit.load()


# ------------------------------------------------------------------------------- cards and tiles


@pytest.mark.parametrize(("copies", "cards"), [(10, 41), (40, 71)])
def test_too_many_cards(kit, copies, cards):
    kit.cell("cards.csv", "tribute", "copies", copies)
    sentence = f"cards.csv: {cards} cards found, expected 15 to 40"
    assert kit.error(check_counts=False) == sentence


def test_three_cards_for_each_of_five_players(kit):
    for card in ("inheritance", "intrigue", "blackmail", "liaison", "secret_wedding", "dowry"):
        kit.cell("cards.csv", card, "copies", 0)
    kit.cell("cards.csv", "tribute", "copies", 6)
    kit.load(check_counts=False)
    kit.cell("cards.csv", "tribute", "copies", 5)
    assert kit.error(check_counts=False) == "cards.csv: 14 cards found, expected 15 to 40"


@pytest.mark.parametrize(
    ("tile", "needed", "end"),
    [
        ("grove", 15, ")"),
        ("meadow", 20, ", and have one each)"),
    ],
)
def test_tiles_to_choose_from(kit, tile, needed, end):
    for other in ("field", "fountain"):
        kit.cell("tiles.csv", other, "copies", 90)
    kit.cell("tiles.csv", tile, "copies", needed)
    kit.load(check_counts=False)
    kit.cell("tiles.csv", tile, "copies", needed - 1)
    assert kit.error(check_counts=False) == (
        f"tiles.csv: {needed - 1} {tile} tiles found, "
        f"expected at least {needed} (5 players choose up to 3 of them{end}"
    )


def test_tiles_to_begin_with(kit):
    kit.edit("game.toml", "tiles = 12", "tiles = 40")
    assert kit.error() == (
        "tiles.csv: 202 tiles found, expected at least 205 (5 players start with 40 and a meadow)"
    )
    kit.edit("game.toml", "tiles = 40", "tiles = 39")
    kit.load()


def test_no_more_tiles_are_chosen_than_a_player_starts_with(kit):
    kit.edit("game.toml", "tiles = 12", "tiles = 11")
    assert kit.error() == (
        "game.toml, table start, key choice: 3 of each type are 12 tiles, "
        "expected at most the 11 that a player starts with"
    )
    kit.edit("game.toml", "choice = 3", "choice = 0")
    kit.edit("game.toml", "tiles = 11", "tiles = 0")
    kit.load()


# ------------------------------------------------------------------------------- the board


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            *("castles = 15", "castles = 9"),
            (
                "board.toml, table offer.castles, key 5: 5 found, "
                "expected at most 4 (9 castles, and 5 are in the estates)"
            ),
        ),
        (
            *("castles = 15", "castles = 1"),
            (
                "board.toml, table offer.castles, key 3: 3 found, "
                "expected at most 0 (1 castle, and 3 are in the estates)"
            ),
        ),
        (
            *("chapels = 15", "chapels = 4"),
            "board.toml, table offer.chapels, key 5: 5 found, expected at most 4 (4 chapels)",
        ),
        (
            *("palaces = 12", "palaces = 1"),
            "board.toml, table offer.palaces, key 3: 2 found, expected at most 1 (1 palace)",
        ),
        (
            *("[5, 6, 7, 8]", "[5, 6, 7]"),
            (
                "board.toml, table prices, key palaces: 3 prices found, "
                "expected at least 4 (one for each piece of the offer)"
            ),
        ),
        (
            *("[5, 6, 7, 8]", "[0, 1, 2, 3, 4, 5, 6, 7, 8]"),
            "board.toml, table prices, key palaces: 9 prices found, expected at most 8",
        ),
        (
            *("[5, 6, 7, 8]", "[8, 7, 6, 5]"),
            (
                "board.toml, table prices, key palaces, value 2: "
                "7 follows 8, expected at least 8 (the cheapest comes first)"
            ),
        ),
        (
            *("[12, 10, 8, 6]", "[12, 10, 8]"),
            (
                "board.toml, table follies, key points: 3 numbers found, "
                "expected 4 (for the first to the fourth folly)"
            ),
        ),
    ],
)
def test_board(kit, old, new, sentence):
    kit.edit("board.toml", old, new)
    assert kit.error(check_counts=False) == sentence


@pytest.mark.parametrize("prices", ["[5, 5, 5, 5]", "[0, 1, 2, 3, 4, 5, 6, 7]"])
def test_prices_may_be_equal_or_more_than_the_offer(kit, prices):
    kit.edit("board.toml", "[5, 6, 7, 8]", prices)
    kit.load()


def test_castles_for_offer_and_estates(kit):
    kit.edit("board.toml", "castles = 15", "castles = 10")
    kit.load(check_counts=False)


PLACE = "board.toml, table track, key fields"


@pytest.mark.parametrize(
    ("track", "sentence"),
    [
        ((), ": the list is empty, expected 'start'"),
        (("scoring",), ": the first field is 'scoring', expected 'start'"),
        (("round", "start", "scoring"), ": the first field is 'round', expected 'start'"),
        (("start",), ": the last field is 'start', expected 'scoring'"),
        (("start", "scoring", "lock"), ": the last field is 'lock', expected 'scoring'"),
        (("start", "start", "scoring"), ": 'start' occurs 2 times, expected once"),
        (("start", "scoring", "scoring"), ": 'scoring' occurs 2 times, expected once"),
        (
            ("start", "mask", "mask", "scoring"),
            (
                ", value 3: 'mask' follows 'mask', "
                "expected another field (the marker leaves a mask at once)"
            ),
        ),
        (("start", *["round"] * 23, "scoring"), ": 25 fields found, expected at most 24"),
    ],
)
def test_track(standard, track, sentence):
    changed = replace(standard, board=replace(standard.board, track=track))
    with pytest.raises(ComponentError) as caught:
        check_components(changed)
    assert str(caught.value) == PLACE + sentence


@pytest.mark.parametrize(
    "track",
    [
        ("start", "scoring"),
        ("start", "mask", "scoring"),
        ("start", "lock", "mask", "round", "mask", "scoring"),
        ("start", "round", "round", "mask", *["round"] * 3, "mask", "lock", "scoring"),
        ("start", *["round"] * 22, "scoring"),
    ],
)
def test_tracks_that_can_be_played(standard, track):
    check_components(replace(standard, board=replace(standard.board, track=track)))


DOCS = Path(__file__).parents[3] / "docs" / "noblemen" / "components.md"
ALTERNATIVES = re.findall(r"```toml\n\[(\w+)\]\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(("table", "values"), ALTERNATIVES)
def test_alternatives_in_the_documentation(kit, standard, table, values):
    head, _, rest = kit.read("board.toml").partition(f"[{table}]")
    others = rest.partition("\n\n")[2]
    kit.write("board.toml", f"{head}[{table}]\n{values}\n{others}")
    board = kit.load().board
    differing = {
        f.name for f in fields(board) if getattr(board, f.name) != getattr(standard.board, f.name)
    }
    assert differing == {table, "sources"}


def test_the_documentation_has_two_alternatives():
    assert [table for table, _ in ALTERNATIVES] == ["prices", "track"]


# ------------------------------------------------------------------------------- sets in memory


def changed_board(standard, **parts):
    board = standard.board
    changes = {name: replace(getattr(board, name), **values) for name, values in parts.items()}
    return replace(standard, board=replace(board, **changes))


def refusal(components):
    with pytest.raises(ComponentError) as caught:
        check_components(components, check_counts=False)
    return str(caught.value)


def test_a_set_in_memory_names_no_lines(standard):
    tile = replace(standard.tiles[1], copies=2.5)
    wrong = replace(standard, tiles=(standard.tiles[0], tile, *standard.tiles[2:]))
    assert refusal(wrong) == (
        "tiles.csv (grove), column copies: 2.5 is not a whole number from 0 to 250"
    )


def test_numbers_by_players_in_memory(standard):
    expected = "2 numbers found, expected one for each of 3, 4, 5 players"
    wrong = changed_board(standard, offer={"palaces": (2, 3)})
    assert refusal(wrong) == f"board.toml, table offer.palaces: {expected}"
    baron = replace(standard.titles[-1], copies=(3, 4))
    wrong = replace(standard, titles=(*standard.titles[:-1], baron))
    assert refusal(wrong) == f"titles.csv (baron): {expected}"


def test_numbers_in_memory(standard):
    wrong = replace(standard, numbers=replace(standard.numbers, leisure=Leisure(points=True)))
    assert refusal(wrong) == (
        "game.toml, table leisure, key points: true is not a whole number from 0 to 9"
    )


# ------------------------------------------------------------------------------- the core


def test_the_limits_are_those_of_the_core():
    assert limits.DECK.high == limits.CARD_COPIES.high == ids.MAX_DECK
    assert limits.DECK.low == ids.MAX_PLAYERS * ids.DRAFT_CARDS
    assert limits.CHOICE.high == ids.MAX_CHOICE
    assert limits.BRIBES.high == ids.MAX_BRIBES
    assert limits.KNIGHTS.high == ids.KNIGHTS
    assert limits.PRICES == ids.MAX_PRICES
    assert limits.OFFER.high <= ids.MAX_PRICES
    assert limits.TRACK == ids.MAX_TRACK
    assert limits.RADIUS.high == ids.SIDE // 2
    assert limits.TITLE_COPIES.high >= ids.MAX_PLAYERS


def most(kind, name):
    """The highest value of a number."""
    return number_ranges(kind)[name].high


def test_scores_fit_16_bits_at_the_limits():
    """Bounds of all points of a player; they play at most one turn a field of the track."""
    turns = ids.DECADES * (ids.MAX_TRACK - 1)
    masquerades = ids.DECADES * (ids.MAX_TRACK // 2 - 1)
    chapels = 4  # beside a building, as no two are next to each other
    points = limits.POINTS.high
    castle = most(Scoring, "castle") + chapels * most(Scoring, "castle_chapel")
    palace = most(Scoring, "palace") + chapels * most(Scoring, "palace_chapel")
    wedding = most(CardNumbers, "wedding_points")
    vicar = most(CardNumbers, "vicar_tiles") * most(CardNumbers, "vicar_points")
    action = max(limits.BRIBES.high * limits.SMALL_POINTS.high, most(Leisure, "points"))
    church = ids.DECADES * len(ids.TILES) * most(Church, "tiles") * most(Church, "points")
    total = (
        turns * (most(Queen, "points") + action + max(wedding, vicar))
        + masquerades * points
        + ids.DECADES * limits.PIECES.high * (castle + palace)
        + ids.FOLLIES * points
        + church
        + limits.DECK.high * most(Scoring, "liaison")
    )
    assert total < 2**15


def test_money_fits_16_bits_at_the_limits():
    """Bounds of all pounds that a player can get."""
    each, cells = limits.AMOUNT.high, ids.CELLS
    taxes = each * (cells + cells + ids.KNIGHTS + limits.MARKERS.high)
    cards = ids.DECADES * (ids.MAX_TRACK - 1) * most(CardNumbers, "tribute_pounds")
    knights = each * limits.PIECES.high * 2
    start = limits.MONEY.high + each * (ids.MAX_PLAYERS - 1)
    assert start + ids.DECADES * taxes + each * (cells + cells) + cards + knights < 2**15


RANGES = [
    (table, key, allowed)
    for table, kind in table_kinds(Numbers).items()
    for key, allowed in number_ranges(kind).items()
]


@pytest.mark.parametrize(("table", "key", "allowed"), RANGES)
def test_numbers_keep_to_their_range(standard, table, key, allowed):
    for value in (allowed.low - 1, allowed.high + 1):
        numbers = replace(getattr(standard.numbers, table), **{key: value})
        wrong = replace(standard, numbers=replace(standard.numbers, **{table: numbers}))
        assert refusal(wrong) == f"game.toml, table {table}, key {key}: {value} is not {allowed}"
