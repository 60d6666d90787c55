"""All checks of `game_checks`, for all games and numbers of players."""

import pytest

from tests.parlour.game_checks import CHECKS
from tests.parlour.games import TABLES


@pytest.mark.parametrize(("spec", "num_players"), TABLES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_game(check, spec, num_players):
    check(spec, num_players)
