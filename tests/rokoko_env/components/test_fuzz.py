"""A damaged file still loads, or it gives a ComponentError of one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.components.load import FILES, standard_folder

STANDARD = {file: standard_folder().joinpath(file).read_bytes() for file in FILES}

TOKENS = st.sampled_from(
    [
        *("-1", "0", "99", "100", "1.5", "1e5", "true", "nan", "inf", "none", "livre_3", "9" * 30),
        *(",", ";", '"', "'", "\n", "\r", "\r\n", "\t", "\0", "#", "=", ".", "\ufeff", "\u2028"),
        *("[", "]", "[[", "]]", "{", "}", "[halls]", "[[halls]]", "[x]\n", "1979-05-27", '""""""'),
        *("yellow", "master", "id", "source", "livre", "cost = ", "players = []\n"),
    ]
)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Make a few small edits, as a person or a spreadsheet would."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.one_of(st.integers(0, 4), st.integers(0, 200)))
        piece = draw(st.one_of(st.just(""), TOKENS, st.text(max_size=6), st.just(None)))
        if piece is None:  # repeat what stands there
            piece = text[start : start + length] * 2
        text = text[:start] + piece + text[start + length :]
    return text


def load(files: dict[str, bytes], check_counts: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for file, data in files.items():
            (Path(folder) / file).write_bytes(data)
        try:
            components = load_components(folder, check_counts=check_counts)
        except ComponentError as error:
            message = str(error)
            assert message.isprintable()
            assert any(message.startswith(file) for file in FILES)
        else:
            assert isinstance(components, Components)
            assert len(components.digest) == 64


@pytest.mark.parametrize("file", FILES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_small_edits(file, data):
    text = data.draw(mutated(STANDARD[file].decode()))
    changed = {**STANDARD, file: text.encode("utf-8", "surrogatepass")}
    load(changed, data.draw(st.booleans()))


@pytest.mark.parametrize("file", FILES)
@settings(max_examples=40, deadline=None)
@given(content=st.binary(max_size=200), tail=st.booleans())
def test_any_bytes(file, content, tail):
    data = STANDARD[file] + content if tail else content
    load({**STANDARD, file: data}, check_counts=True)


VALUES = st.recursive(
    st.sampled_from(["0", "-3", "7", "200", "2.0", "true", '""', '"yarn"', "1979-05-27", "nan"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, max_size=4).map(
            lambda items: "{" + ", ".join(f"{n + 1} = {item}" for n, item in enumerate(items)) + "}"
        ),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith(".toml")])
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_values_of_any_type_in_toml(file, data):
    lines = STANDARD[file].decode().splitlines()
    keys = [n for n, line in enumerate(lines) if " = " in line and not line.startswith((" ", "#"))]
    chosen = data.draw(st.sampled_from(keys))
    lines[chosen] = f"{lines[chosen].split(' = ')[0]} = {data.draw(VALUES)}"
    load({**STANDARD, file: "\n".join(lines).encode()}, data.draw(st.booleans()))
