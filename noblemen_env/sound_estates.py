"""Checks of estates: land, buildings, areas and knights."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from noblemen_env.actions import cell_name
from noblemen_env.core import ids
from noblemen_env.estate import Estate, beside, knights, read_estate, square, too_close


def cells(s: np.void, rules: np.void) -> list[str]:
    """Check that sets of cells, knights and follies can be read."""
    problems = []
    frame = rules["frame"]
    for p in range(s["num_players"]):
        for name in ("land", "buildings", "areas"):
            words = s[name][p].reshape(-1, ids.WORDS)
            if (words < 0).any() or (words & ~frame).any():
                problems.append(f"{name} of player {p} lie outside the frame")
        problems += _knights(s, rules, p)
    for folly, owner in enumerate(s["folly_owner"]):
        cell = s["folly_cell"][folly]
        if not -1 <= owner < s["num_players"] or not -1 <= cell < ids.CELLS:
            problems.append(f"folly {folly + 1} is of player {int(owner)} on cell {int(cell)}")
        elif (owner < 0) != (cell < 0):
            problems.append(f"folly {folly + 1} must have a cell exactly if it is built")
    return problems


def _knights(s: np.void, rules: np.void, p: int) -> list[str]:
    problems = []
    for knight in range(ids.KNIGHTS):
        host, area = int(s["knight_host"][p][knight]), int(s["knight_area"][p][knight])
        name = f"knight {knight + 1} of player {p}"
        if not -1 <= host < s["num_players"] or not -1 <= area < ids.CELLS:
            problems.append(f"{name} visits cell {area} of player {host}")
        elif (host < 0) != (area < 0):
            problems.append(f"{name} must have an area exactly if it visits a player")
        elif host == p:
            problems.append(f"{name} visits its own estate")
        elif host >= 0 and knight >= rules["knights"]:
            problems.append(f"{name} does not exist")
    return problems


def estates(s: np.void, rules: np.void) -> list[str]:
    """Check all estates, and that each area has one visitor at most."""
    problems = []
    for p in range(s["num_players"]):
        problems += [f"{problem} of player {p}" for problem in _estate(s, rules, p)]
    places = sorted((host, area) for _, host, area in knights(s))
    for (host, area), following in pairwise([*places, (-1, -1)]):
        if (host, area) == following:
            problems.append(f"two knights visit {cell_name(area)} of player {host}")
        if area not in read_estate(s, host).areas:
            problems.append(f"a knight visits {cell_name(area)} of player {host}, not an area")
    return problems


def _estate(s: np.void, rules: np.void, p: int) -> list[str]:
    estate = read_estate(s, p)
    if sum(int(word).bit_count() for word in s["land"][p].flat) != len(estate.land):
        return ["two tiles lie on one cell"]
    if estate.land.get(ids.START_CELL) != ids.MEADOW:
        return ["there is no start meadow in the estate"]
    problems = [] if _is_connected(estate) else ["there is land apart from the estate"]
    built = sum(int(word).bit_count() for word in s["buildings"][p].flat)
    built += int((s["folly_owner"] == p).sum())
    if built != len(estate.buildings):
        problems.append("two buildings stand on one cell")
    return problems + _buildings(estate) + _areas(rules, estate)


def _is_connected(estate: Estate) -> bool:
    reached, edge = {ids.START_CELL}, [ids.START_CELL]
    while edge:
        for cell in beside(edge.pop()):
            if cell in estate.land and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return len(reached) == len(estate.land)


def _buildings(estate: Estate) -> list[str]:
    problems = []
    for cell, building in estate.buildings.items():
        if estate.land.get(cell) != ids.MEADOW:
            problems.append(f"the building at {cell_name(cell)} is not on a meadow")
        rule = ids.CASTLE if building == ids.PALACE else building
        if estate.built_near(cell, *too_close(rule)):
            name = ids.BUILDINGS[building]
            problems.append(f"the {name} at {cell_name(cell)} is too close to another building")
    return problems


def _areas(rules: np.void, estate: Estate) -> list[str]:
    """Check areas against the land; if they do not overlap, their order of completion counts."""
    squares = {cell for cell in estate.land if _is_square(estate, cell)}
    areas = set(estate.areas)
    if problems := [f"{cell_name(area)} begins no area" for area in sorted(areas - squares)]:
        return problems
    taken = [cell for area in areas for cell in square(area)]
    if rules["switches_areas_overlap"]:
        missing = squares - areas
    else:
        missing = {corner for corner in squares if not set(square(corner)) & set(taken)}
        if len(taken) != len(set(taken)):
            return ["areas share a tile"]
    return [f"{cell_name(corner)} begins an area that is not marked" for corner in sorted(missing)]


def _is_square(estate: Estate, corner: int) -> bool:
    """Tell whether a cell is the top left one of four equal tiles that are not meadows."""
    if corner % ids.SIDE == ids.SIDE - 1 or estate.land[corner] == ids.MEADOW:
        return False
    return {estate.land.get(cell) for cell in square(corner)} == {estate.land[corner]}
