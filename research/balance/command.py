"""`python -m research.balance --players 4 --games 20000 --agents heuristic`: what wins, and by how
much.

Each agent named plays games with itself; what happens in them is recorded, and a report says what
turn order, employees, dresses, halls, decorations and the rest are worth, how games go and which
ways to play there are, all with intervals. Several agents are studied side by side, on the same
deals: the report then says which findings depend on who plays.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from agents.arena.match import MatchError
from agents.reporting.cli import INTERRUPTED
from agents.reporting.files import write_csv, write_json
from research.balance.record import Records, record_games
from research.balance.record_tables import TABLES, finding_rows, write_tables
from research.balance.report import page_of
from research.balance.study import FEWEST_GAMES, Study, study
from research.balance.words import headlines
from rokoko_env.components import ComponentError, load_components
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.files import write_file
from rokoko_env.game import MAX_SEED
from rokoko_env.players.agent import AgentError
from rokoko_env.players.registry import make_agent

OUT = Path("out/balance")
REPORT, FINDINGS = "report.html", "findings.csv"
MARK = "study.json"  # says that a folder holds a study, which another one may replace


class StudyError(ValueError):
    """A study can't be made; the message says in one sentence why."""


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    agents: tuple[str, ...]
    players: int
    games: int
    seed: int
    workers: int
    components: str | None
    out: Path
    tables: bool
    quiet: bool

    def command(self, games: int, agents: Sequence[str]) -> str:
        """What makes the same study of these agents again."""
        words = ["python", "-m", "research.balance", "--players", str(self.players)]
        words += ["--games", str(games), "--agents", *agents, "--seed", str(self.seed)]
        if self.components is not None:
            words += ["--components", self.components]
        return shlex.join(words)


def _parse(argv: Sequence[str] | None) -> Options:
    parser = argparse.ArgumentParser(
        prog="python -m research.balance",
        description="Let agents play with themselves, and report what wins and by how much.",
    )
    add = parser.add_argument
    add("--agents", nargs="+", default=["heuristic"], metavar="AGENT",
        help="each plays with itself; several are compared (default heuristic)")  # fmt: skip
    add("--players", type=int, default=4, metavar="N", help="at a table, 2 to 5 (default 4)")
    add("--games", type=int, default=20000, metavar="N", help="of each agent (default 20000)")
    add("--seed", type=int, default=0, help="of the first game (default 0)")
    add("--workers", type=int, default=0, metavar="N", help="processes (default: all cores)")
    add("--components", metavar="DIR", help="another set of components")
    add("--out", type=Path, default=OUT, metavar="DIR", help=f"for what is found (default {OUT})")
    add("--no-tables", action="store_true", help="write the report and findings, no records")
    add("--quiet", action="store_true", help="no progress bar")
    given = parser.parse_args(argv)
    limits = (("players", 2, MAX_PLAYERS), ("seed", 0, MAX_SEED))
    for name, least, most in limits:
        if not least <= getattr(given, name) <= most:
            parser.error(f"--{name} is {getattr(given, name)}, expected {least} to {most}")
    if given.games < FEWEST_GAMES:
        parser.error(f"--games is {given.games}, expected at least {FEWEST_GAMES}")
    if given.workers < 0:
        parser.error(f"--workers is {given.workers}, expected at least 1")
    if len(set(given.agents)) < len(given.agents):
        parser.error("--agents names somebody twice")
    values = {name: value for name, value in vars(given).items() if name != "no_tables"}
    values["agents"] = tuple(given.agents)
    return Options(**values, tables=not given.no_tables)


def _check(options: Options) -> None:
    """All that can be wrong, before anything is written or played."""
    for name in options.agents:
        make_agent(name)
    load_components(options.components)
    if options.tables:
        _need_pyarrow()
    out = options.out
    if out.exists() and not out.is_dir():
        raise StudyError(f"{out} is no folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).exists():
        raise StudyError(f"{out} holds other things than a study: name a new or empty folder")


def _need_pyarrow() -> None:
    try:
        import pyarrow as pa  # noqa: F401
    except ImportError:
        raise StudyError(
            "pyarrow is missing, which writes the records: get it with "
            "`pip install -e '.[research]'`, or leave them out with --no-tables"
        ) from None


def folder_name(agent: str) -> str:
    """An agent's name as that of a folder."""
    return re.sub(r"[^\w.=-]+", "_", agent)


class Screen:
    """A bar for each agent on stderr, and what is being done; nothing where that is no terminal."""

    def __init__(self, *, quiet: bool) -> None:
        console = Console(stderr=True)
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=quiet or not console.is_terminal,
        )

    def record(self, agent: str, options: Options) -> Records:
        task = self.bar.add_task(f"{agent} plays", total=options.games)
        return record_games(
            agent,
            num_players=options.players,
            games=options.games,
            seed=options.seed,
            workers=options.workers,
            components=options.components,
            salvage=True,
            watch=lambda games, wanted: self.bar.update(task, completed=games),
        )


def run(options: Options) -> tuple[list[Study], bool]:
    """Make the study, write all files. Returns what was found, and whether it was cut short.

    Whatever stops an agent, the studies of those before it are reported.
    """
    _check(options)
    screen = Screen(quiet=options.quiet)
    studies: list[Study] = []
    cut_short = True
    try:
        with screen.bar:
            whole = (_study_of(agent, options, screen, studies) for agent in options.agents)
            cut_short = not all(whole)  # the first that is not ends it
    except KeyboardInterrupt:
        if not studies:
            raise
    finally:
        if studies:
            _write(options, studies)
    return studies, cut_short


def _study_of(agent: str, options: Options, screen: Screen, studies: list[Study]) -> bool:
    """Add the study of one agent; returns whether all of its games were played."""
    records = screen.record(agent, options)
    if records.games < FEWEST_GAMES:
        return False
    task = screen.bar.add_task(f"{agent} is studied", total=None)
    found = study(records)
    if not studies:
        _begin(options, records.games)
    studies.append(found)
    if options.tables:
        folder = options.out / folder_name(agent)
        folder.mkdir(exist_ok=True)
        write_tables(records, folder)
    screen.bar.update(task, total=1, completed=1)
    return records.games == options.games


def _begin(options: Options, games: int) -> None:
    """The folder, with its mark, and without what an older study left there."""
    out = options.out
    out.mkdir(parents=True, exist_ok=True)
    write_json(out / MARK, {"command": options.command(games, options.agents)})
    for name in (REPORT, FINDINGS):
        (out / name).unlink(missing_ok=True)
    for folder in [path for path in out.iterdir() if path.is_dir()]:
        tables = [path for name in TABLES if (path := folder / f"{name}.parquet").exists()]
        for path in tables:
            path.unlink()
        if tables and not any(folder.iterdir()):
            folder.rmdir()


def _write(options: Options, studies: Sequence[Study]) -> None:
    rows = [row for found in studies for row in finding_rows(found)]
    write_csv(options.out / FINDINGS, list(rows[0]), (list(row.values()) for row in rows))
    text = page_of(studies, options.command(studies[0].games, [found.agent for found in studies]))
    write_file(options.out / REPORT, lambda file: file.write(text.encode()))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    options = _parse(argv)
    try:
        studies, cut_short = run(options)
    except KeyboardInterrupt:
        print("stopped before anything was found out", file=sys.stderr)
        return INTERRUPTED
    except (AgentError, ComponentError, MatchError, StudyError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for found in studies:
        for line in headlines(found):
            print(line)
    if studies:
        print(f"The report is {options.out / REPORT}")
    if cut_short:
        played = ", ".join(f"{found.games:,} games of {found.agent}" for found in studies)
        print(f"stopped early: this is about {played or 'nothing'}", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
