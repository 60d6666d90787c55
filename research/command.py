"""How the commands that play matches end, and how they tell what they found."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.table import Table

from agents.arena.match import MatchError
from agents.reporting.cli import INTERRUPTED
from rokoko_env.components import ComponentError
from rokoko_env.players.agent import AgentError

WRONG_INPUT = 2  # exit code


def exit_code(work: Callable[[], None], out: str | os.PathLike[str] | None) -> int:
    """Do it; Ctrl-C and wrong input are told in one sentence."""
    try:
        work()
    except KeyboardInterrupt:
        kept = "the same command goes on from there" if out else "nothing was kept: name --out"
        print(f"stopped; {kept}", file=sys.stderr)
        return INTERRUPTED
    except (AgentError, ComponentError, MatchError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_INPUT
    return 0


def tell(
    tables: Iterable[Table],
    lines: Iterable[str],
    notes: Iterable[str],
    out: str | os.PathLike[str] | None,
) -> None:
    """Tables and sentences on the screen, notes beside them."""
    console = Console()
    if not console.is_terminal:
        console.width = 160  # a file has room for all columns
    for table in tables:
        console.print(table)
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if out:
        console.print(f"Written to {out}", highlight=False, markup=False)
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
