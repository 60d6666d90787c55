"""Random legal play through every layer of this package: what the benchmarks measure.

Each function returns a `Workload`: it plays on for a while and returns the number of decisions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import rokoko_env
from benchmarks.timing import Workload
from rokoko_env import Batch, Game, load_components
from rokoko_env.core.rules import build_rules
from rokoko_env.core.state import new_states
from rokoko_env.core.states import play_random, seeds_for, start_games
from rokoko_env.envs.learner_batch import LearnerBatch
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv


def fused(num_players: int, num_games: int = 256, decisions: int = 64) -> Workload:
    """Draw a legal action, apply it, begin anew when a game is over: all inside the jit."""
    rules = build_rules(load_components(), num_players)
    states = new_states(num_games)
    start_games(states, rules, num_players, seeds_for(0, num_games))

    def work() -> int:
        play_random(states, rules, decisions)
        return decisions * num_games

    return work


def batch_step(
    num_games: int, num_players: int, threads: int = 1, observe: bool = True
) -> Workload:
    """`Batch.step` with given actions, mask and observation; drawing the actions counts too."""
    games = Batch(num_games, num_players, threads=threads, observe=observe)
    for _ in range(100):  # away from the start, where all games are alike
        games.step(games.random_actions())

    def work() -> int:
        games.step(games.random_actions())
        return num_games

    return work


def given_actions(num_games: int, num_players: int, threads: int = 1, steps: int = 64) -> Workload:
    """`Batch.step` alone: the same steps again and again, with the actions of the first time."""
    games = Batch(num_games, num_players, threads=threads)
    for _ in range(100):
        games.step(games.random_actions())
    rows = games._rows.view(np.uint8)  # as bytes: NumPy copies structured arrays field by field
    start = rows.copy()
    actions = []
    for _ in range(steps):
        actions.append(games.random_actions().copy())
        games.step(actions[-1])

    def work() -> int:
        rows[:] = start
        for chosen in actions:
            games.step(chosen)
        return steps * num_games

    return work


def game(num_players: int) -> Workload:
    """The friendly object: a mask, then `apply`."""
    rng = random.Random(0)
    table = Game(num_players, 0)

    def work() -> int:
        nonlocal table
        for _ in range(100):
            legal = np.flatnonzero(table.action_mask())
            table.apply(legal[rng.randrange(len(legal))])
            if table.is_over:
                table = Game(num_players, rng.getrandbits(60))
        return 100

    return work


def aec(env: Any) -> Workload:
    """PettingZoo's loop, for any environment with masks in its observations."""
    rng = random.Random(0)
    env.reset(seed=0)

    def work() -> int:
        decisions = 0
        while decisions < 100:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[rng.randrange(len(legal))]))
            decisions += 1
        return decisions

    return work


def rokoko_aec(num_players: int, wrapped: bool) -> Workload:
    make = rokoko_env.env if wrapped else rokoko_env.raw_env
    return aec(make(num_players=num_players))


def single(num_players: int, wrapped: bool = False, own_steps: bool = False) -> Workload:
    """Gymnasium's loop, the others at random inside. Counts decisions of all seats or own steps."""
    env: gymnasium.Env = RokokoEnv(num_players)
    if wrapped:
        env = gymnasium.make(f"rokoko_env:{rokoko_env.ENV_ID}", num_players=num_players)
    rng = random.Random(0)
    _, info = env.reset(seed=0)
    table: LearnerBatch = env.unwrapped._table

    def work() -> int:
        nonlocal info
        before = table.decisions
        for _ in range(50):
            legal = np.flatnonzero(info["action_mask"])
            _, _, terminated, _, info = env.step(int(legal[rng.randrange(len(legal))]))
            if terminated:
                _, info = env.reset()
        return 50 if own_steps else table.decisions - before

    return work


def vector(num_games: int, num_players: int) -> Workload:
    env = RokokoVectorEnv(num_games, num_players, autoreset_mode="SameStep")
    env.reset(seed=0)
    return _many(env._table, env.step)


def sb3(num_games: int, num_players: int) -> Workload:
    from rokoko_env.envs.sb3 import RokokoVecEnv

    env = RokokoVecEnv(num_games, num_players)
    env.reset()
    return _many(env._table, env.step)


def _many(table: LearnerBatch, step: Callable[[np.ndarray], object]) -> Workload:
    """Random play of the learning seats, drawn in one go."""
    rng = np.random.default_rng(0)

    def work() -> int:
        before = table.decisions
        races = rng.random(table.mask.shape, np.float32) * table.mask
        step(races.argmax(axis=1))
        return table.decisions - before

    return work


def fill(num_games: int, observe: bool = True) -> Workload:
    """Merely write the buffers of so many games: the least that a step has to do."""
    observations = np.zeros((num_games if observe else 0, rokoko_env.OBSERVATION_SIZE), np.float32)
    masks = np.zeros((num_games, rokoko_env.NUM_ACTIONS), np.int8)

    def work() -> int:
        observations.fill(1.0)
        masks.fill(1)
        return num_games

    return work
