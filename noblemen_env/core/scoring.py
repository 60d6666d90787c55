"""Points: the scoring of buildings (N9), and the end (N11)."""

import numpy as np

from noblemen_env.core import grid
from noblemen_env.core.enlarge import estate
from noblemen_env.core.ids import (
    CASTLE,
    CHAPEL,
    FROM_CASTLES,
    FROM_LIAISONS,
    FROM_PALACES,
    LIAISON,
    NUM_SOURCES,
    OVER,
    PALACE,
)
from parlour.core.jit import jit


@jit
def enclosed_buildings(s, p):
    """The player's castles, and palaces, whose eight neighbouring cells all hold land."""
    inside = grid.enclosed(estate(s, p))
    castles, palaces = grid.load(s.buildings[p, CASTLE]), grid.load(s.buildings[p, PALACE])
    return grid.both(castles, inside), grid.both(palaces, inside)


@jit
def _building_points(s, p, buildings, points, chapel_points):
    """Return the points for enclosed castles or palaces, with the chapels around them."""
    if grid.is_empty(buildings):  # as mostly
        return 0
    chapels = grid.pairs_around(buildings, grid.load(s.buildings[p, CHAPEL]))
    return grid.size(buildings) * points + chapels * chapel_points


@jit
def castle_points(s, rules, p, castles):
    """N9.1: return what a player's enclosed castles pay at a scoring."""
    return _building_points(s, p, castles, rules.scoring_castle, rules.scoring_castle_chapel)


@jit
def palace_points(s, rules, p, palaces):
    """N9.2: return what a player's enclosed palaces pay at a scoring."""
    return _building_points(s, p, palaces, rules.scoring_palace, rules.scoring_palace_chapel)


@jit
def building_points(s, rules, p):
    """Return what all castles, and all palaces, of a player pay at a scoring."""
    castles, palaces = enclosed_buildings(s, p)
    return castle_points(s, rules, p, castles), palace_points(s, rules, p, palaces)


@jit
def score_buildings(s, rules):
    for p in range(s.num_players):
        castles, palaces = building_points(s, rules, p)
        s.points[p, FROM_CASTLES] += castles
        s.points[p, FROM_PALACES] += palaces


@jit
def end_game(s, rules):
    """N11.1: liaisons pay, and the points by source make the score."""
    for p in range(s.num_players):
        s.points[p, FROM_LIAISONS] += s.cards[p, LIAISON] * rules.scoring_liaison
        total = 0
        for source in range(NUM_SOURCES):
            total += s.points[p, source]
        s.score[p] = total
    s.decision = OVER


@jit
def break_down(s, rules, points):
    """Write all points by source, as if the game ended now with a scoring of buildings."""
    for p in range(s.num_players):
        for source in range(NUM_SOURCES):
            points[p, source] = s.points[p, source]
        if s.decision != OVER:
            castles, palaces = building_points(s, rules, p)
            points[p, FROM_CASTLES] += castles
            points[p, FROM_PALACES] += palaces
            points[p, FROM_LIAISONS] += s.cards[p, LIAISON] * rules.scoring_liaison


@jit
def tie_break(s, rules, seat):
    """N11.2: equal scores are decided by money (counted up to the engine's limit)."""
    return min(np.int64(s.money[seat]), 1023)
