"""`run_balance`: record the games of agents, study them, and write all files."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.reporting.cli import CommandError, check_at_least, check_between, game_arguments
from agents.reporting.files import write_csv, write_json
from agents.reporting.progress import Update
from parlour.files import write_text
from parlour.players.registry import make_agent
from parlour.spec import GameSpec
from parlour.validation import MAX_SEED
from research.balance.games import find_parts
from research.balance.record import Records, record_games
from research.balance.record_tables import ALL_TABLES, finding_rows, write_tables
from research.balance.report import report_page
from research.balance.study import MIN_GAMES, Study, study

REPORT, FINDINGS = "report.html", "findings.csv"
MARK = "study.json"  # marks a folder as that of a study, which another study may replace


@dataclass(frozen=True)
class BalancePlan:
    """The games to study: each agent plays the same deals with itself."""

    spec: GameSpec
    agents: tuple[str, ...]
    num_players: int
    games: int  # of each agent
    seed: int
    components: str | os.PathLike[str] | None = None  # a folder

    def check(self) -> None:
        """Refuse what can't be studied."""
        find_parts(self.spec)
        if not self.agents:
            raise CommandError("name at least one agent")
        if len(set(self.agents)) < len(self.agents):
            raise CommandError("an agent is named twice")
        check_between("players", self.num_players, self.spec.players[0], self.spec.max_players)
        check_at_least("games", self.games, MIN_GAMES)
        check_between("seed", self.seed, 0, MAX_SEED)
        for name in self.agents:
            make_agent(name, self.spec)
        self.spec.load_components(self.components)

    def command(self, agents: Sequence[str], games: int) -> str:
        """The command line that makes this study of these agents."""
        command = ["python", "-m", "research.balance", *game_arguments(self.spec)]
        command += ["--players", str(self.num_players), "--games", str(games)]
        command += ["--agents", *agents, "--seed", str(self.seed)]
        if self.components is not None:
            command += ["--components", os.fspath(self.components)]
        return shlex.join(command)


@dataclass(frozen=True)
class BalanceResult:
    """The studies of a plan, and whether Ctrl-C ended it early."""

    studies: list[Study]
    stopped_early: bool


def run_balance(
    plan: BalancePlan,
    out: Path,
    *,
    workers: int = 0,
    tables: bool = True,
    watch: Update = lambda done, total=None, description=None: None,
) -> BalanceResult:
    """Study each agent and write all files to the folder `out`, the records only with `tables`.

    Whatever ends the study of an agent, those finished before are reported.
    """
    plan.check()
    _check_folder(out)
    if tables:
        _check_pyarrow()
    studies: list[Study] = []
    stopped_early = False
    try:
        for number, agent in enumerate(plan.agents):
            records = _record(plan, number, workers, watch)
            stopped_early = records.games < plan.games
            if records.games < MIN_GAMES:
                break
            watch((number + 1) * plan.games, description=f"{agent} is studied")
            result = study(records)
            if not studies:
                _prepare_folder(out, plan.command(plan.agents, records.games))
            studies.append(result)
            if tables:
                write_tables(records, out / folder_name(agent))
            if stopped_early:
                break
    except KeyboardInterrupt:
        stopped_early = True
    finally:
        if studies:
            _write_report(plan, studies, out)
    return BalanceResult(studies, stopped_early)


def _record(plan: BalancePlan, number: int, workers: int, watch: Update) -> Records:
    """Play the games of one agent; progress is that of the whole plan."""
    agent, total = plan.agents[number], plan.games * len(plan.agents)
    return record_games(
        plan.spec,
        agent,
        num_players=plan.num_players,
        games=plan.games,
        seed=plan.seed,
        workers=workers,
        components=plan.components,
        salvage=True,
        watch=lambda games, _: watch(number * plan.games + games, total, f"{agent} plays"),
    )


# --- files ---------------------------------------------------------------------------------------


def folder_name(agent: str) -> str:
    """An agent's name as that of a folder."""
    return re.sub(r"[^\w.=-]+", "_", agent)


def _check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise CommandError(f"{out} is not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).exists():
        raise CommandError(f"{out} holds other things than a study: name a new or empty folder")


def _check_pyarrow() -> None:
    try:
        import pyarrow as pa  # noqa: F401
    except ImportError:
        raise CommandError(
            "pyarrow, which writes the records, is missing: get it with "
            "`pip install -e '.[research]'`, or leave the records out with --no-tables"
        ) from None


def _prepare_folder(out: Path, command: str) -> None:
    """Make the folder with its mark, and remove the files of an older study."""
    out.mkdir(parents=True, exist_ok=True)
    write_json(out / MARK, {"command": command})
    old = [path for name in ALL_TABLES for path in out.glob(f"*/{name}.parquet")]
    for path in [out / REPORT, out / FINDINGS, *old]:
        path.unlink(missing_ok=True)
    for folder in {path.parent for path in old}:
        if not any(folder.iterdir()):
            folder.rmdir()


def _write_report(plan: BalancePlan, studies: Sequence[Study], out: Path) -> None:
    rows = [row for result in studies for row in finding_rows(result)]
    write_csv(out / FINDINGS, list(rows[0]), (list(row.values()) for row in rows))
    command = plan.command([result.agent for result in studies], studies[0].games)
    write_text(out / REPORT, report_page(studies, command))
