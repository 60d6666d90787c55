"""`Pool`: opponents that do not learn, those preferred that the learner still loses to.

A network that plays only itself can run in circles: it learns to beat what it does today and
forgets what it beat before. So in a part of the games the other seats are played by frozen
snapshots of earlier networks, or by any agent of the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rokoko_env.players.agent import Agent
from rokoko_env.players.registry import make_agent

MEMORY = 0.9  # of the win share against a member: what each new set of games leaves of the old
FLOOR = 0.05  # weight of a member that always loses: it may have become strong again


def priority(win_share: float) -> float:
    """How much a member is wanted: the square of what the learner still loses against it
    (prioritised fictitious self-play)."""
    return (1.0 - win_share) ** 2 + FLOOR


@dataclass
class Member:
    """An opponent, and how the learner does against it."""

    name: str  # as the arena takes it
    win_share: float = 0.5  # of the learner, in proportion to what chance alone gives (0.5)
    games: int = 0

    @property
    def weight(self) -> float:
        return priority(self.win_share)


class Pool:
    """Snapshots in a folder, and agents by name."""

    def __init__(
        self, folder: Path, size: int, agents: Sequence[str] = (), agents_share: float = 0.0
    ) -> None:
        self.folder, self.size, self.agents_share = folder, size, agents_share
        self.members = [Member(name) for name in agents]
        self._fixed = len(agents)
        self._agents: dict[str, Agent] = {}

    def draw(self, rng: np.random.Generator) -> Member | None:
        """One of them by weight: of the agents named, or of all."""
        if not self.members:
            return None
        named = self._fixed > 0 and rng.random() < self.agents_share
        members = self.members[: self._fixed] if named else self.members
        weights = np.array([member.weight for member in members])
        return members[rng.choice(len(weights), p=weights / weights.sum())]

    def agent(self, member: Member) -> Agent:
        if member.name not in self._agents:
            self._agents[member.name] = make_agent(member.name)
        return self._agents[member.name]

    def snapshot_path(self, iteration: int) -> Path:
        return self.folder / f"{iteration:06d}.safetensors"

    def add_snapshot(self, iteration: int) -> None:
        """A file that is there. If there are too many, the one that is beaten most surely goes."""
        name = f"ppo:{self.snapshot_path(iteration)}:temperature=1"
        self.members.append(Member(name))
        if len(self.members) - self._fixed > self.size:
            weakest = max(self.members[self._fixed : -1], key=lambda member: member.win_share)
            self.members.remove(weakest)
            self._agents.pop(weakest.name, None)

    def learn(self, results: Sequence[tuple[str, float, int]]) -> None:
        """Win shares of the learner against members in some games each."""
        members = {member.name: member for member in self.members}
        for name, share, games in results:
            if games and name in members:
                member = members[name]
                kept = MEMORY if member.games else 0.0
                member.win_share = kept * member.win_share + (1 - kept) * share
                member.games += games

    def to_json(self) -> list[dict[str, Any]]:
        return [asdict(member) for member in self.members]

    def restore(self, members: Sequence[Mapping[str, Any]]) -> None:
        self.members = [Member(**member) for member in members]
