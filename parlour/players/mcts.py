"""`mcts`: information-set Monte-Carlo tree search (`core.ismcts`)."""

from __future__ import annotations

import time as clock
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from parlour.core.records import table_dtype
from parlour.players.agent import Agent, Seats
from parlour.players.core import ismcts, value_net
from parlour.players.core.leaf import RANDOM, ROLLOUTS
from parlour.players.registry import register
from parlour.players.tree_memory import TreeMemory
from parlour.players.value_net import load_value_net
from parlour.search_parts import SearchParts
from parlour.spec import GameSpec
from parlour.validation import one_of, real_number, whole_number

MAX_SIMULATIONS = 10_000_000  # per decision
TIMED_NODES = 100_000  # of a tree that is limited by time alone
TIMED_SIMULATIONS = 64  # before the time is checked again
# Exploration, temperature and widening, by rollout; a game may know better. Rollouts are noisy, so
# that more has to be tried; without priors any action may be the best: all are tried soon, and
# longer.
DEFAULT_TUNING = {"estimate": (0.1, 1.0, 1.0), "script": (0.3, 2.0, 1.0), "random": (0.7, 0.0, 4.0)}


class _Tree:
    """The nodes of a tree, and the number of them that are used."""

    def __init__(self, size: int, words: int) -> None:
        self.nodes = np.empty(size, ismcts.node_dtype(words))
        self.used = np.zeros(1, np.int64)
        ismcts.reset_tree(self.nodes, self.used)

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][ismcts.ROOT])

    def subtree(self, action: int) -> _Tree | None:
        """Return a copy of the branch below an action, if there is one."""
        branch = _Tree(len(self.nodes), *self.nodes["expanded"].shape[1:])
        exists = ismcts.copy_subtree(self.nodes, action, branch.nodes, branch.used)
        return branch if exists else None


@register("mcts", "tree search: mcts:1000 simulations a decision, or mcts:time=0.5 seconds")
class MctsAgent(Agent):
    """Search over worlds that agree with what the seat knows.

    | parameter | meaning |
    | --- | --- |
    | `simulations` | per decision, including those kept from an earlier decision of the turn |
    | `time` | seconds per decision, instead of `simulations` |
    | `rollout` | evaluation of leaves: `estimate` by a small value network, `script` by the same after `turns` turns of each player by the game's script (the game says how many), `random` by random play to the end; the default is the game's, `random` where it has no script |
    | `exploration` | weight of the exploration term (c_puct, or c of UCB for `random`) |
    | `temperature` | of the priors, in points: how much lower the script may rate an action that is still tried early; 0: no priors |
    | `widening` | a node has at most 1 + this times the square root of its visits children |
    | `reuse` | 0: drop the tree after each decision |
    | `threads` | number of independent trees, whose visits are added up |
    """  # noqa: E501

    def __init__(
        self,
        spec: GameSpec,
        simulations: int | None = None,
        *,
        time: float = 0.0,
        rollout: str | None = None,
        turns: int | None = None,
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
        self.time = real_number("time", time)
        self.simulations = MAX_SIMULATIONS
        if simulations is not None:
            self.simulations = whole_number("simulations", simulations, 1, MAX_SIMULATIONS)
        self.turns = None if turns is None else whole_number("turns", turns, 0, 1000)
        self.threads = whole_number("threads", threads, 1, 256)
        self.reuse = whole_number("reuse", reuse, 0, 1)
        self.spec = spec
        rollouts = ROLLOUTS if spec.search_parts else (ROLLOUTS[RANDOM],)
        self.rollout = None if rollout is None else one_of("rollout", rollout, rollouts)
        tuning = zip(ismcts.TUNED, (exploration, temperature, widening), strict=True)
        self._tuning = {name: real_number(name, x) for name, x in tuning if x is not None}
        self._simulations_per_tree = -(-self.simulations // self.threads)
        self._memory: TreeMemory[list[_Tree]] = TreeMemory()
        self._executor: ThreadPoolExecutor | None = None  # made on first use: it can't be copied

    def options(self, num_players: int) -> np.ndarray:
        """Return the search options for this number of players, as an array of length 1."""
        parts = _parts(self.spec, num_players)
        rollout = self.rollout or parts.rollout
        options = np.zeros(1, ismcts.OPTIONS)
        options["rollout"] = ROLLOUTS.index(rollout)
        options["turns"] = num_players * (parts.turns if self.turns is None else self.turns)
        defaults = dict(zip(ismcts.TUNED, DEFAULT_TUNING[rollout], strict=True))
        if rollout == parts.rollout:
            defaults |= parts.tuning
        for name, value in (defaults | self._tuning).items():
            options[name] = value
        return options

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_executor": None}

    def act_batch(self, seats: Seats) -> np.ndarray:
        return np.array([self._decide(seats.part(np.array([i]))) for i in range(len(seats))])

    def visits(self, seat: Seats) -> np.ndarray:
        """Search, and return the visits of all actions for the first seat."""
        return self.judge(seat)[0]

    def judge(self, seat: Seats) -> tuple[np.ndarray, np.ndarray]:
        """Search, and return visits and mean win probability of all actions for the first seat."""
        visits, totals = self._sum(self._search(seat, seat.worlds()))
        return visits, totals / np.maximum(visits, 1)

    def _decide(self, seat: Seats) -> int:
        worlds = seat.worlds()
        trees = self._search(seat, worlds)
        visits, totals = self._sum(trees)
        # Most visits; among equals the best mean.
        action = int((visits + 0.5 * totals / np.maximum(visits, 1)).argmax())
        if self.reuse:
            self._remember(seat, worlds, trees, action)
        return action

    def _search(self, seat: Seats, worlds: np.ndarray) -> list[_Tree]:
        trees = self._recall(seat)
        if self.threads == 1:
            self._grow(trees[0], seat, worlds, 0)
        else:
            self._executor = self._executor or ThreadPoolExecutor(self.threads)
            numbers = range(self.threads)
            list(self._executor.map(lambda i: self._grow(trees[i], seat, worlds, i), numbers))
        return trees

    def _grow(self, tree: _Tree, seat: Seats, worlds: np.ndarray, number: int) -> None:
        """Run simulations in one tree until there are enough or the time is over."""
        begin = clock.perf_counter()
        # Each tree draws its own worlds.
        seed = np.random.SeedSequence([int(seat.seeds[0]), number])
        rng_state = seed.generate_state(1, np.uint64)
        n = seat.num_players
        parts = _parts(self.spec, n)
        plan = np.zeros(1, parts.plan)
        activations = np.zeros(1, value_net.activations_dtype(self.spec.observation))
        options = self.options(n)
        net = _value_net(self.spec, n, ROLLOUTS[options["rollout"][0]])
        context = (seat.ruleset.rules, parts.style, plan, net, activations)
        total = self._simulations_per_tree
        chunk = TIMED_SIMULATIONS if self.time else total
        # A reused tree may have all its visits and no child: it needs one more simulation.
        while tree.visits < total or tree.used[0] == 1:
            more = max(1, min(chunk, total - tree.visits))
            ismcts.search(tree.nodes, tree.used, worlds, *context, options, rng_state, more)
            if self.time and clock.perf_counter() - begin > self.time:
                break

    def _sum(self, trees: list[_Tree]) -> tuple[np.ndarray, np.ndarray]:
        """Return visits and totals of all actions at the roots."""
        visits = np.zeros(self.spec.num_actions, np.int64)
        totals = np.zeros(self.spec.num_actions)
        for tree in trees:
            ismcts.add_visits(tree.nodes, visits, totals)
        return visits, totals

    def _recall(self, seat: Seats) -> list[_Tree]:
        """Return the trees that an earlier decision left for this very position, or new ones."""
        trees = self._memory.take(seat, 0)
        # In other worlds another seat may have had a choice in between: its actions then stand
        # where this seat's are expected.
        if trees is not None and not self._sum(trees)[0][seat.mask[0] == 0].any():
            return trees
        size = TIMED_NODES if self.time else 2 * (self._simulations_per_tree + 1)
        words = self.spec.state["legal"].shape[0]
        return [_Tree(size, words) for _ in range(self.threads)]

    def _remember(self, seat: Seats, worlds: np.ndarray, trees: list[_Tree], action: int) -> None:
        """Keep the branches below the action, if the same seat decides next.

        Not after a chance event, as the branches then hold the results of other draws.
        """
        if not ismcts.leads_to_same_seat(worlds, seat.ruleset.rules, action):
            return
        branches = [branch for tree in trees if (branch := tree.subtree(action)) is not None]
        if len(branches) == len(trees):
            after = Seats(worlds, np.zeros(1, np.int64), seat.ruleset, seat.seeds, seat.games)
            self._memory.keep(after, 0, branches)

    def forget(self, games: np.ndarray) -> None:
        self._memory.forget(games)


@cache
def _parts(spec: GameSpec, num_players: int) -> SearchParts:
    """Return what the game adds to the search, or what stands for it."""
    if spec.search_parts:
        return spec.search_parts(num_players)
    return SearchParts(
        style=np.zeros(1),
        plan=table_dtype([("rating", np.float64, (spec.num_actions,), "")]),
        rollout=ROLLOUTS[RANDOM],
    )


def _value_net(spec: GameSpec, num_players: int, rollout: str) -> np.ndarray:
    """Return the network that evaluates leaves; random playouts need none."""
    if rollout == ROLLOUTS[RANDOM]:
        return _no_value_net(spec)
    return load_value_net(spec, num_players)


@cache
def _no_value_net(spec: GameSpec) -> np.ndarray:
    return np.zeros(1, value_net.value_net_dtype(spec.observation_size))
