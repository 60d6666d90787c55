"""Prices, yields and scoring for Python are what plain Python makes of the table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from noblemen_env.core import ids
from noblemen_env.core.worth import WORTH, look_up
from tests.noblemen_env.core.compare import CoreGame, cells
from tests.noblemen_env.core.decisions import POSITIONS
from tests.noblemen_env.core.expected import Expected
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.reference import estate as plain
from tests.noblemen_env.reference.scoring import building_points

RATES = {"castle": 3, "castle_chapel": 1, "palace": 5, "palace_chapel": 2}


def worth_of(game: CoreGame) -> np.void:
    worth = np.zeros(1, WORTH)
    look_up(game.states, game.rules, worth)
    return worth[0]


def check(game: CoreGame) -> None:
    worth = worth_of(game)
    for p in range(game.num_players):
        expected = Expected(game, p)
        printed = [expected.printed_price(b) for b in expected.buildings]
        assert worth["printed"].tolist() == [-1 if price is None else price for price in printed]
        prices = [expected.price(b) for b in expected.buildings]
        assert worth["price"][p].tolist() == [-1 if price is None else price for price in prices]
        numbers = expected.player_numbers(p)
        assert worth["taxes"][p] == numbers["taxes now"]
        assert worth["land"][p] == numbers["tiles for land now"]
        assert worth["prestige"][p] == numbers["prestige of the estate"]
        check_scoring(worth, expected, p)


def check_scoring(worth: np.void, expected: Expected, p: int) -> None:
    land, buildings = expected.own["land"], expected.own["buildings"]
    enclosed, points, chapels = set(), {}, {}
    for cell, building in buildings.items():
        if building not in ("castle", "palace"):
            continue
        number = cell[0] * ids.SIDE + cell[1]
        around = [c for c in plain.around(cell) if buildings.get(c) == "chapel"]
        alone = {cell: building} | dict.fromkeys(around, "chapel")
        points[number] = sum(building_points(land, alone, RATES, Counter()).values())
        chapels[number] = len(around)
        if plain.is_enclosed(land, cell):
            enclosed.add(plain.cell_name(cell))
    assert set(cells(worth["enclosed"][p])) == enclosed
    for name, numbers in (("points", points), ("chapels", chapels)):
        assert worth[name][p].tolist() == [numbers.get(cell, 0) for cell in range(ids.CELLS)]


@pytest.mark.parametrize("name", POSITIONS)
def test_every_decision(name):
    check(POSITIONS[name]())


@pytest.mark.parametrize("title", [None, *ids.TITLES])
def test_estates_with_all_buildings(title):
    table = Table()
    table.estate(0, "fgofm.", "fCHPHm", "fgHfmm", "mCmP1m", "ffffgg", "2fffgg", corner="d5")
    table.estate(1, "Pm", "mH", corner="n14")
    table.knights(2, (0, table.areas(0)[0]), (0, table.areas(0)[-1]))
    table.board(castle=0, palace=1, chapel=2)
    table.states[0]["title"][:2] = -1 if title is None else ids.TITLES.index(title)
    check(table)
    worth = worth_of(table)
    assert (worth["points"][0] > 0).sum() == 4
    assert worth["points"][0].sum() == sum(building_points_of(table))


def building_points_of(table: Table) -> tuple[int, int]:
    row = table.breakdown()[0]
    return row["castles"], row["palaces"]
