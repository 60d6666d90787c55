"""A match: its tables, seatings and seeds.

A *deal* is one game seed, played at every table in every seating. Every agent in turn has the luck
of every seat, so that differences between agents show after fewer games.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import numpy as np

from agents.reporting.cli import CommandError, check_between, check_one_of
from parlour.players.registry import sources
from parlour.spec import Components, GameSpec
from parlour.validation import MAX_SEED

SEATINGS = ("all", "rotations")
MAX_GAMES_PER_DEAL = 100_000  # a deal is the least that can be played and kept


class MatchError(CommandError):
    """The match can't be played or resumed; the message says why in one sentence."""


def tables(num_agents: int, num_players: int, *, field: bool = False) -> list[tuple[int, ...]]:
    """Return the agents of each table, in ascending order (in a field, the first agent first).

    Round robin: every combination of different agents; if there are too few, all of them sit at
    each table, as evenly as possible. Field: the first agent against copies of each other one.
    """
    if field:
        return [(0,) + (other,) * (num_players - 1) for other in range(1, num_agents)]
    if num_agents >= num_players:
        return list(combinations(range(num_agents), num_players))
    each, rest = divmod(num_players, num_agents)
    base = tuple(range(num_agents)) * each
    return [tuple(sorted(base + more)) for more in combinations(range(num_agents), rest)]


def seatings(table: Sequence[int], kind: str) -> list[tuple[int, ...]]:
    """Return all different permutations of a table, or only its rotations."""
    if kind == "all":
        return sorted(set(permutations(table)))
    rotations = [(*table[seat:], *table[:seat]) for seat in range(len(table))]
    return list(dict.fromkeys(rotations))


def default_seatings(num_players: int) -> str:
    """Return "all" where they are few: four players have 24 permutations, five 120."""
    return "all" if num_players <= 3 else "rotations"


@dataclass(frozen=True)
class Games:
    """Games to play; the first index is the game."""

    seating: np.ndarray  # (games, players) the agent on each seat
    seeds: np.ndarray  # (games,) uint64
    numbers: np.ndarray  # (games,) the number of the game within the match
    deal: np.ndarray  # (games,) the number of its deal

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True)
class Match:
    """Everything that determines the games of a match, except their number."""

    spec: GameSpec
    agents: tuple[str, ...]
    num_players: int
    seed: int
    seatings: str
    field: bool
    replays: bool
    components: Components

    def __post_init__(self) -> None:
        if not self.agents:
            raise MatchError("a match needs at least one agent")
        check_between("players", self.num_players, self.spec.players[0], self.spec.max_players)
        check_between("seed", self.seed, 0, MAX_SEED)
        check_one_of("seatings", self.seatings, SEATINGS)
        if self.field and len(self.agents) < 2:
            raise MatchError("one against the field needs at least two agents")
        max_games = self._max_games_per_deal()
        if max_games > MAX_GAMES_PER_DEAL:
            raise MatchError(
                f"{len(self.agents)} agents at tables of {self.num_players} make {max_games:,} "
                f"games a deal, more than {MAX_GAMES_PER_DEAL:,}: name fewer agents"
            )

    def _max_games_per_deal(self) -> int:
        """Return a limit that is known without listing the games."""
        num_agents, num_players = len(self.agents), self.num_players
        if self.field:
            return (num_agents - 1) * num_players
        a_table = math.factorial(num_players) if self.seatings == "all" else num_players
        return max(1, math.comb(num_agents, num_players)) * a_table

    @cached_property
    def deal(self) -> np.ndarray:
        """(games of a deal, players) the agent on each seat."""
        meetings = tables(len(self.agents), self.num_players, field=self.field)
        rows = [row for table in meetings for row in seatings(table, self.seatings)]
        return np.array(rows, np.int64)

    @property
    def games_per_deal(self) -> int:
        return len(self.deal)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The agents' names; equal ones are numbered."""
        counts = [self.agents[: place + 1].count(name) for place, name in enumerate(self.agents)]
        return tuple(
            name if count == 1 else f"{name} ({count})"
            for name, count in zip(self.agents, counts, strict=True)
        )

    @cached_property
    def seats(self) -> np.ndarray:
        """(games of a deal, players, agents) whether the agent has the seat."""
        seats: np.ndarray = self.deal[:, :, None] == np.arange(len(self.agents))
        return seats

    def by_agent(self, values: np.ndarray) -> np.ndarray:
        """(deals, agents) means over an agent's seats in a deal, from (games, players)."""
        seats = self.seats.reshape(-1, len(self.agents))
        means: np.ndarray = values.reshape(-1, len(seats)) @ (seats / seats.sum(axis=0))
        return means

    def deals_for(self, games: int) -> int:
        """Return the number of deals that hold at least this many games."""
        return -(-games // self.games_per_deal)

    def seeds(self, deals: np.ndarray) -> np.ndarray:
        """Return the game seed of each deal."""
        seeds: np.ndarray = np.uint64(self.seed) + deals.astype(np.uint64)  # wraps around
        return seeds

    def games(self, first: int, end: int) -> Games:
        """Return the games of the deals from `first` up to, not including, `end`."""
        deal = np.repeat(np.arange(first, end), self.games_per_deal)
        return Games(
            seating=np.tile(self.deal, (end - first, 1)),
            seeds=self.seeds(deal),
            numbers=np.arange(first * self.games_per_deal, end * self.games_per_deal),
            deal=deal,
        )

    def entries(self) -> dict[str, Any]:
        """Return the match as JSON; it is resumed only if all of this is equal."""
        return {
            "game": self.spec.name,
            "agents": list(self.agents),
            "players": self.num_players,
            "seed": self.seed,
            "seatings": self.seatings,
            "field": self.field,
            "replays": self.replays,
            "components": self.components.digest,
            "sources": self._digest(),
            "version": self.spec.version,
        }

    def _digest(self) -> str:
        """A fingerprint of the rules, code and numbers that determine the games."""
        digest = hashlib.sha256()
        paths = (path for name in self.agents for path in sources(name, self.spec))
        for path in dict.fromkeys(paths):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:16]
