"""Games behind the interfaces that people already use.

| interface | class |
| --- | --- |
| PettingZoo AEC | `aec.TurnEnv`, bare or `wrapped` |
| PettingZoo parallel | `aec.parallel` of it |
| Gymnasium, one learning seat | `single.LearnerEnv` |
| Gymnasium vector | `vector.LearnerVectorEnv` |
| Stable-Baselines3 | `sb3.LearnerVecEnv` |

A game's package has subclasses that name its `game_spec`; the classes themselves take it as a
keyword. (Gymnasium has another meaning for `spec`.)
"""
