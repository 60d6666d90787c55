"""Each kind of wrong file gives one sentence that names file, row or table, column or key.

Files of any game are read by the same code: the tests of Rokoko's components have the rest.
"""

from __future__ import annotations

import pytest

from noblemen_env.components import ComponentError, load_components
from tests.parlour.components.sets import matches

# file, row id, column, what stands there, the whole sentence
CELLS = [
    (
        *("tiles.csv", "grove", "copies", "many"),
        "tiles.csv, line 3 (grove), column copies: 'many' is not a whole number from 0 to 250",
    ),
    (
        *("tiles.csv", "grove", "copies", "251"),
        "tiles.csv, line 3 (grove), column copies: 251 is not a whole number from 0 to 250",
    ),
    (
        *("tiles.csv", "grove", "source", ""),
        "tiles.csv, line 3 (grove), column source: the cell is empty, expected some text",
    ),
    (
        *("tiles.csv", "grove", "id", "fountain"),
        (
            "tiles.csv, line 3, column id: 'fountain' found, expected 'grove' "
            "(the rows are field, grove, fountain, meadow, in this order)"
        ),
    ),
    (
        *("cards.csv", "dowry", "copies", "-1"),
        "cards.csv, line 7 (dowry), column copies: -1 is not a whole number from 0 to 40",
    ),
    (
        *("cards.csv", "dowry", "id", "Dowry"),
        (
            "cards.csv, line 7, column id: 'Dowry' found, expected 'dowry' (the rows are "
            "inheritance, intrigue, blackmail, liaison, secret_wedding, dowry, ..."
        ),
    ),
    (
        *("titles.csv", "earl", "prestige", "6.0"),
        "titles.csv, line 4 (earl), column prestige: '6.0' is not a whole number from 0 to 99",
    ),
    (
        *("titles.csv", "earl", "points", "31"),
        "titles.csv, line 4 (earl), column points: 31 is not a whole number from 0 to 30",
    ),
    (
        *("titles.csv", "earl", "discount", "100"),
        "titles.csv, line 4 (earl), column discount: 100 is not a whole number from 0 to 99",
    ),
    (
        *("titles.csv", "earl", "copies_4", "6"),
        "titles.csv, line 4 (earl), column copies_4: 6 is not a whole number from 0 to 5",
    ),
    (
        *("titles.csv", "baron", "id", "knight"),
        (
            "titles.csv, line 6, column id: 'knight' found, expected 'baron' "
            "(the rows are duke, marquess, earl, viscount, baron, in this order)"
        ),
    ),
    (
        *("follies.csv", "folly_gardens", "gardens", "10"),
        "follies.csv, line 4 (folly_gardens), column gardens: 10 is not a whole number from 0 to 9",
    ),
    (
        *("follies.csv", "folly_gardens", "price", "100"),
        "follies.csv, line 4 (folly_gardens), column price: 100 is not a whole number from 0 to 99",
    ),
    (
        *("follies.csv", "folly_gardens", "id", "folly_forests"),
        (
            "follies.csv, line 4, column id: 'folly_forests' occurs twice, "
            "expected a new id in each row"
        ),
    ),
    (
        *("follies.csv", "folly_gardens", "id", "palace"),
        (
            "follies.csv, line 4, column id: 'palace' is another building, "
            "expected the name of a folly"
        ),
    ),
]


@pytest.mark.parametrize(("file", "row", "column", "value", "sentence"), CELLS)
def test_wrong_cell(kit, file, row, column, value, sentence):
    kit.cell(file, row, column, value)
    assert matches(kit.error(), sentence)


FIELDS = 'fields = ["start", "round", "round", "round", "mask"'
# file, what to replace, by what, the whole sentence; the words after "not valid" are Python's
TEXTS = [
    (
        *("titles.csv", "copies_3", "copies_2"),
        "titles.csv, line 1: column 'copies_2' is unknown, did you mean 'copies_5'?",
    ),
    (
        *("titles.csv", "discount,", ""),
        (
            "titles.csv, line 1: column discount is missing, expected "
            "id,prestige,points,discount,copies_3,copies_4,copies_5,source"
        ),
    ),
    (
        *("follies.csv", "folly_mixed,1,", "folly_mixed,"),
        "follies.csv, line 5 (folly_mixed): 5 fields found, expected 6",
    ),
    (
        *("board.toml", "castles = 15", "castles = 31"),
        "board.toml, table pieces, key castles: 31 is not a whole number from 0 to 30",
    ),
    (
        *("board.toml", "markers = 20", "markers = true"),
        "board.toml, table pieces, key markers: true is not a whole number from 0 to 99",
    ),
    (
        *("board.toml", "knights = 2", "knights = 3"),
        "board.toml, table pieces, key knights: 3 is not a whole number from 0 to 2",
    ),
    (
        *("board.toml", "knights = 2", "knight = 2"),
        "board.toml, table pieces: key 'knight' is unknown, did you mean 'knights'?",
    ),
    (
        *("board.toml", "[offer]", "[offers]"),
        "board.toml: key 'offers' is unknown, did you mean 'offer'?",
    ),
    (
        *("board.toml", "{ 3 = 2, 4 = 3, 5 = 4 }", "[2, 3, 4]"),
        "board.toml, table offer, key palaces: a list of 3 is not a table",
    ),
    (
        *("board.toml", "{ 3 = 2, 4 = 3, 5 = 4 }", "{ 3 = 2, 4 = 3 }"),
        "board.toml, table offer.palaces: key 5 is missing, expected 3, 4, 5",
    ),
    (
        *("board.toml", "{ 3 = 2, 4 = 3, 5 = 4 }", "{ 2 = 1, 3 = 2, 4 = 3, 5 = 4 }"),
        "board.toml, table offer.palaces: key '2' is unknown, expected one of 3, 4, 5",
    ),
    (
        *("board.toml", "{ 3 = 2, 4 = 3, 5 = 4 }", "{ 3 = 2, 4 = 3, 5 = 9 }"),
        "board.toml, table offer.palaces, key 5: 9 is not a whole number from 0 to 8",
    ),
    (
        *("board.toml", "[5, 6, 7, 8]", "8"),
        "board.toml, table prices, key palaces: 8 is not a list",
    ),
    (
        *("board.toml", "[5, 6, 7, 8]", "[5, 6, 7, 100]"),
        "board.toml, table prices, key palaces, value 4: 100 is not a whole number from 0 to 99",
    ),
    (
        *("board.toml", "[5, 6, 7, 8]", "[5, 6.5, 7, 8]"),
        "board.toml, table prices, key palaces, value 2: 6.5 is not a whole number from 0 to 99",
    ),
    (
        *("board.toml", "[12, 10, 8, 6]", "[12, 10, 8, 31]"),
        "board.toml, table follies, key points, value 4: 31 is not a whole number from 0 to 30",
    ),
    (
        *("board.toml", FIELDS, FIELDS.replace("mask", "ball")),
        (
            "board.toml, table track, key fields, value 5: 'ball' is not a known field, "
            "expected one of start, round, mask, lock, scoring"
        ),
    ),
    (
        *("board.toml", FIELDS, FIELDS.replace('"mask"', "4")),
        "board.toml, table track, key fields, value 5: 4 is not a field",
    ),
    (
        *("board.toml", 'source = "reconstructed', 'origin = "reconstructed'),
        (
            "board.toml, table prices: key 'origin' is unknown, "
            "expected one of castles, chapels, palaces, source"
        ),
    ),
    ("board.toml", "castles = 15", "castles = fifteen", "board.toml: not valid TOML, ..."),
    (
        *("game.toml", "pounds = 10", "pounds = 1.5"),
        "game.toml, table start, key pounds: 1.5 is not a whole number from 0 to 99",
    ),
    (
        *("game.toml", "choice = 3", "choice = 4"),
        "game.toml, table start, key choice: 4 is not a whole number from 0 to 3",
    ),
    (
        *("game.toml", "most = 5", "most = 6"),
        "game.toml, table bribes, key most: 6 is not a whole number from 0 to 5",
    ),
    (
        *("game.toml", "vicar_tiles = 4", "vicar_tiles = 0"),
        "game.toml, table cards, key vicar_tiles: 0 is not a whole number from 1 to 9",
    ),
    (
        *("game.toml", "radius = 7", "radius = 8"),
        "game.toml, table switches, key radius: 8 is not a whole number from 1 to 7",
    ),
    (
        *("game.toml", "radius = 7", "radius = 0"),
        "game.toml, table switches, key radius: 0 is not a whole number from 1 to 7",
    ),
    (
        *("game.toml", "fixed_start = 0", "fixed_start = 2"),
        "game.toml, table switches, key fixed_start: 2 is not a whole number from 0 to 1",
    ),
    (
        *("game.toml", "fixed_start = 0", "fixed_start = false"),
        "game.toml, table switches, key fixed_start: false is not a whole number from 0 to 1",
    ),
    (
        *("game.toml", "castle_chapel", "castle_chapels"),
        (
            "game.toml, table scoring: key 'castle_chapels' is unknown, "
            "did you mean 'castle_chapel'?"
        ),
    ),
    (
        *("game.toml", "[leisure]", "[idle]"),
        (
            "game.toml: key 'idle' is unknown, expected one of start, enlarge, taxes, land, "
            "bribes, church, leisure, queen, knight, prestige, scoring, cards, switches"
        ),
    ),
    (
        *("game.toml", 'source = "rulebook"', 'source = " "'),
        "game.toml, table start, key source: the text is empty, expected some words",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), TEXTS)
def test_wrong_text(kit, file, old, new, sentence):
    kit.edit(file, old, new)
    assert matches(kit.error(), sentence)


@pytest.mark.parametrize(
    ("file", "row", "sentence"),
    [
        (
            *("tiles.csv", "meadow"),
            "tiles.csv: 3 rows found, expected 4 (field, grove, fountain, meadow)",
        ),
        (
            *("cards.csv", "inheritance"),
            (
                "cards.csv, line 2, column id: 'intrigue' found, expected 'inheritance' "
                "(the rows are inheritance, intrigue, blackmail, ..."
            ),
        ),
        (
            *("titles.csv", "baron"),
            "titles.csv: 4 rows found, expected 5 (duke, marquess, earl, viscount, baron)",
        ),
        ("follies.csv", "folly_mixed", "follies.csv: 3 follies found, expected exactly 4"),
    ],
)
def test_missing_row(kit, file, row, sentence):
    kit.drop(file, row)
    assert matches(kit.error(check_counts=False), sentence)


@pytest.mark.parametrize("file", ["tiles.csv", "cards.csv", "titles.csv"])
def test_rows_in_another_order(kit, file):
    header, first, second, *others = kit.read(file).splitlines()
    kit.write(file, "\n".join([header, second, first, *others]))
    assert kit.error(check_counts=False).startswith(f"{file}, line 2, column id: ")


def test_a_row_too_many(kit):
    kit.write("tiles.csv", kit.read("tiles.csv") + "lake,9,my copy\n")
    assert kit.error(check_counts=False) == (
        "tiles.csv: 5 rows found, expected 4 (field, grove, fountain, meadow)"
    )
    kit.write("follies.csv", kit.read("follies.csv") + "folly_of_more,3,3,3,12,my copy\n")
    kit.write("tiles.csv", "\n".join(kit.read("tiles.csv").splitlines()[:-1]))
    assert kit.error(check_counts=False) == "follies.csv: 5 follies found, expected exactly 4"


@pytest.mark.parametrize(
    "file", ["tiles.csv", "cards.csv", "titles.csv", "follies.csv", "board.toml"]
)
def test_missing_file(kit, file):
    (kit.folder / file).unlink()
    assert kit.error() == f"{file}: the file is missing in {str(kit.folder)!r}"


def test_missing_folder(tmp_path):
    folder = tmp_path / "nowhere"
    with pytest.raises(ComponentError) as caught:
        load_components(folder)
    assert str(caught.value) == f"the components folder {str(folder)!r} does not exist"


def test_a_set_without_game_toml_uses_the_standard_numbers(kit, standard):
    (kit.folder / "game.toml").unlink()
    assert kit.load() == standard


def test_columns_in_another_order_are_fine(kit, standard):
    rows = [line.split(",") for line in kit.read("titles.csv").splitlines()]
    kit.write("titles.csv", "\n".join(",".join(reversed(row)) for row in rows))
    assert kit.load() == standard
