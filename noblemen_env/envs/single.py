"""Noblemen for Gymnasium: one seat learns, agents play the others."""

from __future__ import annotations

from noblemen_env.game import Game
from noblemen_env.spec import SPEC
from parlour.envs.single import LearnerEnv


class NoblemenEnv(LearnerEnv):
    """The board game Noblemen with one learning seat.

    | | |
    | --- | --- |
    | actions | `Discrete(301)`; `action_masks()` and `info["action_mask"]` say which are legal |
    | observations | `Box` float32: what the seat knows (`noblemen_env.OBSERVATION_SLICES`) |
    | reward | the sum of the seat's rewards since its last decision |
    | `info` | `action_mask`, `score` (points if the game ended now), `seat`; at the end also `scores` and `score_breakdown` of all seats, and `rank` (1 is best) |
    | length | about 55 to 120 decisions of the seat; never truncated |

    Options: `num_players`; `seat`: a fixed one, or `rotate` from game to game; `opponents`: an agent
    or its name (see `noblemen_env.players`), an object with `act(observation, mask, rng)`, or one of
    these for each other seat; `reward`: `win`, `rank`, `margin`, `shaped` (see `core.rewards`);
    `components`; `illegal`: `raise` an `IllegalActionError`, or `lose`: the game is over with reward
    -1; `render_mode`: `human`, `ansi`, `svg` or `rgb_array`.

    Versions: v0, the first one.
    """  # noqa: E501 (a table row)

    game_spec = SPEC
    game: Game
