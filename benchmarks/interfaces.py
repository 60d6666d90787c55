"""Every interface: does its official checker pass, and how many decisions a second does it make?

    python -m benchmarks.interfaces            prints the table
    python -m benchmarks.interfaces --write    writes it into the README too

"wrapped": with the wrappers that the libraries put around an environment by default. Decisions are
those of all seats; where one seat learns, the others choose at random inside.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import gymnasium
import numpy as np
from rich.console import Console
from rich.progress import track

import rokoko_env
from benchmarks.timing import measure
from rokoko_env import Batch, Game
from rokoko_env.envs.seats import SeatBatch
from rokoko_env.envs.single import RokokoEnv
from rokoko_env.envs.vector import RokokoVectorEnv

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- interfaces -->", "<!-- end of interfaces -->"
PLAYERS = 4
GAMES = 256
REPEATS, SECONDS = 7, 0.3
Work = Callable[[], int]


def game_work() -> Work:
    rng = np.random.default_rng(0)
    game = Game(PLAYERS, 0)

    def work() -> int:
        nonlocal game
        for _ in range(100):
            legal = game.legal_actions()
            game.apply(legal[rng.integers(len(legal))])
            if game.is_over:
                game = Game(PLAYERS, int(rng.integers(2**60)))
        return 100

    return work


def batch_work() -> Work:
    batch = Batch(1024, PLAYERS)

    def work() -> int:
        batch.step(batch.random_actions())
        return 1024

    return work


def aec_work(make: Callable[..., object]) -> Work:
    env = make(num_players=PLAYERS)
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def work() -> int:
        for _ in range(100):
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
        return 100

    return work


def single_work(env: gymnasium.Env) -> Work:
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    table = env.unwrapped._table

    def work() -> int:
        before = table.decisions
        for _ in range(50):
            legal = np.flatnonzero(table.mask[0])
            if env.step(int(legal[rng.integers(len(legal))]))[2]:
                env.reset()
        return table.decisions - before

    return work


def many_work(table: SeatBatch, step: Callable[[np.ndarray], object]) -> Work:
    """Random play of the learning seats, drawn in one go."""
    rng = np.random.default_rng(0)

    def work() -> int:
        before = table.decisions
        races = rng.random(table.mask.shape, np.float32) * table.mask
        step(races.argmax(axis=1))
        return table.decisions - before

    return work


def vector_work() -> Work:
    env = RokokoVectorEnv(GAMES, PLAYERS, autoreset_mode="SameStep")
    env.reset(seed=0)
    return many_work(env._table, env.step)


def sb3_work() -> Work:
    from rokoko_env.envs.sb3 import RokokoVecEnv

    env = RokokoVecEnv(GAMES, PLAYERS)
    env.reset()
    return many_work(env._table, env.step)


def check_aec() -> str:
    from pettingzoo.test import api_test, seed_test

    api_test(rokoko_env.env(num_players=PLAYERS), num_cycles=300)
    seed_test(lambda: rokoko_env.env(num_players=PLAYERS), num_cycles=200)
    return f"PettingZoo {version('pettingzoo')} api_test, seed_test"


def check_single() -> str:
    from gymnasium.utils.env_checker import check_env
    from stable_baselines3.common.env_checker import check_env as sb3_check

    check_env(RokokoEnv(PLAYERS, illegal="lose"))
    sb3_check(RokokoEnv(PLAYERS, illegal="lose"))
    return f"check_env of Gymnasium {version('gymnasium')}, SB3 {version('stable-baselines3')}"


def train_sb3() -> str:
    """There is no checker for a VecEnv: what counts is that the stock algorithm trains on it."""
    from sb3_contrib import MaskablePPO

    from rokoko_env.envs.sb3 import RokokoVecEnv

    env = RokokoVecEnv(16, PLAYERS)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=1).learn(1024)
    return f"sb3-contrib {version('sb3-contrib')} MaskablePPO trains"


def passed(check: Callable[[], str]) -> tuple[str, str]:
    """What was checked, and the result."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            return check(), "passed"
        except Exception as error:  # a table shows failures, it does not end at the first one
            return check.__name__, f"failed: {type(error).__name__}"


def rows() -> list[tuple[str, str, str, str, str]]:
    def rate(work: Work) -> str:
        return str(measure(work, REPEATS, SECONDS))

    env_id = f"rokoko_env:{rokoko_env.ENV_ID}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped_single = gymnasium.make(env_id, num_players=PLAYERS)
    makers: list[Callable[[], tuple[str, str, str, str, str]]] = [
        lambda: ("`Game`", "", "", rate(game_work()), ""),
        lambda: (
            "PettingZoo AEC",
            *passed(check_aec),
            rate(aec_work(rokoko_env.raw_env)),
            rate(aec_work(rokoko_env.env)),
        ),
        lambda: (
            "Gymnasium, one seat",
            *passed(check_single),
            rate(single_work(RokokoEnv(PLAYERS))),
            rate(single_work(wrapped_single)),
        ),
        lambda: (f"Gymnasium vector, {GAMES} games", "", "", rate(vector_work()), ""),
        lambda: (f"SB3 VecEnv, {GAMES} games", *passed(train_sb3), rate(sb3_work()), ""),
        lambda: ("`Batch`, 1,024 games", "", "", rate(batch_work()), ""),
    ]
    return [make() for make in track(makers, "measuring", console=Console(stderr=True))]


def table_of(lines: list[tuple[str, str, str, str, str]]) -> str:
    head = ("interface", "official checker", "result", "decisions/s", "wrapped")
    text = [head, ("---",) * 5, *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in text)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the table into the README")
    arguments = parser.parse_args(argv)
    table = table_of(rows())
    print(table)
    if arguments.write:
        before, rest = README.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        README.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    return 1 if "failed" in table else 0


if __name__ == "__main__":
    sys.exit(main())
