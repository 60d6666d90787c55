"""Strength of the shipped network, alone (`ppo`) and in a search (`puct`).

python -m benchmarks.trained                   plays the matches (twenty minutes on two cores)
python -m benchmarks.trained --save            and keeps the figures for the docs
python -m benchmarks.trained --game noblemen   of another game

As in `benchmarks.strength`: the matches of the game's plan, paired deals, 95 % intervals; a figure
is reached when the lower end of its interval is. Matches are kept in runs/trained: the same command
resumes.
"""

from __future__ import annotations

import sys
from functools import partial

from agents.reporting.cli import run_command
from benchmarks import store
from benchmarks.plans import read_plan
from benchmarks.strength import measure_meetings


class Options(store.Options):
    """Measure how strong the shipped network is."""


def measure(options: Options) -> None:
    """Play the missing games, print the figures and keep them."""
    spec, plan = options.spec, read_plan(options.spec)
    options.keep("trained", measure_meetings(spec, plan.trained, "trained", plan.score_unit))


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
