"""`python -m research.variant --set employees.l4_buy_pp.bonus=pp_per_3_livre`: what it changes.

Two sides play the same deals in the same seatings: A with the standard components, B with some
values changed. What differs is told with intervals, and in a few sentences.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agents.arena.display import MatchDisplay
from agents.arena.match import SEATINGS, Match, MatchError, default_seatings
from agents.arena.match_folder import MatchFolder
from agents.arena.run import Watch, play_deals
from research.command import exit_code, tell
from research.variant.measures import Measured, measure
from research.variant.output import draw_effects, effects_table, write_effects
from research.variant.overrides import ComponentSet, listing, load_set
from research.variant.paired import PairedComparison, compare
from research.variant.verdict import verdict
from rokoko_env.components.load import read_files
from rokoko_env.files import write_file
from rokoko_env.players.registry import make_agent
from rokoko_env.players.scripted import ARCHETYPES
from rokoko_env.ruleset import ruleset_for

MIX = ("heuristic", *ARCHETYPES)  # who plays, unless told otherwise


@dataclass(frozen=True)
class Variant:
    """What a study compares: side A is what is known, side B what is changed."""

    base: ComponentSet
    changed: ComponentSet
    sides: tuple[Match, Match]
    deals: int

    @property
    def title(self) -> str:
        return "; ".join(map(str, self.changed.changes)) or "B against A"

    @property
    def notes(self) -> list[str]:
        """What a reader should know before the games are over."""
        num_players = self.sides[0].num_players
        one, other = (ruleset_for(side.components, num_players).rules for side in self.sides)
        notes = []
        if one.tobytes() == other.tobytes():
            notes.append(f"nothing that matters in a game of {num_players} players is changed")
        if (stray := self.changed.strays) and stray != self.base.strays:
            notes.append(f"B is no longer the printed game ({stray})")
        return notes


@dataclass(frozen=True)
class VariantResult:
    """What came out."""

    variant: Variant
    comparison: PairedComparison
    verdict: list[str]
    notes: list[str]

    @property
    def title(self) -> str:
        match, deals = self.variant.sides[0], self.comparison.deals
        games = f"{deals * match.games_per_deal:,} games in {deals:,} deals a side"
        return f"{self.variant.title} ({match.num_players} players, {games})"


def plan_variant(
    settings: Sequence[str] = (),
    *,
    components: str | os.PathLike[str] | None = None,
    base: str | os.PathLike[str] | None = None,
    agents: Sequence[str] = MIX,
    num_players: int = 4,
    games: int = 20_000,
    seed: int = 0,
    other_seed: int | None = None,
    seatings: str | None = None,
) -> Variant:
    """Check everything that can be wrong, before anything is played or written.

    `settings` are changes such as "employees.l4_buy_pp.bonus=pp_per_3_livre", made in the folder
    `components` (by default in `base`, by default in the standard set). `other_seed` lets B play
    other deals than A: with nothing changed, this shows what chance alone does.
    """
    if games < 1:
        raise MatchError(f"games is {games}, expected at least 1")
    for name in agents:
        make_agent(name)
    known, changed = load_set(base), load_set(base if components is None else components, settings)
    seeds = (seed, seed if other_seed is None else other_seed)
    how = seatings or default_seatings(num_players)
    one, other = (
        Match(tuple(agents), num_players, seed, how, False, False, side.components)
        for seed, side in zip(seeds, (known, changed), strict=True)
    )
    return Variant(known, changed, (one, other), max(2, one.deals_for(games)))


def run_variant(
    variant: Variant,
    *,
    workers: int = 0,
    out: str | os.PathLike[str] | None = None,
    watch: Callable[[str], Watch] = lambda side: lambda running, games: None,
    command: str = "",
) -> VariantResult:
    """Play both sides and compare them; what is in the folder `out` is not played again."""
    if workers < 0:
        raise MatchError(f"workers is {workers}, expected at least 1")
    folders: list[MatchFolder | None] = [None, None]
    if out is not None:
        folders = list(_open(Path(out), variant))
    sides = []
    for side, match, folder in zip("AB", variant.sides, folders, strict=True):
        results = play_deals(
            match, variant.deals, workers=workers, folder=folder, watch=watch(side)
        )
        sides.append(measure(results))
    return _conclude(variant, sides, None if out is None else Path(out), command)


def _open(path: Path, variant: Variant) -> tuple[MatchFolder, MatchFolder]:
    """A folder for each side; B is kept as a set that can be loaded again."""
    is_other = path.exists() and not (path / "A").is_dir()
    if is_other and (not path.is_dir() or any(path.iterdir())):
        raise MatchError(f"{path} holds other things than a study: name a new or empty folder")
    one, other = variant.sides
    opened = MatchFolder(path / "A", one), MatchFolder(path / "B", other)
    (path / "components").mkdir(exist_ok=True)
    for name, data in variant.changed.files.items():
        _keep(path / "components" / name, data)
    return opened


def _keep(path: Path, data: bytes) -> None:
    write_file(path, lambda file: file.write(data))


def _conclude(
    variant: Variant, sides: Sequence[Measured], out: Path | None, command: str
) -> VariantResult:
    found = compare(*sides)
    result = VariantResult(variant, found, verdict(found), variant.notes)
    if out is not None:
        write_effects(out, found, _told(result, command))
        if note := draw_effects(out / "effects.png", found, result.title, result.verdict):
            result.notes.append(note)
    return result


def _told(result: VariantResult, command: str) -> dict[str, Any]:
    """Everything but the effects, as JSON."""
    variant, found = result.variant, result.comparison
    return {
        "command": command,
        "changes": [asdict(change) for change in variant.changed.changes],
        "A": variant.sides[0].entries(),
        "B": variant.sides[1].entries(),
        "deals": found.deals,
        "deals_that_differ": found.deals_that_differ,
        "games_a_side": found.deals * variant.sides[0].games_per_deal,
        "correction": f"Bonferroni over {len(found.effects)} measures",
        "width_against_unpaired": None if math.isnan(found.width) else round(found.width, 4),
        "verdict": result.verdict,
        "notes": result.notes,
    }


# --- command line --------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m research.variant", description=(__doc__ or "").split("\n")[0]
    )
    add = parser.add_argument
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="change a value of the components; may be given several times",
    )
    add(
        "--list",
        nargs="?",
        const="",
        metavar="NAME",
        help="print what can be set (below NAME), with its present value, and exit",
    )
    add("--components", metavar="DIR", help="side B is this set (with what --set changes in it)")
    add("--base", metavar="DIR", help="side A is this set instead of the standard one")
    add(
        "--agents",
        nargs="+",
        default=MIX,
        metavar="AGENT",
        help=f"who plays (default: {' '.join(MIX)})",
    )
    add("--players", type=int, default=4, metavar="N", help="at a table, 2 to 5 (default 4)")
    add(
        "--games",
        type=int,
        default=20_000,
        metavar="N",
        help="on each side, at least (default 20000)",
    )
    add("--seed", type=int, default=0, help="of the first deal (default 0)")
    add(
        "--other-seed",
        type=int,
        metavar="SEED",
        help="B plays other deals: unpaired; with nothing changed, what chance alone does",
    )
    add("--seatings", choices=SEATINGS, help="default: all for 2 and 3 players, else rotations")
    add("--workers", type=int, default=0, metavar="N", help="processes (default: all cores)")
    add("--out", metavar="DIR", help="keep everything there; the same command goes on from there")
    add("--quiet", action="store_true", help="no live display")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = _parser()
    given = parser.parse_args(argv)
    changed = given.settings or given.components is not None or given.other_seed is not None
    if given.list is None and not changed:
        parser.error("nothing is changed: name a value with --set (--list shows them all)")
    work = _list if given.list is not None else _study
    return exit_code(lambda: work(given, argv), given.out)


def _study(given: argparse.Namespace, argv: Sequence[str] | None) -> None:
    screen = MatchDisplay(quiet=given.quiet)
    names = ("components", "base", "agents", "players", "games", "seed", "other_seed")
    options = {name: getattr(given, name) for name in (*names, "seatings")}
    variant = plan_variant(given.settings, **options)
    with screen.on():
        result = run_variant(
            variant,
            workers=given.workers,
            out=given.out,
            watch=lambda side: _watch(screen, side),
            command=shlex.join(["python", "-m", "research.variant", *_again(argv)]),
        )
    table = effects_table(result.comparison, result.title)
    tell([table], _sentences(result), result.notes, given.out)


def _again(argv: Sequence[str] | None) -> list[str]:
    return list(sys.argv[1:] if argv is None else argv)


def _watch(screen: MatchDisplay, side: str) -> Watch:
    screen.describe({"A": "games before (A)", "B": "games after (B)"}[side])
    return screen.watch


def _list(given: argparse.Namespace, argv: Sequence[str] | None) -> None:
    for name, value in listing(read_files(given.components or given.base), given.list):
        print(f"{name} = {value}")


def _sentences(result: VariantResult) -> list[str]:
    found = result.comparison
    lines = [*result.verdict]
    if not math.isnan(found.width):
        lines.append(
            f"(Intervals in these sentences hold together: Bonferroni over {len(found.effects)} "
            f"measures. {found.deals_that_differ:,} of {found.deals:,} deals differ; thanks to the "
            f"pairing intervals have {found.width:.2f} of the width they would have without.)"
        )
    return lines


if __name__ == "__main__":
    sys.exit(main())
