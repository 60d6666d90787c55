"""Matches and commands for every game, in its own words."""

from __future__ import annotations

import re

import pytest

from agents import ladder, watch
from agents.arena import command as arena
from parlour.replay import load
from tests.agents.arena.matches import play, same
from tests.parlour.games import GAMES
from tests.toy_game import SPEC

ROKOKOS_WORDS = re.compile(r"rokoko|prestige|livre|\bPP\b", re.IGNORECASE)
TEXTS = {".csv", ".html", ".json", ".svg"}
PEBBLES = ["--game", SPEC.package, "--players", "4"]


@pytest.mark.parametrize("spec", GAMES, ids=repr)
def test_a_match_does_not_depend_on_its_workers(spec, tmp_path):
    agents = ("random", "mcts:4:rollout=random")
    options = {"spec": spec, "num_players": spec.players[0], "games": 24}
    alone = play(*agents, **options, workers=1, out=tmp_path / "alone", replays=True)
    together = play(*agents, **options, workers=2, out=tmp_path / "together")
    assert same(alone, together)
    assert alone.standings.games >= 24
    resumed = play(*agents, **options, workers=1, out=tmp_path / "alone", replays=True)
    assert same(alone, resumed)
    replays = sorted((tmp_path / "alone" / "replays").rglob("*.json"))
    assert len(replays) == alone.standings.games
    game = load(replays[0], spec).verify()
    assert game.is_over


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (arena.main, ["random", "mcts:4", "--games", "24", "--workers", "1", "--out", "match"]),
        (watch.main, ["random", "mcts:4"]),
        (ladder.main, ["--budgets", "2", "4", "--games", "8", "--workers", "1"]),
    ],
)
def test_commands_speak_of_the_game_they_play(main, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([*words, *PEBBLES]) == 0
    files = [path for path in tmp_path.rglob("*") if path.suffix in TEXTS]
    texts = [*capsys.readouterr(), *(path.read_text() for path in files)]
    assert [word for text in texts for word in ROKOKOS_WORDS.findall(text)] == []
