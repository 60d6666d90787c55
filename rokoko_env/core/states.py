"""The doors through which Python comes in: loops over arrays of records.

(numba's dispatch of an array of records costs half a microsecond, that of a single record eight.)
Most functions work on the games `start <= i < stop`, so that callers can share them out.
"""

import numpy as np

from rokoko_env.core.determinize import determinize
from rokoko_env.core.flow import (
    is_legal,
    make_forced_choices,
    nth_legal,
    num_legal,
    random_legal,
    start_game,
    step,
)
from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import entry
from rokoko_env.core.legal import write_legal
from rokoko_env.core.mask import write_mask
from rokoko_env.core.observe import write_observation
from rokoko_env.core.rng import mix
from rokoko_env.core.scoring import break_down


@entry
def start_games(states, rules, num_players, seeds, start, stop):
    """New games; each is a function of its own seed alone."""
    for i in range(start, stop):
        start_game(states[i], rules[0], num_players, seeds[i])


@entry
def step_games(states, rules, actions, start, stop):
    """Apply one action in each game; an illegal one anywhere changes nothing at all.

    Returns the number of the first game with an illegal action, -1 if all went well. Finished games
    take any action and stay as they are.
    """
    for i in range(start, stop):
        if not is_legal(states[i], actions[i]):
            return i
    for i in range(start, stop):
        step(states[i], rules[0], actions[i])
    return -1


@entry
def write_masks(states, masks, start, stop):
    """Legality as one byte an action."""
    for i in range(start, stop):
        write_mask(states[i], masks[i])


@entry
def list_legal(states, out):
    """The legal actions of the first game, ascending. Returns their number."""
    s = states[0]
    number = num_legal(s)
    for n in range(number):
        out[n] = nth_legal(s, n)
    return number


@entry
def random_actions(states, actions, start, stop):
    """A legal action for each game, drawn from its own random numbers."""
    for i in range(start, stop):
        actions[i] = random_legal(states[i])


@entry
def play_random(states, rules, decisions, start, stop):
    """Random play without leaving the jit: so many decisions in each game, new games as needed.

    Returns the number of games finished.
    """
    finished = 0
    for i in range(start, stop):
        s = states[i]
        for _ in range(decisions):
            step(s, rules[0], random_legal(s))
            if s.decision == OVER:
                finished += 1
                start_game(s, rules[0], np.int64(s.num_players), mix(s.rng))
    return finished


@entry
def play_to_end(states, rules, start, stop):
    """Finish each game by random play. Returns the number of decisions made."""
    decisions = 0
    for i in range(start, stop):
        s = states[i]
        while s.decision != OVER:
            step(s, rules[0], random_legal(s))
            decisions += 1
    return decisions


@entry
def write_observations(states, rules, seats, observations, start, stop):
    """What the given seat of each game knows."""
    for i in range(start, stop):
        write_observation(states[i], rules[0], seats[i], observations[i])


@entry
def determinize_games(states, rules, seats, seeds, start, stop):
    """Redraw in place what the given seat of each game does not know."""
    for i in range(start, stop):
        determinize(states[i], rules[0], seats[i], seeds[i])


@entry
def refresh_legal(states, rules, start, stop):
    """Recompute the legal actions of states that were not made by `step_games`."""
    for i in range(start, stop):
        write_legal(states[i], rules[0])


@entry
def play_forced(states, rules, start, stop):
    """Go on to the next real decision in states that were not made by `step_games`."""
    for i in range(start, stop):
        make_forced_choices(states[i], rules[0])


@entry
def score_games(states, rules, points, start, stop):
    """The prestige of every player by source, if the games ended now."""
    for i in range(start, stop):
        break_down(states[i], rules[0], points[i])


def seeds_for(seed: int, number: int) -> np.ndarray:
    """The seeds of a batch: game i of seed k is the game that has seed k + i alone."""
    return np.arange(number, dtype=np.uint64) + np.uint64(seed)
