"""What a match reports depends on its agents and its deals alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

from agents.arena import match as schedule
from agents.arena import workers as runner
from agents.arena.match import MatchError
from agents.arena.run import Settle, run_match


@pytest.mark.parametrize("most_games", [2, 30, 5000])
def test_a_settled_match_ends_with_the_deal_that_settled_it(most_games, monkeypatch):
    """However many games were played at a time, and finished beyond it."""
    monkeypatch.setattr(runner, "MOST_GAMES", most_games)
    result = run_match(["greedy", "random"], games=4000, settle=Settle(), workers=1)
    assert result.stopped_early
    assert result.standings.deals == result.question.test.deals
    assert result.standings.games == 2 * result.question.test.deals
    assert result.standings.deals == run_match(
        ["greedy", "random"], games=4000, settle=Settle(), workers=2
    ).standings.deals  # fmt: skip


def test_agents_that_have_changed_are_another_match(tmp_path, monkeypatch):
    numbers = tmp_path / "numbers.json"
    numbers.write_text("{}")
    plain = schedule.sources
    monkeypatch.setattr(schedule, "sources", lambda name: [*plain(name), numbers])
    run_match(["random", "greedy"], games=4, out=tmp_path / "m", workers=1)
    run_match(["random", "greedy"], games=8, out=tmp_path / "m", workers=1)
    numbers.write_text('{"2": {}}')
    with pytest.raises(MatchError, match="holds another match: its 'sources' is"):
        run_match(["random", "greedy"], games=12, out=tmp_path / "m", workers=1)


def test_a_bots_own_module_counts_among_its_sources():
    found = [path.name for path in schedule.sources("tests.agents.test_matches:Bot")]
    assert "test_matches.py" in found
    assert {"ismcts.py", "heuristic.json", "value_net.npz"} <= set(found)


def test_the_command_tells_what_is_in_the_folder(tmp_path):
    run_match(["random"], games=40, out=tmp_path / "m", workers=1)
    result = run_match(["random"], games=10, out=tmp_path / "m", workers=1)
    assert result.standings.games == 40
    assert "--games 40" in json.loads((tmp_path / "m" / "result.json").read_text())["command"]


def test_few_deals_make_no_verdict():
    few = run_match(["greedy", "random"], games=20, workers=1).standings.comparison
    assert "10 deals are too few" in few.text
    many = run_match(["greedy", "random"], games=80, workers=1).standings.comparison
    assert many.text.startswith("greedy is the best")
    assert np.isfinite(many.difference.low)
