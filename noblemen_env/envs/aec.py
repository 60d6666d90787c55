"""Noblemen for PettingZoo: every seat is an agent."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from noblemen_env.game import Game
from noblemen_env.spec import SPEC
from parlour.envs.aec import TurnEnv, parallel, wrapped


def env(**options: Any) -> AECEnv:
    """`raw_env` in PettingZoo's usual wrappers (order of calls, range of actions)."""
    return wrapped(raw_env(**options))


def parallel_env(**options: Any) -> ParallelEnv:
    """The game behind PettingZoo's parallel interface: all seats give an action in every step, and
    only that of the seat to decide counts (the others' masks are all zero)."""
    return parallel(raw_env(**options))


class raw_env(TurnEnv):  # noqa: N801 (PettingZoo's name for it)
    """The board game Noblemen: 3 to 5 players, an estate of tiles each, hidden hands, masquerades.

    | | |
    | --- | --- |
    | agents | `player_0` ... , one for each seat |
    | actions | `Discrete(301)`; `noblemen_env.Game.action_name` names them |
    | observations | `Dict(observation=Box float32, action_mask=Box int8)` |
    | `state()` | the knowledge of all seats, `num_players * OBSERVATION_SIZE` floats |
    | length | about 170 to 510 decisions of all seats, 3 decades; never truncated |

    The observation is what the seat knows (`noblemen_env.OBSERVATION_SLICES`); the mask of a seat
    that is not to move is all zero. A turn is several decisions of one agent in a row, so an agent
    may be selected again at once; others decide within it when they give tiles to a knight's owner,
    at masquerades and when cards are drafted.

    Options: `num_players`; `reward`: `win`, `rank`, `margin`, `shaped` (see `core.rewards`), or a
    function of the `Game` that is called after every decision and returns a number for each seat;
    `components`: another set or its folder; `illegal`: `raise` an `IllegalActionError`, or let the
    agent `lose`: -1 for it, 1 / (n - 1) for the others, and the game is over; `observation`: what
    the `seat` knows, or `perfect` information: that, followed by what the others know, for studies;
    `render_mode`: `human`, `ansi`, `svg` or `rgb_array`.

    Versions: v0, the first one.
    """

    game_spec = SPEC
    game: Game
    metadata = {**TurnEnv.metadata, "name": "noblemen_v0"}  # noqa: RUF012 (PettingZoo's way)
