"""Matches that stop when it is clear which of two agents is better."""

from __future__ import annotations

import pytest

from agents.arena import workers
from agents.arena.run import Settle, run_match
from agents.arena.standings import Question
from agents.arena.workers import play_pieces
from tests.agents.arena.bots import FORGOING
from tests.agents.arena.matches import play, same


@pytest.mark.parametrize("order", [("random", FORGOING), (FORGOING, "random")])
def test_a_clear_question_is_settled_early_whatever_the_pieces(monkeypatch, order):
    results = []
    for max_games in (6, 64):
        monkeypatch.setattr(workers, "MAX_PIECE_GAMES", max_games)
        result = play(*order, games=4000, settle=Settle())
        assert result.stopped_early
        assert result.results.games < 400
        results.append(result.question.to_json())
    assert results[0] == results[1]
    assert results[0]["better"] == "random"
    assert results[0]["error_rate"] == 0.05
    assert f"random is better than {FORGOING} (with 95 % confidence)" in result.question.text


@pytest.mark.parametrize("max_games", [2, 30, 5000])
def test_a_settled_match_ends_with_the_deal_that_settled_it(max_games, monkeypatch):
    """It does not matter how many games are played at a time, and after the verdict."""
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", max_games)
    result = run_match(["greedy", "random"], games=4000, settle=Settle(), workers=1)
    assert result.stopped_early
    assert result.standings.deals == result.question.test.deals
    assert result.standings.games == 2 * result.question.test.deals
    assert result.standings.deals == run_match(
        ["greedy", "random"], games=4000, settle=Settle(), workers=2
    ).standings.deals  # fmt: skip


def test_the_verdict_does_not_depend_on_which_piece_comes_first(monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 4)
    match = play("random", FORGOING, games=1).match
    pieces = list(play_pieces(match, [(0, 60)], workers=1))
    results = []
    for order in (pieces, pieces[::-1], pieces[1::2] + pieces[::2]):
        question = Question(match, 0.95, 0.0)
        for piece in order:
            assert not question.is_settled or pieces[0] in order[: order.index(piece)]
            question.add(piece)
        assert question.is_settled
        results.append(question.to_json())
    assert results[0] == results[1] == results[2]


def test_an_open_question_stays_open():
    result = play("random", "random", games=100, settle=Settle(0.99))
    assert not result.stopped_early
    assert result.results.games == 100
    assert result.question.to_json()["verdict"] is None
    assert "is not settled after 50 deals (99 %)" in result.question.text


def test_a_difference_that_does_not_matter():
    result = play("random", "random", games=4000, settle=Settle(0.9, margin=0.4))
    assert result.question.to_json()["verdict"] == "no difference that matters"
    assert "differ by less than 0.4" in result.question.text
    assert result.results.games < 4000


def test_a_settled_match_is_not_resumed(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 10)
    first = play("random", FORGOING, games=4000, settle=Settle(), out=tmp_path / "m")
    again = play("random", FORGOING, games=4000, settle=Settle(), out=tmp_path / "m")
    assert same(first, again)
