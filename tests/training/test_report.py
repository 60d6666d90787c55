"""The report of a training run: its numbers, and reports of unfinished runs."""

from __future__ import annotations

import base64
import json
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.reporting import figures
from agents.reporting.figures import NO_PLOTS
from parlour.players.torch_network import PolicyNetwork, save_network
from rokoko_env import SPEC
from rokoko_env.action_kinds import ACTION_KINDS, GROUPS, kinds_of
from training.errors import TrainingError
from training.report import plots
from training.report.action_counts import count_actions
from training.report.command import MAX_MEETINGS, main, write_report

pytestmark = pytest.mark.usefixtures("one_thread")
GAMES = 3
MAIN_KINDS = GROUPS["main action"]
CONFIG = {"name": "small", "players": [2, 3], "hidden_sizes": [16], "pool_size": 2, "opponents": [],
          "target_kl": 0.03, "made_with": {"numpy": "9.8.7", "revision": "abc123"}}  # fmt: skip


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(1)
    path = tmp_path_factory.mktemp("network") / "network.safetensors"
    save_network(path, PolicyNetwork(SPEC, (16,)), {})
    return path


def log_line(iteration: int, **more: Any) -> dict[str, Any]:
    return {
        "iteration": iteration, "samples": 500_000 * iteration, "seconds": 1800.0 * iteration,
        "phase": "learning from heuristic" if iteration == 1 else "self-play",
        "decisions": 500_000, "games": 2000, "winner_score": 60.0 + iteration,
        "value_error": [0.1 * number for number in range(1, 8)], "against": [],
        "policy_loss": 0.5, "value_loss": 0.3, "entropy": 1.2, "kl": 0.02, "clipped": 0.05,
        "gradient": 0.4, "learning_rate": 5e-4, "samples_per_second": 9000.0, **more,
    }  # fmt: skip


def evaluation(iteration: int, share: float, **more: Any) -> dict[str, Any]:
    points = {source: float(number) for number, source in enumerate(SPEC.sources)}
    return {
        "iteration": iteration, "samples": 500_000 * iteration, "seconds": 1800.0 * iteration,
        "baseline": "greedy", "players": 2, "games": 400,
        "win_share": {"estimate": share, "low": share - 0.05, "high": share + 0.05},
        "score": {"estimate": 71.25, "low": 70.0, "high": 72.5},
        "rank": {"estimate": 1.4, "low": None, "high": None},
        "points": points, "decisions": 120.0, **more,
    }  # fmt: skip


def write_run(
    folder: Path,
    network: Path | None = None,
    log: list[dict[str, Any]] | None = None,
    evaluations: list[dict[str, Any]] | None = None,
    **options: Any,
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps({**CONFIG, **options}))
    for name, lines in (("log", log), ("evaluations", evaluations)):
        if lines is not None:
            text = "".join(json.dumps(line) + "\n" for line in lines)
            (folder / f"{name}.jsonl").write_text(text)
    if network:
        (folder / "network.safetensors").write_bytes(network.read_bytes())
    return folder


class Page(HTMLParser):
    """The text of a page, and its tags."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_text("utf-8")
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.rows: list[list[str]] = []
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.rows and self.rows[-1] and self.tags[-1][0] in ("td", "th"):
            self.rows[-1][-1] += data.strip()

    def pictures(self) -> list[str]:
        sources = [attrs["src"] or "" for tag, attrs in self.tags if tag == "img"]
        start = "data:image/svg+xml;base64,"
        assert all(source.startswith(start) for source in sources)
        return [base64.b64decode(source.removeprefix(start)).decode() for source in sources]


def report(folder: Path) -> Page:
    path = write_report(folder, games=GAMES)
    assert path == folder / "report.html"
    assert [file.name for file in folder.iterdir() if file.name.startswith(".")] == []
    return Page(path)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, network: Path) -> Path:
    """A run with everything, and its report."""
    log = [log_line(number) for number in range(1, 41)]
    heuristic = evaluation(40, 0.3125, baseline="heuristic", players=3)
    evaluations = [evaluation(20, 0.25), evaluation(40, 0.6), heuristic]
    folder = write_run(tmp_path_factory.mktemp("full"), network, log, evaluations)
    write_report(folder, games=GAMES)
    return folder


def test_says_what_was_trained_and_how_strong_it_is(full: Path) -> None:
    page = Page(full / "report.html")
    for sentence in (
        "layers of 16 units learned to play Rokoko with 2 and 3 players",
        "In 20 h 0 min it learned from 20.00 million decisions of 80,000 games (278 decisions a s",
        "500,000 went into learning from heuristic and 19.50 million went into self-play",
        "With 2 players it wins 60.0 % (55.0 to 65.0) against greedy; an equal share is 50 %",
        "With 3 players it wins 31.2 % (26.2 to 36.2) against heuristic; an equal share is 33 %",
        f"In {GAMES} games of 3 players",
    ):
        assert sentence in page.text
    assert "25.0 %" not in page.text  # an earlier evaluation
    assert ["numpy", "9.8.7"] in page.rows
    assert ["target_kl", "0.03"] in page.rows
    row = ["greedy", "2", "60.0 (55.0 to 65.0)", "71.2 (70.0 to 72.5)", "1.40", "400"]
    assert row in page.rows
    points = [f"{number}.0" for number in range(len(SPEC.sources))]
    assert ["heuristic, 3 players", *points, f"{sum(range(len(points)))}.0"] in page.rows


def test_pictures(full: Path) -> None:
    page = Page(full / "report.html")
    shares, curves, scores, rounds, choices = page.pictures()
    for picture, labels in (
        (shares, ("greedy", "equal share", "million decisions", "win share, %")),
        (curves, ("entropy, nats", "KL of an update, nats", "learning rate", "round 7", "limit")),
        (curves, ("disagreement with the teacher, nats", plots.TAUGHT)),
        (scores, ("greedy, 2 players", "itself, 3 players", "all halls")),
        (rounds, ("2 players", "3 players", *MAIN_KINDS)),
        (choices, ("main action", "the King's hall", "fireworks", "traded for trim")),
    ):
        for label in labels:
            assert label in picture
    assert len(page.source) < 600_000


def test_same_picture_same_bytes() -> None:
    evaluations = [evaluation(1, 0.25), evaluation(2, 0.5)]
    first, second = (figures.svg(plots.draw_win_shares(evaluations)) for _ in "12")
    assert first == second


def test_curves_without_a_teacher(tmp_path: Path) -> None:
    log = [log_line(number) for number in range(2, 5)]
    curves = report(write_run(tmp_path, None, log)).pictures()[0]
    assert plots.TAUGHT not in curves
    assert "disagreement" not in curves
    assert "norm of the gradient" in curves


def test_running_mean() -> None:
    line = np.arange(100.0)
    assert plots._running_mean(line) == pytest.approx(line)
    noise = np.where(line % 2, 1.0, -1.0)
    assert np.abs(plots._running_mean(noise)[5:-5]).max() < 0.1
    assert plots._thin_out(line, 50) == pytest.approx(np.arange(50) * 2 + 0.5)


def test_pool_by_the_last_meetings(tmp_path: Path) -> None:
    snapshot = "ppo:runs/small/pool/000025.safetensors:temperature=1"
    log = [log_line(1, against=[["long gone", 0.5, 10]])]
    log += [log_line(number, against=[[snapshot, 0.0, 1000]]) for number in (2, 3)]
    log += [
        log_line(4 + number, against=[[snapshot, 0.6, 30]]) for number in range(MAX_MEETINGS - 1)
    ]
    log.append(log_line(20, against=[[snapshot, 0.8, 10], ["heuristic", 0.25, 8]]))
    page = report(write_run(tmp_path, None, log))
    games = 30 * (MAX_MEETINGS - 1) + 10
    share = 100 * (0.6 * 30 * (MAX_MEETINGS - 1) + 0.8 * 10) / games
    at = page.rows.index(["heuristic", "25.0", "8", "20"])
    assert page.rows[at + 1 :] == [["itself after iteration 25", f"{share:.1f}", f"{games}", "20"]]


def test_every_choice_is_counted(network: Path) -> None:
    result = count_actions(SPEC, network, 2, GAMES)
    by_decision = Counter[str]()
    for (_, decision, _), number in result.choices.items():
        by_decision[decision] += number
    frequency = result.per_game(ACTION_KINDS)
    for group, decision in (("main action", "main"), ("the dress goes to", "place"),
                            ("the tile is", "tile"), ("the bonus is", "bonus")):  # fmt: skip
        total = sum(frequency[kind] for kind in GROUPS[group])
        assert total == pytest.approx(by_decision[decision] / (2 * GAMES))
        assert total > 0
    assert result.by_round(ACTION_KINDS).sum(axis=1) == pytest.approx(1)
    first = Counter[str]()
    for (round_number, decision, action), number in result.choices.items():
        if round_number == 1 and decision == "main":
            first[kinds_of(decision, action)[0]] += number
    shares = [first[kind] / first.total() for kind in MAIN_KINDS]
    assert result.by_round(ACTION_KINDS)[0] == pytest.approx(shares)
    assert sum(result.points.values()) <= result.winner_score


def test_run_that_was_stopped_early(tmp_path: Path, network: Path) -> None:
    page = report(write_run(tmp_path, network, [log_line(1)]))
    assert "In 30.0 minutes it learned from 500,000 decisions" in page.text
    assert "It has not been compared with other agents yet." in page.text
    assert "The run holds no evaluation." in page.text
    assert len(page.pictures()) == 4


def test_run_that_has_only_begun(tmp_path: Path) -> None:
    page = report(write_run(tmp_path))
    assert "No iteration has been finished yet." in page.text
    assert "No network has been saved yet." in page.text
    assert page.pictures() == []


def test_line_that_was_cut_off(tmp_path: Path) -> None:
    evaluations = [evaluation(1, 0.25), evaluation(2, 0.5)]
    folder = write_run(tmp_path, None, [log_line(1), log_line(2)], evaluations)
    for name in ("log", "evaluations"):
        path = folder / f"{name}.jsonl"
        path.write_text(path.read_text()[:-20])
    page = report(folder)
    assert "learned from 500,000 decisions" in page.text
    assert "it wins 25.0 % (20.0 to 30.0) against greedy" in page.text


def test_numbers_that_another_trainer_does_not_log(tmp_path: Path) -> None:
    line = {"iteration": 1, "samples": 1000, "seconds": 2.0, "entropy": 1.0, "value_loss": None,
            "games": 5, "samples_per_second": 500.0}  # fmt: skip
    page = report(write_run(tmp_path, None, [line], players=2))
    assert "In 2 seconds it learned from 1,000 decisions of 5 games" in page.text
    assert "value loss" not in page.pictures()[0]


def test_network_that_does_not_load(tmp_path: Path) -> None:
    folder = write_run(tmp_path, None, [log_line(1)])
    (folder / "network.safetensors").write_bytes(b"broken")
    assert "No games could be played: " in report(folder).text


@pytest.mark.parametrize("config", [None, "{", "[]"])
def test_folder_that_is_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], config: str | None
) -> None:
    if config:
        (tmp_path / "config.json").write_text(config)
    assert main([str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.fullmatch(rf"error: {re.escape(str(tmp_path))} is no training run: .*\n", shown.err)
    assert not (tmp_path / "report.html").exists()
    with pytest.raises(TrainingError, match="is no training run"):
        write_report(tmp_path / "missing")


def test_command(tmp_path: Path, network: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path, network, players=[2])
    assert main([str(tmp_path), "--games", "2"]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"The report is {tmp_path / 'report.html'}\n"
    assert shown.err == ""
    assert "In 2 games of 2 players" in Page(tmp_path / "report.html").text


def test_text_is_escaped(tmp_path: Path) -> None:
    bad = '<script>alert("1")</script>&amp;$x_$'
    log = [log_line(1, against=[[bad, 0.5, 3]], phase=f"learning from {bad}")]
    evaluations = [evaluation(1, 0.5, baseline=bad)]
    options = {"name": bad, "init_from": bad, bad: bad, "made_with": {bad: bad}}
    page = report(write_run(tmp_path, None, log, evaluations, **options))
    assert "<script" not in page.source
    assert page.text.count(bad) > 10
    assert all("<script" not in picture for picture in page.pictures())


def test_page_needs_nothing_but_itself(full: Path) -> None:
    page = Page(full / "report.html")
    tags = {tag for tag, _ in page.tags}
    assert "http" not in page.source
    assert not tags & {"script", "link", "iframe", "object", "a"}
    assert "@import" not in page.source
    assert "url(" not in page.source
    for picture in page.pictures():
        links = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', picture)
        assert all("".join(link).startswith("#") for link in links)


def test_without_matplotlib(
    tmp_path: Path,
    network: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    write_run(tmp_path, network, [log_line(1)], [evaluation(1, 0.5)])
    assert main([str(tmp_path), "--games", "1"]) == 0
    assert capsys.readouterr().err == f"note: {NO_PLOTS}\n"
    page = Page(tmp_path / "report.html")
    assert page.pictures() == []
    assert NO_PLOTS in page.text
    assert "it wins 50.0 % (45.0 to 55.0) against greedy" in page.text
