"""Digests of thousands of random games, which must not change.

A refactoring leaves the file `digests.json` as it is. A change of rules, ids, seeds or observations
writes it with `python -m tests.noblemen_env.golden.test_digests` and explains why.
"""

import json
from pathlib import Path

import pytest

from noblemen_env import SPEC, Batch
from tests.parlour.golden import digests

FILE = Path(__file__).with_name("digests.json")


@pytest.mark.parametrize("num_players", SPEC.players)
def test_games_have_not_changed(num_players: int) -> None:
    assert digests(Batch, num_players) == json.loads(FILE.read_text())[str(num_players)]


if __name__ == "__main__":
    FILE.write_text(json.dumps({n: digests(Batch, n) for n in SPEC.players}, indent=1) + "\n")
