"""Rokoko for Stable-Baselines3: a VecEnv in which one seat of each game learns.

from sb3_contrib import MaskablePPO
from rokoko_env.envs.sb3 import RokokoVecEnv
env = RokokoVecEnv(64, num_players=2)
MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=2048).learn(100_000)
"""

from __future__ import annotations

from parlour.envs.sb3 import LearnerVecEnv
from rokoko_env.spec import SPEC


class RokokoVecEnv(LearnerVecEnv):
    """Many games, played in batches; the options are those of `RokokoEnv`.

    A finished game is followed by a new one in the same step; `infos[i]` then holds
    `terminal_observation`, `seat`, `score`, `scores`, `score_breakdown` and `rank`. Game i plays
    the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    game_spec = SPEC
