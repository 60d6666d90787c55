"""Command lines: options in a dataclass, errors in one sentence, three exit codes.

A command is a module with a dataclass of options, whose docstring is its help, and a function that
does the work:

    main = partial(run_command, Options, work)

The same things have the same names everywhere: `--players --games --seed --components --out
--workers --quiet`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from itertools import groupby
from typing import Any, TypeVar

import tyro

from rokoko_env.components import ComponentError
from rokoko_env.errors import GameFormatError, IllegalActionError, ReplayError
from rokoko_env.players.agent import AgentError

OK, WRONG_INPUT, INTERRUPTED = 0, 2, 130  # 130 as shells report a program ended by Ctrl-C
ANSI_STYLE = re.compile(r"\x1b\[[\d;]*m")

T = TypeVar("T")


class CommandError(ValueError):
    """The command can't be carried out; the message says why in one sentence."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a sentence on what is kept and how to resume."""


# Errors with a message for users. Anything else is a bug, and shows its traceback.
USER_ERRORS = (
    AgentError,
    CommandError,
    ComponentError,
    GameFormatError,
    IllegalActionError,
    OSError,
    ReplayError,
)


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


def exit_code(work: Callable[[], int | None]) -> int:
    """Do the work; errors of users and Ctrl-C become one sentence on stderr and an exit code."""
    try:
        return work() or OK
    except SystemExit as end:
        if end.code:
            raise
        return OK  # --help
    except KeyboardInterrupt as stop:
        print(str(stop) or "stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output (head, less) has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return OK
    except USER_ERRORS as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_INPUT


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


def num_workers(workers: int) -> int:
    """Return the number of processes for `--workers`; 0 is one for each core available."""
    check_at_least("workers", workers, 0)
    if workers:
        return workers
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
