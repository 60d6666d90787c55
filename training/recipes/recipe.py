"""Runs with fixed options that resume by themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from parlour.command import INTERRUPTED
from training import selfplay
from training.options import Options
from training.run import Progress, Run, checkpoint_progress

Recipe = dict[str, Any]  # fields of `Options`


def arguments(recipe: Recipe) -> list[str]:
    """The recipe as arguments of `training.selfplay`."""
    result = []
    for name, value in recipe.items():
        values = value if isinstance(value, tuple) else (value,)
        result += [f"--{name.replace('_', '-')}", *map(str, values)]
    return result


def folder(recipe: Recipe) -> Path:
    return Run(Options(**recipe)).path


def progress(recipe: Recipe) -> Progress | None:
    """The progress of its run, if it has a checkpoint."""
    run = Run(Options(**recipe))
    path = run.checkpoint_path
    return checkpoint_progress(path, run.spec) if path.is_file() else None


def is_finished(recipe: Recipe) -> bool:
    current = progress(recipe)
    if current is None or current.share(Options(**recipe)) < 1:
        return False
    return (folder(recipe) / "report.html").is_file()  # the last file that a run writes


def follow(recipe: Recipe) -> int:
    """Start or resume the run. Returns the exit code."""
    resume = ["--resume"] if Run(Options(**recipe)).exists else []
    code = selfplay.main([*arguments(recipe), *resume])
    if code == INTERRUPTED:
        print("(this command resumes by itself)", file=sys.stderr)
    return code
