"""Positions to search: those of games that a game's strongest baseline plays with itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from parlour.core.states import ONLY, start_games, step_games
from parlour.players.agent import Seats
from parlour.players.registry import baselines, make_agent
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec


def num_players(spec: GameSpec) -> int:
    """As few players as the game allows."""
    return spec.players[0]


def only_seat(spec: GameSpec, states: np.ndarray, seed: int) -> Seats:
    """Return the seat to decide in the only one of these games, with a seed for its agent."""
    ruleset, zero = ruleset_for(spec, None, num_players(spec)), np.zeros(1, np.int64)
    return Seats(states, zero, ruleset, np.array([seed], np.uint64), zero)


def positions(spec: GameSpec, seed: int) -> Iterator[np.ndarray]:
    """Play a game. Yields its decisions one after another, in the same array of length 1."""
    rules = ruleset_for(spec, None, num_players(spec)).rules
    agent, states = make_agent(baselines(spec)[-1], spec), spec.new_states(1)
    start_games(states, rules, num_players(spec), np.array([seed], np.uint64))
    while states["decision"][0] != spec.over:
        yield states
        actions = agent.act_batch(only_seat(spec, states, seed))
        step_games(states, rules, ONLY, np.asarray(actions, np.int64))
