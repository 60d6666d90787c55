"""Seeds of decisions: one for each seat and decision, wherever a game lies."""

from __future__ import annotations

import numpy as np

from parlour.core.seats import draw_seeds
from tests.toy_game import SPEC

GAMES = 6


def seeds(match: int, numbers: np.ndarray, players: np.ndarray, decisions: int) -> list[int]:
    states = SPEC.new_states(len(numbers))
    states["player"] = players
    made = np.full((len(numbers), SPEC.max_players), decisions)
    out = np.zeros(len(numbers), np.uint64)
    draw_seeds(match, states, np.arange(len(numbers)), numbers, made, out)
    return out.tolist()


def test_every_decision_has_a_seed_of_its_own():
    numbers = np.arange(GAMES)
    found = [
        seed
        for match in (0, 1)
        for player in range(3)
        for decisions in range(5)
        for seed in seeds(match, numbers, np.full(GAMES, player), decisions)
    ]
    assert len(set(found)) == 2 * 3 * 5 * GAMES


def test_seeds_depend_on_the_number_of_the_game_and_not_on_its_place():
    numbers, players = np.arange(GAMES), np.arange(GAMES) % 3
    order = np.random.default_rng(0).permutation(GAMES)
    expected = seeds(7, numbers, players, 2)
    assert seeds(7, numbers[order], players[order], 2) == [expected[i] for i in order]
