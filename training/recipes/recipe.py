"""Runs with fixed options, which go on by themselves where they were stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from training import selfplay
from training.options import Options
from training.run import Progress, Run, checkpoint_progress

Recipe = dict[str, Any]  # fields of `Options`


def words(recipe: Recipe) -> list[str]:
    """The recipe as a command line."""
    found = []
    for name, value in recipe.items():
        values = value if isinstance(value, tuple) else (value,)
        found += [f"--{name.replace('_', '-')}", *map(str, values)]
    return found


def folder(recipe: Recipe) -> Path:
    return Run(Options(**recipe)).path


def progress(recipe: Recipe) -> Progress | None:
    """Where its run stands, if it has a checkpoint."""
    path = Run(Options(**recipe)).checkpoint_path
    return checkpoint_progress(path) if path.is_file() else None


def is_finished(recipe: Recipe) -> bool:
    stands = progress(recipe)
    if stands is None or stands.share(Options(**recipe)) < 1:
        return False
    return (folder(recipe) / "report.html").is_file()  # the last thing that a run writes


def follow(recipe: Recipe) -> int:
    """Begin the run or go on with it. Returns the exit code."""
    again = ["--resume"] if Run(Options(**recipe)).exists else []
    return selfplay.main([*words(recipe), *again])
