"""The engine still plays the golden games, and together they show all of the game."""

from __future__ import annotations

import pytest

from rokoko_env.actions import PLAIN_NAMES
from rokoko_env.components import BONUSES
from rokoko_env.core import ids
from tests.parlour.golden import replay_in, text_of
from tests.rokoko_env.golden.playthroughs import PLAYERS, occurrences, path_for


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_engine_plays_the_golden_game(num_players):
    """After an intended change, run `python -m tests.rokoko_env.golden.playthroughs`."""
    path = path_for(num_players)
    replay = replay_in(path)
    replay.verify()
    assert text_of(replay) == path.read_text(encoding="utf-8")


def test_every_action_kind_bonus_and_source_occurs_in_some_golden_game():
    events = set().union(*(occurrences(replay_in(path_for(n))) for n in PLAYERS))
    kinds = {name.split(": ", 1)[1] for name in events}
    targets = {"take tile", "make dress", "fund", "card", "surrender", "rent"}
    assert not (set(PLAIN_NAMES.values()) | targets) - kinds
    in_play = {f"bonus: {name}" for name in BONUSES[1:] if not name.startswith("crown")}
    assert not in_play - events
    assert not {f"source: {source}" for source in ids.SOURCE_NAMES} - events
    decisions = {name.split(": ", 1)[0] for name in events}
    assert not set(ids.DECISION_NAMES[: ids.OVER]) - decisions
