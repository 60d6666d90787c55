"""`OpponentPool`: the opponents of the learner of `training.sb3_ppo`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from agents.reporting.files import write_json
from parlour.players.agent import Agent, Seats
from parlour.players.network import Network
from parlour.players.policy import PolicyAgent
from parlour.players.torch_network import PolicyNetwork
from parlour.spec import GameSpec
from training.pool import Member, draw_probs

PRIOR_GAMES = 20  # weight of the first guess at a win share
MAX_MEAN_GAMES = 500  # games in the running mean of a win share: the learner changes
SNAPSHOT = "snapshot"


class OpponentPool(Agent):
    """Named agents and snapshots of the learner; one of them at a time plays all other seats.

    To environments it is a single agent. The current member is drawn before each rollout, which may
    be in the middle of games: a member then counts for its share of the learner's decisions.
    """

    def __init__(
        self, spec: GameSpec, names: Sequence[str], *, size: int, games: int, num_players: int
    ) -> None:
        self.spec, self.size, self.num_players = spec, size, num_players
        self.members = [Member(spec, name, 1 / num_players, PRIOR_GAMES) for name in names]
        self.number = 0  # of the current member
        self._decisions = np.zeros((games, len(self.members)))  # in the current game

    @property
    def current(self) -> Member:
        return self.members[self.number]

    def draw(self, rng: np.random.Generator) -> None:
        self.number = int(rng.choice(len(self.members), p=draw_probs(self.members)))

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
                    note_game(member, win_share, float(share))
            self._decisions[game] = 0

    def add_snapshot(self, network: PolicyNetwork, samples: int) -> None:
        """Add a network. A full pool drops the snapshot that loses most."""
        name = f"{SNAPSHOT}-{samples:012d}"
        member = Member(self.spec, name, 1 / self.num_players, PRIOR_GAMES)
        self._add(member, Network.of(network))
        while len(snapshots := [m for m in self.members if is_snapshot(m)]) > self.size:
            self._remove(max(snapshots[:-1], key=lambda member: member.win_share))

    def _add(self, member: Member, network: Network) -> None:
        member.agent = PolicyAgent.of(network, temperature=1.0)
        self.members.append(member)
        self._decisions = np.pad(self._decisions, ((0, 0), (0, 1)))

    def _remove(self, member: Member) -> None:
        number = self.members.index(member)
        del self.members[number]
        self._decisions = np.delete(self._decisions, number, axis=1)
        self.number = 0  # numbers have changed; a member is drawn before the next rollout

    def save(self, folder: Path) -> None:
        """Write snapshots, and `pool.json`, which lists all members."""
        folder.mkdir(exist_ok=True)
        paths = {m.name: _path(folder, m) for m in self.members if is_snapshot(m)}
        for member in self.members:
            if is_snapshot(member) and not paths[member.name].exists():
                assert isinstance(member.agent, PolicyAgent)
                member.agent.network.save(paths[member.name], {"from": "training.sb3_ppo"})
        write_json(folder / "pool.json", [member.to_json() for member in self.members])
        for path in {*folder.glob(f"{SNAPSHOT}-*.safetensors")}.difference(paths.values()):
            path.unlink()

    def load(self, folder: Path) -> None:
        """Read what `save` wrote: win shares of named agents, and the snapshots."""
        named = {member.name: member for member in self.members}
        for entry in json.loads((folder / "pool.json").read_text()):
            member = Member(self.spec, **entry)
            if is_snapshot(member):
                self._add(member, Network.load(_path(folder, member), self.spec)[0])
            elif member.name in named:
                named[member.name].win_share = member.win_share
                named[member.name].games = member.games


def _path(folder: Path, snapshot: Member) -> Path:
    return folder / f"{snapshot.name}.safetensors"


def is_snapshot(member: Member) -> bool:
    return member.name.startswith(SNAPSHOT)


def note_game(member: Member, win_share: float, share: float) -> None:
    """Take in a game, a `share` of which was played against this member."""
    member.games += share
    member.win_share += share / min(member.games, MAX_MEAN_GAMES) * (win_share - member.win_share)
