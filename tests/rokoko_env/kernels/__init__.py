"""Jitted kernels for tests only, and short forms of the core's entry points."""

import numpy as np

from parlour.buffers import Buffers
from parlour.core.flow import make_forced_choices, random_legal
from parlour.core.jit import entry
from parlour.core.rewards import add_final_reward
from parlour.core.states import show_seats, step_games
from rokoko_env import SPEC


@entry
def draw_from_own_rng(states, actions, start, stop):
    """A random legal action for each game from `start` to `stop`, drawn from its own numbers."""
    for i in range(start, stop):
        actions[i] = random_legal(states[i])


@entry
def play_forced(states, rules):
    """Advance to the next real decision in states that were not made by `step_games`."""
    for i in range(len(states)):
        make_forced_choices(states[i], rules[0])


@entry
def final_rewards(rows, rules, reward_kind, out):
    """Write the final rewards of the first game, which must be over."""
    out[:] = 0.0
    add_final_reward(rows[0].state, rules[0], reward_kind, out)


def step_all(states, rules, actions) -> int:
    """`step_games` for all games."""
    return step_games(states, rules, np.arange(len(states)), actions)


def masks_of(states, rules, out: np.ndarray | None = None) -> np.ndarray:
    """The masks of all games."""
    buffers = Buffers(SPEC, len(states), observe=False)
    if out is not None:
        buffers.mask[:] = out  # what was in the memory before
    seats = np.zeros(len(states), np.int64)
    show_seats(states, rules, np.arange(len(states)), seats, *buffers.records)
    return buffers.mask


def observations_of(states, rules, seats: np.ndarray) -> np.ndarray:
    """The observation of the given seat of each game."""
    buffers = Buffers(SPEC, len(states), mask=False)
    show_seats(states, rules, np.arange(len(states)), seats, *buffers.records)
    return buffers.observation
