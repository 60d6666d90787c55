"""Enlarge the estate by up to three tiles (N4.1 to N4.4), then settle what they give."""

from noblemen_env.core import grid
from noblemen_env.core.ids import (
    AREAS,
    FIELD,
    FOREST,
    FOUNTAIN,
    GARDEN,
    GROVE,
    LAY,
    MANOR,
    MEADOW,
    PLACE,
    SIDE,
    TILES,
)
from noblemen_env.core.supply import draw_tiles, take_queen
from noblemen_env.core.turn import begin_action, finish_action
from parlour.core.jit import jit


@jit
def estate(s, p):
    """All cells of a player's estate."""
    fields, groves = grid.load(s.land[p, FIELD]), grid.load(s.land[p, GROVE])
    fountains, meadows = grid.load(s.land[p, FOUNTAIN]), grid.load(s.land[p, MEADOW])
    return grid.either(grid.either(fields, groves), grid.either(fountains, meadows))


@jit
def free_cells(s, rules, p):
    """N4.1, S19: the cells on which the player may lay a tile, beside the estate."""
    land = estate(s, p)
    return grid.both(grid.without(grid.beside(land), land), grid.load(rules.frame))


@jit
def begin_enlargement(s, rules, by_card):
    begin_action(s, by_card)
    s.to_lay = rules.enlarge_tiles
    s.laid[:] = 0
    s.completed[:] = 0
    s.decision = LAY


@jit
def choose_tile(s, t):
    """Put a tile from the hand on the table, to lay it next."""
    s.tiles[s.player, t] -= 1
    s.tile = t
    s.decision = PLACE


@jit
def lay_tile(s, rules, cell):
    t = s.tile
    grid.add(s.land[s.player, t], cell)
    s.laid[t] += 1
    s.to_lay -= 1
    s.tile = -1
    if t != MEADOW:
        _complete_areas(s, rules, s.player, t, cell)
    if s.to_lay == 0:
        finish_enlargement(s, rules)
    else:
        s.decision = LAY


@jit
def _complete_areas(s, rules, p, t, cell):
    """N1.2, S1: mark the areas that a tile has completed."""
    old = grid.load(s.areas[p])
    new = grid.without(grid.squares(grid.load(s.land[p, t])), old)
    if grid.is_empty(new):
        return
    if not rules.switches_areas_overlap:
        new = _first_apart(new, grid.square_cells(old), cell)
    grid.store(s.areas[p], grid.either(old, new))
    s.completed[t] += grid.size(new)


@jit
def _first_apart(new, taken, cell):
    """Of the squares around a tile keep the first that shares no tile with another area."""
    for corner in (cell - SIDE - 1, cell - SIDE, cell - 1, cell):
        if corner < 0:
            continue
        square = grid.both(grid.single(corner), new)
        if not grid.is_empty(square) and grid.is_empty(grid.both(grid.square_cells(square), taken)):
            return square
    return grid.without(new, new)


@jit
def finish_enlargement(s, rules):
    """N4.2 to N4.4: settle the tiles laid and areas completed by this enlargement."""
    p = s.player
    s.to_lay = 0
    s.money[p] += s.laid[FIELD] * rules.enlarge_field + s.completed[MANOR] * rules.enlarge_manor
    draw_tiles(
        s, p, s.laid[GROVE] * rules.enlarge_grove + s.completed[FOREST] * rules.enlarge_forest
    )
    if s.completed[GARDEN]:
        take_queen(s, rules, p)
    for t in range(len(TILES)):
        s.laid[t] = 0
    for kind in range(len(AREAS)):
        s.completed[kind] = 0
    finish_action(s)
