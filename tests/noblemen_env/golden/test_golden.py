"""The engine still plays the golden games, and together they show all of the game."""

from __future__ import annotations

import pytest

from tests.noblemen_env.core.compare import STANDARD, CoreGame
from tests.noblemen_env.core.twin import Twin
from tests.noblemen_env.golden.playthroughs import PLAYERS, expected_events, occurrences, path_for
from tests.parlour.golden import replay_in, text_of


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_engine_plays_the_golden_game(num_players):
    """After an intended change, run `python -m tests.noblemen_env.golden.playthroughs`."""
    path = path_for(num_players)
    replay = replay_in(path)
    replay.verify()
    assert text_of(replay) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_reference_model_plays_it_too(num_players):
    replay = replay_in(path_for(num_players))
    core = CoreGame(num_players, replay.seed)
    twin = Twin(core, STANDARD)
    for action in replay.actions:
        twin.before()
        core.apply(core.names[action])
        twin.after(core.names[action])
    assert core.over


def test_every_action_card_knight_title_and_source_occurs_in_some_golden_game():
    events = set().union(*(occurrences(replay_in(path_for(n))) for n in PLAYERS))
    assert not expected_events() - events
