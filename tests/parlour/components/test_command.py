"""`python -m GAME.components` of each game: what does not depend on the game."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections import Counter

import pytest

from parlour.sources import OTHER, SOURCE_WORDS
from tests.parlour.components.sets import runner

PACKAGES = ("noblemen_env.components", "rokoko_env.components")


@pytest.fixture(params=PACKAGES)
def package(request):
    return request.param


@pytest.fixture
def load(package):
    return importlib.import_module(f"{package}.load")


@pytest.fixture
def main(package):
    return importlib.import_module(f"{package}.__main__").main


@pytest.fixture
def run(main, capsys):
    return runner(main, capsys)


def test_export_check_and_load_round_trip(load, run, tmp_path):
    folder = tmp_path / "new" / "set"
    assert run("export", str(folder)) == (0, f"wrote 6 files to {str(folder)!r}\n", "")
    assert sorted(path.name for path in folder.iterdir()) == sorted(load.FILES)
    for file in load.FILES:
        assert (folder / file).read_bytes() == load.standard_folder().joinpath(file).read_bytes()
    code, out, err = run("check", str(folder))
    assert (code, err) == (0, "")
    assert out.startswith("ok: ")
    standard, again = load.load_components(), load.load_components(folder)
    assert again is not standard
    assert again == standard
    assert again.digest == standard.digest


def test_check_counts_the_values_of_each_source_word(package, load, run, tmp_path):
    sources = importlib.import_module(f"{package}.sources")
    run("export", str(tmp_path))
    parts = run("check", str(tmp_path))[1].strip().split("; values: ")[1].split(", ")
    numbers = {part.split()[1]: int(part.split()[0]) for part in parts}
    counts = sources.count_sources(load.load_components())
    assert numbers == sum(counts.values(), Counter())
    assert list(numbers) == [word for word in SOURCE_WORDS if word in numbers]
    assert OTHER not in numbers


def test_check_says_whose_game_numbers_count(run, tmp_path):
    run("export", str(tmp_path))
    assert ", own game numbers; " in run("check", str(tmp_path))[1]
    (tmp_path / "game.toml").unlink()
    assert ", standard game numbers; " in run("check", str(tmp_path))[1]


def test_check_of_a_missing_folder(run, tmp_path):
    code, out, err = run("check", str(tmp_path / "nowhere"))
    assert (code, out) == (2, "")
    assert err.endswith("does not exist\n")


def test_export_does_not_overwrite(run, tmp_path):
    (tmp_path / "game.toml").write_text("mine")
    code, out, err = run("export", str(tmp_path))
    assert (code, out) == (2, "")
    assert err == f"error: {str(tmp_path)!r} already holds game.toml: nothing was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]
    assert (tmp_path / "game.toml").read_text() == "mine"


def test_export_into_a_folder_with_other_files(run, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    assert run("export", str(tmp_path))[0] == 0
    assert len(list(tmp_path.iterdir())) == 7


def test_export_onto_a_file(run, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    code, out, err = run("export", str(file))
    assert (code, out) == (2, "")
    assert err.startswith(f"error: cannot write to {str(file)!r}: ")
    assert file.read_text() == "mine"


def test_sources_table(load, run):
    code, out, err = run("sources")
    assert (code, err) == (0, "")
    rows = [line.rsplit(maxsplit=4) for line in out.splitlines()]
    assert rows[0] == ["file", *SOURCE_WORDS]
    assert [row[0] for row in rows[1:]] == [*load.FILES, "all files"]
    numbers = [[int(cell) for cell in row[1:]] for row in rows[1:]]
    assert [sum(column) for column in zip(*numbers[:-1], strict=True)] == numbers[-1]


@pytest.mark.parametrize("argv", [[], ["check"], ["unknown"]])
def test_usage(main, package, capsys, argv):
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert f"usage: python -m {package}" in capsys.readouterr().err


def test_ctrl_c(package, run, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"{package}.__main__.load_components", interrupt)
    assert run("sources") == (130, "", "stopped\n")


def test_as_a_process(package, tmp_path):
    folder = str(tmp_path / "set")
    codes = []
    for argv in (["export", folder], ["export", folder], ["check", folder], ["check", "nowhere"]):
        command = [sys.executable, "-m", package, *argv]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        codes.append(result.returncode)
        assert len((result.stdout + result.stderr).splitlines()) == 1
    assert codes == [0, 2, 0, 2]
