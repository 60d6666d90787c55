"""`make weights`: trains the network that the repository ships, and puts it where `ppo` finds it.

First it learns what `heuristic` would do, then by playing itself, with 2 to 5 players: some three
hours in all on two cores. Stopped with Ctrl-C, the same command goes on.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from rokoko_env.players.trained import RUN_NETWORK, SHIPPED
from training.options import TrainingError
from training.recipes.recipe import Recipe, folder, follow, is_finished

REPORT = Path(__file__).parents[2] / "docs" / "shipped_network.html"
PLAYERS = (2, 3, 4, 5)
TEACH: Recipe = {
    "name": "teach",
    "players": PLAYERS,
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
    "players": PLAYERS,
    "reward": "margin",
    "samples": 10**9,
    "epochs": 2,
    "batch_size": 1024,
    "opponents": ("heuristic",),
    "checkpoint_every": 20,
    "baselines": ("heuristic",),
}
MAIN: Recipe = {
    **SELF_PLAY,
    "name": "main",
    "start": "runs/teach",
    "games": (104, 12, 12, 8),
    "minutes": 16.2,
    "learning_rate": 5e-4,
    "final_learning_rate": 3.7e-4,
    "entropy": 0.004,
    "final_entropy": 0.003,
    "pool_share": (0.15,),
    "snapshot_every": 40,
    "evaluate_every": 80,
}
# Annealed to the end, with more of the games for two and four players.
MAIN2: Recipe = {
    **SELF_PLAY,
    "name": "main2",
    "start": "runs/main",
    "games": (104, 6, 20, 6),
    "minutes": 34.0,
    "learning_rate": 3e-4,
    "final_learning_rate": 2e-5,
    "entropy": 0.003,
    "final_entropy": 0.0005,
    "pool_share": (0.1,),
    "snapshot_every": 50,
    "evaluate_every": 100,
}
# Larger tables learned slowest, and hardly met the script: it is in a third of their games now.
MAIN3: Recipe = {
    **SELF_PLAY,
    "name": "main3",
    "start": "runs/main2",
    "games": (96, 10, 48, 8),
    "samples": 80_000_000,
    "learning_rate": 3e-4,
    "final_learning_rate": 1e-5,
    "warmup": 10,
    "entropy": 0.003,
    "final_entropy": 0.0003,
    "pool_share": (0.2, 0.5, 0.5, 0.5),
    "opponents_share": 0.7,
    "snapshot_every": 50,
    "evaluate_every": 100,
    "evaluate_games": 300,
}
# So far seats wanted a large lead; now they want any.
MAIN4: Recipe = {
    **SELF_PLAY,
    "name": "main4",
    "start": "runs/main3",
    "games": (128, 8, 24, 8),
    "reward": "win",
    "samples": 36_000_000,
    "learning_rate": 2.5e-4,
    "final_learning_rate": 1e-5,
    "warmup": 20,
    "entropy": 0.003,
    "final_entropy": 0.0003,
    "pool_share": (0.2, 0.4, 0.4, 0.4),
    "opponents_share": 0.5,
    "snapshot_every": 50,
    "evaluate_every": 100,
    "evaluate_games": 300,
}
# Five of six iterations are of two players alone, whose observations cost less: half are zeros.
SHIPPED_RUN: Recipe = {
    **MAIN4,
    "name": "main5",
    "start": "runs/main4",
    "games": (160, 24, 56, 24),
    "every": (1, 6, 6, 6),
    "samples": 60_000_000,
    "learning_rate": 1.5e-4,
    "warmup": 5,
    "entropy": 0.0015,
    "final_entropy": 0.0002,
    "pool_share": (0.1, 0.4, 0.4, 0.4),
    "evaluate_every": 200,
}


RUNS = (TEACH, MAIN, MAIN2, MAIN3, MAIN4, SHIPPED_RUN)


def main() -> int:
    try:
        return _train_and_copy()
    except (TrainingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _train_and_copy() -> int:
    for recipe in RUNS:
        if not is_finished(recipe):
            code = follow(recipe)
            if code:
                return code
    run = folder(SHIPPED_RUN)
    SHIPPED.parent.mkdir(exist_ok=True)
    shutil.copyfile(run / RUN_NETWORK, SHIPPED)
    shutil.copyfile(run / "report.html", REPORT)
    print(
        f"Its network is the shipped one now ({SHIPPED.name}); `make trained` says how good it is."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
