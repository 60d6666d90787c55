"""Positions for agents to decide in."""

from __future__ import annotations

import numpy as np

from parlour.players.agent import Seats
from rokoko_env import Game
from rokoko_env.core.state import STATE
from tests.rokoko_env.core.table import Table
from tests.rokoko_env.kernels import play_forced


def some_games(num_players: int, number: int, seed: int = 0) -> list[Game]:
    """Return games after a random number of random decisions."""
    rng = np.random.default_rng(seed)
    games = []
    for k in range(number):
        game = Game(num_players, seed=seed + k)
        for _ in range(int(rng.integers(5, 60 * num_players))):
            options = game.legal_actions()
            game.apply(options[int(rng.integers(len(options)))])
            if game.is_over:
                game = Game(num_players, seed=seed + k)
        games.append(game)
    return games


def largest_game(num_players: int, seed: int) -> Game:
    """Return the one of some games with the most legal actions."""
    game = max(some_games(num_players, 30, seed), key=lambda game: len(game.legal_actions()))
    assert len(game.legal_actions()) > 12
    return game


def game_of(table: Table) -> Game:
    """Return the game of a table for two that was set up by hand."""
    return Game.from_state(table.states, Game(2)._ruleset)


def last_turn(other_money: int = 0) -> Game:
    """Return the last turn of a game: a musician for 7 PP, or ten Livre for 1 PP."""
    table = Table(2)
    table.set(round_number=7)
    table.owns(0, money=21, yarn=0, lace=0)
    table.owns(1, money=other_money, yarn=0, lace=0)
    table.deck(0, hand=["base_apprentice_livre"], supply=["base_master"] * 2)
    table.deck(1, hand=[], supply=["base_master"] * 2)
    table.ask(0, "play")
    play_forced(table.states, table.rules)
    game = game_of(table)
    assert game.decision == "main"
    return game


def seats_of(games: list[Game], seeds: list[int] | None = None) -> Seats:
    """Return the seats to decide, with seeds that are the same each time."""
    states = np.concatenate([np.frombuffer(game.record.tobytes(), STATE) for game in games])
    rng_words = np.array(seeds or range(1, len(games) + 1), np.uint64)
    numbers = np.arange(len(games))
    return Seats(states, numbers, games[0]._ruleset, rng_words, numbers)
