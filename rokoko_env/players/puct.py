"""`puct`: tree search by a trained network (`rokoko_env.players.core.puct`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rokoko_env.core import ids
from rokoko_env.core.rewards import MARGIN
from rokoko_env.core.sections import new_observations, observation_records
from rokoko_env.players.agent import Agent, Seats
from rokoko_env.players.core import puct
from rokoko_env.players.core.ismcts import expect
from rokoko_env.players.policy import PolicyAgent
from rokoko_env.validation import reward_kind, whole_number

MOST = 1_000_000  # simulations a decision
MOST_AT_ONCE = 128  # trees grown side by side
ROOM = 2**28  # bytes for them
CAUTION = 0.2  # an untried action is expected to be worse than its node by up to this
UNITS = {MARGIN: 0.2}  # what rewards have to tell apart, where that is not about 1
LEAVES = 8  # down one tree in a round: so many positions cost little more than one
ROUNDS = 32  # at least so many, that later simulations can learn from earlier ones


def _above_zero(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not 0 < value < math.inf:
        raise ValueError(f"{name} is {value}, expected a number above 0")
    return float(value)


@dataclass
class _Memory:
    """A tree for the next decision of a seat, if it then sees just what is expected."""

    nodes: np.ndarray
    expected: bytes


class _Trees:
    """Trees that grow side by side, one for each seat, and what their simulations write to."""

    def __init__(self, number: int, simulations: int, leaves: int) -> None:
        self.nodes = np.empty((number, simulations + 1), puct.NODE)
        self.used = np.zeros(number, np.int64)
        self.leaves = np.zeros(number * leaves, puct.LEAF)
        self.observation = new_observations(len(self.leaves) * ids.MAX_PLAYERS)
        self.records = observation_records(self.observation)

    def plant(self, number: int, kept: np.ndarray | None) -> None:
        """An empty tree, or one that an earlier decision left."""
        self.used[number] = 0
        if kept is not None:
            self.used[number] = len(kept)
            self.nodes[number, : len(kept)] = kept

    def visits(self, number: int) -> np.ndarray:
        """How often the search chose each action in each of the first so many trees."""
        visits: np.ndarray = self.nodes["visits"][:number, puct.ROOT].astype(np.int64)
        visits[self.used[:number] == 0] = 0
        return visits

    def below(self, number: int, action: int, seat: int, decision: int) -> np.ndarray | None:
        """What a tree knows of the position that an action leads to."""
        tree, used = self.nodes[number], int(self.used[number])
        kept = np.empty(used, puct.NODE)
        found = puct.keep_subtree(tree, used, action, seat, decision, kept)
        return kept[:found].copy() if found else None


class PuctAgent(Agent):
    """Search over worlds that agree with what the seat knows, led by a network.

    | parameter | meaning |
    | --- | --- |
    | `path` | the network, as for `ppo` |
    | `simulations` | at each decision; those that an earlier decision of the turn left count |
    | `exploration` | the more, the longer actions are tried that the policy likes |
    | `temperature` | above 1 the policy is taken less seriously |
    | `leaves` | simulations down a tree before the network is asked; usually 8, fewer where there are few simulations |
    | `reuse` | 0: forget the tree after each decision |
    | `policy` | a network at hand, instead of a path |

    At the end of a game counts the reward that the network was trained for, as its file says: `win`
    if it says nothing.
    """  # noqa: E501

    def __init__(
        self,
        path: str = "",
        simulations: int = 200,
        *,
        exploration: float = 1.5,
        temperature: float = 1.0,
        leaves: int | None = None,
        reuse: int = 1,
        policy: PolicyAgent | None = None,
    ) -> None:
        self.simulations = whole_number("simulations", simulations, 1, MOST)
        self.reuse = whole_number("reuse", reuse, 0, 1)
        # Not by the number of games: what is decided in one must not depend on the others.
        usual = min(LEAVES, max(1, self.simulations // ROUNDS))
        self.leaves = usual if leaves is None else whole_number("leaves", leaves, 1, 1024)
        self.options = np.zeros(1, puct.OPTIONS)
        self.options["temperature"] = _above_zero("temperature", temperature)
        self.policy = PolicyAgent(path) if policy is None else policy
        reward = reward_kind(self.policy.about.get("reward", "win"))
        unit = UNITS.get(reward, 1.0)
        self.options["reward"] = reward
        self.options["exploration"] = _above_zero("exploration", exploration) * unit
        self.options["caution"] = CAUTION * unit
        tree_size = (self.simulations + 1) * puct.NODE.itemsize
        self._at_once = max(1, min(MOST_AT_ONCE, ROOM // tree_size))
        self._trees = _Trees(0, self.simulations, self.leaves)
        self._memory: dict[tuple[int, int], _Memory] = {}

    def act_batch(self, seats: Seats) -> np.ndarray:
        actions = np.empty(len(seats), np.int64)
        for numbers in self._groups(seats):
            actions[numbers] = self._decide(seats.part(numbers))
        return actions

    def visits(self, seats: Seats) -> np.ndarray:
        """How often the search chose each action, a row for each seat."""
        visits = np.empty((len(seats), ids.NUM_ACTIONS), np.int64)
        for numbers in self._groups(seats):
            part = seats.part(numbers)
            visits[numbers] = self._search(part, part.worlds()).visits(len(part))
        return visits

    def _groups(self, seats: Seats) -> list[np.ndarray]:
        """Seats whose trees have room at the same time."""
        numbers = np.arange(len(seats))
        return [numbers[i : i + self._at_once] for i in range(0, len(seats), self._at_once)]

    def _decide(self, seats: Seats) -> np.ndarray:
        worlds = seats.worlds()
        trees = self._search(seats, worlds)
        visits = trees.visits(len(seats))
        totals = trees.nodes["total"][: len(seats), puct.ROOT]
        # Most visits; among equals what did best.
        merit = visits + 0.4 * totals / np.maximum(visits, 1)
        actions: np.ndarray = np.where(seats.mask, merit, -np.inf).argmax(axis=1)
        if self.reuse:
            self._remember(seats, worlds, trees, actions)
        return actions

    def _search(self, seats: Seats, worlds: np.ndarray) -> _Trees:
        trees = self._recall(seats)
        words = seats.seeds.copy()
        number = len(seats)
        known = (worlds, seats.ruleset.rules, self.options, words)
        self._simulate(trees, known, np.flatnonzero(trees.used[:number] == 0))
        left = self.simulations - trees.visits(number).sum(axis=1)
        while (left > 0).any():
            going = np.flatnonzero(left > 0)
            times = np.minimum(self.leaves, left[going])
            self._simulate(trees, known, np.repeat(going, times))
            left[going] -= times
        return trees

    def _simulate(self, trees: _Trees, known: tuple[np.ndarray, ...], chosen: np.ndarray) -> None:
        """One round: a simulation down each tree chosen, some of which may be the same."""
        if not len(chosen):
            return
        grown = (trees.nodes, trees.used)
        rows = puct.collect(*grown, *known, chosen, trees.leaves, trees.records)
        logits = np.empty((0, ids.NUM_ACTIONS), np.float32)
        values = np.empty(0, np.float32)
        if rows:  # else every simulation came to the end of the game
            logits, values = self.policy.judge(trees.observation[:rows])
        puct.give_back(*grown, trees.leaves, len(chosen), self.options, logits, values)

    def _recall(self, seats: Seats) -> _Trees:
        """The trees that earlier decisions left for these very positions, or new ones."""
        if len(seats) > len(self._trees.used):
            self._trees = _Trees(len(seats), self.simulations, self.leaves)
        for i, key in enumerate(self._keys(seats)):
            memory = self._memory.pop(key, None)
            fits = memory is not None and memory.expected == seats.observation[i].tobytes()
            self._trees.plant(i, memory.nodes if memory is not None and fits else None)
        return self._trees

    def _keys(self, seats: Seats) -> list[tuple[int, int]]:
        return list(zip(seats.games.tolist(), seats.players.tolist(), strict=True))

    def _remember(
        self, seats: Seats, worlds: np.ndarray, trees: _Trees, actions: np.ndarray
    ) -> None:
        """Keep the parts of the trees below the actions where the same seat is asked again at once.

        Not where chance had a part in it, for the tree then holds what other luck would bring. What
        the seat will see is noted: if it sees anything else, the tree is of no use.
        """
        again = [
            i
            for i, action in enumerate(actions.tolist())
            if expect(worlds[i : i + 1], seats.ruleset.rules, action)
        ]
        chosen = np.array(again, np.int64)
        after = Seats(worlds, chosen, seats.ruleset, seats.seeds[chosen], seats.games[chosen])
        for k, key in enumerate(self._keys(after)):
            decision = int(worlds["decision"][again[k]])
            kept = trees.below(again[k], int(actions[again[k]]), key[1], decision)
            if kept is not None:
                self._memory[key] = _Memory(kept, after.observation[k].tobytes())

    def forget(self, games: np.ndarray) -> None:
        over = set(games.tolist())
        self._memory = {key: kept for key, kept in self._memory.items() if key[0] not in over}
