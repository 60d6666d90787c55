"""Fixtures: a copy of the standard set that a test may damage, and the command."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.components.__main__ import main


class Kit:
    """A copy of the six standard files in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, file: str) -> str:
        return (self.folder / file).read_text("utf-8")

    def write(self, file: str, text: str | bytes) -> None:
        data = text.encode("utf-8") if isinstance(text, str) else text
        (self.folder / file).write_bytes(data)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace the first occurrence of `old`, which must exist."""
        text = self.read(file)
        assert old in text, f"{old!r} is not in {file}"
        self.write(file, text.replace(old, new, 1))

    def cell(self, file: str, row_id: str, column: str, value: object) -> None:
        """Set one cell of a CSV file without quotation marks."""
        lines = self.read(file).splitlines()
        column_index = lines[0].split(",").index(column)
        row = next(n for n, line in enumerate(lines) if line.split(",")[0] == row_id)
        cells = lines[row].split(",")
        cells[column_index] = str(value)
        lines[row] = ",".join(cells)
        self.write(file, "\n".join(lines) + "\n")

    def drop(self, file: str, row_id: str) -> None:
        """Remove one row of a CSV file."""
        lines = self.read(file).splitlines()
        others = [line for line in lines if line.split(",")[0] != row_id]
        assert len(others) == len(lines) - 1
        self.write(file, "\n".join(others) + "\n")

    def load(self, check_counts: bool = True) -> Components:
        return load_components(self.folder, check_counts=check_counts)

    def error(self, check_counts: bool = True) -> str:
        """Load the set, which must fail, and return the message: one sentence."""
        with pytest.raises(ComponentError) as caught:
            self.load(check_counts)
        message = str(caught.value)
        assert "\n" not in message
        assert message.isprintable()
        assert not re.search(r"[.] ", message), "more than one sentence"
        return message


@pytest.fixture
def kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kit:
    folder = tmp_path / "set"
    assert main(["export", str(folder)]) == 0
    capsys.readouterr()
    return Kit(folder)


@pytest.fixture
def standard() -> Components:
    return load_components()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: exit code, standard output, standard error."""

    def run_main(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        out, err = capsys.readouterr()
        return code, out, err

    return run_main
