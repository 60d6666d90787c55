"""Command lines: options in a dataclass, and the exit codes of `parlour.command`.

A command is a module with a dataclass of options, whose docstring is its help, and a function that
does the work:

    main = partial(run_command, Options, work)

The same things have the same names everywhere: `--game --players --games --seed --components --out
--workers --quiet`. Options of commands that play are a `GameOptions` or `PlayersOptions`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, TypeVar

import tyro

from parlour import command
from parlour.games import DEFAULT_GAME, find_game, game_names
from parlour.players.agent import AgentError
from parlour.spec import GameSpec

ANSI_STYLE = re.compile(r"\x1b\[[\d;]*m")

T = TypeVar("T")


class CommandError(ValueError):
    """The command can't be carried out; the message says why in one sentence."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a sentence on what is kept and how to resume."""


def stopped(*, kept: bool, progress: str = "stopped") -> Stopped:
    """Return the error for Ctrl-C in a command that keeps its work with --out only."""
    hint = "the same command resumes" if kept else "nothing is kept without --out DIR"
    return Stopped(f"{progress}; {hint}")


exit_code = partial(command.exit_code, errors=(*command.USER_ERRORS, AgentError, CommandError))


def parse(
    options: type[T],
    argv: Sequence[str] | None = None,
    *,
    module: str = "",
    default: T | None = None,
) -> T:
    """Read a command line; every field of the dataclass `options` is an option.

    `module` is the command where that is not the module of `options`; `default` holds the values of
    options that are left out.
    """
    module = (module or options.__module__).removesuffix(".command")
    if module == "__main__":  # started by `python -m`
        module = str(sys.modules["__main__"].__spec__.name)  # type: ignore[union-attr]
    config = (tyro.conf.FlagCreatePairsOff,)  # no --no-FIELD in addition to --FIELD
    complaint = io.StringIO()
    try:
        with redirect_stderr(complaint):
            values: Any = tyro.MISSING_NONPROP if default is None else default
            prog = f"python -m {module}"
            result: T = tyro.cli(options, args=argv, prog=prog, config=config, default=values)
            return result
    except SystemExit as end:
        if end.code:
            raise CommandError(f"{_sentence(complaint.getvalue())} (see --help)") from None
        raise


def _sentence(complaint: str) -> str:
    """Return the message in an error of tyro: a title, the message and hints, with rules between.

    Where the terminal can show it, a box is drawn around them in color; its top holds the title.
    """
    lines = [line.strip("│ ") for line in ANSI_STYLE.sub("", complaint).splitlines()[1:]]
    message = next(part for is_rule, part in groupby(lines, _is_rule) if not is_rule)
    words = " ".join(message).removeprefix("Error ")
    return words[:1].lower() + words[1:].rstrip(". ")


def _is_rule(line: str) -> bool:
    return line != "" and set(line) <= set("─-╰╯")


def run_command(
    options: type[T],
    work: Callable[[T], int | None],
    argv: Sequence[str] | None = None,
    *,
    module: str = "",
) -> int:
    """Parse the command line, do the work and return the exit code."""
    return exit_code(lambda: work(parse(options, argv, module=module)))


def check_between(name: str, value: float, low: float, high: float) -> None:
    """Raise an error for a number outside its limits."""
    if not low <= value <= high:
        raise CommandError(
            f"{name} is {_number(value)}, expected {_number(low)} to {_number(high)}"
        )


def check_at_least(name: str, value: float, low: float) -> None:
    """Raise an error for a number below its limit."""
    if not value >= low:
        raise CommandError(f"{name} is {_number(value)}, expected at least {_number(low)}")


def check_one_of(name: str, value: Any, allowed: Sequence[Any]) -> None:
    """Raise an error for a value that is not allowed."""
    if value not in allowed:
        expected = ", ".join(map(str, allowed))
        raise CommandError(f"{name} is {value!r}, expected one of {expected}")


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


@dataclass(frozen=True)
class GameOptions:
    """The option of commands that play any game."""

    game: str = DEFAULT_GAME
    """Name of a game, or of its package."""

    @property
    def spec(self) -> GameSpec:
        """The game."""
        return find_game(self.game)


def game_arguments(spec: GameSpec) -> list[str]:
    """Return the arguments that choose a game; none for the default one."""
    if spec.name == DEFAULT_GAME:
        return []
    return ["--game", spec.name if spec.name in game_names() else spec.package]


@dataclass(frozen=True)
class PlayersOptions(GameOptions):
    """The options of commands that play any game, with one number of players."""

    players: int | None = None
    """Number of players; by default as few as the game allows."""

    @property
    def num_players(self) -> int:
        """The number of players, checked."""
        allowed = self.spec.players
        players = allowed[0] if self.players is None else self.players
        check_between("players", players, allowed[0], allowed[-1])
        return players


def num_workers(workers: int) -> int:
    """Return the number of processes for `--workers`; 0 is one for each core available."""
    check_at_least("workers", workers, 0)
    if workers:
        return workers
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
