"""`Pool`: opponents that do not learn, those preferred to which the learner still loses.

A network that plays only itself can run in circles: it learns to beat its present play and forgets
how to beat earlier play. So in a share of the games the other seats are played by frozen snapshots
of earlier networks, or by any agent of the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from parlour.players.agent import Agent
from parlour.players.registry import make_agent
from parlour.spec import GameSpec

DECAY = 0.9  # of the running mean of a win share, with each new set of games
MIN_WEIGHT = 0.05  # of a member that always loses: it may have become strong again


@dataclass
class Member:
    """An opponent, and the learner's win share against it."""

    spec: GameSpec
    name: str  # as the arena takes it
    win_share: float = 0.5  # on a scale where equal players have 0.5
    games: float = 0

    @property
    def weight(self) -> float:
        """The square of the learner's losses (prioritised fictitious self-play)."""
        return (1.0 - self.win_share) ** 2 + MIN_WEIGHT

    @cached_property
    def agent(self) -> Agent:
        return make_agent(self.name, self.spec)

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "win_share": self.win_share, "games": self.games}


def draw_probs(members: Sequence[Member]) -> np.ndarray:
    """The probability to draw each member."""
    weights = np.array([member.weight for member in members])
    probs: np.ndarray = weights / weights.sum()
    return probs


class Pool:
    """Snapshots in a folder, and agents by name."""

    def __init__(
        self,
        spec: GameSpec,
        folder: Path,
        size: int,
        agents: Sequence[str] = (),
        agents_share: float = 0.0,
    ) -> None:
        self.spec, self.folder, self.size, self.agents_share = spec, folder, size, agents_share
        self.members = [Member(spec, name) for name in agents]
        self._num_named = len(agents)

    def draw(self, rng: np.random.Generator) -> Member | None:
        """Draw a member by weight, with probability `agents_share` a named agent."""
        if not self.members:
            return None
        is_named = self._num_named > 0 and rng.random() < self.agents_share
        members = self.members[: self._num_named] if is_named else self.members
        return members[rng.choice(len(members), p=draw_probs(members))]

    def snapshot_path(self, iteration: int) -> Path:
        return self.folder / f"{iteration:06d}.safetensors"

    def add_snapshot(self, iteration: int) -> None:
        """Add the file of an iteration. A full pool drops the snapshot that loses most."""
        name = f"ppo:{self.snapshot_path(iteration)}:temperature=1"
        self.members.append(Member(self.spec, name))
        if len(self.members) - self._num_named > self.size:
            snapshots = self.members[self._num_named : -1]
            self.members.remove(max(snapshots, key=lambda member: member.win_share))

    def update(self, results: Sequence[tuple[str, float, int]]) -> None:
        """Take in new results of the learner: name of the member, win share and games."""
        members = {member.name: member for member in self.members}
        for name, share, games in results:
            if games and name in members:
                member = members[name]
                decay = DECAY if member.games else 0.0
                member.win_share = decay * member.win_share + (1 - decay) * share
                member.games += games

    def to_json(self) -> list[dict[str, Any]]:
        return [member.to_json() for member in self.members]

    def restore(self, members: Sequence[Mapping[str, Any]]) -> None:
        self.members = [Member(self.spec, **member) for member in members]
