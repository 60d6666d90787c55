"""Source words, and the tables of them in the documentation of each game."""

from __future__ import annotations

from pathlib import Path

import pytest

from noblemen_env.components.load import load_components as load_noblemen
from noblemen_env.components.sources import count_sources as count_noblemen
from parlour.sources import SOURCE_WORDS, source_words
from rokoko_env.components.load import load_components as load_rokoko
from rokoko_env.components.sources import count_sources as count_rokoko

DOCS = Path(__file__).parents[3] / "docs"

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


@pytest.mark.parametrize(
    ("counts", "page"),
    [
        pytest.param(count_rokoko(load_rokoko()), "components.md", id="rokoko"),
        pytest.param(count_noblemen(load_noblemen()), "noblemen/components.md", id="noblemen"),
    ],
)
def test_the_documentation_has_the_sources_of_the_standard_set(counts, page):
    text = (DOCS / page).read_text("utf-8")
    for file, words in counts.items():
        cells = " | ".join(str(words[word]) for word in SOURCE_WORDS)
        assert f"| {file} | {cells} |" in text
