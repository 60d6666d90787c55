"""Points: the scoring of buildings, and the end."""

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
def enclosed_buildings(s, p, building):
    """The player's castles or palaces whose eight neighbouring cells all hold land."""
    return grid.both(grid.load(s.buildings[p, building]), grid.enclosed(estate(s, p)))


@jit
def castle_points(s, rules, p):
    """Return what enclosed castles pay at a scoring."""
    castles = enclosed_buildings(s, p, CASTLE)
    chapels = grid.pairs_around(castles, grid.load(s.buildings[p, CHAPEL]))
    return grid.size(castles) * rules.scoring_castle + chapels * rules.scoring_castle_chapel


@jit
def palace_points(s, rules, p):
    """Return what enclosed palaces pay at a scoring."""
    palaces = enclosed_buildings(s, p, PALACE)
    chapels = grid.pairs_around(palaces, grid.load(s.buildings[p, CHAPEL]))
    return grid.size(palaces) * rules.scoring_palace + chapels * rules.scoring_palace_chapel


@jit
def score_buildings(s, rules):
    for p in range(s.num_players):
        s.points[p, FROM_CASTLES] += castle_points(s, rules, p)
        s.points[p, FROM_PALACES] += palace_points(s, rules, p)


@jit
def end_game(s, rules):
    """Liaisons pay, and the points by source make the score."""
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
            points[p, FROM_CASTLES] += castle_points(s, rules, p)
            points[p, FROM_PALACES] += palace_points(s, rules, p)
            points[p, FROM_LIAISONS] += s.cards[p, LIAISON] * rules.scoring_liaison


@jit
def tie_break(s, rules, seat):
    """Equal scores are decided by money (no more of it is counted than the engine's limit)."""
    return min(np.int64(s.money[seat]), 1023)
