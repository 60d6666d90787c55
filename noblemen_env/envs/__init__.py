"""Noblemen behind the interfaces that people already use.

| interface | where |
| --- | --- |
| PettingZoo AEC | `noblemen_env.env`, `noblemen_env.raw_env` (`envs.aec`) |
| PettingZoo parallel | `noblemen_env.parallel_env` (`envs.aec`) |
| Gymnasium, one learning seat | `gymnasium.make(noblemen_env.ENV_ID)` (`envs.single`) |
| Gymnasium vector | `gymnasium.make_vec(noblemen_env.ENV_ID, ...)` (`envs.vector`) |
| Stable-Baselines3 | `envs.sb3.NoblemenVecEnv` |
"""
