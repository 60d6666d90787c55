"""Machine code for several games at once: found by other processes, and again for one game only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.core.jit import JIT_DISABLED
from tests import toy_game

ROOT = Path(parlour.__file__).parents[1]

# Prints the number of functions found in the cache, and of those that were not, by game.
PROGRAM = """
import json
import numpy as np
import rokoko_env
from parlour.buffers import Buffers
from parlour.core.rows import step_rows
from parlour.core.states import play_random, start_games
from parlour.ruleset import ruleset_for
from tests import toy_game

def count():
    stats = [function.stats for function in (start_games, play_random, step_rows)]
    return np.array([
        sum(sum(s.cache_hits.values()) for s in stats),
        sum(sum(s.cache_misses.values()) for s in stats),
    ])

counts = {}
for spec in (rokoko_env.SPEC, toy_game.SPEC):
    before = count()
    rules = ruleset_for(spec, None, 3).rules
    states, rows = spec.new_states(1), spec.new_rows(1)
    start_games(states, rules, 3, np.zeros(1, np.uint64))
    rows["state"] = states
    actions = np.array([-1])  # an illegal one is refused by the same code
    assert step_rows(rows, rules, actions, 0, 0, *Buffers(spec, 1).records, 0, 1) == 0
    play_random(states, rules, 1)
    counts[spec.name] = (count() - before).tolist()
print(json.dumps(counts))
"""
FUNCTIONS = 3
ALL_FOUND, ALL_COMPILED = [FUNCTIONS, 0], [0, FUNCTIONS]


@pytest.mark.skipif(JIT_DISABLED, reason="compiles")
def test_two_games_share_the_cache_and_change_one_by_one(tmp_path):
    code = tmp_path / "code"
    game = code / "tests" / "toy_game"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(toy_game.__file__).parent, game, ignore=ignore)
    (code / "tests" / "__init__.py").touch()

    def functions() -> dict[str, list[int]]:
        environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(code), str(ROOT)]),
        }
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            command, check=False, env=environment, cwd=code, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert functions() == {"rokoko": ALL_COMPILED, "toy": ALL_COMPILED}
    assert functions() == {"rokoko": ALL_FOUND, "toy": ALL_FOUND}
    rules = game / "rules.py"
    rules.write_text(rules.read_text().replace("ROUNDS, CARDS", "ROUNDS,  CARDS", 1))
    assert functions() == {"rokoko": ALL_FOUND, "toy": ALL_COMPILED}
