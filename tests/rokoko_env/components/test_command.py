"""`python -m rokoko_env.components`: its words, and its counts of source words."""

from __future__ import annotations

from rokoko_env.components.sources import count_sources


def test_check_counts_the_components(kit, run):
    assert run("check", str(kit.folder))[1].startswith(
        "ok: 5 base cards, 28 hire cards, 42 dresses, 48 tiles, 2 board sides, own game numbers; "
    )


def test_check_counts_the_values_of_other_sources(kit, run):
    kit.cell("dresses.csv", "red_01", "source", "printed on my copy")
    assert run("check", str(kit.folder))[1].endswith(", 10 other\n")


def test_check_of_a_wrong_set(kit, run):
    kit.cell("dresses.csv", "yellow_06", "livre", "thirteen")
    code, out, err = run("check", str(kit.folder))
    assert (code, out) == (2, "")
    assert err == (
        "error: dresses.csv, line 7 (yellow_06), column livre: "
        "'thirteen' is not a whole number from 6 to 28\n"
    )


def test_check_without_counts(kit, run):
    kit.drop("dresses.csv", "red_01")
    assert run("check", str(kit.folder))[0] == 2
    code, out, _ = run("check", str(kit.folder), "--no-counts")
    assert code == 0
    assert " 41 dresses, " in out


def test_sources_of_the_standard_set(standard):
    files = count_sources(standard)
    for words in files.values():
        assert "other" not in words
    assert sum(files["dresses.csv"].values()) == 42 * 10
    # Only the cost and the thimble of the example dress are published.
    assert files["dresses.csv"] == {"rulebook": 8, "reconstructed": 412}
    assert files["game.toml"] == {"rulebook": 15}
    # 4 prices of the warehouse and 4 of the display are stated on each side.
    assert files["board_2_3.toml"]["rulebook"] == files["board_4_5.toml"]["rulebook"] == 8
