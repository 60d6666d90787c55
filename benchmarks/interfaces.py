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

from pettingzoo import AECEnv

from agents.reporting.cli import run_command
from agents.reporting.progress import track
from agents.reporting.tables import new_table, print_result
from benchmarks import store
from benchmarks.workloads import PLAYERS
from parlour.envs.aec import TurnEnv, wrapped
from parlour.envs.single import LearnerEnv
from parlour.spec import GameSpec


def check_aec(spec: GameSpec) -> str:
    from pettingzoo.test import api_test, seed_test

    def env() -> AECEnv:
        return wrapped(TurnEnv(PLAYERS, game_spec=spec))

    api_test(env(), num_cycles=300)
    seed_test(env, num_cycles=200)
    return f"PettingZoo {version('pettingzoo')} api_test, seed_test"


def check_single(spec: GameSpec) -> str:
    from gymnasium.utils.env_checker import check_env
    from stable_baselines3.common.env_checker import check_env as sb3_check

    check_env(LearnerEnv(PLAYERS, illegal="lose", game_spec=spec))
    sb3_check(LearnerEnv(PLAYERS, illegal="lose", game_spec=spec))
    return f"check_env of Gymnasium {version('gymnasium')}, SB3 {version('stable-baselines3')}"


def train_sb3(spec: GameSpec) -> str:
    """Train: there is no checker for a VecEnv, and the stock algorithm must run on it."""
    from sb3_contrib import MaskablePPO

    from parlour.envs.sb3 import LearnerVecEnv

    env = LearnerVecEnv(16, PLAYERS, game_spec=spec)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=1).learn(1024)
    return f"sb3-contrib {version('sb3-contrib')} MaskablePPO trains"


CHECKS: dict[str, Callable[[GameSpec], str]] = {
    "PettingZoo AEC": check_aec,
    "Gymnasium, one seat": check_single,
    "SB3 VecEnv": train_sb3,
}


class Options(store.Options):
    """Run the official checkers of PettingZoo, Gymnasium and SB3."""


def run_check(check: Callable[[GameSpec], str], spec: GameSpec) -> tuple[str, str]:
    """Return the checkers' names, and the result."""
    with warnings.catch_warnings(action="ignore"), contextlib.redirect_stdout(io.StringIO()):
        try:
            return check(spec), "passed"
        except Exception as error:  # a table shows failures, it does not end at the first one
            return check.__name__, f"failed: {type(error).__name__}"


def measure(options: Options) -> int:
    """Run all checkers, print the results and keep them. Returns 1 if one fails."""
    checks = track(CHECKS.items(), "checking")
    results = {name: run_check(check, options.spec) for name, check in checks}
    rows = [(name, *result) for name, result in results.items()]
    print_result([new_table("official checkers", "interface", "checker", "result", rows=rows)])
    options.keep("interfaces", {"checks": results})
    return 1 if any(result != "passed" for _, result in results.values()) else 0


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
