"""Random legal play of a game through every layer, for the benchmarks to measure.

Each function returns a `Workload`: it plays for a while and returns the number of decisions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec

from benchmarks.timing import Workload, counted
from parlour.batch import Batch
from parlour.core.states import play_random, seeds_for, start_games
from parlour.envs.aec import TurnEnv
from parlour.envs.aec import wrapped as wrapped_env
from parlour.envs.learner_batch import LearnerBatch
from parlour.envs.single import LearnerEnv
from parlour.envs.vector import LearnerVectorEnv
from parlour.games import DEFAULT_GAME, find_game
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec

DEFAULT = find_game(DEFAULT_GAME)
LEARNER_ENV = f"{LearnerEnv.__module__}:{LearnerEnv.__name__}"
PLAYERS = 4  # if not stated otherwise; all games that are measured allow it


def fused(
    num_players: int, num_games: int = 256, decisions: int = 64, *, spec: GameSpec = DEFAULT
) -> Workload:
    """Draw a legal action, apply it, start the next game at the end: all inside the jit."""
    rules = ruleset_for(spec, None, num_players).rules
    states = spec.new_states(num_games)
    start_games(states, rules, num_players, seeds_for(0, num_games))
    return counted(decisions * num_games, play_random, states, rules, decisions)


def batch_step(
    num_games: int,
    num_players: int,
    threads: int = 1,
    observe: bool = True,
    *,
    spec: GameSpec = DEFAULT,
) -> Workload:
    """`Batch.step` with mask and observation; drawing the actions counts too."""
    games = Batch(num_games, num_players, threads=threads, observe=observe, spec=spec)
    for _ in range(100):  # away from the start, where all games are alike
        games.step(games.random_actions())

    def run() -> int:
        games.step(games.random_actions())
        return num_games

    return run


def repeated_steps(
    num_games: int,
    num_players: int,
    threads: int = 1,
    steps: int = 64,
    *,
    spec: GameSpec = DEFAULT,
) -> Workload:
    """`Batch.step` alone: the same steps again and again, with actions drawn beforehand."""
    games = Batch(num_games, num_players, threads=threads, spec=spec)
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


def one_game(num_players: int, *, spec: GameSpec = DEFAULT) -> Workload:
    """`Game`: a mask, then `apply`."""
    rng = random.Random(0)
    game = spec.game_class(num_players, 0)

    def run() -> int:
        nonlocal game
        for _ in range(100):
            legal = np.flatnonzero(game.action_mask())
            game.apply(legal[rng.randrange(len(legal))])
            if game.is_over:
                game = spec.game_class(num_players, rng.getrandbits(60))
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


def turns(num_players: int, *, wrapped: bool, spec: GameSpec = DEFAULT) -> Workload:
    """PettingZoo's loop."""
    env = TurnEnv(num_players, game_spec=spec)
    return aec(wrapped_env(env) if wrapped else env)


def single(
    num_players: int, *, wrapped: bool = False, own_steps: bool = False, spec: GameSpec = DEFAULT
) -> Workload:
    """Gymnasium's loop, the opponents at random inside; counts the decisions of all seats, or of
    the learner alone.
    """
    options: dict[str, Any] = {"num_players": num_players, "game_spec": spec}
    env: gymnasium.Env[Any, Any] = LearnerEnv(**options)
    if wrapped:
        env = gymnasium.make(EnvSpec(spec.name, LEARNER_ENV, kwargs=options))
    rng = random.Random(0)
    _, info = env.reset(seed=0)
    assert isinstance(env.unwrapped, LearnerEnv)
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


def vector(num_games: int, num_players: int, *, spec: GameSpec = DEFAULT) -> Workload:
    env = LearnerVectorEnv(num_games, num_players, autoreset_mode="SameStep", game_spec=spec)
    env.reset(seed=0)
    return _many(env._batch, env.step)


def sb3(num_games: int, num_players: int, *, spec: GameSpec = DEFAULT) -> Workload:
    from parlour.envs.sb3 import LearnerVecEnv

    env = LearnerVecEnv(num_games, num_players, game_spec=spec)
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


def fill(num_games: int, observe: bool = True, *, spec: GameSpec = DEFAULT) -> Workload:
    """Fill the buffers of a number of games with a constant: the least that a step has to do."""
    observations = np.zeros((num_games if observe else 0, spec.observation_size), np.float32)
    masks = np.zeros((num_games, spec.num_actions), np.int8)

    def run() -> int:
        observations.fill(1.0)
        masks.fill(1)
        return num_games

    return run
