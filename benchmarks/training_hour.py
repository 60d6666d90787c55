"""Strength after an hour of training from random weights, by the clock.

    python -m benchmarks.training_hour          trains for 52 minutes, then plays the matches
    python -m benchmarks.training_hour --save   and keeps the figures for the docs

One network learns to play with two and with four players. How far it comes depends on the machine
and its other load. The run and its matches are kept in runs/hour: the same command resumes.
"""

from __future__ import annotations

import sys
from functools import partial

from agents.reporting.cli import run_command
from benchmarks import store
from benchmarks.strength import Meeting
from benchmarks.trained import measure_meetings
from training.recipes.recipe import Recipe, arguments, folder, follow, is_finished, progress

# The minutes are those of training alone: without start, evaluations and report.
RECIPE: Recipe = {
    "name": "hour/network", "players": (2, 4), "games": (56, 72), "minutes": 52.0,
    "teacher": "heuristic", "teacher_timesteps": 10_000_000, "reward": "margin",
    "update_epochs": 2, "minibatch_size": 1024, "learning_rate": 6e-4,
    "final_learning_rate": 1e-5, "opponents": ("heuristic",), "pool_share": (0.2, 0.5),
    "opponents_share": 0.7, "ent_coef": 0.004, "final_ent_coef": 0.0004, "snapshot_every": 50,
    "eval_every": 300, "baselines": ("heuristic",),
}  # fmt: skip
AGENT = f"ppo:runs/{RECIPE['name']}"
MEETINGS = (
    Meeting("heuristic_2", (AGENT, "heuristic"), 2, 1000, wanted=0.6),
    Meeting("heuristic_4", (AGENT, "heuristic"), 4, 1200, field=True, wanted=0.4),
)


class Options(store.Options):
    """Measure how strong an hour of training from random weights makes a network."""


def measure(options: Options) -> int | None:
    """Train, play the matches, print the figures and keep them. Returns training's exit code."""
    if not is_finished(RECIPE) and (code := follow(RECIPE)):
        return code
    result = progress(RECIPE)
    assert result is not None
    minutes = round(result.seconds / 60, 1)
    print(f"{result.samples:,} decisions in {minutes} minutes: {folder(RECIPE) / 'report.html'}")
    command = " ".join(["python -m training.selfplay", *arguments(RECIPE)])
    about = {"training": command, "samples": result.samples, "minutes": minutes}
    options.keep("training_hour", {**about, **measure_meetings(MEETINGS, "hour")})
    return None


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
