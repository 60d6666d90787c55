"""Each kind of wrong file gives one sentence that names file, row or table, column or key."""

from __future__ import annotations

import pytest

from rokoko_env.components import ComponentError, load_components
from tests.parlour.components.sets import matches

B23, B45 = "board_2_3.toml", "board_4_5.toml"
DRESS_HEADER = "id,color,yellow,green,red,blue,yarn,lace,livre,prestige,thimble,source"


# file, row id, column, what stands there, the whole sentence
CELLS = [
    (
        *("dresses.csv", "yellow_06", "livre", "thirteen"),
        (
            "dresses.csv, line 7 (yellow_06), column livre: "
            "'thirteen' is not a whole number from 6 to 28"
        ),
    ),
    (
        *("dresses.csv", "yellow_06", "livre", "13.0"),
        "dresses.csv, line 7 (yellow_06), column livre: '13.0' is not a whole number from 6 to 28",
    ),
    (
        *("dresses.csv", "yellow_06", "livre", "29"),
        "dresses.csv, line 7 (yellow_06), column livre: 29 is not a whole number from 6 to 28",
    ),
    (
        *("dresses.csv", "red_10", "yarn", "-1"),
        "dresses.csv, line 37 (red_10), column yarn: -1 is not a whole number from 0 to 9",
    ),
    (
        *("dresses.csv", "red_10", "red", ""),
        "dresses.csv, line 37 (red_10), column red: '' is not a whole number from 0 to 9",
    ),
    (
        *("dresses.csv", "red_10", "red", "9" * 5000),
        (
            f"dresses.csv, line 37 (red_10), column red: '{'9' * 60}...' "
            "is not a whole number from 0 to 9"
        ),
    ),
    (
        *("dresses.csv", "red_10", "red", "٣"),
        "dresses.csv, line 37 (red_10), column red: '٣' is not a whole number from 0 to 9",
    ),
    (
        *("dresses.csv", "red_10", "red", "true"),
        "dresses.csv, line 37 (red_10), column red: 'true' is not a whole number from 0 to 9",
    ),
    (
        *("dresses.csv", "red_10", "thimble", "yes"),
        "dresses.csv, line 37 (red_10), column thimble: 'yes' is not 0 or 1",
    ),
    (
        *("dresses.csv", "red_10", "color", "rde"),
        (
            "dresses.csv, line 37 (red_10), column color: "
            "'rde' is not a known colour, did you mean 'red'?"
        ),
    ),
    (
        *("dresses.csv", "red_10", "color", "purple"),
        (
            "dresses.csv, line 37 (red_10), column color: "
            "'purple' is not a known colour, expected one of yellow, green, red, blue"
        ),
    ),
    (
        *("dresses.csv", "red_10", "source", ""),
        "dresses.csv, line 37 (red_10), column source: the cell is empty, expected some text",
    ),
    (
        *("dresses.csv", "red_10", "id", "red_09"),
        "dresses.csv, line 37, column id: 'red_09' occurs twice, expected a new id in each row",
    ),
    (
        *("dresses.csv", "red_10", "id", "red 10"),
        (
            "dresses.csv, line 37, column id: 'red 10' is not made of 1 to 40 "
            "letters, digits and underscores"
        ),
    ),
    (
        *("dresses.csv", "red_10", "id", "röte"),
        (
            "dresses.csv, line 37, column id: 'röte' is not made of 1 to 40 "
            "letters, digits and underscores"
        ),
    ),
    (
        *("dresses.csv", "red_10", "id", ""),
        (
            "dresses.csv, line 37, column id: '' is not made of 1 to 40 "
            "letters, digits and underscores"
        ),
    ),
    (
        *("employees.csv", "l1_trim", "level", "7"),
        "employees.csv, line 11 (l1_trim), column level: 7 is not a whole number from 0 to 6",
    ),
    (
        *("employees.csv", "l1_trim", "copies", "0"),
        "employees.csv, line 11 (l1_trim), column copies: 0 is not a whole number from 1 to 36",
    ),
    (
        *("employees.csv", "l1_trim", "rank", "Master"),
        (
            "employees.csv, line 11 (l1_trim), column rank: "
            "'Master' is not a known rank, did you mean 'master'?"
        ),
    ),
    (
        *("employees.csv", "l1_trim", "bonus", "fre_trim"),
        (
            "employees.csv, line 11 (l1_trim), column bonus: "
            "'fre_trim' is not a known bonus, did you mean 'free_trim'?"
        ),
    ),
    (
        *("employees.csv", "l1_trim", "bonus", ""),
        (
            "employees.csv, line 11 (l1_trim), column bonus: "
            "'' is not a known bonus, expected one of none, livre_1, livre_2, ..."
        ),
    ),
    (
        *("employees.csv", "l1_trim", "rank_source", "  "),
        (
            "employees.csv, line 11 (l1_trim), column rank_source: the cell is empty, "
            "expected some text"
        ),
    ),
    (
        *("resources.csv", "2g", "copies", "63"),
        "resources.csv, line 2 (2g), column copies: 63 is not a whole number from 1 to 62",
    ),
    (
        *("resources.csv", "2g", "trim", "yarn_or_laces"),
        (
            "resources.csv, line 2 (2g), column trim: "
            "'yarn_or_laces' is not a known trim, did you mean 'yarn_or_lace'?"
        ),
    ),
]


@pytest.mark.parametrize(("file", "row", "column", "value", "sentence"), CELLS)
def test_wrong_cell(kit, file, row, column, value, sentence):
    kit.cell(file, row, column, value)
    assert matches(kit.error(), sentence)


def test_without_counts_a_dress_may_be_worth_any_money(kit):
    kit.cell("dresses.csv", "yellow_06", "livre", 99)
    assert kit.load(check_counts=False).dresses[5].livre == 99
    kit.cell("dresses.csv", "yellow_06", "livre", "x")
    assert kit.error(check_counts=False).endswith("'x' is not a whole number from 0 to 99")


# file, what to replace, by what, the whole sentence; the words after "not valid" are Python's
CSV_TEXTS = [
    (
        *("dresses.csv", "livre,", ""),
        f"dresses.csv, line 1: column livre is missing, expected {DRESS_HEADER}",
    ),
    (
        *("dresses.csv", "livre,", "money,"),
        "dresses.csv, line 1: column 'money' is unknown, expected one of "
        + DRESS_HEADER.replace(",", ", "),
    ),
    (
        *("dresses.csv", "livre,", "liver,"),
        "dresses.csv, line 1: column 'liver' is unknown, did you mean 'livre'?",
    ),
    (
        *("dresses.csv", "livre,", "livre,livre,"),
        "dresses.csv, line 1: column livre occurs 2 times, expected once",
    ),
    (
        *("dresses.csv", "id,color", "id;color"),
        "dresses.csv, line 1: column 'id;color' is unknown, did you mean 'color'?",
    ),
    (
        *("dresses.csv", "yellow_03,yellow,", "yellow_03,yellow,1,"),
        "dresses.csv, line 4 (yellow_03): 13 fields found, expected 12",
    ),
    (
        *("dresses.csv", "yellow_03,yellow,", "yellow_03,"),
        "dresses.csv, line 4 (yellow_03): 11 fields found, expected 12",
    ),
    (
        *("dresses.csv", "yellow_03,", '"yellow_03"x,'),
        "dresses.csv, line 4: not valid CSV, ...",
    ),
    (
        *("resources.csv", "2b,", '"2b,'),
        "resources.csv, line 14: not valid CSV, ...",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CSV_TEXTS)
def test_wrong_csv(kit, file, old, new, sentence):
    kit.edit(file, old, new)
    assert matches(kit.error(), sentence)


def test_empty_csv(kit):
    kit.write("dresses.csv", "\n\n")
    assert kit.error() == f"dresses.csv: the file is empty, expected the header {DRESS_HEADER}"


def test_csv_with_semicolons(kit):
    kit.write("dresses.csv", kit.read("dresses.csv").replace(",", ";"))
    assert kit.error() == (
        f"dresses.csv, line 1: the columns are not separated by commas, expected {DRESS_HEADER}"
    )


def test_header_without_rows(kit):
    kit.write("dresses.csv", DRESS_HEADER + "\n")
    assert kit.error(False) == "dresses.csv: 0 dresses found, expected 1 to 62"


def test_the_line_of_a_row_after_blank_lines_and_a_quoted_line_break(kit):
    kit.edit("dresses.csv", "\nyellow_02", "\n\n\nyellow_02")
    kit.edit("dresses.csv", "2,0,reconstructed", '2,0,"a\nb"')
    kit.cell("dresses.csv", "yellow_03", "lace", "x")
    assert kit.error().startswith("dresses.csv, line 7 (yellow_03), column lace: ")


HALL_REWARDS = (
    "none, yarn, lace, tile, livre_1, livre_2, livre_3, livre_4, livre_5, livre_6, "
    "livre_7, livre_8, livre_9"
)
TOML_TEXTS = [
    (
        *(B23, "[8, 6, 4, 2, 0, 0]", "[8, 6, true, 2, 0, 0]"),
        f"{B23}, table workshop, key costs, value 3: true is not a whole number from 0 to 99",
    ),
    (
        *(B23, "[8, 6, 4, 2, 0, 0]", "[8, 6.0, 4, 2, 0, 0]"),
        f"{B23}, table workshop, key costs, value 2: 6.0 is not a whole number from 0 to 99",
    ),
    (
        *(B23, "[8, 6, 4, 2, 0, 0]", "[8, 6, 4, 2, 0, -1]"),
        f"{B23}, table workshop, key costs, value 6: -1 is not a whole number from 0 to 99",
    ),
    (
        *(B23, "[8, 6, 4, 2, 0, 0]", "8"),
        f"{B23}, table workshop, key costs: 8 is not a list",
    ),
    (
        *(B23, "costs =", "cost ="),
        f"{B23}, table workshop: key 'cost' is unknown, did you mean 'costs'?",
    ),
    (
        *(B23, "costs =", "# costs ="),
        f"{B23}, table workshop: key costs is missing, expected costs, source",
    ),
    (
        *(B23, "[workshop]", "[works]"),
        f"{B23}: key 'works' is unknown, did you mean 'workshop'?",
    ),
    (
        *(B23, "[workshop]", "[[workshop]]"),
        f"{B23}, key workshop: a list of 1 is not a table",
    ),
    (
        *(B23, "{ 1 = 0, 2 = 1, 3 = 2, 4 = 2 }", "{ 1 = 0, 2 = 1, 3 = 2 }"),
        f"{B23}, table warehouse.prices: key 4 is missing, expected 1, 2, 3, 4",
    ),
    (
        *(B23, "{ 1 = 0, 2 = 1, 3 = 2, 4 = 2 }", "{ 1 = 0, 2 = 1, 3 = 2, 4 = 2, 5 = 9 }"),
        f"{B23}, table warehouse.prices: key '5' is unknown, expected one of 1, 2, 3, 4",
    ),
    (
        *(B23, "{ 1 = 0, 2 = 1, 3 = 2, 4 = 2 }", "{ 1 = 0, 2 = 1, 3 = 2, 4 = 100 }"),
        f"{B23}, table warehouse.prices, key 4: 100 is not a whole number from 0 to 99",
    ),
    (
        *(B23, 'normal = ["yarn", "lace"]', 'normal = ["yarn", "laces"]'),
        (
            f"{B23}, table halls, entry 2, key normal, value 2: "
            "'laces' is not a known reward, did you mean 'lace'?"
        ),
    ),
    (
        *(B23, 'normal = ["yarn", "lace"]', 'normal = ["yarn", "gold"]'),
        (
            f"{B23}, table halls, entry 2, key normal, value 2: "
            f"'gold' is not a known reward, expected one of {HALL_REWARDS}"
        ),
    ),
    (
        *(B23, 'normal = ["yarn", "lace"]', 'normal = ["yarn", 2]'),
        f"{B23}, table halls, entry 2, key normal, value 2: 2 is not a reward",
    ),
    (
        *(B23, "majority = [5, 2]", "majority = [5]"),
        f"{B23}, table halls, entry 1, key majority: 1 number found, expected 2 (first, second)",
    ),
    (
        *(B23, "{ cost = 16, prestige = 5 }", "{ cost = 16, prestige = 31 }"),
        (
            f"{B23}, table halls, entry 2, table musician, key prestige: "
            "31 is not a whole number from 0 to 30"
        ),
    ),
    (
        *(B23, "{ cost = 16, prestige = 5 }", "{ cost = '16', prestige = 5 }"),
        (
            f"{B23}, table halls, entry 2, table musician, key cost: "
            "'16' is not a whole number from 0 to 99"
        ),
    ),
    (
        *(B23, "{ cost = 16, prestige = 5 }", "{ cost = 16, prestige = 5, multiplier = 2 }"),
        (
            f"{B23}, table halls, entry 2, table musician: "
            "key 'multiplier' is unknown, expected one of cost, prestige"
        ),
    ),
    (
        *(B23, "{ cost = 16, prestige = 5 }", "7"),
        f"{B23}, table halls, entry 2, key musician: 7 is not a table",
    ),
    (
        *(B23, 'name = "Hall 2"', "name = 2"),
        f"{B23}, table halls, entry 2, key name: 2 is not a text",
    ),
    (
        *(B45, "multiplier = 3", "multiplier = 0"),
        (
            f"{B45}, table fireworks.spaces, entry 4, key multiplier: "
            "0 is not a whole number from 1 to 9"
        ),
    ),
    (
        *(B45, "spaces = [{ cost = 12, prestige = 0 }", "spaces = [12"),
        f"{B45}, table statues, key spaces, value 1: 12 is not a table",
    ),
    (
        *(B45, "[hire]", "[hire]\nsource = 3 #"),
        f"{B45}: not valid TOML, ...",
    ),
    (
        *(B45, "players = [4, 5]", "players = [4, 5"),
        f"{B45}: not valid TOML, ...",
    ),
    (
        *("game.toml", "livre = 15", "livre = 1.5"),
        "game.toml, table start, key livre: 1.5 is not a whole number from 0 to 99",
    ),
    (
        *("game.toml", "livre = 15", "livre = 2020-01-01"),
        "game.toml, table start, key livre: 2020-01-01 is not a whole number from 0 to 99",
    ),
    (
        *("game.toml", "livre = 15", "livre = 0x" + "f" * 9000),
        "game.toml, table start, key livre: a very long number is not a whole number from 0 to 99",
    ),
    (
        *("game.toml", 'source = "rulebook"', 'source = " "'),
        "game.toml, table start, key source: the text is empty, expected some words",
    ),
    (
        *("game.toml", "livre_per_prestige = 10", "livre_per_prestige = 0"),
        "game.toml, table scoring, key livre_per_prestige: 0 is not a whole number from 1 to 99",
    ),
    (
        *("game.toml", "minimum_deck = 4", "minimum_deck = 3"),
        "game.toml, table depute, key minimum_deck: 3 is not a whole number from 4 to 36",
    ),
    (
        *("game.toml", "[income]", "[bank]\n[income]"),
        (
            "game.toml: key 'bank' is unknown, expected one of "
            "start, favor, depute, bonus_depute, income, scoring"
        ),
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), TOML_TEXTS)
def test_wrong_toml(kit, file, old, new, sentence):
    kit.edit(file, old, new)
    assert matches(kit.error(), sentence)


def test_malformed_toml_names_the_line(kit):
    kit.edit(B45, "costs =", "costs")
    assert "(at line 5, column " in kit.error()


def test_toml_number_of_thousands_of_digits(kit):
    kit.edit("game.toml", "livre = 15", "livre = " + "1" * 9000)
    assert kit.error().startswith("game.toml: not valid TOML, ")


def test_toml_nested_too_deeply(kit):
    kit.write("game.toml", "x = " + "[" * 20_000)
    assert kit.error() == "game.toml: not valid TOML, it is nested too deeply"


def test_missing_table(kit):
    kit.write("game.toml", kit.read("game.toml").split("[scoring]")[0])
    assert kit.error() == (
        "game.toml: key scoring is missing, expected "
        "start, favor, depute, bonus_depute, income, scoring"
    )


@pytest.mark.parametrize("file", ["employees.csv", "dresses.csv", "resources.csv", B23, B45])
def test_missing_file(kit, file):
    (kit.folder / file).unlink()
    assert kit.error() == f"{file}: the file is missing in {str(kit.folder)!r}"


@pytest.mark.parametrize("file", ["dresses.csv", "game.toml"])
def test_a_folder_instead_of_a_file(kit, file):
    (kit.folder / file).unlink()
    (kit.folder / file).mkdir()
    assert kit.error().startswith(f"{file}: cannot be read, ")


def test_missing_folder(tmp_path):
    folder = tmp_path / "nowhere"
    with pytest.raises(ComponentError) as caught:
        load_components(folder)
    assert str(caught.value) == f"the components folder {str(folder)!r} does not exist"


def test_a_file_instead_of_the_folder(kit):
    file = kit.folder / "dresses.csv"
    with pytest.raises(ComponentError) as caught:
        load_components(str(file))
    assert str(caught.value) == f"the components folder {str(file)!r} is not a folder"


def test_a_folder_name_that_cannot_exist():
    with pytest.raises(ComponentError, match="does not exist"):
        load_components("a\0b")


@pytest.mark.parametrize(
    ("file", "line"), [("dresses.csv", 3), ("board_2_3.toml", 3), ("game.toml", 3)]
)
def test_bad_encoding(kit, file, line):
    lines = kit.read(file).encode().split(b"\n")
    lines[line - 1] += b" \xe9t\xe9"
    kit.write(file, b"\n".join(lines))
    assert kit.error() == (
        f"{file}, line {line}: byte 0xe9 is not UTF-8 text, save the file as UTF-8"
    )


@pytest.mark.parametrize("file", ["dresses.csv", "board_2_3.toml", "game.toml"])
def test_byte_order_mark_and_windows_line_ends_are_fine(kit, standard, file):
    text = kit.read(file).replace("\n", "\r\n")
    kit.write(file, b"\xef\xbb\xbf" + text.encode())
    assert kit.load() == standard


def test_bad_encoding_after_a_byte_order_mark(kit):
    kit.write("dresses.csv", b"\xef\xbb\xbf" + kit.read("dresses.csv").encode() + b"\n\xff")
    assert kit.error().startswith("dresses.csv, line 45: byte 0xff is not UTF-8 text")


def test_columns_in_another_order_spaces_and_blank_lines_are_fine(kit, standard):
    rows = [line.split(",") for line in kit.read("dresses.csv").splitlines()]
    kit.write("dresses.csv", "\n\n".join(" , ".join(reversed(row)) for row in rows))
    assert kit.load() == standard


def test_a_set_without_game_toml_uses_the_standard_numbers(kit, standard):
    (kit.folder / "game.toml").unlink()
    assert kit.load() == standard


def test_a_folder_named_by_text_or_path(kit, standard):
    assert load_components(str(kit.folder)) == load_components(kit.folder) == standard
