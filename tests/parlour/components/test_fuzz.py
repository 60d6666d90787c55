"""A damaged file of any game still loads, or it gives a ComponentError of one line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noblemen_env.components import load as noblemen
from rokoko_env.components import load as rokoko
from tests.parlour.components.sets import load_or_refuse, mutated, with_another_value

WORDS = {
    rokoko: (
        "livre_3",
        "[halls]",
        "[[halls]]",
        "yellow",
        "master",
        "livre",
        "cost = ",
        "{ 1 = 2 }",
    ),
    noblemen: ("grove", "dowry", "duke", "[offer]", "[[track]]", '"mask"', "most = ", "{ 3 = 3 }"),
}


def files_of(game, ending):
    files = [file for file in game.FILES if file.endswith(ending)]
    return [pytest.param(game, file, id=f"{game.__package__}-{file}") for file in files]


FILES = [param for game in WORDS for param in files_of(game, "")]
TABLES = [param for game in WORDS for param in files_of(game, ".toml")]
STANDARD = {game: game.read_files() for game in WORDS}


@pytest.mark.parametrize(("game", "file"), FILES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_small_edits(game, file, data):
    text = data.draw(mutated(STANDARD[game][file].decode(), WORDS[game]))
    changed = {**STANDARD[game], file: text.encode("utf-8", "surrogatepass")}
    load_or_refuse(game.load_components, changed, data.draw(st.booleans()))


@pytest.mark.parametrize(("game", "file"), FILES)
@settings(max_examples=40, deadline=None)
@given(content=st.binary(max_size=200), tail=st.booleans())
def test_any_bytes(game, file, content, tail):
    data = STANDARD[game][file] + content if tail else content
    changed = {**STANDARD[game], file: data}
    load_or_refuse(game.load_components, changed, check_counts=True)


@pytest.mark.parametrize(("game", "file"), TABLES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_values_of_any_type_in_toml(game, file, data):
    text = data.draw(with_another_value(STANDARD[game][file].decode()))
    changed = {**STANDARD[game], file: text.encode()}
    load_or_refuse(game.load_components, changed, data.draw(st.booleans()))
