"""`python -m research.balance --players 4 --games 20000`: what wins?

Each agent plays games with itself. What happens in them is recorded, and a report shows what turn
order and all that seats can take or leave are worth, how games develop and which ways to play there
are, all with intervals. Several agents are studied side by side, on the same
deals: the report then shows which findings depend on who plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from agents.reporting.cli import GameOptions, Stopped, run_command
from agents.reporting.progress import progress_bar
from agents.reporting.tables import print_result
from research.balance.run import REPORT, BalancePlan, run_balance
from research.balance.words import headlines
from research.game import number_of_players, study_parts


@dataclass(frozen=True)
class Options(GameOptions):
    """Let agents play with themselves, and report what wins and by how much."""

    agents: Annotated[tuple[str, ...] | None, tyro.conf.arg(metavar="AGENT...")] = None
    """Each plays with itself; several are compared. By default the game's main script."""
    players: int | None = None
    """Number of players; by default 4, if the game allows it."""
    games: int = 20_000
    """Of each agent."""
    seed: int = 0
    """Of the first game."""
    workers: int = 0
    """Processes; 0: one for each core."""
    components: Path | None = None
    """Folder with another set of components."""
    out: Path = Path("out/balance")
    """Folder for the report, the findings and the records."""
    no_tables: bool = False
    """Write the report and the findings, but no records."""
    quiet: bool = False
    """Show no progress."""


def report(options: Options) -> None:
    """Make the studies and print what they found."""
    spec, games = options.spec, (options.games, options.seed, options.components)
    agents = options.agents
    if agents is None:
        agents = study_parts(spec).agents[:1]
    plan = BalancePlan(spec, agents, number_of_players(spec, options.players), *games)
    with progress_bar("games", quiet=options.quiet) as watch:
        result = run_balance(
            plan, options.out, workers=options.workers, tables=not options.no_tables, watch=watch
        )
    if not result.studies:
        raise Stopped("stopped before any study was finished; nothing was written")
    lines = [line for study in result.studies for line in headlines(study)]
    print_result([], lines, out=options.out / REPORT)
    if result.stopped_early:
        parts = [f"{study.games:,} games of {study.agent}" for study in result.studies]
        raise Stopped(f"stopped early: the report is about {', '.join(parts)}")


main = partial(run_command, Options, report)
