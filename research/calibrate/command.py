"""`python -m research.calibrate`: which findings depend on values that nobody has published?

Most values of the components are reconstructed (docs/components.md). The same small study is made
on the known set and on other sets, in which these values are drawn anew within all that is known.
What holds on all of them hardly hangs on these values; the rest can be said of one set only.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import zipfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from agents.arena.match import Match, MatchError, default_seatings
from agents.arena.run import play_deals
from agents.arena.workers import one_thread_each
from agents.reporting.cli import num_workers
from agents.reporting.files import write_json
from research.calibrate import abstainers
from research.calibrate.claims import (
    ABSTAINERS,
    STYLES,
    Outcome,
    Spread,
    Tables,
    conclude,
    judge,
    spreads,
)
from research.calibrate.draws import draw_set
from research.calibrate.output import draw_outcomes, outcomes_table, spreads_table, write_outcomes
from research.command import exit_code, tell
from research.variant.command import MIX
from research.variant.measures import Kind, Measure, Measured, measure
from rokoko_env.components import Components, load_components
from rokoko_env.files import write_file
from rokoko_env.game import MAX_SEED
from rokoko_env.players.registry import make_agent

KNOWN = 0  # the number of the set as it is; drawn sets count from 1
MOST_SPREAD = 1.0
SEEDS_OF_A_SET = 1_000_000  # by so much the deals of a set begin after those of the last


@dataclass(frozen=True)
class Plan:
    """What is played on each set."""

    base: Components
    agents: tuple[str, ...]
    num_players: int
    games: int  # of each of the two matches
    seed: int
    spread: float

    def components(self, number: int) -> Components:
        """The set of this number; every number is another draw."""
        if number == KNOWN:
            return self.base
        # Two numbers in one: a seed is followed by its sets, far from those of the next.
        return draw_set(self.base, self.spread, self.seed * 1_000_000 + number)

    def first_deal(self, number: int) -> int:
        """Its seed: every set has other deals, so that luck with them is not shared by all sets."""
        if number == KNOWN:
            return self.seed  # a wrong one is for the match to refuse
        return (self.seed + number * SEEDS_OF_A_SET) % (MAX_SEED + 1)

    def matches(self, number: int) -> dict[str, Match]:
        """Both matches on the set of this number."""
        components, first = self.components(number), self.first_deal(number)
        without = tuple(abstainers.name(kind) for kind in abstainers.KINDS)
        sides = {STYLES: self.agents, ABSTAINERS: ("heuristic", *without)}
        how = default_seatings(self.num_players)
        return {
            name: Match(agents, self.num_players, first, how, False, False, components)
            for name, agents in sides.items()
        }

    def entries(self) -> dict[str, Any]:
        """As JSON: what must be equal for a calibration to be gone on with."""
        matches = self.matches(KNOWN)
        entries = {name: match.entries() for name, match in matches.items()}
        apart = {"seeds_of_a_set": SEEDS_OF_A_SET}
        return {"games": self.games, "spread": self.spread, **apart, **entries}


@dataclass(frozen=True)
class Calibration:
    """What came out."""

    plan: Plan
    sets: int
    outcomes: list[Outcome]
    spreads: list[Spread]
    conclusion: list[str]
    notes: list[str]


def play_set(plan: Plan, number: int) -> tuple[int, Tables]:
    """Both matches on one set, in this process."""
    tables = {}
    for name, match in plan.matches(number).items():
        deals = max(2, match.deals_for(plan.games))
        tables[name] = measure(play_deals(match, deals, workers=1))
    return number, tables


def check_plan(plan: Plan, sets: int, workers: int) -> None:
    """All that can be wrong, before anything is written or played."""
    for name, value in {"sets": sets, "games": plan.games}.items():
        if value < 1:
            raise MatchError(f"{name} is {value}, expected at least 1")
    if not 0 < plan.spread <= MOST_SPREAD:
        raise MatchError(f"spread is {plan.spread:g}, expected more than 0 and at most 1")
    if len(plan.agents) < 2:
        raise MatchError("name at least two agents, whose order is to be compared")
    for match in plan.matches(KNOWN).values():
        for name in match.agents:
            make_agent(name)


def calibrate(
    plan: Plan,
    sets: int,
    *,
    workers: int = 0,
    out: Path | None = None,
    watch: Callable[[int, int], object] = lambda done, wanted: None,
) -> Calibration:
    """Play all sets that the folder `out` does not hold yet, and judge every finding."""
    check_plan(plan, sets, workers)
    kept = _Kept(out, plan) if out else None
    tables: dict[int, Tables] = kept.load(sets) if kept else {}
    missing = [number for number in range(sets + 1) if number not in tables]
    watch(len(tables), sets + 1)
    with closing(_played(plan, missing, min(workers or num_workers(0), len(missing)))) as coming:
        for number, played in coming:
            if kept:
                kept.keep(number, played)
            tables[number] = played
            watch(len(tables), sets + 1)
    known, others = tables[KNOWN], [tables[number] for number in range(1, sets + 1)]
    outcomes = judge(known, others)
    found = Calibration(plan, sets, outcomes, spreads(known, others), conclude(outcomes), [])
    if out:
        told = {"sets": sets, **plan.entries(), "conclusion": found.conclusion}
        write_outcomes(out, outcomes, found.spreads, told)
        if note := draw_outcomes(out / "findings.png", outcomes):
            found.notes.append(note)
    return found


def _played(
    plan: Plan, numbers: Sequence[int], workers: int
) -> Generator[tuple[int, Tables], None, None]:
    """Sets as they are finished, in any order; closing it ends the workers at once."""
    if workers <= 1:
        yield from (play_set(plan, number) for number in numbers)
        return
    with one_thread_each(), get_context("spawn").Pool(workers, _be_deaf) as pool:
        yield from pool.imap_unordered(_Player(plan), numbers)


def _be_deaf() -> None:
    """Ctrl-C reaches all processes of a terminal; ending the workers is for the first of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class _Player:
    """`play_set` with its plan, as a pool of processes can take it."""

    plan: Plan

    def __call__(self, number: int) -> tuple[int, Tables]:
        return play_set(self.plan, number)


class _Kept:
    """A calibration on disk: what is played (`plan.json`), and the sets that are finished."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path / "sets"
        described = path / "plan.json"
        if not described.exists() and path.exists() and (path.is_file() or any(path.iterdir())):
            raise MatchError(f"{path} holds other things than a calibration: name a new folder")
        if described.exists() and not _says(described, plan.entries()):
            raise MatchError(f"{path} holds a calibration with other options: name a new folder")
        self.path.mkdir(parents=True, exist_ok=True)
        if not described.exists():
            write_json(described, plan.entries())

    def keep(self, number: int, tables: Tables) -> None:
        arrays: dict[str, Any] = {}
        for name, table in tables.items():
            arrays[f"{name} values"], arrays[f"{name} deals"] = table.values, table.deals
            arrays[f"{name} kinds"] = np.array([str(m.kind) for m in table.measures])
            arrays[f"{name} names"] = np.array([m.name for m in table.measures])
        write_file(self._file(number), lambda file: np.savez_compressed(file, **arrays))

    def load(self, sets: int) -> dict[int, Tables]:
        numbers = [number for number in range(sets + 1) if self._file(number).exists()]
        return {number: self._load(self._file(number)) for number in numbers}

    def _file(self, number: int) -> Path:
        return self.path / f"{number:04d}.npz"

    def _load(self, path: Path) -> Tables:
        try:
            with np.load(path, allow_pickle=False) as found:
                return {name: _table(found, name) for name in (STYLES, ABSTAINERS)}
        except (EOFError, KeyError, ValueError, zipfile.BadZipFile):
            raise MatchError(f"{path} is damaged: delete it, and it is played again") from None


def _says(path: Path, entries: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(path.read_text("utf-8")) == entries)
    except ValueError:
        raise MatchError(f"{path} is damaged: name a new folder") from None


def _table(found: Any, name: str) -> Measured:
    labels = zip(found[f"{name} kinds"].tolist(), found[f"{name} names"].tolist(), strict=True)
    measures = tuple(Measure(Kind(kind), label) for kind, label in labels)
    return Measured(measures, found[f"{name} values"], found[f"{name} deals"])


# --- command line --------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m research.calibrate", description=(__doc__ or "").split("\n")[0]
    )
    add = parser.add_argument
    add("--sets", type=int, default=20, metavar="K", help="sets to draw (default 20)")
    add(
        "--games",
        type=int,
        default=2400,
        metavar="N",
        help="of each of the two matches on a set, at least (default 2400)",
    )
    add("--players", type=int, default=4, metavar="N", help="at a table, 2 to 5 (default 4)")
    add(
        "--agents",
        nargs="+",
        default=MIX,
        metavar="AGENT",
        help=f"whose order is looked at (default: {' '.join(MIX)})",
    )
    add(
        "--spread",
        type=float,
        default=0.25,
        metavar="S",
        help="values move by about this part of themselves (default 0.25)",
    )
    add("--seed", type=int, default=0, help="of the first deals and of the draws (default 0)")
    add("--components", metavar="DIR", help="the known set, if it is not the standard one")
    add("--workers", type=int, default=0, metavar="N", help="processes (default: all cores)")
    add("--out", type=Path, metavar="DIR", help="keep everything there; goes on from there")
    add("--quiet", action="store_true", help="no progress bar")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    given = _parser().parse_args(argv)
    return exit_code(lambda: _study(given), given.out)


def _study(given: argparse.Namespace) -> None:
    base = load_components(given.components)
    agents = tuple(given.agents)
    plan = Plan(base, agents, given.players, given.games, given.seed, given.spread)
    with _bar(given.quiet) as watch:
        found = calibrate(plan, given.sets, workers=given.workers, out=given.out, watch=watch)
    tables = [
        outcomes_table(found.outcomes, plan.num_players),
        spreads_table(found.spreads, found.sets),
    ]
    tell(tables, found.conclusion, found.notes, given.out)


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[int, int], object]]:
    """Progress on stderr; nothing where that is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("sets"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, disable=hidden) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, wanted: progress.update(task, completed=done, total=wanted)


if __name__ == "__main__":
    sys.exit(main())
