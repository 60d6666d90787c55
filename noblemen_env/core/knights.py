"""Knights (N5): a castle sends one to an area of a rival, which pays for it."""

from noblemen_env.core import grid
from noblemen_env.core.ids import AREAS, FOREST, GARDEN, GIVE, KNIGHTS, MANOR, MOVE, VISIT
from noblemen_env.core.supply import take_queen, tiles_in_hand
from noblemen_env.core.turn import finish_action
from parlour.core.jit import jit


@jit
def free_areas(s, p, kind):
    """A player's areas of a kind without a knight."""
    areas = grid.without(grid.load(s.areas[p]), grid.load(s.visited[p]))
    return grid.both(areas, grid.load(s.land[p, kind]))


@jit
def num_free_areas(s, p, kind):
    return grid.size(free_areas(s, p, kind))


@jit
def visits(s, p, kind):
    """Return the number of the player's knights on areas of a kind."""
    number = 0
    for k in range(KNIGHTS):
        if s.knight_host[p, k] >= 0:
            number += grid.has(s.land[s.knight_host[p, k], kind], s.knight_area[p, k])
    return number


@jit
def all_visits(s, p):
    """Return `visits` for manors, forests and gardens."""
    return visits(s, p, MANOR), visits(s, p, FOREST), visits(s, p, GARDEN)


@jit
def _has_a_target(s):
    """True if a rival of the player has an area without a knight."""
    for host in range(s.num_players):
        if host != s.player:
            areas = grid.without(grid.load(s.areas[host]), grid.load(s.visited[host]))
            if not grid.is_empty(areas):
                return True
    return False


@jit
def begin_visit(s, rules):
    """N5.1, S12: let the player send a knight, if one can go; else return False."""
    if rules.knights == 0 or not _has_a_target(s):
        return False
    for k in range(rules.knights):
        if s.knight_host[s.player, k] < 0:
            s.knight = k
            s.decision = VISIT
            return True
    s.decision = MOVE
    return True


@jit
def move_knight(s, knight):
    """Choose a knight that stands on an area, to move it."""
    s.knight = knight
    s.decision = VISIT


@jit
def visit(s, rules, host, kind):
    """N5.2 to N5.4, S23: the knight goes to the first of a rival's free areas of a kind."""
    p, k = s.player, s.knight
    area = grid.first_cell(free_areas(s, host, kind))
    if s.knight_host[p, k] >= 0:
        grid.remove(s.visited[s.knight_host[p, k]], s.knight_area[p, k])
    s.knight_host[p, k] = host
    s.knight_area[p, k] = area
    grid.add(s.visited[host], area)
    if kind == MANOR:
        pounds = min(rules.knight_pounds, s.money[host])
        s.money[host] -= pounds
        s.money[p] += pounds
    elif kind == FOREST:
        due = min(rules.knight_tiles, tiles_in_hand(s, host))
        if due > 0:
            s.due = due
            s.player = host
            s.decision = GIVE
            return
    elif s.queen == host:
        take_queen(s, rules, p)
    finish_action(s)


@jit
def give_tile(s, t):
    """N5.3: the owner of a forest gives a tile of their choice to the knight's owner."""
    s.tiles[s.player, t] -= 1
    s.tiles[s.active, t] += 1
    s.due -= 1
    if s.due == 0:
        finish_action(s)


assert len(AREAS) == 3, "the effects above name three kinds"
