"""Noblemen as a Gymnasium vector environment: many games, one seat learns in each."""

from __future__ import annotations

from noblemen_env.envs.single import NoblemenEnv
from noblemen_env.spec import SPEC
from parlour.envs.vector import LearnerVectorEnv


class NoblemenVectorEnv(LearnerVectorEnv):
    """Many games at once; the options are those of `NoblemenEnv`.

    `info` holds `action_mask`, `score` (points if the games ended now) and `seat` of all games. A
    finished game is followed by a new one in the next step (whose action is ignored), and `info`
    also holds its `scores` and `rank`; with `autoreset_mode="SameStep"` the new one begins in the
    same step, and the end of the old one is in `info["final_obs"]` and `info["final_info"]`.
    Game i plays the seeds `seed + i`, `seed + i + num_envs`, ...
    """

    game_spec = SPEC
    env_class = NoblemenEnv
