"""Actions of a network in games with itself, counted by kind and round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parlour.players.play import play_games
from parlour.players.policy import PolicyAgent
from rokoko_env import Game
from rokoko_env.core import ids
from training.evaluate import FIRST_DEAL

MAIN_KINDS = ("take a tile", "make a dress", "hire", "fund a decoration", "depute",
              "take the favor card", "forgo the action")  # fmt: skip
# Kinds that are counted, by the decision at which they are chosen.
GROUPS = {
    "main action": MAIN_KINDS,
    "decoration": ("fireworks", "statue", "fountain", "musician"),
    "the dress goes to": ("the King's hall", *(f"hall {hall}" for hall in range(2, ids.HALLS + 1)),
                          "the bank (sold)"),
    "the tile is": ("kept", "traded for trim"),
    "the bonus is": ("used", "forgone"),
}  # fmt: skip


# Kinds by their first action, and kinds of decorations by their first space.
MAIN_STARTS = {
    ids.FORGO_ACTION: "forgo the action", ids.FAVOR: "take the favor card", ids.DEPUTE: "depute",
    ids.TAKE_TILE: "take a tile", ids.MAKE_DRESS: "make a dress", ids.FUND: "fund a decoration",
    ids.CARD: "hire",
}  # fmt: skip
DECORATION_STARTS = {
    0: "fireworks", ids.STATUES: "statue", ids.UPPER_FOUNTAIN: "fountain",
    ids.MUSICIANS: "musician",
}  # fmt: skip


def _kind(starts: Mapping[int, str], number: int) -> str:
    return starts[max(start for start in starts if start <= number)]


def kinds_of(decision: str, action: int) -> tuple[str, ...]:
    """The kinds of `GROUPS` that an action belongs to; none for cards and payments."""
    funds: tuple[str, ...] = ()
    if ids.FUND <= action < ids.CARD:
        funds = (_kind(DECORATION_STARTS, action - ids.FUND),)
    if decision == "main":
        return (_kind(MAIN_STARTS, action), *funds)
    if decision == "place":
        *halls, bank = GROUPS["the dress goes to"]
        return (bank if action == ids.SELL else halls[(action - ids.RENT) // ids.HALL_SPACES],)
    if decision == "tile":
        return ("kept" if action == ids.KEEP_TILE else "traded for trim",)
    if decision == "bonus":
        return ("forgone" if action == ids.FORGO_BONUS else "used", *funds)
    return ()


@dataclass
class ActionCounts:
    """Actions of a network in games with itself."""

    players: int
    games: int
    choices: Counter[tuple[int, str, int]]  # by round, decision and action
    points: dict[str, float]  # mean prestige of a player, by source
    winner_score: float

    @property
    def seats(self) -> int:
        return self.players * self.games

    def per_game(self) -> dict[str, float]:
        """Choices of each kind per player and game."""
        frequency = {kind: 0.0 for kinds in GROUPS.values() for kind in kinds}
        for (_, decision, action), number in self.choices.items():
            for kind in kinds_of(decision, action):
                frequency[kind] += number / self.seats
        return frequency

    def by_round(self) -> np.ndarray:
        """(rounds, main kinds) the share of each kind in the main actions of a round."""
        counts = np.zeros((ids.ROUNDS, len(MAIN_KINDS)))
        for (round_number, decision, action), number in self.choices.items():
            if decision == "main":
                counts[round_number - 1, MAIN_KINDS.index(_kind(MAIN_STARTS, action))] += number
        shares: np.ndarray = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return shares


def count_actions(network: Path, players: int, games: int) -> ActionCounts:
    """Let a network play itself as it does in the arena, and count its actions."""
    agent = PolicyAgent(str(network))
    seeds = np.arange(FIRST_DEAL, FIRST_DEAL + games)
    results = play_games([agent], np.zeros((games, players), int), seeds, keep_actions=True)
    choices: Counter[tuple[int, str, int]] = Counter()
    for seed, actions in zip(seeds.tolist(), results.actions, strict=True):
        game = Game(players, seed)
        for action in actions:
            choices[game.round, game.decision, action] += 1
            game.apply(action)
    means = results.points.mean(axis=(0, 1)).tolist()
    points = dict(zip(ids.SOURCE_NAMES, means, strict=True))
    winner_score = float(results.scores.max(axis=1).mean())
    return ActionCounts(players, games, choices, points, winner_score)
