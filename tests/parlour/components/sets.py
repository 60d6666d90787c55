"""Helpers for tests of games' components: a set that a test may damage, and random damage."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from parlour.component_errors import ComponentError


@dataclass(frozen=True)
class Kit:
    """A copy of the standard files of a game in a folder of its own."""

    folder: Path
    load_components: Callable[..., Any]

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

    def load(self, check_counts: bool = True) -> Any:
        return self.load_components(self.folder, check_counts=check_counts)

    def error(self, check_counts: bool = True) -> str:
        """Load the set, which must fail, and return the message: one sentence."""
        with pytest.raises(ComponentError) as caught:
            self.load(check_counts)
        message = str(caught.value)
        assert "\n" not in message
        assert message.isprintable()
        assert not re.search(r"[.] ", message), "more than one sentence"
        return message

    def count_error(self) -> str:
        """Return the message of a count check; without the count checks the same set is fine."""
        self.load(check_counts=False)
        message = self.error()
        assert message.endswith("(a count check)")
        return message


Run = Callable[..., tuple[int, str, str]]


def runner(main: Callable[[Sequence[str]], int], capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command in this process: exit code, output, errors."""

    def run(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def fixtures(main: Callable[[Sequence[str]], int], load_components: Callable[..., Any]) -> Any:
    """Return the fixtures of a game: a kit, the standard set, and its command."""

    @pytest.fixture
    def kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kit:
        folder = tmp_path / "set"
        assert runner(main, capsys)("export", str(folder))[0] == 0
        return Kit(folder, load_components)

    @pytest.fixture
    def standard() -> Any:
        return load_components()

    @pytest.fixture
    def run(capsys: pytest.CaptureFixture[str]) -> Run:
        return runner(main, capsys)

    return kit, standard, run


def matches(message: str, sentence: str) -> bool:
    """Compare message and sentence; a sentence that ends in dots is only the beginning."""
    if sentence.endswith("..."):
        return message.startswith(sentence.removesuffix("..."))
    return message == sentence


def load_or_refuse(
    load_components: Callable[..., Any], files: dict[str, bytes], check_counts: bool
) -> None:
    """Load damaged files: they give a set, or a ComponentError of one line that names the file."""
    with tempfile.TemporaryDirectory() as folder:
        for file, data in files.items():
            (Path(folder) / file).write_bytes(data)
        try:
            components = load_components(folder, check_counts=check_counts)
        except ComponentError as error:
            message = str(error)
            assert message.isprintable()
            assert any(message.startswith(file) for file in files)
        else:
            assert len(components.digest) == 64


TOKENS = (
    *("-1", "0", "99", "100", "1.5", "1e5", "true", "nan", "inf", "none", "9" * 30),
    *(",", ";", '"', "'", "\n", "\r", "\r\n", "\t", "\0", "#", "=", ".", "\ufeff", "\u2028"),
    *("[", "]", "[[", "]]", "{", "}", "[x]\n", "1979-05-27", '""""""', "id", "source"),
)


@st.composite
def mutated(draw: st.DrawFn, text: str, words: Sequence[str]) -> str:
    """Make a few small edits, as a person or a spreadsheet would; `words` are those of the game."""
    tokens = st.sampled_from([*TOKENS, *words])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.one_of(st.integers(0, 4), st.integers(0, 200)))
        piece = draw(st.one_of(st.just(""), tokens, st.text(max_size=6), st.just(None)))
        if piece is None:  # repeat what stands there
            piece = text[start : start + length] * 2
        text = text[:start] + piece + text[start + length :]
    return text


TOML_VALUES = st.recursive(
    st.sampled_from(["0", "-3", "7", "200", "2.0", "true", '""', '"word"', "1979-05-27", "nan"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, max_size=4).map(
            lambda items: "{" + ", ".join(f"{n + 1} = {item}" for n, item in enumerate(items)) + "}"
        ),
    ),
    max_leaves=6,
)


@st.composite
def with_another_value(draw: st.DrawFn, text: str) -> str:
    """Give a key of a TOML file a value of any type."""
    lines = text.splitlines()
    keys = [n for n, line in enumerate(lines) if " = " in line and not line.startswith((" ", "#"))]
    chosen = draw(st.sampled_from(keys))
    lines[chosen] = f"{lines[chosen].split(' = ')[0]} = {draw(TOML_VALUES)}"
    return "\n".join(lines)
