"""`python -m research.variant --set cards.joker.points=3`: what if?

Two sides play the same deals in the same seatings: A with the standard components, B with some
values changed. The differences are reported with intervals, and in a few sentences.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import tyro

from agents.arena.display import MatchDisplay
from agents.arena.run import Watch
from agents.reporting.cli import CommandError, GameOptions, run_command, stopped
from agents.reporting.tables import print_result
from research.game import study_parts
from research.variant.output import effects_table
from research.variant.overrides import listing
from research.variant.run import VariantResult, plan_variant, run_variant

SIDES = {"A": "games before (A)", "B": "games after (B)"}


@dataclass(frozen=True)
class Options(GameOptions):
    """Change values of the components, and compare the games with those before the change."""

    set: tyro.conf.UseAppendAction[
        Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME=VALUE")]
    ] = ()
    """Change a value of the components; may be given several times."""
    list: Annotated[tuple[str, ...] | None, tyro.conf.arg(metavar="[NAME]")] = None
    """Print all values that can be set (below NAME), and exit."""
    components: Path | None = None
    """Side B is the set in this folder (with the changes of --set)."""
    base: Path | None = None
    """Side A is the set in this folder instead of the standard one."""
    agents: Annotated[tuple[str, ...] | None, tyro.conf.arg(metavar="AGENT...")] = None
    """The agents that play; by default the game's own choice."""
    players: int | None = None
    """Number of players; by default 4, if the game allows it."""
    games: int = 20_000
    """On each side, at least (whole deals)."""
    seed: int = 0
    """Of the first deal."""
    other_seed: int | None = None
    """Of the first deal of B: unpaired; with nothing changed, this shows chance alone."""
    seatings: Literal["all", "rotations"] | None = None
    """By default all for 2 and 3 players, else rotations."""
    workers: int = 0
    """Processes; 0: one for each core."""
    out: Path | None = None
    """Keep everything in this folder; the same command resumes."""
    quiet: bool = False
    """Show no progress."""


def compare(options: Options) -> None:
    """Play both sides and print the comparison, or list the values that can be set."""
    spec = options.spec
    if options.list is not None:
        files = study_parts(spec).read_files(options.components or options.base)
        for prefix in options.list or ("",):
            for name, value in listing(spec, files, prefix):
                print(f"{name} = {value}")
        return
    if not options.set and options.components is None and options.other_seed is None:
        raise CommandError("nothing is changed: name a value with --set (--list prints them all)")
    variant = plan_variant(
        spec,
        options.set,
        components=options.components,
        base=options.base,
        agents=options.agents,
        num_players=options.players,
        games=options.games,
        seed=options.seed,
        other_seed=options.other_seed,
        seatings=options.seatings,
    )
    display = MatchDisplay(quiet=options.quiet)

    def watch(side: str) -> Watch:
        display.describe(SIDES[side])
        return display.watch

    try:
        with display.on():
            result = run_variant(variant, workers=options.workers, out=options.out, watch=watch)
    except KeyboardInterrupt:
        raise stopped(kept=options.out is not None) from None
    table = effects_table(result.comparison, result.title)
    print_result([table], _sentences(result), result.notes, options.out)


def _sentences(result: VariantResult) -> list[str]:
    comparison = result.comparison
    if math.isnan(comparison.width):
        return result.verdict
    pairing = (
        f"(Intervals in these sentences hold together: Bonferroni over {len(comparison.effects)} "
        f"measures. {comparison.deals_that_differ:,} of {comparison.deals:,} deals differ; because "
        f"deals are paired, intervals have {comparison.width:.2f} of the width they would have "
        "without pairing.)"
    )
    return [*result.verdict, pairing]


main = partial(run_command, Options, compare)
