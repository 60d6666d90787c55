"""Golden games of any game: whole games as text with their replays, and digests of many games."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from parlour.batch import Batch
from parlour.playthrough import playthrough
from parlour.replay import Replay

NUM_GAMES = 1000  # of each number of players
STEPS_BETWEEN_OBSERVATIONS = 8


def replay_in(path: Path) -> Replay:
    """The replay at the end of a golden file."""
    return Replay.from_json(path.read_text(encoding="utf-8").splitlines()[-1])


def text_of(replay: Replay) -> str:
    """The golden text of a game."""
    actions = iter(replay.actions)
    game = replay.spec.game_class(replay.num_players, replay.seed)
    lines = list(playthrough(game, lambda game: next(actions)))
    return "\n".join([*lines, "", "=== Replay", replay.to_json()]) + "\n"


def play_again(path: Path) -> Replay:
    """Play the choices of a golden file with the present rules."""
    return Replay.of(replay_in(path).play())


def digests(batch_class: type[Batch], num_players: int) -> dict[str, str]:
    """Digest masks, observations, rewards and final states of the games with seeds 0, 1, ..."""
    batch = batch_class(NUM_GAMES, num_players, seed=0, reward="shaped", auto_reset=False)
    observations, rewards = hashlib.blake2b(digest_size=16), hashlib.blake2b(digest_size=16)
    step = 0
    while not batch.done.all():
        observations.update(np.ascontiguousarray(batch.player).tobytes() + batch.mask.tobytes())
        if step % STEPS_BETWEEN_OBSERVATIONS == 0:
            observations.update(batch.observation.tobytes())
        batch.step(batch.random_actions())
        rewards.update(np.ascontiguousarray(batch.reward).tobytes())
        step += 1
    states = np.zeros(NUM_GAMES, batch.states.dtype)
    for name in states.dtype.names or ():  # copies of whole records leave gaps between fields as is
        states[name] = batch.states[name]
    final = hashlib.blake2b(states.tobytes(), digest_size=16)
    return {
        "final_states": final.hexdigest(),
        "masks_and_observations": observations.hexdigest(),
        "rewards": rewards.hexdigest(),
    }
