"""Measured figures: one JSON file for each benchmark and game, committed with the sources.

Those of the default game lie in `results`, those of another one in a folder of its name there.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

from agents.reporting.cli import CommandError, GameOptions, num_workers
from benchmarks.timing import Rate
from parlour.files import write_text
from parlour.games import DEFAULT_GAME

FOLDER = Path(__file__).parent / "results"
MEASURED_BY = {
    "strength": "make strength",
    "ladder": "make strength",
    "search_regret": "make strength",
    "trained": "make trained",
    "training_hour": "make hour",
    "rewards": "python -m benchmarks.rewards --save",
}

T = TypeVar("T")


# Each benchmark derives its own options from these, for its own help.
@dataclass(frozen=True)
class Options(GameOptions):
    """Measure a game."""

    save: bool = False
    """Keep the figures for README and docs."""

    def keep(self, name: str, figures: Mapping[str, Any]) -> None:
        """Save the figures if `--save` is given."""
        if self.save:
            save(name, figures, self.spec.name)


@dataclass(frozen=True)
class QuickOptions(Options):
    """Measure in full or quickly."""

    quick: bool = False
    """Fewer and shorter repeats."""

    def pick(self, *, full: T, quick: T) -> T:
        """Return the setting of this run; quick figures are not kept."""
        if self.save and self.quick:
            raise CommandError("--save keeps the figures of a full run only: leave out --quick")
        return quick if self.quick else full


def of_game(folder: Path, game: str) -> Path:
    """Return the part of a folder that is a game's: for the default game, the folder itself."""
    return folder if game == DEFAULT_GAME else folder / game


def save(name: str, figures: Mapping[str, Any], game: str = DEFAULT_GAME) -> None:
    """Write a file; what is not JSON in it has `to_json`."""
    folder = of_game(FOLDER, game)
    folder.mkdir(parents=True, exist_ok=True)
    data = {"machine": machine(), **figures}
    text = json.dumps(data, indent=1, ensure_ascii=False, default=lambda value: value.to_json())
    write_text(folder / f"{name}.json", text + "\n")


def load(name: str, game: str = DEFAULT_GAME) -> dict[str, Any]:
    path = of_game(FOLDER, game) / f"{name}.json"
    if not path.exists():
        command = MEASURED_BY.get(name, "make bench")
        if game != DEFAULT_GAME:
            command = command + (f" GAME={game}" if "make" in command else f" --game {game}")
        raise FileNotFoundError(f"{path} is missing: `{command}` measures it")
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return figures


def rates(name: str, *keys: str, game: str = DEFAULT_GAME) -> dict[str, Rate]:
    """Return rates of a benchmark; the keys lead to them in its file."""
    figures = load(name, game)
    for key in keys:
        figures = figures[key]
    return {name: Rate.from_json(data) for name, data in figures.items()}


@cache
def machine() -> dict[str, Any]:
    """The machine and the versions that are measured; `keep_to_cores` reads it first."""
    return {
        "processor": _processor(),
        "cores": num_workers(0),
        "python": platform.python_version(),
        **{name: package_version(name) for name in ("numba", "numpy")},
    }


def keep_to_cores(number: int) -> None:
    """Run this process, its threads and the processes it starts on the last cores alone."""
    machine()
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < number:
            raise CommandError(f"this needs {number} cores, and the machine has {len(cores)}")
        os.sched_setaffinity(0, cores[-number:])


def package_version(name: str) -> str | None:
    """None if the package is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
