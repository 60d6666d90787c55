"""Digests of thousands of random games, which must not change.

A refactoring leaves the file `digests.json` as it is. A change of rules, ids, seeds or observations
writes it with `python -m tests.rokoko_env.golden.test_digests` and explains why.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from rokoko_env import Batch

FILE = Path(__file__).with_name("digests.json")
NUM_GAMES = 1000  # of each number of players
STEPS_BETWEEN_OBSERVATIONS = 8


def digests(num_players: int) -> dict[str, str]:
    """Digest masks, observations, rewards and final states of the games with seeds 0, 1, ..."""
    batch = Batch(NUM_GAMES, num_players, seed=0, reward="shaped", auto_reset=False)
    observations, rewards = hashlib.blake2b(digest_size=16), hashlib.blake2b(digest_size=16)
    step = 0
    while not batch.done.all():
        observations.update(np.ascontiguousarray(batch.player).tobytes() + batch.mask.tobytes())
        if step % STEPS_BETWEEN_OBSERVATIONS == 0:
            observations.update(batch.observation.tobytes())
        batch.step(batch.random_actions())
        rewards.update(np.ascontiguousarray(batch.reward).tobytes())
        step += 1
    final = hashlib.blake2b(np.ascontiguousarray(batch.states).tobytes(), digest_size=16)
    return {
        "final_states": final.hexdigest(),
        "masks_and_observations": observations.hexdigest(),
        "rewards": rewards.hexdigest(),
    }


@pytest.mark.parametrize("num_players", range(2, 6))
def test_games_have_not_changed(num_players: int) -> None:
    assert digests(num_players) == json.loads(FILE.read_text())[str(num_players)]


if __name__ == "__main__":
    FILE.write_text(json.dumps({n: digests(n) for n in range(2, 6)}, indent=1) + "\n")
