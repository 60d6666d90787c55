"""Rokoko behind the interfaces that people already use.

| interface | where |
| --- | --- |
| PettingZoo AEC | `rokoko_env.env`, `rokoko_env.raw_env` (`envs.aec`) |
| PettingZoo parallel | `rokoko_env.parallel_env` (`envs.aec`) |
| Gymnasium, one learning seat | `gymnasium.make("rokoko_env:rokoko/Rokoko-v0")` (`envs.single`) |
| Gymnasium vector | `gymnasium.make_vec("rokoko_env:rokoko/Rokoko-v0", ...)` (`envs.vector`) |
| Stable-Baselines3 | `envs.sb3.RokokoVecEnv` |
"""
