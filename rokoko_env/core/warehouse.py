"""Resource tiles: take one (R6.20), keep or trade it (R6.21, R6.22), give it up."""

from parlour.core.bits import lowest
from parlour.core.jit import jit
from rokoko_env.core.ids import (
    ACTION_DONE,
    BLIND_FILLINGS,
    COLORS,
    REWARD,
    SEGMENT_SPACES,
    TAKE_LACE,
    TAKE_YARN,
    TILE,
)
from rokoko_env.core.prepare import draw_tile


@jit
def tile_price(s, rules, space):
    """R6.20: the price depends on the number of tiles in the segment of this space."""
    first = space - space % SEGMENT_SPACES
    tiles = 0
    for i in range(first, first + SEGMENT_SPACES):
        tiles += s.warehouse[i] >= 0
    return rules.tile_price[tiles]


@jit
def take_tile(s, rules, space):
    """Take a tile from the warehouse: for its price, or free as a reward (R6.34)."""
    if s.decision != REWARD:
        s.money[s.player] -= tile_price(s, rules, space)
    s.tile = s.warehouse[space]
    s.warehouse[space] = -1
    s.decision = TILE


@jit
def take_blind_tile(s, price):
    """The top tile of the stack, unseen by the others."""
    s.money[s.player] -= price
    s.tile = draw_tile(s)
    s.tile_is_blind = 1
    s.decision = TILE


@jit
def keep_tile(s, rules):
    """R6.21, R6.22: as silk, face down."""
    p = s.player
    s.silk[p] |= 1 << s.tile
    count_bales(s, rules, p, s.tile, 1)
    if s.tile_is_blind:
        s.blind[s.filling] |= 1 << s.tile
    _tile_done(s)


@jit
def trade_tile(s, rules, action):
    """R6.21: discard it for the trim on it."""
    s.tile_discard |= 1 << s.tile
    take_trim(s, action)
    _tile_done(s)


@jit
def take_trim(s, action):
    """One yarn, one lace, or (any other action) one of each."""
    if action != TAKE_LACE:
        s.yarn[s.player] += 1
    if action != TAKE_YARN:
        s.lace[s.player] += 1


@jit
def _tile_done(s):
    s.tile = -1
    s.tile_is_blind = 0
    s.decision = ACTION_DONE


@jit
def surrender(s, rules, kind):
    """Give up one silk tile of this kind, openly.

    One that everybody knows of goes first: the unseen ones stay unknown.
    """
    p = s.player
    tiles = s.silk[p] & rules.kind_tiles[kind]
    seen = tiles & ~all_blind(s)
    tile = lowest(seen if seen else tiles)
    s.silk[p] &= ~(1 << tile)
    s.tile_discard |= 1 << tile
    for filling in range(BLIND_FILLINGS):
        s.blind[filling] &= ~(1 << tile)
    count_bales(s, rules, p, tile, -1)


@jit
def count_bales(s, rules, p, tile, times):
    """Update the sums of a player's bales when a tile joins or leaves the silk."""
    for color in range(COLORS):
        s.bales[p, color] += times * rules.kind_bales[rules.tile_kind[tile], color]


@jit
def all_blind(s):
    """Every kept tile that its owner drew unseen."""
    tiles = 0
    for filling in range(BLIND_FILLINGS):
        tiles |= s.blind[filling]
    return tiles
