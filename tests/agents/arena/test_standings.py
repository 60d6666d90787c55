"""Standings: means, intervals, comparisons."""

from __future__ import annotations

import numpy as np
import pytest

from agents.arena import workers
from agents.arena.standings import Running, compute_standings
from agents.arena.workers import play_pieces
from tests.agents.arena.bots import FORGOING
from tests.agents.arena.matches import play


def test_a_clear_difference():
    standings = play("random", FORGOING, games=200).standings
    best, worst = standings.best_first
    assert (best.label, worst.label) == ("random", FORGOING)
    assert standings.comparison is not None
    assert standings.comparison.is_clear
    assert standings.comparison.difference.low > 0.5
    assert standings.comparison.text.startswith("random is the best: its win share is +")
    assert best.rating.estimate == 0 > worst.rating.high
    assert best.rank.high < 1.5 < worst.rank.low
    assert best.win_share.estimate + worst.win_share.estimate == pytest.approx(1)
    assert standings.versus[0][1].low > 0.75
    assert standings.winner_score.estimate > best.score.estimate > worst.score.estimate
    assert sum(best.points.values()) == pytest.approx(best.score.estimate)
    assert best.decisions > worst.decisions > 10
    assert best.seconds > 0


def test_equal_agents_have_no_clear_difference():
    comparison = play("random", "random", games=300).standings.comparison
    assert not comparison.is_clear
    assert "who is better is open" in comparison.text


def test_few_deals_are_too_few_for_a_clear_difference():
    few = play("greedy", "random", games=20).standings.comparison
    assert "10 deals are too few" in few.text
    many = play("greedy", "random", games=80).standings.comparison
    assert many.text.startswith("greedy is the best")
    assert np.isfinite(many.difference.low)


def test_the_mean_of_ratings_is_zero_where_random_does_not_play():
    agents = play(FORGOING, FORGOING, games=40).standings.agents
    assert sum(agent.rating.estimate for agent in agents) == pytest.approx(0, abs=1e-6)


def test_means_over_deals_are_means_over_games(monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 7)
    result = play("random", FORGOING, "random", num_players=2, games=120)
    seating, games = result.results.seating, result.results.game_results
    for number, agent in enumerate(result.standings.agents):
        on = seating == number
        assert agent.games == on.any(axis=1).sum() == 80
        assert agent.win_share.estimate == pytest.approx(games.wins[on].mean())
        assert agent.score.estimate == pytest.approx(games.scores[on].mean())
        assert agent.rank.estimate == pytest.approx(games.ranks[on].mean())


def test_one_against_the_field():
    result = play("random", FORGOING, num_players=4, games=40, field=True)
    on_table = (result.results.seating == 0).sum(axis=1)
    assert (on_table == 1).all()
    assert result.standings.by_label("random").win_share.low > 0.5


def test_no_interval_reaches_beyond_what_is_possible():
    standings = play("random", FORGOING, num_players=5, games=8, field=True).standings
    one, copies = standings.agents
    assert 0 <= one.win_share.low <= one.win_share.high <= 1
    assert 0 <= copies.win_share.low <= copies.win_share.high <= 0.25
    alone = play("random", num_players=4, games=8).standings.agents[0].win_share
    assert (alone.estimate, alone.high) == (0.25, 0.25)


def test_an_agent_alone_and_a_single_deal():
    result = play("random", num_players=4, games=1)
    assert result.standings.games == 1
    assert result.standings.agents[0].win_share.estimate == 0.25
    assert result.standings.comparison is None
    assert play("random", FORGOING, games=1).standings.games == 2


def test_intervals_shrink_with_games():
    few, many = (play("random", "random", games=games).standings.agents[1] for games in (80, 5120))
    for name in ("win_share", "score", "rank", "rating"):
        wide, narrow = (getattr(agent, name) for agent in (few, many))
        assert 5 < (wide.high - wide.low) / (narrow.high - narrow.low) < 13  # 8 is expected


def test_the_live_intervals_are_close_to_the_final_ones():
    result = play("random", FORGOING, games=400)
    running = Running(result.match)
    for piece in play_pieces(result.match, [(0, 200)], workers=1):
        running.add(piece)
    assert running.deals == 200
    for agent, live in zip(result.standings.agents, running.intervals(), strict=True):
        for final, quick in zip((agent.win_share, agent.score, agent.rank), live, strict=True):
            assert quick.estimate == pytest.approx(final.estimate)
            width = final.high - final.low
            assert quick.high - quick.low == pytest.approx(width, rel=0.15, abs=1e-9)


def test_standings_of_the_results_can_be_computed_again():
    result = play("random", FORGOING)
    assert compute_standings(result.results).to_json() == result.standings.to_json()
