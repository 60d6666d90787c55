"""`python -m agents.arena`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from agents.arena import run
from agents.arena.command import main
from agents.arena.run import Settle
from agents.arena.workers import play_pieces
from agents.reporting.cli import CommandError
from tests.agents.arena.bots import CHEATING, FORGOING, SLEEPY
from tests.agents.arena.matches import play


def test_the_command_prints_a_table(capsys):
    assert main(["random", FORGOING, "random", "--games", "60", "--workers", "1"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    assert "60 games of 2 players" in output.out
    assert "ahead of, % of meetings" in output.out
    assert "random (2)" in output.out
    assert "The winner of a game scores" in output.out


def test_the_command_prints_the_verdict(capsys):
    words = ["random", FORGOING, "--games", "9000", "--workers", "1", "--settle"]
    assert main([*words, "--confidence", "0.99"]) == 0
    output = capsys.readouterr().out
    assert f"random is better than {FORGOING} (with 99 % confidence)" in output
    assert "the verdict holds, but the intervals do not account for this" in output


def test_the_live_display(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    words = ["random", FORGOING, "--games", "20", "--workers", "1"]
    assert main(words) == 0
    assert "so far" in capsys.readouterr().err
    assert main([*words, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_the_list_of_agents(capsys):
    assert main(["--list"]) == 0
    output = capsys.readouterr().out
    assert "random       chooses uniformly among the legal actions\n" in output


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
    output = capsys.readouterr()
    assert output.err.startswith("error: ")
    assert message in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""


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
    output = capsys.readouterr()
    assert output.err.startswith(message.format(tmp_path))
    assert output.err.count("\n") == 1
    assert output.out == ""


def test_a_wrong_name_leaves_no_folder(capsys, tmp_path):
    assert main(["random", "randon", "--out", str(tmp_path / "m")]) == 2
    assert not (tmp_path / "m").exists()


def test_run_match_checks_its_arguments():
    for changes, message in (
        ({"games": 0}, "games is 0"),
        ({"workers": -1}, "workers is -1"),
        ({"replays": True}, "name it with out"),
        ({"settle": Settle()}, "only two agents can be settled, not 1"),
    ):
        with pytest.raises(CommandError, match=message):
            play("random", **changes)


@pytest.mark.parametrize("has_out", [True, False])
def test_an_interrupted_command_prints_how_to_resume(capsys, tmp_path, monkeypatch, has_out):
    def play_some_pieces(match, ranges, **options):
        yield from play_pieces(match, [(0, 3)], workers=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "play_pieces", play_some_pieces)
    out = ["--out", str(tmp_path / "m")] if has_out else []
    assert main(["random", "random", "--games", "20", *out]) == 130
    hint = "the same command resumes" if has_out else "nothing is kept without --out DIR"
    assert capsys.readouterr().err.startswith(f"stopped after 6 of 20 games; {hint}")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("when", ["match.json", "pieces/*.npz"])
def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path, when):
    words = ["-m", "agents.arena", "random", SLEEPY, "--games", "100000", "--workers", "2"]
    command = [sys.executable, *words, "--out", str(tmp_path / "m")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        for _ in range(600):
            if list((tmp_path / "m").glob(when)):
                break
            time.sleep(0.1)
        time.sleep(0.3)  # the workers are starting, or playing
        os.killpg(process.pid, signal.SIGINT)
        _, output = process.communicate(timeout=30)  # until the last process has closed its stderr
    finally:
        process.kill()
    assert process.returncode == 130
    assert output.startswith("stopped after ")
    assert output.count("\n") == 1
