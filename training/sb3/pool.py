"""`OpponentPool`: whom the learner of `training.sb3_ppo` plays against.

An opponent of an environment sees observation and mask. That is all a network needs, and random
play; scripts and search (`greedy`, `heuristic`, `mcts`) look at worlds of their own, which need the
game itself, so they can't be in this pool. (They can in that of `training.selfplay`.)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.reporting.files import write_json
from rokoko_env.envs.opponents import BUILT_IN
from rokoko_env.players.core.sampling import draw_actions
from rokoko_env.players.network import PolicyNetwork, load_network, save_network
from rokoko_env.players.registry import registry
from rokoko_env.players.trained import find_network
from training.options import TrainingError
from training.pool import priority

PRIOR = 20  # games that the first guess at a win share counts
MEMORY = 500  # the running mean forgets what is much longer ago: the learner changes
SNAPSHOT = "snapshot"


class NetworkOpponent:
    """Draws its actions from the policy of a frozen network."""

    def __init__(self, network: PolicyNetwork) -> None:
        self.network = network.eval()

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        with torch.inference_mode():
            seen = self.network.trunk(torch.from_numpy(observations))
            logits = self.network.policy(seen).numpy()
        words = rng.integers(2**64, size=len(masks), dtype=np.uint64)
        actions = np.empty(len(masks), np.int64)
        log_chances = np.empty(len(masks), np.float32)
        draw_actions(logits, masks, words, 1.0, actions, log_chances)
        return actions


def opponent_by_name(name: str) -> Any:
    """What a name among the options means; it has a method `act_batch`."""
    if name in BUILT_IN:
        return BUILT_IN[name]()
    kind, _, path = name.partition(":")
    if kind == "ppo":
        return NetworkOpponent(load_network(find_network(path))[0])
    names = ", ".join(BUILT_IN)
    if kind in registry():
        raise TrainingError(
            f"{name} can't be among the opponents: it needs the game itself, and an environment "
            f"shows its opponents observations only (possible: {names}, ppo:PATH)"
        )
    raise TrainingError(f"no opponent is called {name!r} (possible: {names}, ppo:PATH)")


@dataclass(eq=False)
class Member:
    """An opponent, and how the learner does against it."""

    name: str
    plays: Any  # has a method `act_batch`
    win_share: float
    games: float = PRIOR

    @property
    def weight(self) -> float:
        return priority(self.win_share)

    @property
    def is_snapshot(self) -> bool:
        return self.name.startswith(SNAPSHOT)

    def note(self, win_share: float, part: float) -> None:
        """A game ended; `part` of it was played against this member."""
        self.games += part
        self.win_share += part / min(self.games, MEMORY) * (win_share - self.win_share)


class OpponentPool:
    """Named opponents and snapshots of the learner; one of them at a time plays all other seats.

    For environments it is a single opponent. Who plays is drawn anew before each rollout, which
    may be in the middle of games: a member then counts for its part of the learner's decisions.
    """

    def __init__(self, names: Sequence[str], *, size: int, games: int, players: int) -> None:
        self.size, self.players = size, players
        self.members = [Member(name, opponent_by_name(name), 1 / players) for name in names]
        self.at_table = 0
        self._met = np.zeros((games, len(self.members)))  # decisions of the game at hand

    @property
    def playing(self) -> Member:
        return self.members[self.at_table]

    def weights(self) -> np.ndarray:
        """The chance of each member to be drawn."""
        weights = np.array([member.weight for member in self.members])
        chances: np.ndarray = weights / weights.sum()
        return chances

    def draw(self, rng: np.random.Generator) -> None:
        self.at_table = int(rng.choice(len(self.members), p=self.weights()))

    def act(self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(self.act_batch(observation[None], mask[None], rng)[0])

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        actions: np.ndarray = self.playing.plays.act_batch(observations, masks, rng)
        return actions

    def note_step(self, ended: dict[int, float]) -> None:
        """The learner decided in each game; `ended` says its win share where that was the end."""
        self._met[:, self.at_table] += 1
        for game, win_share in ended.items():
            parts = self._met[game] / self._met[game].sum()
            for member, part in zip(self.members, parts, strict=True):
                if part > 0:
                    member.note(win_share, float(part))
            self._met[game] = 0

    def add_snapshot(self, network: PolicyNetwork, samples: int) -> None:
        """If there are too many, that one goes which the learner beats most surely."""
        name = f"{SNAPSHOT}-{samples:012d}"
        self._add(Member(name, NetworkOpponent(network), 1 / self.players))
        while len(snapshots := [m for m in self.members if m.is_snapshot]) > self.size:
            self._remove(max(snapshots[:-1], key=lambda member: member.win_share))

    def _add(self, member: Member) -> None:
        self.members.append(member)
        self._met = np.pad(self._met, ((0, 0), (0, 1)))

    def _remove(self, member: Member) -> None:
        number = self.members.index(member)
        del self.members[number]
        self._met = np.delete(self._met, number, axis=1)
        self.at_table = 0  # numbers have changed; who plays is drawn before the next rollout

    def save(self, folder: Path) -> None:
        """Snapshots as files, and `pool.json`, which names those that count."""
        folder.mkdir(exist_ok=True)
        files = set()
        for member in self.members:
            if member.is_snapshot:
                path = folder / f"{member.name}.safetensors"
                files.add(path)
                if not path.exists():
                    save_network(path, member.plays.network, {"from": "training.sb3_ppo"})
        known = [{"name": m.name, "win_share": m.win_share, "games": m.games} for m in self.members]
        write_json(folder / "pool.json", known)
        for path in set(folder.glob(f"{SNAPSHOT}-*.safetensors")) - files:
            path.unlink()

    def load(self, folder: Path) -> None:
        """What `save` wrote: shares of the named ones, and the snapshots."""
        known = json.loads((folder / "pool.json").read_text())
        named = {member.name: member for member in self.members}
        for fields in known:
            member = named.get(fields["name"])
            if member is None and fields["name"].startswith(SNAPSHOT):
                network = load_network(folder / f"{fields['name']}.safetensors")[0]
                member = Member(fields["name"], NetworkOpponent(network), 0.0)
                self._add(member)
            if member is not None:
                member.win_share, member.games = fields["win_share"], fields["games"]
