"""Noblemen for Stable-Baselines3: a VecEnv in which one seat of each game learns.

from sb3_contrib import MaskablePPO
from noblemen_env.envs.sb3 import NoblemenVecEnv
env = NoblemenVecEnv(64, num_players=3)
MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=2048).learn(100_000)
"""

from __future__ import annotations

from noblemen_env.spec import SPEC
from parlour.envs.sb3 import LearnerVecEnv


class NoblemenVecEnv(LearnerVecEnv):
    """Many games, played in batches; the options are those of `NoblemenEnv`.

    A finished game is followed by a new one in the same step; `infos[i]` then holds
    `terminal_observation`, `seat`, `score`, `scores`, `score_breakdown` and `rank`. Game i plays
    the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    game_spec = SPEC
