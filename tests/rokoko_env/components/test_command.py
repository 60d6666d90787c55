"""`python -m rokoko_env.components`, and its counts of source words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from parlour.sources import SOURCE_WORDS, source_words
from rokoko_env.components.__main__ import main
from rokoko_env.components.load import FILES, load_components, standard_folder
from rokoko_env.components.sources import count_sources

COMMAND = [sys.executable, "-m", "rokoko_env.components"]


def test_export_check_and_load_round_trip(tmp_path, run, standard):
    folder = tmp_path / "new" / "set"
    assert run("export", str(folder)) == (0, f"wrote 6 files to {str(folder)!r}\n", "")
    for file in FILES:
        assert (folder / file).read_bytes() == standard_folder().joinpath(file).read_bytes()
    code, out, err = run("check", str(folder))
    assert (code, err) == (0, "")
    assert out.startswith(
        "ok: 5 base cards, 28 hire cards, 42 dresses, 48 tiles, 2 board sides, own game numbers; "
    )
    again = load_components(folder)
    assert again is not standard
    assert again == standard
    assert again.digest == standard.digest


def test_check_counts_the_values_of_each_source_word(kit, run, standard):
    total = sum(sum(counts.values()) for counts in count_sources(standard).values())
    out = run("check", str(kit.folder))[1]
    parts = out.strip().split("; values: ")[1].split(", ")
    assert [part.split()[1] for part in parts] == [
        "rulebook",
        "press",
        "inferred",
        "reconstructed",
    ]
    assert sum(int(part.split()[0]) for part in parts) == total
    kit.cell("dresses.csv", "red_01", "source", "printed on my copy")
    assert run("check", str(kit.folder))[1].endswith(", 10 other\n")


def test_check_reports_standard_game_numbers(kit, run):
    (kit.folder / "game.toml").unlink()
    assert ", standard game numbers; " in run("check", str(kit.folder))[1]


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


def test_check_of_a_missing_folder(tmp_path, run):
    code, out, err = run("check", str(tmp_path / "nowhere"))
    assert (code, out) == (2, "")
    assert err.endswith("does not exist\n")


def test_export_does_not_overwrite(tmp_path, run):
    (tmp_path / "game.toml").write_text("mine")
    code, out, err = run("export", str(tmp_path))
    assert (code, out) == (2, "")
    assert err == f"error: {str(tmp_path)!r} already holds game.toml: nothing was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]
    assert (tmp_path / "game.toml").read_text() == "mine"


def test_export_into_a_folder_with_other_files(tmp_path, run):
    (tmp_path / "notes.txt").write_text("mine")
    assert run("export", str(tmp_path))[0] == 0
    assert len(list(tmp_path.iterdir())) == 7


def test_export_onto_a_file(tmp_path, run):
    file = tmp_path / "file"
    file.write_text("mine")
    code, out, err = run("export", str(file))
    assert (code, out) == (2, "")
    assert err.startswith(f"error: cannot write to {str(file)!r}: ")
    assert file.read_text() == "mine"


def test_sources_table(run):
    code, out, err = run("sources")
    assert (code, err) == (0, "")
    rows = [line.rsplit(maxsplit=4) for line in out.splitlines()]
    assert rows[0] == ["file", "rulebook", "press", "inferred", "reconstructed"]
    assert [row[0] for row in rows[1:]] == [*FILES, "all files"]
    numbers = [[int(cell) for cell in row[1:]] for row in rows[1:]]
    assert [sum(column) for column in zip(*numbers[:-1], strict=True)] == numbers[-1]


@pytest.mark.parametrize("argv", [[], ["check"], ["unknown"]])
def test_usage(argv, capsys):
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert "usage: python -m rokoko_env.components" in capsys.readouterr().err


def test_ctrl_c(run, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("rokoko_env.components.__main__.load_components", interrupt)
    assert run("sources") == (130, "", "stopped\n")


def test_as_a_process(tmp_path):
    folder = str(tmp_path / "set")
    codes = []
    for argv in (["export", folder], ["export", folder], ["check", folder], ["check", "nowhere"]):
        result = subprocess.run([*COMMAND, *argv], capture_output=True, text=True, check=False)
        codes.append(result.returncode)
        assert len((result.stdout + result.stderr).splitlines()) == 1
    assert codes == [0, 2, 0, 2]


# ------------------------------------------------------------------------------- source words

GROUPS = {"majority": 2, "spaces": 9, "copies": 1}
SOURCES = [
    ("rulebook", {"rulebook": 12}),
    ("reconstructed (rulebook: at least two; press: three)", {"reconstructed": 12}),
    (
        "inferred from a rulebook example; copies reconstructed",
        {"inferred": 11, "reconstructed": 1},
    ),
    ("majority inferred; spaces reconstructed", {"inferred": 2, "reconstructed": 9, "other": 1}),
    ("9 spaces in all: press review; rulebook", {"press": 9, "rulebook": 3}),
    ("rulebook example (spaces); majority and copies inferred", {"rulebook": 9, "inferred": 3}),
    ("printed on my copy", {"other": 12}),
    ("Rulebook; press", {"rulebook": 12}),
]


@pytest.mark.parametrize(("source", "expected"), SOURCES)
def test_source_words(source, expected):
    assert source_words(source, GROUPS) == expected


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


def test_the_documentation_has_the_sources_of_the_standard_set(standard):
    text = (Path(__file__).parents[3] / "docs" / "components.md").read_text("utf-8")
    for file, words in count_sources(standard).items():
        cells = " | ".join(str(words[word]) for word in SOURCE_WORDS)
        assert f"| {file} | {cells} |" in text
