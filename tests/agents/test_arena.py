"""The arena: the same results however they are played, kept, resumed and told without mistakes."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from agents.arena import report
from agents.arena import run as arena
from agents.arena import workers as runner
from agents.arena.command import main
from agents.arena.match import MatchError
from agents.arena.match_folder import MatchFolder
from agents.arena.report import draw_plots
from agents.arena.run import MatchResult, Settle, run_match
from agents.arena.standings import Question, Results, Running, standings
from agents.arena.workers import Piece, gaps, play_pieces
from agents.reporting.cli import CommandError
from agents.reporting.figures import NO_PLOTS
from agents.reporting.tables import duration_text
from rokoko_env import replay
from rokoko_env.core.ids import SOURCE_NAMES
from rokoko_env.players import make_agent, play_games
from rokoko_env.players.agent import Agent, AgentError, Seat, Seats

ROOT = Path(__file__).parents[2]


class Forgoing(Agent):
    """Takes the first legal action, which forgoes what can be forgone: much worse than random."""

    def act_batch(self, seats: Seats) -> np.ndarray:
        return seats.mask.argmax(axis=1)


class Cheating(Agent):
    def act(self, seat: Seat) -> int:
        return next(action for action in range(158) if action not in seat.legal_actions)


class Crashing(Agent):
    def act(self, seat: Seat) -> int:
        raise KeyError("no idea")


class Dying(Agent):
    def act(self, seat: Seat) -> int:
        os._exit(3)


class Sleepy(Agent):
    def act(self, seat: Seat) -> int:
        time.sleep(0.002)
        return seat.legal_actions[0]


FORGOING, CHEATING, CRASHING, DYING, SLEEPY = (
    f"tests.agents.test_arena:{bot.__name__}"
    for bot in (Forgoing, Cheating, Crashing, Dying, Sleepy)
)


@pytest.fixture(autouse=True)
def _from_the_root_and_without_plots(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(report, "draw_plots", lambda *_: None)  # they take most of the time


def play(*agents: str, **options) -> MatchResult:
    return run_match(agents, **({"games": 60, "workers": 1} | options))


def arrays(result: MatchResult) -> list[np.ndarray]:
    played = result.results.played
    return [played.points, played.livre_left, played.decisions, played.asked]


def same(one: MatchResult, other: MatchResult) -> bool:
    pairs = zip(arrays(one), arrays(other), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs) and (
        one.standings.to_json() == other.standings.to_json()
    )


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# --- the same results ----------------------------------------------------------------------------


def test_neither_workers_nor_pieces_change_the_results(monkeypatch):
    alone = play("random", FORGOING, num_players=3, games=90)
    assert alone.results.games == 90
    together = play("random", FORGOING, num_players=3, games=90, workers=2)
    assert same(alone, together)
    monkeypatch.setattr(runner, "MOST_GAMES", 7)
    in_small_pieces = play("random", FORGOING, num_players=3, games=90)
    assert same(alone, in_small_pieces)


def test_another_seed_gives_other_games():
    assert not same(play("random", "random"), play("random", "random", seed=1000))


def test_seeds_next_to_each_other_share_their_deals_but_not_the_agents_luck():
    one, other = play("random", seed=0), play("random", seed=1)
    assert one.results.match.games(1, 2).seeds == other.results.match.games(0, 1).seeds
    assert not np.array_equal(one.results.played.points[1:], other.results.played.points[:-1])


def test_pieces_grow_with_the_speed_and_stay_below_the_limit(monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 100)
    match = play("random", games=1).match
    sizes = [piece.deals for piece in play_pieces(match, [(0, 1000)], workers=1)]
    assert sizes[0] == 1
    assert sum(sizes) == 1000
    assert max(sizes) == 100


def test_slow_agents_are_given_one_deal_at_a_time(monkeypatch):
    monkeypatch.setattr(runner, "PIECE_SECONDS", 0.01)
    match = play(SLEEPY, games=1).match
    assert [piece.deals for piece in play_pieces(match, [(3, 6)], workers=1)] == [1, 1, 1]


def test_gaps():
    def piece(first, end):
        return Piece(first, end, None)

    assert gaps([], 5) == [(0, 5)]
    assert gaps([piece(0, 5)], 5) == gaps([piece(0, 9)], 5) == []
    assert gaps([piece(4, 6), piece(0, 2)], 8) == [(2, 4), (6, 8)]
    assert gaps([piece(6, 8)], 4) == [(0, 4)]


# --- what is in the standings --------------------------------------------------------------------


def test_the_worse_agent_is_told_so():
    found = play("random", FORGOING, games=200).standings
    best, worst = found.best_first
    assert (best.label, worst.label) == ("random", FORGOING)
    assert found.comparison is not None
    assert found.comparison.is_clear
    assert found.comparison.difference.low > 0.5
    assert found.comparison.text.startswith("random is the best: its win share is +")
    assert best.rating.estimate == 0 > worst.rating.high
    assert best.rank.high < 1.5 < worst.rank.low
    assert best.win_share.estimate + worst.win_share.estimate == pytest.approx(1)
    assert found.versus[0][1].low > 0.75
    assert found.winner_score.estimate > best.score.estimate > worst.score.estimate
    assert sum(best.points.values()) == pytest.approx(best.score.estimate)
    assert best.decisions > worst.decisions > 10
    assert best.seconds > 0


def test_equal_agents_are_not_told_apart():
    comparison = play("random", "random", games=300).standings.comparison
    assert not comparison.is_clear
    assert "who is better is open" in comparison.text


def test_the_mean_of_ratings_is_zero_where_random_does_not_play():
    found = play(FORGOING, FORGOING, games=40).standings.agents
    assert sum(agent.rating.estimate for agent in found) == pytest.approx(0, abs=1e-6)


def test_means_over_deals_are_means_over_games(monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 7)
    result = play("random", FORGOING, "random", num_players=2, games=120)
    seating, played = result.results.seating, result.results.played
    for number, agent in enumerate(result.standings.agents):
        on = seating == number
        assert agent.games == on.any(axis=1).sum() == 80
        assert agent.win_share.estimate == pytest.approx(played.wins[on].mean())
        assert agent.score.estimate == pytest.approx(played.scores[on].mean())
        assert agent.rank.estimate == pytest.approx(played.ranks[on].mean())


def test_one_against_the_field():
    result = play("random", FORGOING, num_players=4, games=40, field=True)
    on_table = (result.results.seating == 0).sum(axis=1)
    assert (on_table == 1).all()
    assert result.standings.by_label("random").win_share.low > 0.5


def test_no_interval_reaches_beyond_what_is_possible():
    found = play("random", FORGOING, num_players=5, games=8, field=True).standings
    one, copies = found.agents
    assert 0 <= one.win_share.low <= one.win_share.high <= 1
    assert 0 <= copies.win_share.low <= copies.win_share.high <= 0.25
    alone = play("random", num_players=4, games=8).standings.agents[0].win_share
    assert (alone.estimate, alone.high) == (0.25, 0.25)


def test_an_agent_alone_and_a_single_deal():
    found = play("random", num_players=4, games=1)
    assert found.standings.games == 1
    assert found.standings.agents[0].win_share.estimate == 0.25
    assert found.standings.comparison is None
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


def test_durations():
    assert [duration_text(s) for s in (2.5, 0.0123, 4.56e-6, 7e-9)] == [
        "2.5 s",
        "12.3 ms",
        "4.56 us",
        "7 ns",
    ]


# --- is A better than B? -------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("random", FORGOING), (FORGOING, "random")])
def test_a_clear_question_is_settled_early_whatever_the_pieces(monkeypatch, order):
    found = []
    for most_games in (6, 64):
        monkeypatch.setattr(runner, "MOST_GAMES", most_games)
        result = play(*order, games=4000, settle=Settle())
        assert result.stopped_early
        assert result.results.games < 400
        found.append(result.question.to_json())
    assert found[0] == found[1]
    assert found[0]["better"] == "random"
    assert found[0]["error_rate"] == 0.05
    assert f"random is better than {FORGOING} (with 95 % confidence)" in result.question.text


def test_the_verdict_does_not_depend_on_which_piece_comes_first(monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 4)
    match = play("random", FORGOING, games=1).match
    pieces = list(play_pieces(match, [(0, 60)], workers=1))
    found = []
    for order in (pieces, pieces[::-1], pieces[1::2] + pieces[::2]):
        question = Question(match, 0.95, 0.0)
        for piece in order:
            assert not question.is_settled or pieces[0] in order[: order.index(piece)]
            question.add(piece)
        assert question.is_settled
        found.append(question.to_json())
    assert found[0] == found[1] == found[2]


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


def test_what_is_settled_already_is_not_played_on(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 10)
    first = play("random", FORGOING, games=4000, settle=Settle(), out=tmp_path / "m")
    again = play("random", FORGOING, games=4000, settle=Settle(), out=tmp_path / "m")
    assert same(first, again)


# --- on disk -------------------------------------------------------------------------------------


FILES = ("match.json", "result.json", "standings.csv", "games.csv")


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


def test_going_on_gives_the_same_files_as_one_run(tmp_path):
    whole = play("random", FORGOING, games=80, out=tmp_path / "whole")
    play("random", FORGOING, games=30, out=tmp_path / "parts")
    assert len(rows(tmp_path / "parts" / "games.csv")) == 60
    pieces = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "parts").rglob("*.npz")}
    parts = play("random", FORGOING, games=80, out=tmp_path / "parts", workers=2)
    assert same(whole, parts)
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")
    for name, written in pieces.items():
        assert (tmp_path / "parts" / "pieces" / name).stat().st_mtime_ns == written


def test_what_is_finished_when_it_is_interrupted_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 8)
    seen = []

    def interrupt(running, wanted):
        seen.append(running.deals)
        if running.deals >= 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play("random", FORGOING, games=80, out=tmp_path / "m", watch=interrupt)
    assert 9 <= seen[-1] < 40
    assert not (tmp_path / "m" / "result.json").exists()
    seen.clear()
    resumed = play(
        "random", FORGOING, games=80, out=tmp_path / "m", watch=lambda r, _: seen.append(r.deals)
    )
    assert 9 <= seen[0] < 40
    assert same(resumed, play("random", FORGOING, games=80))


def test_a_hole_in_the_deals_is_filled(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "MOST_GAMES", 8)
    whole = play("random", FORGOING, games=80, out=tmp_path / "m")
    pieces = sorted((tmp_path / "m" / "pieces").iterdir())
    pieces[2].unlink()
    pieces[-1].unlink()
    assert same(whole, play("random", FORGOING, games=80, out=tmp_path / "m"))


def test_fewer_games_than_are_there_use_all_that_are_there(tmp_path):
    whole = play("random", "random", games=60, out=tmp_path / "m")
    assert same(whole, play("random", "random", games=10, out=tmp_path / "m"))


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        ({"agents": ("random", FORGOING)}, "agents"),
        ({"num_players": 3}, "players"),
        ({"seed": 5}, "seed"),
        ({"seatings": "rotations", "num_players": 3}, "players"),
        ({"field": True}, "field"),
        ({"replays": True}, "replays"),
    ],
)
def test_another_match_in_the_folder_is_refused(tmp_path, changes, entry):
    play("random", "random", games=4, out=tmp_path / "m")
    before = contents(tmp_path / "m")
    options = dict(changes)
    agents = options.pop("agents", ("random", "random"))
    with pytest.raises(MatchError, match=f"holds another match: its '{entry}' is"):
        play(*agents, games=8, out=tmp_path / "m", **options)
    assert contents(tmp_path / "m") == before


def test_folders_that_hold_no_match_are_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(MatchError, match="holds other things than a match"):
        play("random", out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(MatchError, match="holds other things than a match"):
        play("random", out=tmp_path / "letter.txt")


@pytest.mark.parametrize("text", ["{", "[]", "\udcff"])
def test_a_damaged_match_file_is_named(tmp_path, text):
    (tmp_path / "match.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(MatchError, match=r"match\.json is damaged"):
        play("random", out=tmp_path)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in range(100, len(data) // 2):
        data[place] ^= 255
    path.write_bytes(bytes(data))


def _other_arrays(path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, points=np.zeros(3))


def _pickle(path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, points=np.array([{}], object))


def _fewer_games(path: Path) -> None:
    with np.load(path) as found:
        fewer = {name: array[:-1] for name, array in found.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, **fewer)


@pytest.mark.parametrize("harm", [_cut, _flip, _other_arrays, _pickle, _fewer_games, Path.touch])
def test_a_damaged_piece_is_named(tmp_path, harm):
    play("random", FORGOING, games=40, out=tmp_path / "m")
    path = sorted((tmp_path / "m" / "pieces").iterdir())[-1]
    if harm is Path.touch:
        path.write_bytes(b"")
    harm(path)
    with pytest.raises(MatchError, match="is damaged: delete it") as error:
        play("random", FORGOING, games=40, out=tmp_path / "m")
    assert str(error.value).startswith(str(path))


def test_pieces_that_overlap_or_are_none_are_named(tmp_path):
    match = play("random", games=1, out=tmp_path / "m").match
    folder = MatchFolder(tmp_path / "m", match)
    first, second = (next(play_pieces(match, [part], workers=1)) for part in ((1, 2), (2, 3)))
    folder.keep(first)
    folder.keep(second)
    assert [(piece.first, piece.end) for piece in folder.load()] == [(0, 1), (1, 2), (2, 3)]
    both = Results(match, [first, second]).played
    folder.keep(Piece(1, 3, both))
    with pytest.raises(MatchError, match=r"00000001-00000002\.npz holds deals that another"):
        folder.load()
    (folder.pieces_path / "00000001-00000002.npz").rename(folder.pieces_path / "copy.npz")
    with pytest.raises(MatchError, match=r"copy\.npz is no piece of a match"):
        folder.load()


def test_files_agree_with_each_other(tmp_path):
    result = play("random", FORGOING, num_players=3, games=60, out=tmp_path / "m")
    told = json.loads((tmp_path / "m" / "result.json").read_text())
    table = rows(tmp_path / "m" / "standings.csv")
    games = rows(tmp_path / "m" / "games.csv")
    assert len(games) == 60 * 3 == told["games"] * 3
    assert told["deals"] == 10
    assert [row["agent"] for row in table] == ["random", FORGOING]
    for agent, row in zip(told["standings"], table, strict=True):
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
    assert told["ahead"]["random"][FORGOING] == result.standings.versus[0][1].to_json()
    timing = json.loads((tmp_path / "m" / "timing.json").read_text())
    assert timing["seconds_per_decision"].keys() == {"random", FORGOING}


def test_a_game_in_the_table_is_that_game_alone(tmp_path):
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
    told = json.loads((tmp_path / "one" / "result.json").read_text())
    _, _, module, *words = shlex.split(told["command"])
    assert module == "agents.arena"
    words += ["--out", str(tmp_path / "two"), "--workers", "1", "--quiet"]
    assert main(words) == 0
    assert told == json.loads((tmp_path / "two" / "result.json").read_text())
    assert first.question.to_json() == told["settled"]


def test_plots_are_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "draw_plots", draw_plots)
    play("random", FORGOING, games=1, out=tmp_path / "m")
    for name in ("standings.png", "scores.png"):
        assert (tmp_path / "m" / name).read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_all_but_the_plots_is_there(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "draw_plots", draw_plots)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ["random", "--games", "2", "--workers", "1", "--out", str(tmp_path / "m")]
    assert main(words) == 0
    assert capsys.readouterr().err == f"note: {NO_PLOTS}\n"
    assert (tmp_path / "m" / "games.csv").exists()
    assert not list(tmp_path.rglob("*.png"))


@pytest.mark.parametrize("workers", [1, 2])
def test_replays_verify(tmp_path, workers):
    out = tmp_path / "m"
    result = play(
        "random", FORGOING, games=6, num_players=3, out=out, replays=True, workers=workers
    )
    files = sorted((out / "replays").iterdir())
    assert [path.name for path in files] == [f"{number:08d}.json" for number in range(6)]
    for path, scores in zip(files, result.results.played.scores, strict=True):
        game = replay.load(path).verify()
        assert game.is_over
        assert game.num_players == 3
        assert game.scores() == scores.tolist()
    assert same(result, play("random", FORGOING, games=6, num_players=3))


# --- agents that do wrong ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "workers", "message"),
    [
        (CHEATING, 1, f"agent '{CHEATING}': action .* is not legal"),
        (CHEATING, 2, f"agent '{CHEATING}': action .* is not legal"),
        (CRASHING, 1, f"agent '{CRASHING}' failed in test_arena.py, line .*: KeyError: 'no idea'"),
    ],
)
def test_an_agent_that_does_wrong_is_named(agent, workers, message):
    with pytest.raises(AgentError, match=message) as error:
        play("random", agent, workers=workers)
    assert "\n" not in str(error.value)


def test_a_worker_that_dies_is_noticed():
    with pytest.raises(MatchError, match="a worker process died with exit code 3"):
        play("random", DYING, workers=2)


# --- command line --------------------------------------------------------------------------------


def test_the_command_prints_a_table(capsys):
    assert main(["random", FORGOING, "random", "--games", "60", "--workers", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "60 games of 2 players" in told.out
    assert "ahead of, % of meetings" in told.out
    assert "random (2)" in told.out
    assert "The winner of a game scores" in told.out


def test_the_command_tells_the_verdict(capsys):
    words = ["random", FORGOING, "--games", "9000", "--workers", "1", "--settle"]
    assert main([*words, "--confidence", "0.99"]) == 0
    told = capsys.readouterr().out
    assert f"random is better than {FORGOING} (with 99 % confidence)" in told
    assert "the verdict holds, but the intervals do not know of this" in told


def test_the_live_display(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    words = ["random", FORGOING, "--games", "20", "--workers", "1"]
    assert main(words) == 0
    assert "so far" in capsys.readouterr().err
    assert main([*words, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_the_list_of_agents(capsys):
    assert main(["--list"]) == 0
    told = capsys.readouterr().out
    assert "random       chooses uniformly among the legal actions\n" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "name at least one agent"),
        ("random --players 1", "players is 1, expected 2 to 5"),
        ("random --players 6", "players is 6, expected 2 to 5"),
        ("random --games 0", "games is 0, expected at least 1"),
        ("random --games many", "parsing --games: invalid literal for int()"),
        ("random --seed -1", "seed is -1, expected 0 to 18446744073709551615"),
        ("random --workers -1", "workers is -1, expected at least 0"),
        ("random --field", "--field needs at least two agents"),
        ("random --replays", "--replays needs --out DIR"),
        ("random random random --settle", "--settle compares two agents, not 3"),
        ("random random --margin 0.1", "--confidence and --margin need --settle"),
        ("random random --settle --confidence 1", "confidence is 1, expected"),
        ("random random --settle --margin -0.1", "margin is -0.1, expected"),
        ("random --seatings some", "some"),
    ],
)
def test_wrong_options_get_one_sentence(capsys, words, message):
    assert main(words.split()) == 2
    told = capsys.readouterr()
    assert told.err.startswith("error: ")
    assert message in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("randon", "error: no agent is called 'randon'; did you mean 'random'?"),
        ("nowhere:Bot", "error: agent 'nowhere:Bot': 'nowhere' is no agent and can't be imported"),
        (f"random {CHEATING} --workers 1", f"error: agent '{CHEATING}': action"),
        ("random --components {}/none", "error: the components folder '{}/none' does not exist"),
        ("random --out {}/file/match", "error: [Errno 20] Not a directory: '{}/file/match"),
    ],
)
def test_what_cannot_be_played_gets_one_sentence(capsys, tmp_path, words, message):
    (tmp_path / "file").write_text("")
    assert main([word.format(tmp_path) for word in words.split()]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(message.format(tmp_path))
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_a_wrong_name_leaves_no_folder(capsys, tmp_path):
    assert main(["random", "randon", "--out", str(tmp_path / "m")]) == 2
    assert not (tmp_path / "m").exists()


def test_functions_check_like_the_command():
    for changes, message in (
        ({"games": 0}, "games is 0"),
        ({"workers": -1}, "workers is -1"),
        ({"replays": True}, "name it with out"),
        ({"settle": Settle()}, "only two agents can be settled, not 1"),
    ):
        with pytest.raises(CommandError, match=message):
            play("random", **changes)


@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupted_command_says_how_to_go_on(capsys, tmp_path, monkeypatch, kept):
    def some(match, ranges, **options):
        yield from play_pieces(match, [(0, 3)], workers=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_pieces", some)
    out = ["--out", str(tmp_path / "m")] if kept else []
    assert main(["random", "random", "--games", "20", *out]) == 130
    how = "the same command resumes" if kept else "none of them were kept"
    assert capsys.readouterr().err.startswith(f"stopped after 6 of 20 games; {how}")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("when", ["match.json", "pieces/*.npz"])
def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path, when):
    words = ["-m", "agents.arena", "random", SLEEPY, "--games", "100000", "--workers", "2"]
    command = [sys.executable, *words, "--out", str(tmp_path / "m")]
    process = subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        for _ in range(600):
            if list((tmp_path / "m").glob(when)):
                break
            time.sleep(0.1)
        time.sleep(0.3)  # the workers are just being born, or at work
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=30)  # until the last process has closed its stderr
    finally:
        process.kill()
    assert process.returncode == 130
    assert told.startswith("stopped after ")
    assert told.count("\n") == 1


def test_standings_of_the_results_can_be_computed_again():
    result = play("random", FORGOING)
    assert standings(result.results).to_json() == result.standings.to_json()
