"""What searches give away at single decisions."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import search_regret
from rokoko_env.core.ids import OVER
from rokoko_env.players.mcts import MctsAgent


@pytest.fixture
def _short(monkeypatch):
    monkeypatch.setattr(search_regret, "LONG", 600)
    monkeypatch.setattr(search_regret, "FEWEST", 20)
    monkeypatch.setattr(search_regret, "BUDGETS", (1, 300))


def test_positions_are_decisions_of_many_kinds():
    found = [search_regret.position(number) for number in range(30)]
    kinds = {int(states["decision"][0]) for states in found}
    assert len(kinds) > 3
    assert OVER not in kinds
    assert (search_regret.position(7) == found[7]).all()


@pytest.mark.usefixtures("_short")
def test_more_simulations_lose_less():
    lost = np.array([search_regret.losses((), number) for number in range(12)])
    few, many = lost.mean(axis=0)
    assert few > many + 0.002
    (_, more), (saved,) = search_regret.intervals(lost)
    assert more.estimate == pytest.approx(many)
    assert saved.estimate == pytest.approx(few - many)


@pytest.mark.usefixtures("_short")
def test_the_best_action_loses_nothing_where_both_judges_agree(monkeypatch):
    """The search stands for itself: what a judge finds best is worth what the judge says."""
    visits, worth = np.zeros(158, np.int64), np.zeros(158)
    visits[[3, 5]], worth[[3, 5]] = (400, 200), (0.6, 0.5)
    monkeypatch.setattr(MctsAgent, "judge", lambda self, seat: (visits, worth))
    assert search_regret.losses((), 0).tolist() == [0.0, 0.0]
    visits[[3, 5]] = 200, 400  # now the other one is chosen
    assert search_regret.losses((), 0) == pytest.approx([0.1, 0.1])


def test_a_wrong_parameter_is_named(capsys):
    assert search_regret.main(["exploration=many"]) == 2
    assert capsys.readouterr().err.startswith("error: agent 'mcts:100:reuse=0:exploration=many'")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--positions", "1"], "--positions is 1, expected at least 2"),
        (["temperature=4", "--save"], "only what the usual parameters lose is kept"),
    ],
)
def test_what_would_tell_nothing_or_something_else_is_refused(words, complaint, capsys):
    with pytest.raises(SystemExit):
        search_regret.main(words)
    assert complaint in capsys.readouterr().err
