"""`mcts`: information-set Monte-Carlo tree search (`agents.core.tree`)."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from agents.base import Agent, Seats
from agents.core import tree
from agents.core.evaluate import ROLLOUTS
from agents.core.style import make_styles
from agents.names import register
from agents.scripted import load_numbers
from rokoko_env.arguments import one_of
from rokoko_env.core import ids


@dataclass
class _Memory:
    """A seat's tree, and what the seat will see if the position is the one the tree expects."""

    nodes: np.ndarray
    used: np.ndarray
    expected: bytes = b""


@register("mcts", "tree search, e.g. mcts:1000 simulations or mcts:time=0.5 seconds a decision")
class MctsAgent(Agent):
    def __init__(
        self,
        simulations: int = 1000,
        *,
        time: float = 0.0,
        rollout: str = "estimate",
        turns: int = 2,
        exploration: float = 0.3,
        temperature: float = 2.0,
        widening: float = 1.0,
        reuse: int = 1,
        numbers: str = "",
    ) -> None:
        self.simulations = simulations
        self.time = time
        self.reuse = reuse
        self.options = np.zeros(1, tree.OPTIONS)
        self.options["exploration"] = exploration
        self.options["temperature"] = temperature
        self.options["widening"] = widening
        self.options["rollout"] = ROLLOUTS.index(one_of("rollout", rollout, ROLLOUTS))
        self.options["turns"] = turns
        loaded = load_numbers(Path(numbers)) if numbers else load_numbers()
        self.styles = {p: make_styles(loaded[str(p)]) for p in range(2, 6)}
        self.values = {}
        for p in range(2, 6):
            f = Path(f"/tmp/value{p}.npz")
            if f.exists():
                d = np.load(f)
                self.values[p] = (d["W"], np.append(np.maximum(d["sig"]*0.6,1), 4.0))
        self.memory: dict[tuple[int, int], _Memory] = {}
        self.spare: list[np.ndarray] = []

    def act_batch(self, seats: Seats) -> np.ndarray:
        return np.array([self._decide(seats.part(np.array([i]))) for i in range(len(seats))])

    def _decide(self, seat: Seats) -> int:
        worlds = seat.worlds()
        rules = seat.setting.rules
        key = (int(seat.games[0]), int(seat.players[0]))
        memory = self._memory(key, seat)
        weights, spreads = self.values[seat.num_players]
        style = self.styles[seat.num_players]
        left = self.simulations - int(memory.nodes[tree.ROOT]["visits"])
        if left > 0:
            tree.search(memory.nodes, memory.used, worlds, rules, style, weights, spreads,
                        self.options, seat.seeds[0], left)
        visits = np.zeros(ids.NUM_ACTIONS, np.int64)
        totals = np.zeros(ids.NUM_ACTIONS)
        tree.count_visits(memory.nodes, visits, totals)
        action = int((visits + totals / np.maximum(visits, 1) * 0.5).argmax())
        self._expect(key, memory, worlds, rules, action, seat)
        return action

    def _memory(self, key, seat) -> _Memory:
        memory = self.memory.pop(key, None)
        if memory is not None and memory.expected == seat.observation.tobytes():
            return memory
        size = 2 * self.simulations + 2
        memory = _Memory(self.spare.pop() if self.spare else np.zeros(size, tree.NODE), np.zeros(1, np.int64))
        tree.plant(memory.nodes, memory.used)
        return memory

    def _expect(self, key, memory, worlds, rules, action, seat) -> None:
        if self.reuse and tree.expect(worlds, rules, action):
            kept = np.zeros(2 * self.simulations + 2, tree.NODE)
            used = np.zeros(1, np.int64)
            if tree.keep_subtree(memory.nodes, action, kept, used):
                after = Seats(worlds, np.array([0]), seat.setting, seat.seeds, seat.games)
                self.memory[key] = _Memory(kept, used, after.observation.tobytes())
        self.spare.append(memory.nodes)

    def forget(self, games: np.ndarray) -> None:
        gone = set(games.tolist())
        self.memory = {k: v for k, v in self.memory.items() if k[0] not in gone}
