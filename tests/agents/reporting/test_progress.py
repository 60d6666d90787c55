"""Progress bars."""

from __future__ import annotations

import pytest

from agents.reporting.progress import progress_bar


@pytest.fixture(autouse=True)
def _no_forced_terminal(monkeypatch):
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def move(quiet: bool = False) -> None:
    with progress_bar("games", total=20, quiet=quiet) as update:
        update(5)
        update(30, total=40, description="more games")


def test_nothing_is_printed_without_a_terminal(capsys):
    move()
    assert capsys.readouterr() == ("", "")


def test_a_bar_on_stderr(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    move()
    output = capsys.readouterr()
    assert output.out == ""
    assert "more games" in output.err
    assert "30/40" in output.err


def test_quiet(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    move(quiet=True)
    assert capsys.readouterr() == ("", "")
