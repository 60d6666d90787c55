"""Castles, palaces, chapels and follies (N4.5 to N4.12)."""

import numpy as np

from noblemen_env.core import grid
from noblemen_env.core.deck import begin_draft
from noblemen_env.core.ids import (
    AREAS,
    BUILD,
    BUILDINGS,
    CASTLE,
    CHAPEL,
    FOLLIES,
    FOLLY,
    FOR_CHAPEL,
    FROM_FOLLIES,
    MEADOW,
    PALACE,
)
from noblemen_env.core.knights import begin_visit
from noblemen_env.core.supply import take_queen
from noblemen_env.core.turn import begin_action, finish_action
from parlour.core.jit import jit


@jit
def empty_meadows(s, p):
    """The player's meadows without a building."""
    meadows = grid.load(s.land[p, MEADOW])
    for b in range(len(BUILDINGS)):
        meadows = grid.without(meadows, grid.load(s.buildings[p, b]))
    for f in range(FOLLIES):
        if s.folly_owner[f] == p:
            meadows = grid.without(meadows, grid.single(s.folly_cell[f]))
    return meadows


@jit
def castle_meadows(s, p):
    """N4.6: empty meadows that touch no castle or palace."""
    castles, palaces = grid.load(s.buildings[p, CASTLE]), grid.load(s.buildings[p, PALACE])
    return grid.without(empty_meadows(s, p), grid.around(grid.either(castles, palaces)))


@jit
def chapel_meadows(s, p):
    """N4.10: empty meadows that touch no chapel."""
    return grid.without(empty_meadows(s, p), grid.around(grid.load(s.buildings[p, CHAPEL])))


@jit
def building_cells(s, p, building):
    """The cells where a building may be placed; for a palace the castles it can replace."""
    if building == CASTLE:
        return castle_meadows(s, p)
    if building == PALACE:
        return grid.load(s.buildings[p, CASTLE])
    if building == CHAPEL:
        return chapel_meadows(s, p)
    return empty_meadows(s, p)


@jit
def printed_price(s, rules, building):
    """N2.2: the price of the next piece on the board, before a title's discount."""
    if building >= FOLLY:
        return np.int64(rules.folly_price[building - FOLLY])
    return np.int64(rules.price[building, s.offer[building]])


@jit
def price(s, rules, p, building):
    """N4.5: the printed price less the discount of the player's title, never below 0."""
    return max(0, printed_price(s, rules, building) - rules.title_discount[s.title[p]])


@jit
def is_offered(s, building):
    """True if the board holds such a building."""
    if building >= FOLLY:
        return s.folly_owner[building - FOLLY] < 0
    return s.offer[building] > 0


@jit
def has_areas(s, rules, p, folly):
    """N4.11, S14: True if the estate has the areas that a folly needs, visited or not."""
    areas = grid.load(s.areas[p])
    for kind in range(len(AREAS)):
        needed = rules.folly_areas[folly, kind]
        if needed and grid.size(grid.both(areas, grid.load(s.land[p, kind]))) < needed:
            return False
    return True


@jit
def may_build(s, rules, p, building):
    """True if the player can pay for a building that is on the board, and has a place for it."""
    if not is_offered(s, building) or price(s, rules, p, building) > s.money[p]:
        return False
    if building >= FOLLY and not has_areas(s, rules, p, building - FOLLY):
        return False
    return not grid.is_empty(building_cells(s, p, building))


@jit
def begin_building(s, building, by_card):
    begin_action(s, by_card)
    s.building = building
    s.decision = BUILD


@jit
def build(s, rules, cell):
    """N4.5 to N4.10: pay for the building in work, put it on a cell, take its reward."""
    p, building = s.player, s.building
    if not s.by_card:
        s.money[p] -= price(s, rules, p, building)
    if building >= FOLLY:
        _build_folly(s, rules, p, building - FOLLY, cell)
        return
    s.offer[building] -= 1
    grid.add(s.buildings[p, building], cell)
    if building == CASTLE:
        _reward_castle(s, rules)
    elif building == PALACE:
        grid.remove(s.buildings[p, CASTLE], cell)
        s.reserve[CASTLE] += 1
        take_queen(s, rules, p)
        finish_action(s)
    elif not begin_draft(s, FOR_CHAPEL):
        finish_action(s)


@jit
def _build_folly(s, rules, p, folly, cell):
    """N4.12: the earlier a folly is built, the more it is worth."""
    built = 0
    for f in range(FOLLIES):
        built += s.folly_owner[f] >= 0
    s.points[p, FROM_FOLLIES] += rules.folly_points[built]
    s.folly_owner[folly] = p
    s.folly_cell[folly] = cell
    finish_action(s)


@jit
def _reward_castle(s, rules):
    """N4.7: a castle lets a knight visit a rival, unless it came from a card."""
    if s.by_card or not begin_visit(s, rules):
        finish_action(s)
