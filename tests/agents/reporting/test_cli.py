"""Command lines: options, one sentence for each error, exit codes."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from agents.reporting.cli import (
    CommandError,
    GameOptions,
    PlayersOptions,
    Stopped,
    check_at_least,
    check_between,
    check_one_of,
    exit_code,
    num_workers,
    parse,
    run_command,
)
from parlour.players.agent import AgentError


@dataclass(frozen=True)
class Options:
    """Do some work."""

    games: int = 3
    players: tuple[int, ...] = (2, 3)
    out: Path | None = None
    seatings: Literal["all", "rotations"] = "all"
    quiet: bool = False


class Terminal(io.StringIO):
    """An output with an encoding, which may be a terminal."""

    def __init__(self, encoding: str, is_terminal: bool) -> None:
        super().__init__()
        self._encoding, self._is_terminal = encoding, is_terminal

    @property
    def encoding(self) -> str:
        return self._encoding

    def isatty(self) -> bool:
        return self._is_terminal


def fail(error: BaseException):
    def work() -> None:
        raise error

    return work


def test_options_are_parsed():
    parsed: list[Options] = []
    line = "--games 5 --players 4 2 --out runs/a --quiet"
    assert run_command(Options, parsed.append, line.split()) == 0
    assert parsed == [Options(5, (4, 2), Path("runs/a"), "all", True)]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("columns", ["40", "200"])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--gamse 3", "unrecognized options: --gamse, 3"),
        ("--zzz", "unrecognized options: --zzz"),
        ("stray", "unrecognized options: stray"),
        ("--games x", "parsing --games: invalid literal for int() with base 10: 'x'"),
        ("--games", "missing value for argument '--games'. Expected 1 values"),
        ("--seatings some", "invalid choice 'some' for argument '--seatings'"),
    ],
)
def test_wrong_input_gets_one_sentence(
    line, message, encoding, is_terminal, columns, capsys, monkeypatch
):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", Terminal(encoding, is_terminal))
    assert run_command(Options, lambda _: pytest.fail("not to be run"), line.split()) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {message}")
    assert error.endswith(" (see --help)\n")
    assert error.count("\n") == 1
    assert not set(error) & set("╭│─\x1b")


def test_a_default_holds_the_options_left_out():
    default = Options(games=7, quiet=True)
    options = parse(Options, ["--players", "4"], default=default)
    assert options == Options(games=7, players=(4,), quiet=True)


def test_help_names_the_module(capsys):
    assert run_command(Options, lambda _: None, ["--help"], module="agents.arena.command") == 0
    assert "python -m agents.arena [" in capsys.readouterr().out


def test_help_is_the_docstring(capsys):
    assert run_command(Options, lambda _: pytest.fail("not to be run"), ["--help"]) == 0
    output = capsys.readouterr()
    assert "Do some work." in output.out
    assert "--no-quiet" not in output.out
    assert f"python -m {__name__}" in output.out
    assert output.err == ""


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (CommandError("games is 0"), 2, "error: games is 0\n"),
        (AgentError("no agent"), 2, "error: no agent\n"),
        (FileNotFoundError("no file"), 2, "error: no file\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
        (Stopped("stopped after 3 games"), 130, "stopped after 3 games\n"),
        (SystemExit(), 0, ""),
    ],
)
def test_exit_codes(error, code, message, capsys):
    assert exit_code(fail(error)) == code
    assert capsys.readouterr().err == message


def test_the_work_may_return_a_code():
    assert exit_code(lambda: None) == 0
    assert exit_code(lambda: 1) == 1


@pytest.mark.parametrize("error", [ValueError("a bug"), SystemExit(3)])
def test_other_errors_are_raised(error):
    with pytest.raises(type(error)):
        exit_code(fail(error))


@pytest.mark.skipif(sys.platform == "win32", reason="uses head")
def test_a_reader_may_close_the_output():
    script = (
        "from agents.reporting.cli import exit_code\n"
        "def work():\n"
        "    for number in range(100_000): print(number)\n"
        "raise SystemExit(exit_code(work))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_checks():
    check_between("players", 2, 2, 5)
    check_at_least("games", 1, 1)
    check_one_of("seatings", "all", ("all", "rotations"))
    for check, message in (
        (lambda: check_between("players", 6, 2, 5), "players is 6, expected 2 to 5"),
        (lambda: check_between("share", float("nan"), 0, 0.5), "share is nan, expected 0 to 0.5"),
        (lambda: check_at_least("games", 0, 1), "games is 0, expected at least 1"),
        (lambda: check_one_of("seatings", "x", ("all",)), "seatings is 'x', expected one of all"),
    ):
        with pytest.raises(CommandError, match=message):
            check()


@dataclass(frozen=True)
class Match(PlayersOptions):
    """Play."""

    deals: int = 2


@pytest.mark.parametrize(("line", "players"), [("", 2), ("--players 5 --game rokoko_env", 5)])
def test_a_game_has_as_few_players_as_it_allows_by_default(line, players):
    parsed: list[Match] = []
    assert run_command(Match, parsed.append, line.split()) == 0
    assert (parsed[0].spec.name, parsed[0].num_players) == ("rokoko", players)


@pytest.mark.parametrize("name", ["rokko", "json", "agents.nothing", "../rokoko", ""])
def test_a_game_that_does_not_exist(name, capsys):
    assert run_command(Match, lambda options: options.num_players, ["--game", name]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: no game is called {name!r}")
    assert error.count("\n") == 1


def test_a_broken_game_is_no_wrong_name(tmp_path, monkeypatch):
    (tmp_path / "broken_game.py").write_text("import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        GameOptions("broken_game").spec  # noqa: B018


def test_workers():
    assert num_workers(3) == 3
    assert num_workers(0) >= 1
    with pytest.raises(CommandError, match="workers is -1, expected at least 0"):
        num_workers(-1)
