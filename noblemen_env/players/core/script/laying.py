"""Tiles and cells: what a tile of a type is worth on each cell of the estate."""

from noblemen_env.core import grid, ids
from noblemen_env.core.buildings import castle_meadows, chapel_meadows
from noblemen_env.core.enlarge import estate, free_cells
from noblemen_env.players.core.script.plan import CORNERS, NEVER
from parlour.core.bits import lowest
from parlour.core.jit import jit

EIGHT = 8


@jit
def survey(s, rules, style, plan, p):
    """Note which cells make areas grow, and what land on a cell does for buildings."""
    land = estate(s, p)
    free = grid.without(grid.load(rules.frame), land)
    for kind in range(len(ids.AREAS)):
        _note_growth(plan.growth[kind], grid.load(s.land[p, kind]), free)
    for cell in range(ids.CELLS):
        plan.enclosing[cell] = 0.0
    _note_neighbours(style, plan, land)
    castle, palace = rules.scoring_castle, rules.scoring_palace
    _note_enclosing(s, style, plan, p, land, ids.CASTLE, castle, rules.scoring_castle_chapel)
    _note_enclosing(s, style, plan, p, land, ids.PALACE, palace, rules.scoring_palace_chapel)


@jit
def _note_growth(growth, tiles, free):
    """Note the cells by the number of tiles that a square with this cell has already.

    A square counts if its other cells are free. It is seen from each of its corners.
    """
    east, west = grid.to_west(tiles), grid.to_east(tiles)
    south, north = grid.to_north(tiles), grid.to_south(tiles)
    _note_corner(growth, 0, east, south, grid.to_north(east), free, 0)
    _note_corner(growth, 1, west, south, grid.to_north(west), free, 1)
    _note_corner(growth, 2, east, north, grid.to_south(east), free, 2)
    _note_corner(growth, 3, west, north, grid.to_south(west), free, 3)


@jit
def _note_corner(growth, corner, beside, behind, across, free, turn):
    """One corner: `beside`, `behind` and `across` are cells whose neighbour there has the tile."""
    free_beside = grid.to_west(free) if turn % 2 == 0 else grid.to_east(free)
    free_behind = grid.to_north(free) if turn < 2 else grid.to_south(free)
    free_across = grid.to_north(free_beside) if turn < 2 else grid.to_south(free_beside)
    possible = grid.both(
        grid.both(grid.either(beside, free_beside), grid.either(behind, free_behind)),
        grid.both(grid.either(across, free_across), free),
    )
    some = grid.either(grid.either(beside, behind), across)
    pairs = grid.either(grid.both(beside, behind), grid.both(grid.either(beside, behind), across))
    triple = grid.both(grid.both(beside, behind), across)
    grid.store(growth[2, corner], grid.both(triple, possible))
    grid.store(growth[1, corner], grid.both(grid.without(pairs, triple), possible))
    grid.store(growth[0, corner], grid.both(grid.without(some, pairs), possible))


@jit
def _note_neighbours(style, plan, land):
    """A cell is better for each neighbouring one with land: estates should be compact."""
    east, west = grid.to_east(land), grid.to_west(land)
    _add_to_cells(plan, east, style.compact)
    _add_to_cells(plan, west, style.compact)
    for row in (land, east, west):
        _add_to_cells(plan, grid.to_north(row), style.compact)
        _add_to_cells(plan, grid.to_south(row), style.compact)


@jit
def _note_enclosing(s, style, plan, p, land, building, points, chapel_points):
    """Land next to a castle or palace brings it nearer to its points."""
    buildings = grid.load(s.buildings[p, building])
    for word in range(ids.WORDS):
        left = buildings[word]
        while left:
            cell = word * ids.WORD_CELLS + lowest(left)
            left &= left - 1
            near = grid.around(grid.single(cell))
            missing = grid.without(near, land)
            number = grid.size(missing)
            if number == 0 or grid.size(near) < EIGHT + 1:
                continue
            chapels = grid.size(grid.both(near, grid.load(s.buildings[p, ids.CHAPEL])))
            worth = (points + chapels * chapel_points) * plan.scorings
            step = worth * (style.enclose ** (number - 1)) * (1 - 0.9 * style.enclose)
            if 3 * (plan.turns_now + 1) >= number:  # in time for the next scoring
                step += worth / plan.scorings * (style.enclose ** (number - 1)) * 0.3
            _add_to_cells(plan, missing, step * style.want_enclosed)


@jit
def _add_to_cells(plan, cells, value):
    for word in range(ids.WORDS):
        left = cells[word]
        while left:
            plan.enclosing[word * ids.WORD_CELLS + lowest(left)] += value
            left &= left - 1


@jit
def growth_value(style, plan, kind, cell):
    """Value what a tile of the kind does for areas on a cell."""
    word, place = cell // ids.WORD_CELLS, cell % ids.WORD_CELLS
    ones = twos = threes = 0
    for corner in range(CORNERS):
        ones += (plan.growth[kind, 0, corner, word] >> place) & 1
        twos += (plan.growth[kind, 1, corner, word] >> place) & 1
        threes += (plan.growth[kind, 2, corner, word] >> place) & 1
    share = threes * (1 - style.three) + twos * (style.three - style.two)
    share += ones * (style.two - style.one)
    return plan.area[kind] * share


@jit
def cell_value(s, style, plan, p, t, cell, castle_sites, chapel_sites):
    """Value a tile of a type on a cell; sites are the numbers of those that are there."""
    value = plan.laying[t] + plan.enclosing[cell]
    blocked = 0.0
    for kind in range(len(ids.AREAS)):
        if kind == t:
            value += growth_value(style, plan, kind, cell)
        else:
            blocked = max(blocked, growth_value(style, plan, kind, cell))
    value -= style.block * blocked
    if t == ids.MEADOW:
        value += _site_value(s, style, plan, p, cell, castle_sites, chapel_sites)
    return value


@jit
def _site_value(s, style, plan, p, cell, castle_sites, chapel_sites):
    """Value an empty meadow on a cell for castles and chapels."""
    near = grid.around(grid.single(cell))
    castles, palaces = grid.load(s.buildings[p, ids.CASTLE]), grid.load(s.buildings[p, ids.PALACE])
    seats = grid.size(grid.both(near, grid.either(castles, palaces)))
    later = min(1.0, plan.turns / 3)
    land = grid.size(grid.both(near, estate(s, p)))
    value = 0.0
    if seats == 0:
        value = style.site_castle * style.want_castles * style.site_more ** min(castle_sites, 3)
        value += style.site_near * land / EIGHT
    if grid.is_empty(grid.both(near, grid.load(s.buildings[p, ids.CHAPEL]))):
        chapel = style.site_chapel + style.site_chapel_near * seats
        chapel *= style.want_chapels * style.site_more ** min(chapel_sites, 3)
        value = max(value, chapel)
    return value * later


@jit
def num_sites(s, p):
    """Return the numbers of empty meadows for castles and for chapels."""
    return grid.size(castle_meadows(s, p)), grid.size(chapel_meadows(s, p))


@jit
def best_cell(s, rules, style, plan, p, t):
    """Return the best cell for a tile of a type, and its value; -1 if there is none."""
    castle_sites, chapel_sites = num_sites(s, p)
    best, best_value = -1, NEVER
    cells = free_cells(s, rules, p)
    for word in range(ids.WORDS):
        left = cells[word]
        while left:
            cell = word * ids.WORD_CELLS + lowest(left)
            left &= left - 1
            value = cell_value(s, style, plan, p, t, cell, castle_sites, chapel_sites)
            if value > best_value:
                best, best_value = cell, value
    return best, best_value


@jit
def enlargement_value(s, rules, style, plan, scratch, tiles):
    """Value up to so many tiles laid one after another, each the best at its time.

    Returns the value without what laying the tiles takes from the hand if that is more.
    """
    w = scratch[1]
    scratch[1] = s
    p = s.player
    total = 0.0
    for _ in range(tiles):
        best_type, best, best_value = -1, -1, 0.0
        survey(w, rules, style, plan, p)
        for t in range(len(ids.TILES)):
            if w.tiles[p, t] > 0:
                cell, value = best_cell(w, rules, style, plan, p, t)
                if cell >= 0 and (best < 0 or value > best_value):
                    best_type, best, best_value = t, cell, value
        if best < 0 or best_value < plan.tile:
            break
        total += best_value - plan.tile
        w.tiles[p, best_type] -= 1
        grid.add(w.land[p, best_type], best)
    return total
