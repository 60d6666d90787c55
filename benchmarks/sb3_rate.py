"""Speed of stock MaskablePPO, against random play or a frozen network."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

from rokoko_env.envs.sb3 import RokokoVecEnv
from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.network import PolicyNetwork
from rokoko_env.players.policy import PolicyAgent
from training.sb3.options import Options
from training.sb3_ppo import NEVER, make_model


@dataclass(frozen=True)
class LearnerRate:
    """Time of some rollouts with their updates, after a warm-up."""

    samples: int  # decisions of the learner
    seconds: float  # all of it
    update_seconds: float  # gradient steps
    env_seconds: float  # environment with its opponents
    opponent_seconds: float  # of that, in networks of opponents; 0 where the jit plays them

    @property
    def samples_per_second(self) -> float:
        return self.samples / self.seconds


class _Timer(BaseCallback):
    """Measures updates, and resets the other timers at the end of the warm-up."""

    def __init__(self, env: _TimedEnv, opponent: _TimedAgent | None) -> None:
        super().__init__()
        self.env, self.opponent = env, opponent
        self.rollouts, self.update_seconds, self._rollout_end = 0, 0.0, 0.0

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        self.rollouts += 1
        if self.rollouts == 2:  # the warm-up with its update is over
            self.start, self.env.seconds = now, 0.0
            if self.opponent:
                self.opponent.seconds = 0.0
        elif self.rollouts > 2:
            self.update_seconds += now - self._rollout_end

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self._rollout_end = time.perf_counter()

    def _on_training_end(self) -> None:
        self.end = time.perf_counter()
        self.update_seconds += self.end - self._rollout_end


class _TimedEnv(RokokoVecEnv):
    seconds = 0.0

    def step_wait(self) -> Any:
        start = time.perf_counter()
        result = super().step_wait()
        self.seconds += time.perf_counter() - start
        return result


class _TimedAgent(Agent):
    def __init__(self, agent: Agent) -> None:
        self.agent, self.seconds = agent, 0.0

    def act_batch(self, seats: Seats) -> np.ndarray:
        start = time.perf_counter()
        actions = self.agent.act_batch(seats)
        self.seconds += time.perf_counter() - start
        return actions


def learner_rate(
    rollouts: int = 3,
    *,
    against: Literal["random", "snapshot"] = "random",
    threads: int = 1,
    **changes: Any,
) -> LearnerRate:
    """Measure some rollouts after a first one, which does not count.

    `changes` are fields of `Options`. The jit plays all other seats against `random`; `snapshot` is
    a frozen network of the learner's shape, as in most rollouts of a run. No files are written.
    """
    options = Options(**changes)
    options.check()
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        agent = PolicyAgent.of(PolicyNetwork(options.hidden_sizes).eval(), temperature=1.0)
        opponent = _TimedAgent(agent) if against == "snapshot" else None
        env = _TimedEnv(options.games, options.players, opponents=opponent or "random")
        timer = _Timer(env, opponent)
        model = make_model(options, env, device="cpu")
        model.learn((rollouts + 1) * options.rollout_size, timer, log_interval=NEVER)
    finally:
        torch.set_num_threads(before)
    return LearnerRate(
        rollouts * options.rollout_size,
        timer.end - timer.start,
        timer.update_seconds,
        env.seconds,
        opponent.seconds if opponent else 0.0,
    )
