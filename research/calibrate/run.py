"""`run_calibration`: play the same matches on many sets of components, and judge every claim."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.match import Match, default_seatings
from agents.arena.run import play_deals
from agents.arena.workers import one_thread_each
from agents.reporting.cli import CommandError, check_at_least, num_workers
from agents.reporting.figures import write_png
from agents.reporting.files import write_json
from agents.reporting.interrupt import ignore_interrupt
from parlour.files import write_file
from parlour.validation import MAX_SEED
from research.calibrate import abstainers, claims
from research.calibrate.claims import ABSTAINERS, STYLES, Measurements, Outcome, Spread
from research.calibrate.draws import draw_set
from research.calibrate.output import draw_outcomes, write_outcomes
from research.variant.measures import Kind, Measure, Measured, Points, measure
from rokoko_env import SPEC, Components
from rokoko_env.players import make_agent

KNOWN = 0  # the number of the set as it is; drawn sets count from 1
MAX_SPREAD = 1.0
SEEDS_OF_A_SET = 1_000_000  # between the first deals of consecutive sets
POINTS = Points.of(SPEC)
KINDS = {Measure(kind, "", POINTS).kind_words: kind for kind in Kind}  # as files name them


@dataclass(frozen=True)
class CalibrationPlan:
    """The matches to play on each set."""

    base: Components
    agents: tuple[str, ...]
    num_players: int
    games: int  # of each of the two matches
    seed: int
    spread: float

    def check(self) -> None:
        """Refuse what can't be played."""
        check_at_least("games", self.games, 1)
        if not 0 < self.spread <= MAX_SPREAD:
            raise CommandError(f"spread is {self.spread:g}, expected more than 0 and at most 1")
        if len(self.agents) < 2:
            raise CommandError("name at least two agents to compare")
        for match in self.matches(KNOWN).values():
            for name in match.agents:
                make_agent(name)

    def components(self, number: int) -> Components:
        """The set of this number; every number is another draw."""
        if number == KNOWN:
            return self.base
        # Seed and number in one, so that no set of one seed is a set of the next.
        return draw_set(self.base, self.spread, self.seed * 1_000_000 + number)

    def first_deal(self, number: int) -> int:
        """The seed of a set's first deal: every set has other deals, and so other luck."""
        if number == KNOWN:
            return self.seed  # the match refuses a wrong one
        return (self.seed + number * SEEDS_OF_A_SET) % (MAX_SEED + 1)

    def matches(self, number: int) -> dict[str, Match]:
        """Both matches on the set of this number."""
        components, first = self.components(number), self.first_deal(number)
        without = tuple(abstainers.name(kind) for kind in abstainers.KINDS)
        agents = {STYLES: self.agents, ABSTAINERS: ("heuristic", *without)}
        how = default_seatings(self.num_players)
        return {
            name: Match(SPEC, names, self.num_players, first, how, False, False, components)
            for name, names in agents.items()
        }

    def entries(self) -> dict[str, Any]:
        """The plan as JSON; a calibration can only be resumed with the same one."""
        matches = self.matches(KNOWN)
        entries = {name: match.entries() for name, match in matches.items()}
        numbers = {"games": self.games, "spread": self.spread, "seeds_of_a_set": SEEDS_OF_A_SET}
        return {**numbers, **entries}


@dataclass(frozen=True)
class Calibration:
    """The outcome of every claim, and the conclusion."""

    outcomes: list[Outcome]
    spreads: list[Spread]
    conclusion: list[str]
    notes: list[str]


def run_calibration(
    plan: CalibrationPlan,
    sets: int,
    *,
    workers: int = 0,
    out: Path | None = None,
    watch: Callable[[int, int], object] = lambda done, total: None,
) -> Calibration:
    """Play all sets that the folder `out` does not hold yet, and judge every claim."""
    check_at_least("sets", sets, 1)
    plan.check()
    workers = num_workers(workers)
    folder = _Folder(out, plan) if out else None
    measured = folder.load(sets) if folder else {}
    missing = [number for number in range(sets + 1) if number not in measured]
    watch(len(measured), sets + 1)
    with closing(_play_sets(plan, missing, min(workers, len(missing)))) as playing:
        for number, measurements in playing:
            if folder:
                folder.write(number, measurements)
            measured[number] = measurements
            watch(len(measured), sets + 1)
    known, others = measured[KNOWN], [measured[number] for number in range(1, sets + 1)]
    outcomes, spreads = claims.judge(known, others), claims.spreads(known, others)
    result = Calibration(outcomes, spreads, claims.conclude(outcomes), [])
    if out:
        summary = {"sets": sets, **plan.entries(), "conclusion": result.conclusion}
        write_outcomes(out, outcomes, spreads, summary)
        result.notes.extend(write_png(out / "findings.png", partial(draw_outcomes, outcomes)))
    return result


# --- games ---------------------------------------------------------------------------------------


def _play_sets(
    plan: CalibrationPlan, numbers: Sequence[int], workers: int
) -> Generator[tuple[int, Measurements], None, None]:
    """Play sets; each comes when it is finished. Closing the generator ends the workers at once."""
    play = partial(_play_set, plan)
    if workers <= 1:
        yield from map(play, numbers)
        return
    with one_thread_each(), get_context("spawn").Pool(workers, ignore_interrupt) as pool:
        yield from pool.imap_unordered(play, numbers)


def _play_set(plan: CalibrationPlan, number: int) -> tuple[int, Measurements]:
    """Play both matches on a set."""
    measurements = {}
    for name, match in plan.matches(number).items():
        deals = max(2, match.deals_for(plan.games))
        measurements[name] = measure(play_deals(match, deals, workers=1))
    return number, measurements


# --- files ---------------------------------------------------------------------------------------


class _Folder:
    """A calibration on disk: the plan (`plan.json`), and the sets that are finished."""

    def __init__(self, path: Path, plan: CalibrationPlan) -> None:
        self.path = path / "sets"
        plan_path, entries = path / "plan.json", plan.entries()
        if plan_path.exists():
            try:
                is_same = json.loads(plan_path.read_text("utf-8")) == entries
            except ValueError:
                raise CommandError(f"{plan_path} is damaged: name a new folder") from None
            if not is_same:
                raise CommandError(
                    f"{path} holds a calibration with other options: name a new folder"
                )
        elif path.exists() and (path.is_file() or any(path.iterdir())):
            raise CommandError(f"{path} holds other things than a calibration: name a new folder")
        self.path.mkdir(parents=True, exist_ok=True)
        if not plan_path.exists():
            write_json(plan_path, entries)

    def write(self, number: int, measurements: Measurements) -> None:
        arrays: dict[str, Any] = {}
        for name, measured in measurements.items():
            arrays[f"{name} values"], arrays[f"{name} deals"] = measured.values, measured.deals
            arrays[f"{name} kinds"] = np.array([m.kind_words for m in measured.measures])
            arrays[f"{name} names"] = np.array([m.name for m in measured.measures])
        write_file(self._file(number), lambda file: np.savez_compressed(file, **arrays))

    def load(self, sets: int) -> dict[int, Measurements]:
        files = {number: self._file(number) for number in range(sets + 1)}
        return {number: _load(file) for number, file in files.items() if file.exists()}

    def _file(self, number: int) -> Path:
        return self.path / f"{number:04d}.npz"


def _load(path: Path) -> Measurements:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: _measured(arrays, name) for name in (STYLES, ABSTAINERS)}
    except (EOFError, KeyError, ValueError, zipfile.BadZipFile):
        raise CommandError(f"{path} is damaged: delete it, and it is played again") from None


def _measured(arrays: Any, name: str) -> Measured:
    labels = zip(arrays[f"{name} kinds"].tolist(), arrays[f"{name} names"].tolist(), strict=True)
    measures = tuple(Measure(KINDS[kind], label, POINTS) for kind, label in labels)
    return Measured(measures, arrays[f"{name} values"], arrays[f"{name} deals"])
