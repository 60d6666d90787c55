"""`python -m research.calibrate`: which claims depend on values that are published nowhere?

Most values of the components are reconstructed (docs/components.md). The same small study is made
on the known set and on other sets, in which these values are drawn at random within all that is
known. Claims that hold on all sets hardly depend on these values; others are about one set only.

It draws by what is known of Rokoko's values, so it studies no other game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from agents.reporting.cli import CommandError, GameOptions, run_command, stopped
from agents.reporting.progress import progress_bar
from agents.reporting.tables import print_result
from research.calibrate.output import outcomes_table, spreads_table
from research.calibrate.run import CalibrationPlan, run_calibration
from rokoko_env import SPEC
from rokoko_env.components import load_components
from rokoko_env.study import STUDY_PARTS


@dataclass(frozen=True)
class Options(GameOptions):
    """Judge claims about the game on sets of components whose unpublished values are drawn."""

    sets: int = 20
    """Number of sets to draw."""
    games: int = 2400
    """Of each of the two matches on a set, at least (whole deals)."""
    players: int = 4
    """Number of players, 2 to 5."""
    agents: Annotated[tuple[str, ...], tyro.conf.arg(metavar="AGENT...")] = STUDY_PARTS.agents
    """The agents whose order is judged."""
    spread: float = 0.25
    """Values move by about this part of themselves."""
    seed: int = 0
    """Of the first deals and of the draws."""
    components: Path | None = None
    """Folder with the known set, if it is not the standard one."""
    workers: int = 0
    """Processes; 0: one for each core."""
    out: Path | None = None
    """Keep everything in this folder; the same command resumes."""
    quiet: bool = False
    """Show no progress."""


def calibrate(options: Options) -> None:
    """Play all sets and print the outcomes."""
    if options.spec is not SPEC:
        raise CommandError(f"research.calibrate studies {SPEC.name}, not {options.spec.name}")
    games = (options.players, options.games, options.seed, options.spread)
    plan = CalibrationPlan(load_components(options.components), options.agents, *games)
    try:
        with progress_bar("sets", quiet=options.quiet) as watch:
            result = run_calibration(
                plan, options.sets, workers=options.workers, out=options.out, watch=watch
            )
    except KeyboardInterrupt:
        raise stopped(kept=options.out is not None) from None
    outcomes = outcomes_table(result.outcomes, plan.num_players)
    spreads = spreads_table(result.spreads, options.sets)
    print_result([outcomes, spreads], result.conclusion, result.notes, options.out)


main = partial(run_command, Options, calibrate)
