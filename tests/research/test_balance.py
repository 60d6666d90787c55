"""The command: its files, its output, and its errors."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from agents.arena.match import MatchError
from agents.arena.workers import play_pieces
from parlour.command import INTERRUPTED
from research.balance import command, record, run
from research.balance.record import record_games
from research.balance.record_tables import round_columns, seat_columns, tables, write_tables
from rokoko_env import SPEC
from rokoko_env.core.ids import SOURCE_NAMES

GAMES = 130
OPTIONS = ["--players", "3", "--games", str(GAMES), "--seed", "11", "--quiet"]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Path, str]:
    """A small study of two agents, by two workers, and its report."""
    out = tmp_path_factory.mktemp("study") / "new"
    agents = ["--agents", "random", "heuristic"]
    assert command.main([*OPTIONS, *agents, "--workers", "2", "--out", str(out)]) == 0
    return out, (out / "report.html").read_text("utf-8")


def test_the_page_needs_nothing_but_itself(made):
    _, text = made
    sources = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert len(sources) >= 14  # seven pictures of each agent
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    assert "<script" not in text
    assert "@import" not in text
    assert len(text) < 2_500_000


def test_the_page_has_all_parts(made):
    _, page = made
    for text in (
        "What wins in Rokoko with 3 players",
        "How to read this",
        "depend on who plays",
        "What this can't tell".replace("'", "&#x27;"),
        "random: ",
        "heuristic: ",
        "python -m research.balance --players 3 --games 130 --agents random heuristic --seed 11",
        "reconstructed",
    ):
        assert text in page, text
    assert "nan" not in re.sub(r"base64,[^\"]*", "", page).lower().replace("finan", "")


def test_findings_are_a_tidy_table(made):
    out, _ = made
    with (out / "findings.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["agent"] for row in rows} == {"random", "heuristic"}
    assert len({(r["agent"], r["family"], r["name"]) for r in rows}) == len(rows)
    for row in rows:
        ends = [float(row[name]) for name in ("all_low", "low", "estimate", "high", "all_high")]
        assert ends == sorted(ends)
        outside = ends[0] > 0 or ends[-1] < 0
        assert row["clear"] == str(int(outside))


def test_records_are_written_as_they_are(tmp_path):
    records = record_games(SPEC, "heuristic", num_players=4, games=6, seed=3, workers=1)
    write_tables(records, tmp_path)
    written = {path.stem: pq.read_table(path).to_pydict() for path in tmp_path.iterdir()}
    assert written.keys() == tables(SPEC).keys()
    seats = written["seats"]
    assert sum(seats["win_share"]) == pytest.approx(6)
    total = sum(np.array(seats[f"pp_{name}"]) for name in SOURCE_NAMES)
    assert total.tolist() == seats["score"]
    assert seats["seed"][-1] == 8
    rounds = written["rounds"]
    last = np.array(rounds["round"]) == 8
    assert np.array(rounds["worth"])[last].tolist() == seats["score"]
    hired = np.array(written["opportunities"]["taken"])
    of_employees = np.array([f == "employees" for f in written["opportunities"]["family"]])
    assert hired[of_employees].sum() == sum(seats["hired"])
    assert written["dresses"]["hall"].count("sold") == sum(seats["sold"])
    assert len(written["situations"]["game"]) == np.sum(rounds["cards_played"])


def test_the_lead_in_rounds_is_over_the_best_other():
    records = record_games(SPEC, "heuristic", num_players=3, games=20, seed=3, workers=1)
    columns = round_columns(records)
    worth, lead = (columns[name].reshape(20, 3, 8) for name in ("worth", "lead"))
    for game, seat, time in np.ndindex(20, 3, 8):
        others = np.delete(worth[game, :, time], seat)
        assert lead[game, seat, time] == worth[game, seat, time] - others.max()
    assert len(seat_columns(records)["game"]) == 60


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--games", "99"], "games is 99, expected at least 100"),
        (["--players", "6"], "players is 6, expected 2 to 5"),
        (["--seed", "-1"], "seed is -1, expected 0 to"),
        (["--workers", "-1"], "workers is -1, expected at least 0"),
        (["--agents", "random", "random"], "an agent is named twice"),
        (["--agents"], "name at least one agent"),
        (["--gmaes", "99"], "--gmaes"),
        (["--games", "many"], "--games"),
        (["--agents", "heuristik"], "did you mean 'heuristic'?"),
        (["--components", "nowhere"], "nowhere"),
    ],
)
def test_wrong_input_is_one_sentence(options, sentence, tmp_path, capsys):
    out = tmp_path / "new"
    assert command.main([*OPTIONS, "--out", str(out), *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert sentence in error
    assert not out.exists()


def test_other_people_s_folders_are_left_alone(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("dear")
    assert command.main([*OPTIONS, "--out", str(tmp_path)]) == 2
    assert "holds other things than a study" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_ctrl_c_keeps_what_was_played(tmp_path, capsys, monkeypatch):
    """The games up to the first gap are studied; those beyond it are not."""

    def broken_off(match, ranges, **options):
        yield from play_pieces(match, [(0, 110)], **options)
        yield from play_pieces(match, [(115, 120)], **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(record, "play_pieces", broken_off)
    options = [*OPTIONS, "--workers", "1", "--no-tables", "--out", str(tmp_path)]
    assert command.main(options) == INTERRUPTED
    output = capsys.readouterr()
    assert "stopped early: the report is about 110 games of heuristic" in output.err
    assert "110 games of heuristic, 3 players" in output.out
    assert "--games 110" in (tmp_path / "report.html").read_text("utf-8")


def test_ctrl_c_at_once_leaves_nothing(tmp_path, capsys, monkeypatch):
    def broken_off(match, ranges, **options):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(record, "play_pieces", broken_off)
    out = tmp_path / "new"
    assert command.main([*OPTIONS, "--out", str(out)]) == INTERRUPTED
    assert "stopped before any study was finished" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("trouble", "code", "sentence"),
    [
        (KeyboardInterrupt(), INTERRUPTED, "stopped early: the report is about 130 games of"),
        (MatchError("a worker has died"), 2, "error: a worker has died"),
    ],
)
def test_trouble_with_the_second_agent_keeps_the_first(
    trouble, code, sentence, tmp_path, capsys, monkeypatch
):
    def record_one(spec, agent, **options):
        if agent == "heuristic":
            raise trouble
        return record_games(spec, agent, **options)

    monkeypatch.setattr(run, "record_games", record_one)
    agents = ["--agents", "random", "heuristic", "--workers", "1", "--no-tables"]
    assert command.main([*OPTIONS, *agents, "--out", str(tmp_path)]) == code
    assert sentence in capsys.readouterr().err
    assert "--games 130 --agents random --seed 11" in (tmp_path / "report.html").read_text("utf-8")
    with (tmp_path / "findings.csv").open() as file:
        assert {row["agent"] for row in csv.DictReader(file)} == {"random"}


def test_a_study_takes_away_what_an_older_one_left(tmp_path):
    (tmp_path / run.MARK).write_text("{}")
    for old in ("greedy/seats.parquet", "banker/dresses.parquet", "banker/mine.txt"):
        (tmp_path / old).parent.mkdir(exist_ok=True)
        (tmp_path / old).write_text("old")
    options = ["--agents", "random", "--workers", "1", "--no-tables", "--out", str(tmp_path)]
    assert command.main([*OPTIONS, *options]) == 0
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {run.MARK, "report.html", "findings.csv", "banker/mine.txt"}
    assert not (tmp_path / "greedy").exists()
