"""`python -m agents.arena random mcts:100 mcts:500 --players 3`: rate agents.

Every deal is played in many seatings, so that all agents have the same luck (`agents.arena.match`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import tyro

from agents.arena import report
from agents.arena.display import MatchDisplay
from agents.arena.run import MatchResult, Settle, run_match
from agents.reporting.cli import CommandError, PlayersOptions, run_command
from agents.reporting.tables import interval_text, print_result
from agents.statistics import CONFIDENCE
from parlour.players.registry import registry


@dataclass(frozen=True)
class Options(PlayersOptions):
    """Let agents play each other, and rate them."""

    agents: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="AGENT")] = ()
    """Each is NAME[:PARAMETER...] or MODULE:CLASS."""
    list: bool = False
    """Print the names of agents and exit."""
    games: int = 1000
    """At least this many are played (whole deals)."""
    seed: int = 0
    """Of the first deal."""
    field: bool = False
    """The first agent plays against copies of each other one."""
    seatings: Literal["all", "rotations"] | None = None
    """By default all for 2 and 3 players, else rotations."""
    workers: int = 0
    """Processes; 0: one for each core."""
    out: Path | None = None
    """Keep everything in this folder; the same command resumes."""
    replays: bool = False
    """Keep a replay of every game in OUT/replays."""
    settle: bool = False
    """Stop when it is clear which of two agents is better."""
    confidence: Annotated[
        float | None, tyro.conf.arg(help=f"Of --settle; {CONFIDENCE:g} by default.")
    ] = None
    margin: float | None = None
    """Of --settle: a difference in win share that does not matter; 0 by default."""
    components: Path | None = None
    """Folder with another set of components."""
    quiet: bool = False
    """Show no progress."""

    def check(self) -> None:
        """Check what `run_match` does not, or names otherwise."""
        if not self.agents:
            raise CommandError("name at least one agent (--list prints their names)")
        if self.field and len(self.agents) < 2:
            raise CommandError("--field needs at least two agents")
        if self.replays and not self.out:
            raise CommandError("--replays needs --out DIR")
        if self.settle:
            self._check_settle()
        elif self.confidence is not None or self.margin is not None:
            raise CommandError("--confidence and --margin need --settle")

    def _check_settle(self) -> None:
        if len(self.agents) != 2:
            raise CommandError(f"--settle compares two agents, not {len(self.agents)}")
        if self.confidence is not None and not 0.5 <= self.confidence < 1:
            raise CommandError(
                f"confidence is {self.confidence:g}, expected at least 0.5 and less than 1"
            )
        if self.margin is not None and not 0 <= self.margin < 1:
            raise CommandError(f"margin is {self.margin:g}, expected at least 0 and less than 1")

    @property
    def settle_options(self) -> Settle | None:
        """The options of `--settle`, if it is given."""
        if not self.settle:
            return None
        confidence = CONFIDENCE if self.confidence is None else self.confidence
        return Settle(confidence, self.margin or 0.0)


def play(options: Options) -> None:
    """Play the match and print its result."""
    if options.list:
        for name, description in registry(options.spec).items():
            print(f"{name:12} {description}")
        return
    options.check()
    display = MatchDisplay(quiet=options.quiet)
    with display.on(kept=options.out is not None):
        result = run_match(
            options.agents, spec=options.spec, num_players=options.num_players,
            games=options.games, seed=options.seed, field=options.field,
            seatings=options.seatings, workers=options.workers, out=options.out,
            replays=options.replays, settle=options.settle_options,
            components=options.components, watch=display.watch,
        )  # fmt: skip
    _print(result)


def _print(result: MatchResult) -> None:
    tables = [report.standings_table(result.match, result.standings)]
    if len(result.match.agents) > 2:
        tables.append(report.versus_table(result.standings))
    winner = interval_text(result.standings.winner_score, ".2f")
    lines = [f"The winner of a game scores {winner} on average."]
    if result.standings.comparison:
        lines.insert(0, result.standings.comparison.text)
    if result.question:
        lines.append(result.question.text)
    if result.stopped_early:
        lines.append(report.EARLY)
    print_result(tables, lines, result.notes)


main = partial(run_command, Options, play)
