"""`make weights`: trains the network that the repository ships, and puts it where `ppo` finds it.

First it learns what `heuristic` would do, in some minutes, then by playing itself for an hour, with
2 to 5 players. Stopped with Ctrl-C, the same command goes on.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from agents.trained import IN_A_RUN, SHIPPED
from training.recipes import Recipe, folder, follow, is_finished

REPORT = Path(__file__).parent.parent / "docs" / "shipped_network.html"
LESSONS: Recipe = {
    "name": "teach",
    "players": (2, 3, 4, 5),
    "games": (64, 24, 16, 8),
    "samples": 12_000_000,
    "teacher": "heuristic",
    "teacher_samples": 12_000_000,
    "batch_size": 768,
    "learning_rate": 1e-3,
    "final_learning_rate": 1e-4,
    "most_gradient": 1.0,
    "evaluate_every": 60,
    "baselines": ("heuristic",),
}
SELF_PLAY: Recipe = {
    "name": "main",
    "start": "runs/teach",
    "players": (2, 3, 4, 5),
    "games": (72, 16, 16, 8),
    "minutes": 66.0,
    "samples": 110_000_000,
    "epochs": 2,
    "batch_size": 1024,
    "learning_rate": 4e-4,
    "final_learning_rate": 3e-5,
    "entropy": 0.004,
    "final_entropy": 0.001,
    "opponents": ("heuristic",),
    "snapshot_every": 40,
    "evaluate_every": 150,
    "checkpoint_every": 25,
    "baselines": ("heuristic",),
}


def main() -> int:
    for recipe in (LESSONS, SELF_PLAY):
        if not is_finished(recipe):
            code = follow(recipe)
            if code:
                return code
    run = folder(SELF_PLAY)
    SHIPPED.parent.mkdir(exist_ok=True)
    shutil.copyfile(run / IN_A_RUN, SHIPPED)
    shutil.copyfile(run / "report.html", REPORT)
    print(
        f"Its network is the shipped one now ({SHIPPED.name}); `make trained` says how good it is."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
