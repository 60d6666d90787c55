"""Random walks through games with everything that a user may do in between."""

from __future__ import annotations

import pytest

from rokoko_env import SPEC
from tests.parlour.game_machine import LONG, SHORT, GameMachine


class Machine(GameMachine):
    spec = SPEC


TestGameMachine = Machine.TestCase
TestGameMachine.settings = SHORT


@pytest.mark.soak
class TestGameMachineLong(Machine.TestCase):
    settings = LONG
