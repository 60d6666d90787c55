"""`mcts`: information-set Monte-Carlo tree search (`rokoko_env.players.core.ismcts`)."""

from __future__ import annotations

import math
import time as clock
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rokoko_env.core import ids
from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.core import ismcts
from rokoko_env.players.core.leaf import ROLLOUTS
from rokoko_env.players.registry import register
from rokoko_env.players.scripted import heuristic_style
from rokoko_env.players.value_net import load_value_net
from rokoko_env.validation import one_of, whole_number

MOST = 10_000_000  # simulations a decision
ROOM = 100_000  # nodes of a tree when only the time is limited
BITE = 64  # simulations between two looks at the clock
# Exploration, temperature and widening. Rollouts make a position's worth uncertain, so that more
# has to be tried; without priors any action may be the best: all are tried soon, and longer.
USUAL = {
    "estimate": (0.1, 1.0, 1.0),
    "script": (0.3, 2.0, 1.0),
    "random": (0.7, 0.0, 4.0),
}


def _amount(name: str, value: float) -> float:
    """A parameter that is a number, not negative."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not 0 <= value < math.inf:
        raise ValueError(f"{name} is {value}, expected a number from 0 on")
    return float(value)


@dataclass
class _Tree:
    """The nodes of a tree, and how many of them are used."""

    nodes: np.ndarray
    used: np.ndarray

    @classmethod
    def of(cls, size: int) -> _Tree:
        grown = cls(np.empty(size, ismcts.NODE), np.zeros(1, np.int64))
        ismcts.plant(grown.nodes, grown.used)
        return grown

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][ismcts.ROOT])

    def below(self, action: int) -> _Tree | None:
        """What is known of the position that an action leads to."""
        kept = _Tree(np.empty_like(self.nodes), np.zeros(1, np.int64))
        found = ismcts.keep_subtree(self.nodes, action, kept.nodes, kept.used)
        return kept if found else None


@dataclass
class _Memory:
    """Trees for the next decision of a seat, if it then sees just what is expected."""

    trees: list[_Tree]
    expected: bytes


@register("mcts", "tree search: mcts:1000 simulations a decision, or mcts:time=0.5 seconds")
class MctsAgent(Agent):
    """Search over worlds that agree with what the seat knows.

    | parameter | meaning |
    | --- | --- |
    | `simulations` | at each decision; those that an earlier decision of the turn left count |
    | `time` | seconds a decision, instead of `simulations` |
    | `rollout` | how a new position is judged: `estimate` asks a small network who will win, `script` first plays `turns` turns for each player by the heuristic, `random` plays at random to the end; usually `estimate` with two players and `script` with more |
    | `exploration` | the more, the longer doubtful actions are tried |
    | `temperature` | how much worse (in prestige) an action may look to the heuristic and still be tried early; 0: nothing is thought about before it is tried |
    | `widening` | a node has 1 + this times the square root of its visits children |
    | `reuse` | 0: forget the tree after each decision |
    | `threads` | so many trees side by side, whose visits are added up |
    """  # noqa: E501

    def __init__(
        self,
        simulations: int | None = None,
        *,
        time: float = 0.0,
        rollout: str | None = None,
        turns: int = 3,
        exploration: float | None = None,
        temperature: float | None = None,
        widening: float | None = None,
        reuse: int = 1,
        threads: int = 1,
    ) -> None:
        if simulations is not None and time:
            raise ValueError("give simulations or a time, not both")
        if simulations is None and not time:
            simulations = 1000
        self.time = _amount("time", time)
        self.simulations = MOST
        if simulations is not None:
            self.simulations = whole_number("simulations", simulations, 1, MOST)
        self.turns = whole_number("turns", turns, 0, 1000)
        self.threads = whole_number("threads", threads, 1, 256)
        self.reuse = whole_number("reuse", reuse, 0, 1)
        self.rollout = None if rollout is None else one_of("rollout", rollout, ROLLOUTS)
        given = zip(ismcts.TUNED, (exploration, temperature, widening), strict=True)
        self._given = {name: _amount(name, value) for name, value in given if value is not None}
        self._memory: dict[tuple[int, int], _Memory] = {}
        self._crew = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def options(self, num_players: int) -> np.ndarray:
        """What the search goes by at a table of so many, in an array of one."""
        # With more than two the estimate alone is weaker than the script and the estimate.
        rollout = self.rollout or ("estimate" if num_players == 2 else "script")
        options = np.zeros(1, ismcts.OPTIONS)
        options["rollout"] = ROLLOUTS.index(rollout)
        options["turns"] = self.turns * num_players
        for name, usual in zip(ismcts.TUNED, USUAL[rollout], strict=True):
            options[name] = self._given.get(name, usual)
        return options

    def act_batch(self, seats: Seats) -> np.ndarray:
        return np.array([self._decide(seats.part(np.array([i]))) for i in range(len(seats))])

    def visits(self, seat: Seats) -> np.ndarray:
        """How often the search chose each action for the first seat."""
        return self.judge(seat)[0]

    def judge(self, seat: Seats) -> tuple[np.ndarray, np.ndarray]:
        """Visits of all actions for the first seat, and the chance to win that each gave."""
        visits, totals = self._count(self._search(seat, seat.worlds()))
        return visits, totals / np.maximum(visits, 1)

    def _decide(self, seat: Seats) -> int:
        worlds = seat.worlds()
        trees = self._search(seat, worlds)
        visits, totals = self._count(trees)
        # Most visits; among equals what did best.
        action = int((visits + 0.5 * totals / np.maximum(visits, 1)).argmax())
        self._remember(seat, worlds, trees, action)
        return action

    def _search(self, seat: Seats, worlds: np.ndarray) -> list[_Tree]:
        trees = self._recall(seat)
        if self._crew is None:
            self._grow(trees[0], seat, worlds, 0)
        else:
            numbers = range(self.threads)
            list(self._crew.map(lambda i: self._grow(trees[i], seat, worlds, i), numbers))
        return trees

    def _grow(self, grown: _Tree, seat: Seats, worlds: np.ndarray, number: int) -> None:
        """Simulations in one tree, until they are enough or the time is over."""
        begin = clock.perf_counter()
        # Every tree has worlds of its own.
        words = np.random.SeedSequence([int(seat.seeds[0]), number]).generate_state(1, np.uint64)
        wanted = -(-self.simulations // self.threads)
        num_players = seat.num_players
        known = (seat.ruleset.rules, heuristic_style(num_players), load_value_net(num_players))
        options = self.options(num_players)
        bite = BITE if self.time else wanted
        # A tree that was kept may have all its visits and no child: it needs one simulation more.
        while grown.visits < wanted or grown.used[0] == 1:
            more = max(1, min(bite, wanted - grown.visits))
            ismcts.search(grown.nodes, grown.used, worlds, *known, options, words, more)
            if self.time and clock.perf_counter() - begin > self.time:
                break

    def _count(self, trees: list[_Tree]) -> tuple[np.ndarray, np.ndarray]:
        visits = np.zeros(ids.NUM_ACTIONS, np.int64)
        totals = np.zeros(ids.NUM_ACTIONS)
        for grown in trees:
            ismcts.count_visits(grown.nodes, visits, totals)
        return visits, totals

    def _key(self, seat: Seats) -> tuple[int, int]:
        return int(seat.games[0]), int(seat.players[0])

    def _recall(self, seat: Seats) -> list[_Tree]:
        """The trees that an earlier decision left for this very position, or new ones."""
        memory = self._memory.pop(self._key(seat), None)
        if memory is not None and memory.expected == seat.observation.tobytes():
            # In other worlds somebody else may have had a choice in between, and what he did then
            # stands where this seat's actions are looked for.
            visits, _ = self._count(memory.trees)
            if not visits[seat.mask[0] == 0].any():
                return memory.trees
        size = ROOM if self.time else 2 * (-(-self.simulations // self.threads) + 1)
        return [_Tree.of(size) for _ in range(self.threads)]

    def _remember(self, seat: Seats, worlds: np.ndarray, trees: list[_Tree], action: int) -> None:
        """Keep the part of the trees below the action, if the same seat is asked again at once.

        Not where chance had a part in it, for the tree then holds what other luck would bring. What
        the seat will see is noted: if it sees anything else, the trees are of no use.
        """
        if not self.reuse or not ismcts.expect(worlds, seat.ruleset.rules, action):
            return
        kept = [below for grown in trees if (below := grown.below(action)) is not None]
        if len(kept) == len(trees):
            after = Seats(worlds, np.zeros(1, np.int64), seat.ruleset, seat.seeds, seat.games)
            self._memory[self._key(seat)] = _Memory(kept, after.observation.tobytes())

    def forget(self, games: np.ndarray) -> None:
        over = set(games.tolist())
        self._memory = {key: kept for key, kept in self._memory.items() if key[0] not in over}
