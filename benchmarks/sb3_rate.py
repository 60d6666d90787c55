"""Speed of stock MaskablePPO against random play."""

from __future__ import annotations

import time
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback

from parlour.envs.sb3 import LearnerVecEnv
from training.sb3.options import Options
from training.sb3_ppo import NEVER, make_model


class _Timer(BaseCallback):
    """Measures the seconds from the second rollout to the end; the first one is a warm-up."""

    def _init_callback(self) -> None:
        self.rollouts = 0

    def _on_rollout_start(self) -> None:
        self.rollouts += 1
        if self.rollouts == 2:
            self.start = time.perf_counter()

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self.seconds = time.perf_counter() - self.start


def learner_rate(rollouts: int = 3, **changes: Any) -> float:
    """Return the learner's samples a second, of some rollouts with their updates, on one thread.

    `changes` are fields of `Options`. The jit plays all other seats at random. No files are
    written.
    """
    options = Options(**changes)
    options.check()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        sizes = options.games, options.num_players
        env = LearnerVecEnv(*sizes, opponents="random", game_spec=options.spec)
        timer = _Timer()
        model = make_model(options, env, device="cpu")
        model.learn((rollouts + 1) * options.rollout_size, timer, log_interval=NEVER)
    finally:
        torch.set_num_threads(before)
    return rollouts * options.rollout_size / timer.seconds
