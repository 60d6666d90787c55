"""The official checkers of the interfaces; `benchmarks.throughput` measures their speed.

python -m benchmarks.interfaces
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

import rokoko_env
from agents.reporting.cli import run_command
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from rokoko_env.envs.single import RokokoEnv

PLAYERS = 4


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
    """Train: there is no checker for a VecEnv, and the stock algorithm must run on it."""
    from sb3_contrib import MaskablePPO

    from rokoko_env.envs.sb3 import RokokoVecEnv

    env = RokokoVecEnv(16, PLAYERS)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=1).learn(1024)
    return f"sb3-contrib {version('sb3-contrib')} MaskablePPO trains"


CHECKS: dict[str, Callable[[], str]] = {
    "PettingZoo AEC": check_aec,
    "Gymnasium, one seat": check_single,
    "SB3 VecEnv": train_sb3,
}


class Options(store.Options):
    """Run the official checkers of PettingZoo, Gymnasium and SB3."""


def run_check(check: Callable[[], str]) -> tuple[str, str]:
    """Return the checkers' names, and the result."""
    with warnings.catch_warnings(action="ignore"), contextlib.redirect_stdout(io.StringIO()):
        try:
            return check(), "passed"
        except Exception as error:  # a table shows failures, it does not end at the first one
            return check.__name__, f"failed: {type(error).__name__}"


def measure(options: Options) -> int:
    """Run all checkers, print the results and keep them. Returns 1 if one fails."""
    results = {name: run_check(check) for name, check in track(CHECKS.items(), "checking")}
    rows = [(name, *result) for name, result in results.items()]
    print_result([new_table("official checkers", "interface", "checker", "result", rows=rows)])
    options.keep("interfaces", {"checks": results})
    return 1 if any(result != "passed" for _, result in results.values()) else 0


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
