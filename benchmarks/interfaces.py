"""Do the official checkers pass? (How fast the interfaces are, `throughput` tells.)

python -m benchmarks.interfaces
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version

from rich.console import Console
from rich.progress import track
from rich.table import Table

import rokoko_env
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
    """There is no checker for a VecEnv: what counts is that the stock algorithm trains on it."""
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


def passed(check: Callable[[], str]) -> tuple[str, str]:
    """What was checked, and the result."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            return check(), "passed"
        except Exception as error:  # a table shows failures, it does not end at the first one
            return check.__name__, f"failed: {type(error).__name__}"


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    console = Console(width=120)
    found = {
        name: passed(check)
        for name, check in track(CHECKS.items(), "checking", console=Console(stderr=True))
    }
    table = Table(title="official checkers")
    for column in ("interface", "checker", "result"):
        table.add_column(column)
    for name, (checker, result) in found.items():
        table.add_row(name, checker, result)
    console.print(table)
    if arguments.save:
        store.save("interfaces", {"checks": found})
    return 1 if any(result != "passed" for _, result in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
