"""`puct`: tree search with a trained network (`parlour.players.core.puct`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.buffers import Buffers
from parlour.core.rewards import MARGIN
from parlour.players.agent import Agent, Seats
from parlour.players.core import puct
from parlour.players.core.ismcts import leads_to_same_seat
from parlour.players.policy import PolicyAgent
from parlour.players.tree_memory import TreeMemory
from parlour.spec import GameSpec
from parlour.validation import real_number, reward_kind, whole_number

MAX_SIMULATIONS = 1_000_000  # per decision
MAX_TREES = 128  # searched in the same rounds
MAX_BYTES = 2**28  # of these trees
FPU_REDUCTION = 0.2  # maximum by which an unvisited action is valued below its node
REWARD_SCALES = {MARGIN: 0.2}  # typical differences of rewards, where they are not about 1
DEFAULT_LEAVES = 8  # of a tree in a round: the network judges them together
MIN_ROUNDS = 32  # so that later simulations can learn from earlier ones


class _Trees:
    """Trees that grow in the same rounds, one for each seat, and the buffers of a round."""

    def __init__(self, spec: GameSpec, number: int, simulations: int, leaves: int) -> None:
        self.nodes = np.empty((number, simulations + 1), puct.node_dtype(spec.num_actions))
        self.used = np.zeros(number, np.int64)
        self.leaves = np.zeros(number * leaves, puct.leaf_dtype(spec.state))
        buffers = Buffers(spec, len(self.leaves) * spec.max_players, mask=False)
        self.observation, self.records = buffers.observation, buffers.records[0]

    def visits(self, number: int) -> np.ndarray:
        """Return the visits of all actions at the roots of the first `number` trees."""
        visits: np.ndarray = self.nodes["visits"][:number, puct.ROOT].astype(np.int64)
        visits[self.used[:number] == 0] = 0
        return visits


class PuctAgent(Agent):
    """Search over worlds that agree with what the seat knows, guided by a network.

    | parameter | meaning |
    | --- | --- |
    | `path` | the network, as for `ppo` |
    | `simulations` | per decision, including those kept from an earlier decision of the turn |
    | `exploration` | c_puct, the weight of the policy |
    | `temperature` | of the policy: above 1 the priors are closer to uniform |
    | `leaves` | simulations in each tree per batch of the network; default: 8, fewer with few simulations |
    | `reuse` | 0: drop the tree after each decision |
    | `policy` | an agent with a network, instead of a path |

    The end of a game counts by the reward that the network was trained for, as its file states:
    `win` by default.
    """  # noqa: E501

    def __init__(
        self,
        spec: GameSpec,
        path: str = "",
        simulations: int = 200,
        *,
        exploration: float = 1.5,
        temperature: float = 1.0,
        leaves: int | None = None,
        reuse: int = 1,
        policy: PolicyAgent | None = None,
    ) -> None:
        self.spec = spec
        self.simulations = whole_number("simulations", simulations, 1, MAX_SIMULATIONS)
        self.reuse = whole_number("reuse", reuse, 0, 1)
        # Not by the number of games: a choice in one must not depend on the others.
        if leaves is None:
            leaves = min(DEFAULT_LEAVES, max(1, self.simulations // MIN_ROUNDS))
        self.leaves = whole_number("leaves", leaves, 1, 1024)
        self.options = np.zeros(1, puct.OPTIONS)
        self.options["temperature"] = real_number("temperature", temperature, above_zero=True)
        c_puct = real_number("exploration", exploration, above_zero=True)
        self.policy = PolicyAgent(spec, path) if policy is None else policy
        reward = reward_kind(self.policy.about.get("reward", "win"))
        scale = REWARD_SCALES.get(reward, 1.0)
        self.options["reward"] = reward
        self.options["c_puct"] = c_puct * scale
        self.options["fpu_reduction"] = FPU_REDUCTION * scale
        tree_bytes = (self.simulations + 1) * puct.node_dtype(spec.num_actions).itemsize
        self._max_trees = max(1, min(MAX_TREES, MAX_BYTES // tree_bytes))
        self._trees = self._new_trees(0)
        self._memory: TreeMemory[np.ndarray] = TreeMemory()

    def __getstate__(self) -> dict[str, Any]:
        # A copy gets trees of its own: their records are views that a copy would not keep.
        return {**self.__dict__, "_trees": self._new_trees(0)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._trees = self._new_trees(0)

    def _new_trees(self, number: int) -> _Trees:
        return _Trees(self.spec, number, self.simulations, self.leaves)

    def act_batch(self, seats: Seats) -> np.ndarray:
        actions = np.empty(len(seats), np.int64)
        for numbers in self._groups(seats):
            actions[numbers] = self._decide(seats.part(numbers))
        return actions

    def visits(self, seats: Seats) -> np.ndarray:
        """Search, and return the visits of all actions, a row for each seat."""
        visits = np.empty((len(seats), self.spec.num_actions), np.int64)
        for numbers in self._groups(seats):
            part = seats.part(numbers)
            visits[numbers] = self._search(part, part.worlds()).visits(len(part))
        return visits

    def _groups(self, seats: Seats) -> list[np.ndarray]:
        """Divide the seats into groups whose trees fit into memory."""
        numbers = np.arange(len(seats))
        return [numbers[i : i + self._max_trees] for i in range(0, len(seats), self._max_trees)]

    def _decide(self, seats: Seats) -> np.ndarray:
        worlds = seats.worlds()
        trees = self._search(seats, worlds)
        visits = trees.visits(len(seats))
        totals = trees.nodes["total"][: len(seats), puct.ROOT]
        # Most visits; among equals the best mean.
        merit = visits + 0.4 * totals / np.maximum(visits, 1)
        actions: np.ndarray = np.where(seats.mask, merit, -np.inf).argmax(axis=1)
        if self.reuse:
            self._remember(seats, worlds, trees, actions)
        return actions

    def _search(self, seats: Seats, worlds: np.ndarray) -> _Trees:
        trees = self._recall(seats)
        number = len(seats)
        context = (worlds, seats.ruleset.rules, self.options, seats.seeds.copy())
        self._simulate(trees, context, np.flatnonzero(trees.used[:number] == 0))
        left = self.simulations - trees.visits(number).sum(axis=1)
        while (left > 0).any():
            unfinished = np.flatnonzero(left > 0)
            times = np.minimum(self.leaves, left[unfinished])
            self._simulate(trees, context, np.repeat(unfinished, times))
            left[unfinished] -= times
        return trees

    def _simulate(self, trees: _Trees, context: tuple[np.ndarray, ...], chosen: np.ndarray) -> None:
        """Run one round: a simulation in each tree chosen, some of which may be the same."""
        nodes = (trees.nodes, trees.used)
        rows = puct.select_leaves(*nodes, *context, chosen, trees.leaves, trees.records)
        logits = np.empty((0, self.spec.num_actions), np.float32)
        values = np.empty(0, np.float32)
        if rows:  # else every simulation reached the end of the game
            logits, values = self.policy.judge(trees.observation[:rows])
        puct.backup(*nodes, trees.leaves, len(chosen), self.options, logits, values)

    def _recall(self, seats: Seats) -> _Trees:
        """Return the trees that earlier decisions left for these very positions, or new ones."""
        if len(seats) > len(self._trees.used):
            self._trees = self._new_trees(len(seats))
        for i in range(len(seats)):
            nodes = self._memory.take(seats, i)
            self._trees.used[i] = 0 if nodes is None else len(nodes)
            if nodes is not None:
                self._trees.nodes[i, : len(nodes)] = nodes
        return self._trees

    def _remember(
        self, seats: Seats, worlds: np.ndarray, trees: _Trees, actions: np.ndarray
    ) -> None:
        """Keep the branches below the actions after which the same seat decides next.

        Not after a chance event, as the branch then holds the results of other draws.
        """
        rules = seats.ruleset.rules
        same_seat = [
            leads_to_same_seat(worlds[i : i + 1], rules, action)
            for i, action in enumerate(actions.tolist())
        ]
        numbers = np.flatnonzero(same_seat)
        after = Seats(worlds, numbers, seats.ruleset, seats.seeds[numbers], seats.games[numbers])
        for k, i in enumerate(numbers.tolist()):
            used, decision = int(trees.used[i]), int(worlds["decision"][i])
            below = (int(actions[i]), int(after.players[k]), decision)
            branch = np.empty_like(trees.nodes[i, :used])
            size = puct.copy_subtree(trees.nodes[i], used, *below, branch)
            if size:
                self._memory.keep(after, k, branch[:size].copy())

    def forget(self, games: np.ndarray) -> None:
        self._memory.forget(games)
