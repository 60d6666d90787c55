"""The files of a match."""

from __future__ import annotations

import json
import shlex
import sys

import numpy as np
import pytest

from agents.arena import report
from agents.arena.command import main
from agents.arena.report import draw_plots
from agents.arena.run import Settle
from agents.reporting.figures import NO_PLOTS
from rokoko_env.core.ids import SOURCE_NAMES
from rokoko_env.players import make_agent, play_games
from tests.agents.arena.bots import FORGOING
from tests.agents.arena.matches import play, rows


def test_files_agree_with_each_other(tmp_path):
    result = play("random", FORGOING, num_players=3, games=60, out=tmp_path / "m")
    data = json.loads((tmp_path / "m" / "result.json").read_text())
    table = rows(tmp_path / "m" / "standings.csv")
    games = rows(tmp_path / "m" / "games.csv")
    assert len(games) == 60 * 3 == data["games"] * 3
    assert data["deals"] == 10
    assert [row["agent"] for row in table] == ["random", FORGOING]
    for agent, row in zip(data["standings"], table, strict=True):
        mine = [game for game in games if game["agent"] == agent["agent"]]
        assert len({game["game"] for game in mine}) == agent["games"] == int(row["games"])
        for name in ("win_share", "score", "rank"):
            mean = np.mean([float(game[name]) for game in mine])
            assert agent[name]["estimate"] == pytest.approx(mean, abs=1e-4)
        for name in ("win_share", "score", "rank", "rating"):
            assert float(row[name]) == agent[name]["estimate"]
            assert float(row[f"{name}_low"]) == agent[name]["low"]
            assert float(row[f"{name}_high"]) == agent[name]["high"]
        for source in SOURCE_NAMES:
            mean = np.mean([float(game[source]) for game in mine])
            assert float(row[source]) == agent["points"][source] == pytest.approx(mean, abs=1e-3)
    for game in games:
        assert int(game["score"]) == sum(int(game[source]) for source in SOURCE_NAMES)
        assert int(game["game"]) // 6 == int(game["deal"])
    assert data["ahead"]["random"][FORGOING] == result.standings.versus[0][1].to_json()
    timing = json.loads((tmp_path / "m" / "timing.json").read_text())
    assert timing["seconds_per_decision"].keys() == {"random", FORGOING}


def test_a_game_of_a_match_is_the_same_game_alone(tmp_path):
    play("random", FORGOING, games=20, out=tmp_path / "m")
    result = play("random", FORGOING, games=20)
    games = result.match.games(7, 8)
    alone = play_games(
        [make_agent("random"), make_agent(FORGOING)],
        games.seating[1:],
        games.seeds[1:],
        numbers=games.numbers[1:],
        match_seed=result.match.seed,
    )
    row = [row for row in rows(tmp_path / "m" / "games.csv") if row["game"] == "15"]
    assert [int(seat["score"]) for seat in row] == alone.scores[0].tolist()
    assert [(seat["seat"], seat["agent"]) for seat in row] == [("0", FORGOING), ("1", "random")]


def test_the_command_in_the_result_plays_the_same_match(tmp_path):
    settle = Settle(0.9, 0.1)
    first = play("random", FORGOING, games=30, seed=7, settle=settle, out=tmp_path / "one")
    data = json.loads((tmp_path / "one" / "result.json").read_text())
    _, _, module, *words = shlex.split(data["command"])
    assert module == "agents.arena"
    words += ["--out", str(tmp_path / "two"), "--workers", "1", "--quiet"]
    assert main(words) == 0
    assert data == json.loads((tmp_path / "two" / "result.json").read_text())
    assert first.question.to_json() == data["settled"]


def test_the_command_has_all_games_in_the_folder(tmp_path):
    play("random", games=40, out=tmp_path / "m")
    result = play("random", games=10, out=tmp_path / "m")
    assert result.standings.games == 40
    assert "--games 40" in json.loads((tmp_path / "m" / "result.json").read_text())["command"]


def test_plots_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "draw_plots", draw_plots)
    play("random", FORGOING, games=1, out=tmp_path / "m")
    for name in ("standings.png", "scores.png"):
        assert (tmp_path / "m" / name).read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_only_the_plots_are_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "draw_plots", draw_plots)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ["random", "--games", "2", "--workers", "1", "--out", str(tmp_path / "m")]
    assert main(words) == 0
    assert capsys.readouterr().err == f"note: {NO_PLOTS}\n"
    assert (tmp_path / "m" / "games.csv").exists()
    assert not list(tmp_path.rglob("*.png"))
