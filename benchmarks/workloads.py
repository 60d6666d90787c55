"""Random legal play through every layer of `rokoko_env`, for the benchmarks to measure.

Each function returns a `Workload`: it plays for a while and returns the number of decisions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import rokoko_env
from benchmarks.timing import Workload, counted
from parlour.core.states import play_random, seeds_for, start_games
from parlour.envs.learner_batch import LearnerBatch
from parlour.ruleset import ruleset_for
from rokoko_env import SPEC, Batch, Game
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv


def fused(num_players: int, num_games: int = 256, decisions: int = 64) -> Workload:
    """Draw a legal action, apply it, start the next game at the end: all inside the jit."""
    rules = ruleset_for(SPEC, None, num_players).rules
    states = SPEC.new_states(num_games)
    start_games(states, rules, num_players, seeds_for(0, num_games))
    return counted(decisions * num_games, play_random, states, rules, decisions)


def batch_step(
    num_games: int, num_players: int, threads: int = 1, observe: bool = True
) -> Workload:
    """`Batch.step` with mask and observation; drawing the actions counts too."""
    games = Batch(num_games, num_players, threads=threads, observe=observe)
    for _ in range(100):  # away from the start, where all games are alike
        games.step(games.random_actions())

    def run() -> int:
        games.step(games.random_actions())
        return num_games

    return run


def repeated_steps(num_games: int, num_players: int, threads: int = 1, steps: int = 64) -> Workload:
    """`Batch.step` alone: the same steps again and again, with actions drawn beforehand."""
    games = Batch(num_games, num_players, threads=threads)
    for _ in range(100):
        games.step(games.random_actions())
    rows = games._rows.view(np.uint8)  # as bytes: NumPy copies structured arrays field by field
    start = rows.copy()
    actions = []
    for _ in range(steps):
        actions.append(games.random_actions().copy())
        games.step(actions[-1])

    def run() -> int:
        rows[:] = start
        for step in actions:
            games.step(step)
        return steps * num_games

    return run


def one_game(num_players: int) -> Workload:
    """`Game`: a mask, then `apply`."""
    rng = random.Random(0)
    game = Game(num_players, 0)

    def run() -> int:
        nonlocal game
        for _ in range(100):
            legal = np.flatnonzero(game.action_mask())
            game.apply(legal[rng.randrange(len(legal))])
            if game.is_over:
                game = Game(num_players, rng.getrandbits(60))
        return 100

    return run


def aec(env: Any) -> Workload:
    """PettingZoo's loop, for any environment with masks in its observations."""
    rng = random.Random(0)
    env.reset(seed=0)

    def run() -> int:
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

    return run


def rokoko_aec(num_players: int, wrapped: bool) -> Workload:
    make = rokoko_env.env if wrapped else rokoko_env.raw_env
    return aec(make(num_players=num_players))


def single(num_players: int, wrapped: bool = False, own_steps: bool = False) -> Workload:
    """Gymnasium's loop, the opponents at random inside; counts the decisions of all seats, or of
    the learner alone.
    """
    env: gymnasium.Env[Any, Any] = RokokoEnv(num_players)
    if wrapped:
        env = gymnasium.make(f"rokoko_env:{rokoko_env.ENV_ID}", num_players=num_players)
    rng = random.Random(0)
    _, info = env.reset(seed=0)
    assert isinstance(env.unwrapped, RokokoEnv)
    batch = env.unwrapped._batch

    def run() -> int:
        nonlocal info
        before = batch.decisions
        for _ in range(50):
            legal = np.flatnonzero(info["action_mask"])
            _, _, terminated, _, info = env.step(int(legal[rng.randrange(len(legal))]))
            if terminated:
                _, info = env.reset()
        return 50 if own_steps else batch.decisions - before

    return run


def vector(num_games: int, num_players: int) -> Workload:
    env = RokokoVectorEnv(num_games, num_players, autoreset_mode="SameStep")
    env.reset(seed=0)
    return _many(env._batch, env.step)


def sb3(num_games: int, num_players: int) -> Workload:
    from rokoko_env.envs.sb3 import RokokoVecEnv

    env = RokokoVecEnv(num_games, num_players)
    env.reset()
    return _many(env._batch, env.step)


def _many(batch: LearnerBatch, step: Callable[[np.ndarray], object]) -> Workload:
    """Random play of the learners' seats, drawn all at once."""
    rng = np.random.default_rng(0)

    def run() -> int:
        before = batch.decisions
        races = rng.random(batch.mask.shape, np.float32) * batch.mask
        step(races.argmax(axis=1))
        return batch.decisions - before

    return run


def fill(num_games: int, observe: bool = True) -> Workload:
    """Fill the buffers of a number of games with a constant: the least that a step has to do."""
    observations = np.zeros((num_games if observe else 0, rokoko_env.OBSERVATION_SIZE), np.float32)
    masks = np.zeros((num_games, rokoko_env.NUM_ACTIONS), np.int8)

    def run() -> int:
        observations.fill(1.0)
        masks.fill(1)
        return num_games

    return run
