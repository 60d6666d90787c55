"""Actions of a network in games with itself, counted by kind and round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parlour.action_kinds import ActionKinds
from parlour.players.play import play_games
from parlour.players.policy import PolicyAgent
from parlour.spec import GameSpec
from training.evaluate import FIRST_DEAL


@dataclass
class ActionCounts:
    """Actions of a network in games with itself."""

    spec: GameSpec
    players: int
    games: int
    choices: Counter[tuple[int, str, int]]  # by round, decision and action
    points: dict[str, float]  # of a player by source, means
    winner_score: float

    @property
    def seats(self) -> int:
        return self.players * self.games

    def per_game(self, kinds: ActionKinds) -> dict[str, float]:
        """Choices of each kind per player and game."""
        frequency = {kind: 0.0 for group in kinds.groups.values() for kind in group}
        for (_, decision, action), number in self.choices.items():
            for kind in kinds.kinds_of(decision, action):
                frequency[kind] += number / self.seats
        return frequency

    def by_round(self, kinds: ActionKinds) -> np.ndarray:
        """(rounds, main kinds) the share of each main kind in a round."""
        counts = np.zeros((self.spec.rounds, len(kinds.main)))
        for (round_number, decision, action), number in self.choices.items():
            for kind in kinds.kinds_of(decision, action):
                if kind in kinds.main:
                    counts[round_number - 1, kinds.main.index(kind)] += number
        shares: np.ndarray = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return shares


def count_actions(spec: GameSpec, network: Path, players: int, games: int) -> ActionCounts:
    """Let a network play itself as it does in the arena, and count its actions."""
    agent = PolicyAgent(spec, str(network))
    seeds, seating = np.arange(FIRST_DEAL, FIRST_DEAL + games), np.zeros((games, players), int)
    results = play_games([agent], seating, seeds, spec=spec, keep_actions=True)
    choices: Counter[tuple[int, str, int]] = Counter()
    for seed, actions in zip(seeds.tolist(), results.actions, strict=True):
        game = spec.game_class(players, seed)
        for action in actions:
            choices[game.round, game.decision, action] += 1
            game.apply(action)
    means = results.points.mean(axis=(0, 1)).tolist()
    points = dict(zip(spec.sources, means, strict=True))
    winner_score = float(results.scores.max(axis=1).mean())
    return ActionCounts(spec, players, games, choices, points, winner_score)
