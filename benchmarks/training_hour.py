"""What an hour of training from nothing reaches, by the clock.

    python -m benchmarks.training_hour          trains for 52 minutes, then plays the matches
    python -m benchmarks.training_hour --save   and keeps what comes out for the docs

One network learns the tables that figures are wanted of, two and four players. How far it comes
depends on the machine, and on what else it does. The run and its matches are kept in runs/hour:
the command goes on where it was stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks import store
from benchmarks.strength import Meeting
from benchmarks.trained import Wanted, tell
from training.options import TrainingError
from training.recipes.recipe import Recipe, folder, follow, is_finished, progress

RECIPE: Recipe = {
    "name": "hour/network",
    "players": (2, 4),
    "games": (56, 72),
    "minutes": 52.0,  # of training alone: start, evaluations and the report come on top of them
    "teacher": "heuristic",
    "teacher_timesteps": 10_000_000,
    "reward": "margin",
    "update_epochs": 2,
    "minibatch_size": 1024,
    "learning_rate": 6e-4,
    "final_learning_rate": 1e-5,
    "opponents": ("heuristic",),
    "pool_share": (0.2, 0.5),
    "opponents_share": 0.7,
    "ent_coef": 0.004,
    "final_ent_coef": 0.0004,
    "snapshot_every": 50,
    "eval_every": 300,
    "baselines": ("heuristic",),
}
AGENT = f"ppo:runs/{RECIPE['name']}"
WANTED: Wanted = (
    (Meeting("heuristic_2", (AGENT, "heuristic"), 2, 1000), 0.6),
    (Meeting("heuristic_4", (AGENT, "heuristic"), 4, 1200, field=True), 0.4),
)


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    try:
        if not is_finished(RECIPE):
            code = follow(RECIPE)
            if code:
                return code
        reached = progress(RECIPE)
    except (TrainingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    assert reached is not None
    minutes = round(reached.seconds / 60, 1)
    print(f"{reached.samples:,} decisions in {minutes} minutes: {folder(RECIPE) / 'report.html'}")
    about = {
        "training": " ".join(["python -m training.selfplay", *arguments(RECIPE)]),
        "samples": reached.samples,
        "minutes": minutes,
    }
    return tell("hour", WANTED, keep=arguments.save, about=about)


if __name__ == "__main__":
    sys.exit(main())
