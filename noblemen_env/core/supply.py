"""The common supply, from which players get tiles and the Queen."""

from noblemen_env.core.ids import LOCK_FIELD, TILES
from parlour.core.jit import jit
from parlour.core.rng import below


@jit
def tiles_in_bag(s):
    return s.bag[0] + s.bag[1] + s.bag[2] + s.bag[3]


@jit
def tiles_in_hand(s, p):
    return s.tiles[p, 0] + s.tiles[p, 1] + s.tiles[p, 2] + s.tiles[p, 3]


@jit
def draw_tiles(s, p, number):
    """N1.5: draw tiles from the bag at random; all that are left, if they are fewer."""
    left = tiles_in_bag(s)
    for _ in range(min(number, left)):
        place = below(s, left)
        left -= 1
        t = 0
        while place >= s.bag[t]:
            place -= s.bag[t]
            t += 1
        s.bag[t] -= 1
        s.tiles[p, t] += 1


@jit
def queen_is_locked(s, rules):
    return rules.track[s.track] == LOCK_FIELD


@jit
def take_queen(s, rules, p):
    """N7.3, N7.4: the Queen comes to a player; on the lock field she stays."""
    if not queen_is_locked(s, rules):
        s.queen = p


@jit
def swap_tiles(s, p, first, second, wanted):
    """N3.3, S4: two tiles go into the bag, one of another type comes out."""
    s.tiles[p, first] -= 1
    s.tiles[p, second] -= 1
    s.bag[first] += 1
    s.bag[second] += 1
    s.bag[wanted] -= 1
    s.tiles[p, wanted] += 1


assert len(TILES) == 4, "sums above name four types"
