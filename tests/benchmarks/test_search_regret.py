"""The win probability that searches give away at single decisions."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import search_regret
from parlour.players.mcts import MctsAgent
from rokoko_env import SPEC
from rokoko_env.core.ids import OVER


@pytest.fixture
def _short(monkeypatch):
    monkeypatch.setattr(search_regret, "LONG", 600)
    monkeypatch.setattr(search_regret, "MIN_VISITS", 20)
    monkeypatch.setattr(search_regret, "BUDGETS", (1, 300))


def test_positions_are_decisions_of_many_kinds():
    positions = [search_regret.position(SPEC, number) for number in range(30)]
    kinds = {int(states["decision"][0]) for states in positions}
    assert len(kinds) > 3
    assert OVER not in kinds
    assert (search_regret.position(SPEC, 7) == positions[7]).all()


@pytest.mark.usefixtures("_short")
def test_more_simulations_lose_less():
    regret = np.array([search_regret.regrets(SPEC, (), number) for number in range(12)])
    few, many = regret.mean(axis=0)
    assert few > many + 0.002
    (_, more), (saved,) = search_regret.intervals(regret)
    assert more.estimate == pytest.approx(many)
    assert saved.estimate == pytest.approx(few - many)


@pytest.mark.usefixtures("_short")
def test_the_best_action_loses_nothing_where_both_judges_agree(monkeypatch):
    """The search is its own judge: the action that it prefers has the value that it estimates."""
    visits, values = np.zeros(158, np.int64), np.zeros(158)
    visits[[3, 5]], values[[3, 5]] = (400, 200), (0.6, 0.5)
    monkeypatch.setattr(MctsAgent, "judge", lambda self, seat: (visits, values))
    assert search_regret.regrets(SPEC, (), 0).tolist() == [0.0, 0.0]
    visits[[3, 5]] = 200, 400  # now the other one is chosen
    assert search_regret.regrets(SPEC, (), 0) == pytest.approx([0.1, 0.1])


def test_a_wrong_parameter_is_named(capsys):
    assert search_regret.main(["exploration=many"]) == 2
    assert capsys.readouterr().err.startswith("error: agent 'mcts:100:reuse=0:exploration=many'")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["--positions", "1"], "positions is 1, expected at least 2"),
        (["temperature=4", "--save"], "--save keeps the default parameters only"),
    ],
)
def test_wrong_options_are_refused(command, complaint, capsys):
    assert search_regret.main(command) == 2
    assert complaint in capsys.readouterr().err
