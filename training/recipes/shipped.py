"""`make weights`: train the network that the repository ships, and put it where `ppo` finds it.

It imitates `heuristic` first, then learns by self-play with 2 to 5 players: some three hours in all
on two cores. After Ctrl-C the same command resumes.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agents.reporting.cli import run_command
from parlour.players.trained import RUN_NETWORK, SHIPPED
from training.recipes.recipe import Recipe, folder, follow, is_finished

REPORT = Path(__file__).parents[2] / "docs" / "shipped_network.html"
PLAYERS = (2, 3, 4, 5)
TEACH: Recipe = {
    "name": "teach", "players": PLAYERS, "games": (64, 24, 16, 8), "total_timesteps": 12_000_000,
    "teacher": "heuristic", "teacher_timesteps": 12_000_000, "minibatch_size": 768,
    "learning_rate": 1e-3, "final_learning_rate": 1e-4, "max_grad_norm": 1.0,
    "eval_every": 60, "baselines": ("heuristic",),
}  # fmt: skip
SELF_PLAY: Recipe = {
    "players": PLAYERS, "reward": "margin", "total_timesteps": 10**9, "update_epochs": 2,
    "minibatch_size": 1024, "learning_rate": 3e-4, "ent_coef": 0.003, "opponents": ("heuristic",),
    "snapshot_every": 50, "checkpoint_every": 20, "eval_every": 100, "baselines": ("heuristic",),
}  # fmt: skip
MAIN: Recipe = {
    **SELF_PLAY, "name": "main", "init_from": "runs/teach", "games": (104, 12, 12, 8),
    "minutes": 16.2, "learning_rate": 5e-4, "final_learning_rate": 3.7e-4, "ent_coef": 0.004,
    "final_ent_coef": 0.003, "pool_share": (0.15,), "snapshot_every": 40, "eval_every": 80,
}  # fmt: skip
# Annealed to the end, with more of the games for two and four players.
MAIN2: Recipe = {
    **SELF_PLAY, "name": "main2", "init_from": "runs/main", "games": (104, 6, 20, 6),
    "minutes": 34.0, "final_learning_rate": 2e-5, "final_ent_coef": 0.0005, "pool_share": (0.1,),
}  # fmt: skip
# Games of three to five learned slowest and hardly met the script, now in a third of them.
MAIN3: Recipe = {
    **SELF_PLAY, "name": "main3", "init_from": "runs/main2", "games": (96, 10, 48, 8),
    "total_timesteps": 80_000_000, "final_learning_rate": 1e-5, "warmup_iterations": 10,
    "final_ent_coef": 0.0003, "pool_share": (0.2, 0.5, 0.5, 0.5), "opponents_share": 0.7,
    "eval_games": 300,
}  # fmt: skip
# From the margin to winning by any margin.
MAIN4: Recipe = {
    **MAIN3, "name": "main4", "init_from": "runs/main3", "games": (128, 8, 24, 8), "reward": "win",
    "total_timesteps": 36_000_000, "learning_rate": 2.5e-4, "warmup_iterations": 20,
    "pool_share": (0.2, 0.4, 0.4, 0.4), "opponents_share": 0.5,
}  # fmt: skip
# Five of six iterations play two players alone, whose observations cost less: half are zeros.
SHIPPED_RUN: Recipe = {
    **MAIN4, "name": "main5", "init_from": "runs/main4", "games": (160, 24, 56, 24),
    "play_every": (1, 6, 6, 6), "total_timesteps": 60_000_000, "learning_rate": 1.5e-4,
    "warmup_iterations": 5, "ent_coef": 0.0015, "final_ent_coef": 0.0002,
    "pool_share": (0.1, 0.4, 0.4, 0.4), "eval_every": 200,
}  # fmt: skip

STAGES = (TEACH, MAIN, MAIN2, MAIN3, MAIN4, SHIPPED_RUN)


@dataclass(frozen=True)
class Options:
    """Train the network that the repository ships; the same command resumes."""


def train(options: Options) -> int:
    """Train all stages, and copy the network and report of the last one."""
    for recipe in STAGES:
        if not is_finished(recipe):
            if code := follow(recipe):
                return code
    run = folder(SHIPPED_RUN)
    SHIPPED.parent.mkdir(exist_ok=True)
    shutil.copyfile(run / RUN_NETWORK, SHIPPED)
    shutil.copyfile(run / "report.html", REPORT)
    print(f"Its network is now the shipped one ({SHIPPED.name}); `make trained` measures it.")
    return 0


main = partial(run_command, Options, train)


if __name__ == "__main__":
    sys.exit(main())
