"""The jitted core agrees with the slow reference model (a small dose: `make compare` has more)."""

from __future__ import annotations

import pytest

from rokoko_env.core.jit import JIT_DISABLED
from tests.core.compare import compare_game
from tests.core.compare_many import compare_chunk, missing_events

GAMES = 3 if JIT_DISABLED else 12


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_core_and_reference_model_agree(num_players):
    events, decisions = compare_chunk(num_players, 1_000, 1_000 + GAMES)
    assert events["round played"] == 7 * GAMES
    assert decisions > 100 * GAMES


def test_a_difference_is_found(monkeypatch):
    """The comparison itself can fail: a model with another income differs in round 2."""
    monkeypatch.setattr("tests.reference.model.INCOME", 6)
    with pytest.raises(AssertionError, match="2 players, seed 0"):
        compare_game(2, 0)


def test_events_that_never_occurred_are_named():
    events, _ = compare_chunk(2, 0, 1)
    assert "crown scored: crown_2_pp_per_couple" in missing_events(events)
