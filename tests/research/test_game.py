"""The studies are about one game: they refuse others."""

from __future__ import annotations

import pytest

from research.balance import command as balance
from research.calibrate import command as calibrate
from research.variant import command as variant

COMMANDS = {
    "research.balance": balance.main,
    "research.calibrate": calibrate.main,
    "research.variant": variant.main,
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        ("tests.toy_game", "{name} studies rokoko, not toy"),
        ("rokko", "no game is called 'rokko'; did you mean 'rokoko'? (games: rokoko)"),
    ],
)
def test_another_game_is_refused(name, game, complaint, capsys):
    assert COMMANDS[name](["--game", game]) == 2
    assert capsys.readouterr().err == f"error: {complaint.format(name=name)}\n"


def test_the_game_may_be_named(capsys):
    assert variant.main(["--game", "rokoko", "--list", "employees.l4_buy_pp.bonus"]) == 0
    assert capsys.readouterr().out == "employees.l4_buy_pp.bonus = pp_per_4_livre\n"
