"""The jitted core agrees with the slow reference model (a few games: `make compare` has more)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from parlour.core.jit import JIT_DISABLED
from tests.rokoko_env.core.compare import STANDARD, compare_game
from tests.rokoko_env.core.compare_many import compare_chunk, missing_events

GAMES = 3 if JIT_DISABLED else 12


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_core_and_reference_model_agree(num_players):
    events, decisions = compare_chunk(num_players, 1_000, 1_000 + GAMES)
    assert events["round played"] == 7 * GAMES
    assert decisions > 100 * GAMES


def test_a_difference_is_found(monkeypatch):
    """The comparison itself can fail: a model with another income differs in round 2."""
    monkeypatch.setattr("tests.rokoko_env.reference.model.INCOME", 6)
    with pytest.raises(AssertionError, match="2 players, seed 0"):
        compare_game(2, 0)


def test_events_that_never_occurred_are_named():
    events, _ = compare_chunk(2, 0, 1)
    assert "crown scored: crown_2_pp_per_couple" in missing_events(events)


@pytest.fixture(scope="module")
def scarce(tmp_path_factory):
    """Components with so few dresses, tiles and guest spaces that everything runs out."""
    folder = tmp_path_factory.mktemp("scarce")
    for source in STANDARD.iterdir():
        text = source.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        if source.name == "dresses.csv":
            text = "".join([lines[0], *lines[1:4], *lines[14:17], *lines[27:29], *lines[37:39]])
        if source.name == "resources.csv":
            text = re.sub(r"(?m)^(\w+),\d+,", r"\1,1,", text)
        if source.name.startswith("board"):
            text = re.sub(r"(?m)^normal = .*$", 'normal = ["tile"]', text)
            text = re.sub(r"(?m)^master = .*$", 'master = ["none"]', text)
            text = re.sub(r"(?m)^prestige = \[.*$", "prestige = [5]", text)
        (folder / source.name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_they_agree_when_everything_runs_out(num_players, scarce):
    events = Counter()
    for seed in range(0, 2 * GAMES, 2):  # even seeds: eager players
        events += compare_game(num_players, seed, scarce)[0]
    assert events["refill: dress bag"]
    assert events["refill: tile stack"]
    assert events["shortage: warehouse space left empty"]
    if num_players >= 4:
        assert events["shortage: window left empty"]
        assert events["dress: sold, no space fitted"]
