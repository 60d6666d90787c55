"""The same results on any number of workers, and errors that name their agent."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from agents.arena import workers
from agents.arena.match import MatchError
from agents.arena.workers import Piece, gaps, play_pieces
from parlour import replay
from parlour.players.agent import AgentError
from tests.agents.arena.bots import CHEATING, CRASHING, DYING, FORGOING, SLEEPY
from tests.agents.arena.matches import play, same


def test_neither_workers_nor_pieces_change_the_results(monkeypatch):
    alone = play("random", FORGOING, num_players=3, games=90)
    assert alone.results.games == 90
    together = play("random", FORGOING, num_players=3, games=90, workers=2)
    assert same(alone, together)
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 7)
    in_small_pieces = play("random", FORGOING, num_players=3, games=90)
    assert same(alone, in_small_pieces)


def test_a_worker_loads_nothing_that_is_slow():
    """A new process is ready as soon as the kernels are read from the cache."""
    script = f"""
import sys
from agents.arena.workers import _PiecePlayer
from parlour.players.registry import make_agent
from rokoko_env import SPEC

for name in ("random", "heuristic", "mcts:20", {FORGOING!r}):
    make_agent(name, SPEC)
print(sorted({{"matplotlib", "torch"}} & sys.modules.keys()))
"""
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (process.stdout, process.stderr) == ("[]\n", "")


def test_another_seed_gives_other_games():
    assert not same(play("random", "random"), play("random", "random", seed=1000))


def test_seeds_next_to_each_other_share_their_deals_but_not_the_agents_luck():
    one, other = play("random", seed=0), play("random", seed=1)
    assert one.results.match.games(1, 2).seeds == other.results.match.games(0, 1).seeds
    assert not np.array_equal(
        one.results.game_results.points[1:], other.results.game_results.points[:-1]
    )


def test_pieces_grow_with_the_speed_and_stay_below_the_limit(monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 100)
    match = play("random", games=1).match
    sizes = [piece.deals for piece in play_pieces(match, [(0, 1000)], workers=1)]
    assert sizes[0] == 1
    assert sum(sizes) == 1000
    assert max(sizes) == 100


def test_slow_agents_play_one_deal_at_a_time(monkeypatch):
    monkeypatch.setattr(workers, "PIECE_SECONDS", 0.01)
    match = play(SLEEPY, games=1).match
    assert [piece.deals for piece in play_pieces(match, [(3, 6)], workers=1)] == [1, 1, 1]


def test_gaps():
    def piece(first, end):
        return Piece(first, end, None)

    assert gaps([], 5) == [(0, 5)]
    assert gaps([piece(0, 5)], 5) == gaps([piece(0, 9)], 5) == []
    assert gaps([piece(4, 6), piece(0, 2)], 8) == [(2, 4), (6, 8)]
    assert gaps([piece(6, 8)], 4) == [(0, 4)]


@pytest.mark.parametrize("workers", [1, 2])
def test_replays_verify(tmp_path, workers):
    out = tmp_path / "m"
    result = play(
        "random", FORGOING, games=6, num_players=3, out=out, replays=True, workers=workers
    )
    files = sorted((out / "replays").iterdir())
    assert [path.name for path in files] == [f"{number:08d}.json" for number in range(6)]
    for path, scores in zip(files, result.results.game_results.scores, strict=True):
        game = replay.load(path).verify()
        assert game.is_over
        assert game.num_players == 3
        assert game.scores() == scores.tolist()
    assert same(result, play("random", FORGOING, games=6, num_players=3))


@pytest.mark.parametrize(
    ("agent", "workers", "message"),
    [
        (CHEATING, 1, f"agent '{CHEATING}': action .* is not legal"),
        (CHEATING, 2, f"agent '{CHEATING}': action .* is not legal"),
        (CRASHING, 1, f"agent '{CRASHING}' failed in bots.py, line .*: KeyError: 'no idea'"),
    ],
)
def test_an_agent_with_an_error_is_named(agent, workers, message):
    with pytest.raises(AgentError, match=message) as error:
        play("random", agent, workers=workers)
    assert "\n" not in str(error.value)


def test_a_dead_worker_is_reported():
    with pytest.raises(MatchError, match="a worker process died with exit code 3"):
        play("random", DYING, workers=2)
