"""The games that the tests of the engine are run with; another game is another line."""

import pytest

import noblemen_env
import rokoko_env
from tests import toy_game

GAMES = [
    rokoko_env.SPEC,
    noblemen_env.SPEC,
    toy_game.SPEC,
]
TABLES = [
    pytest.param(spec, num_players, id=f"{spec.name}-{num_players}")
    for spec in GAMES
    for num_players in spec.players
]
