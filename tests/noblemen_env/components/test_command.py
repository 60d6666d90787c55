"""`python -m noblemen_env.components`: its words, and its counts of source words."""

from __future__ import annotations

from noblemen_env.components.sources import count_sources


def test_check_counts_the_components(kit, run):
    assert run("check", str(kit.folder))[1].startswith(
        "ok: 202 land tiles, 35 scandal cards, 46 buildings, round track of 11 fields, "
        "own game numbers; "
    )


def test_check_counts_the_values_of_other_sources(kit, run):
    kit.edit("board.toml", "reconstructed (", "on my copy (")
    assert run("check", str(kit.folder))[1].endswith(", 14 other\n")


def test_check_of_a_wrong_set(kit, run):
    kit.cell("titles.csv", "earl", "prestige", "six")
    code, out, err = run("check", str(kit.folder))
    assert (code, out) == (2, "")
    assert err == (
        "error: titles.csv, line 4 (earl), column prestige: "
        "'six' is not a whole number from 0 to 99\n"
    )


def test_check_without_counts(kit, run):
    kit.cell("cards.csv", "whitehall", "copies", 0)
    assert run("check", str(kit.folder))[0] == 2
    code, out, _ = run("check", str(kit.folder), "--no-counts")
    assert code == 0
    assert " 33 scandal cards, " in out


def test_sources_of_the_standard_set(standard):
    """Prices are reconstructed, the track is inferred; nothing else on the board is."""
    files = count_sources(standard)
    for words in files.values():
        assert "other" not in words
    for file in ("tiles.csv", "cards.csv", "titles.csv", "follies.csv"):
        assert set(files[file]) == {"rulebook"}
    assert files["board.toml"] == {"rulebook": 18, "inferred": 11, "reconstructed": 14}
    assert files["game.toml"] == {"rulebook": 45, "inferred": 1, "reconstructed": 3}
