"""Saved games with any wrong numbers are refused in one sentence, or can be played to their end."""

from __future__ import annotations

import random

import pytest

from noblemen_env import SPEC, Game, GameFormatError
from noblemen_env.core import ids
from tests.noblemen_env.render.tables import positions
from tests.parlour.game_checks import assert_sound

NAMES = [name for name, *_ in SPEC.fields if name not in ("rng", "legal")]
NUMBERS = (*range(-2, 6), 10, 14, 100, 127, -128)
MOST_DECISIONS = 1_500


def spoil(game: Game, rng: random.Random) -> None:
    """Write any number into any entry of the record."""
    name = rng.choice(NAMES)
    sort = SPEC.state[name]
    place = tuple(rng.randrange(size) for size in sort.shape)
    is_set = sort.base.itemsize == 8
    number = rng.choice((-1, 0, rng.getrandbits(60), 1 << rng.randrange(62)))
    if place:
        game.record[name][place] = number if is_set else rng.choice(NUMBERS)
    else:
        game.record[name] = rng.choice(NUMBERS)


@pytest.mark.parametrize("num_players", SPEC.players)
def test_wrong_numbers(num_players):
    rng = random.Random(num_players)
    games = positions(num_players, seed=num_players, every=9)
    refused, played = 0, 0
    for _ in range(200):
        game = rng.choice(games).clone()
        for _ in range(rng.choice((1, 1, 2, 3))):
            spoil(game, rng)
        found = load(game.to_bytes())
        if isinstance(found, str):
            assert "\n" not in found
            refused += 1
        else:
            play(found, rng)
            played += 1
    assert refused > 80
    assert played > 5


def load(data: bytes) -> Game | str:
    """The game, or the reason why there is none."""
    try:
        return Game.from_bytes(data)
    except GameFormatError as error:
        return str(error)


def play(game: Game, rng: random.Random) -> None:
    for number in range(MOST_DECISIONS):
        if number % 20 == 0:
            assert_sound(game)
        if game.is_over:
            return
        game.apply(rng.choice(game.legal_actions()))
    raise AssertionError(f"the game goes on, at {ids.DECISION_NAMES[game.record['decision']]}")
