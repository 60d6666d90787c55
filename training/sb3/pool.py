"""`OpponentPool`: the opponents of the learner of `training.sb3_ppo`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.reporting.files import write_json
from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.network import PolicyNetwork, load_network, save_network
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.players.registry import make_agent
from training.pool import priority

PRIOR_GAMES = 20  # weight of the first guess at a win share
MAX_MEAN_GAMES = 500  # games in the running mean of a win share: the learner changes
SNAPSHOT = "snapshot"


@dataclass(eq=False)
class Member:
    """An opponent, and the learner's win share against it."""

    name: str
    agent: Agent
    win_share: float
    games: float = PRIOR_GAMES

    @property
    def weight(self) -> float:
        return priority(self.win_share)

    @property
    def is_snapshot(self) -> bool:
        return self.name.startswith(SNAPSHOT)

    def note(self, win_share: float, share: float) -> None:
        """Take in a game, a `share` of which was played against this member."""
        self.games += share
        self.win_share += share / min(self.games, MAX_MEAN_GAMES) * (win_share - self.win_share)


class OpponentPool(Agent):
    """Named agents and snapshots of the learner; one of them at a time plays all other seats.

    To environments it is a single agent. The current member is drawn before each rollout, which may
    be in the middle of games: a member then counts for its share of the learner's decisions.
    """

    def __init__(self, names: Sequence[str], *, size: int, games: int, num_players: int) -> None:
        self.size, self.num_players = size, num_players
        self.members = [Member(name, make_agent(name), 1 / num_players) for name in names]
        self.number = 0  # of the current member
        self._decisions = np.zeros((games, len(self.members)))  # in the current game

    @property
    def current(self) -> Member:
        return self.members[self.number]

    def probs(self) -> np.ndarray:
        """The probability to draw each member."""
        weights = np.array([member.weight for member in self.members])
        probs: np.ndarray = weights / weights.sum()
        return probs

    def draw(self, rng: np.random.Generator) -> None:
        self.number = int(rng.choice(len(self.members), p=self.probs()))

    def act_batch(self, seats: Seats) -> np.ndarray:
        return self.current.agent.act_batch(seats)

    def forget(self, games: np.ndarray) -> None:
        for member in self.members:
            member.agent.forget(games)

    def note_step(self, finished: Mapping[int, float]) -> None:
        """The learner decided in each game; `finished` has its win shares where games ended."""
        self._decisions[:, self.number] += 1
        for game, win_share in finished.items():
            shares = self._decisions[game] / self._decisions[game].sum()
            for member, share in zip(self.members, shares, strict=True):
                if share > 0:
                    member.note(win_share, float(share))
            self._decisions[game] = 0

    def add_snapshot(self, network: PolicyNetwork, samples: int) -> None:
        """Add a network. A full pool drops the snapshot that loses most."""
        self._add(f"{SNAPSHOT}-{samples:012d}", network)
        while len(snapshots := [m for m in self.members if m.is_snapshot]) > self.size:
            self._remove(max(snapshots[:-1], key=lambda member: member.win_share))

    def _add(self, name: str, network: PolicyNetwork) -> Member:
        member = Member(name, PolicyAgent.of(network, temperature=1.0), 1 / self.num_players)
        self.members.append(member)
        self._decisions = np.pad(self._decisions, ((0, 0), (0, 1)))
        return member

    def _remove(self, member: Member) -> None:
        number = self.members.index(member)
        del self.members[number]
        self._decisions = np.delete(self._decisions, number, axis=1)
        self.number = 0  # numbers have changed; a member is drawn before the next rollout

    def save(self, folder: Path) -> None:
        """Write snapshots, and `pool.json`, which lists all members."""
        folder.mkdir(exist_ok=True)
        paths = set()
        for member in self.members:
            if member.is_snapshot and isinstance(member.agent, PolicyAgent):
                path = folder / f"{member.name}.safetensors"
                paths.add(path)
                if not path.exists():
                    save_network(path, member.agent.network, {"from": "training.sb3_ppo"})
        members = [
            {"name": m.name, "win_share": m.win_share, "games": m.games} for m in self.members
        ]
        write_json(folder / "pool.json", members)
        for path in set(folder.glob(f"{SNAPSHOT}-*.safetensors")) - paths:
            path.unlink()

    def load(self, folder: Path) -> None:
        """Read what `save` wrote: win shares of named agents, and the snapshots."""
        named = {member.name: member for member in self.members}
        for entry in json.loads((folder / "pool.json").read_text()):
            name = entry["name"]
            member = named.get(name)
            if member is None and name.startswith(SNAPSHOT):
                member = self._add(name, load_network(folder / f"{name}.safetensors")[0])
            if member is not None:
                member.win_share, member.games = entry["win_share"], entry["games"]
