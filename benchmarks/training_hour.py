"""Strength after an hour of training from random weights, by the clock.

python -m benchmarks.training_hour                   trains for 52 minutes, then plays the matches
python -m benchmarks.training_hour --save            and keeps the figures for the docs
python -m benchmarks.training_hour --game noblemen   of another game

The game's plan holds the options of the run. How far it comes depends on the machine and its other
load. The run and its matches are kept in runs/hour: the same command resumes.
"""

from __future__ import annotations

import sys
from functools import partial

from agents.reporting.cli import run_command
from benchmarks import store
from benchmarks.plans import read_plan
from benchmarks.strength import measure_meetings
from training.recipes.recipe import arguments, folder, follow, is_finished, progress


class Options(store.Options):
    """Measure how strong an hour of training from random weights makes a network."""


def measure(options: Options) -> int | None:
    """Train, play the matches, print the figures and keep them. Returns training's exit code."""
    spec, plan = options.spec, read_plan(options.spec)
    recipe = plan.hour
    if not is_finished(recipe) and (code := follow(recipe)):
        return code
    result = progress(recipe)
    assert result is not None
    minutes = round(result.seconds / 60, 1)
    print(f"{result.samples:,} decisions in {minutes} minutes: {folder(recipe) / 'report.html'}")
    command = " ".join(["python -m training.selfplay", *arguments(recipe)])
    about = {"training": command, "samples": result.samples, "minutes": minutes}
    figures = measure_meetings(spec, plan.after_an_hour, "hour", plan.score_unit)
    options.keep("training_hour", {**about, **figures})
    return None


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
