"""Positions to ask agents about."""

from __future__ import annotations

import numpy as np

from rokoko_env import Game
from rokoko_env.core.state import STATE
from rokoko_env.players.agent import Seats


def some_games(num_players: int, number: int, seed: int = 0) -> list[Game]:
    """Games in which a random number of random decisions has been made."""
    luck = np.random.default_rng(seed)
    games = []
    for k in range(number):
        game = Game(num_players, seed=seed + k)
        for _ in range(int(luck.integers(5, 60 * num_players))):
            options = game.legal_actions()
            game.apply(options[int(luck.integers(len(options)))])
            if game.is_over:
                game = Game(num_players, seed=seed + k)
        games.append(game)
    return games


def seats_of(games: list[Game], seeds: list[int] | None = None) -> Seats:
    """The seats to decide, with seeds that are the same each time."""
    states = np.concatenate([np.frombuffer(game.record.tobytes(), STATE) for game in games])
    words = np.array(seeds or range(1, len(games) + 1), np.uint64)
    numbers = np.arange(len(games))
    return Seats(states, numbers, games[0]._ruleset, words, numbers)
