"""Legality: the legal actions as sets. No action leads into a dead end."""

from noblemen_env.core import grid, ids
from noblemen_env.core.buildings import building_cells, may_build
from noblemen_env.core.cards import may_enlarge, playable_cards
from noblemen_env.core.deck import may_keep_all
from noblemen_env.core.enlarge import free_cells
from noblemen_env.core.income import base_yield, welcome_tiles
from noblemen_env.core.knights import free_areas
from noblemen_env.core.supply import tiles_in_bag, tiles_in_hand
from parlour.core.jit import jit

# Swaps by the types that they give, give twice and want.
_ALL_SWAPS = (1 << len(ids.SWAPS)) - 1
_GIVING = tuple(
    sum(1 << i for i, (a, b, _) in enumerate(ids.SWAPS) if t in (a, b)) for t in range(4)
)
_GIVING_TWO = tuple(
    sum(1 << i for i, (a, b, _) in enumerate(ids.SWAPS) if a == b == t) for t in range(4)
)
_WANTING = tuple(sum(1 << i for i, (_, _, w) in enumerate(ids.SWAPS) if w == t) for t in range(4))


@jit
def write_legal(s, rules):
    """Fill `s.legal` for the seat to decide."""
    for word in range(ids.MASK_WORDS):
        s.legal[word] = 0
    p, decision = s.player, s.decision
    if decision == ids.ACT:
        _act(s, rules, p)
    elif decision == ids.LAY:
        _lay(s, rules, p)
    elif decision == ids.PLACE:
        _write_cells(s, free_cells(s, rules, p))
    elif decision == ids.BUILD:
        _write_cells(s, building_cells(s, p, s.building))
    elif decision == ids.OVER:  # all legal, so that a softmax over a finished game stays finite
        for word in range(ids.MASK_WORDS):
            s.legal[word] = ids.EVERYTHING[word]
    else:
        s.legal[0] = _plain(s, rules, p, decision)


@jit
def _write_cells(s, cells):
    s.legal[2], s.legal[3], s.legal[4], s.legal[5] = cells


@jit
def _plain(s, rules, p, decision):
    """The decisions without cells and swaps."""
    if decision == ids.BID:
        return _bid(s, p)
    if decision == ids.DRAFT:
        return _draft(s, p)
    if decision == ids.GIVE:
        return tiles_held(s, p) << ids.TILE
    if decision == ids.SPEND:
        return _spend(s, rules, p)
    if decision == ids.DONATE:
        return (welcome_tiles(s, rules, p) << ids.TILE) | _done_if(s.given > 0)
    if decision == ids.RETURN:
        return (tiles_held(s, p) << ids.TILE) | _done_if(s.given > 0)
    if decision == ids.VISIT:
        return _visit(s, p)
    if decision == ids.MOVE:
        return (((1 << rules.knights) - 1) << ids.MOVE_KNIGHT) | _done_if(True)
    return ((2 << rules.start_choice) - 1) << ids.TAKE_TILES


@jit
def _done_if(condition):
    return 1 << ids.DONE if condition else 0


@jit
def tiles_held(s, p):
    """The types of tile in hand, as a set."""
    types = 0
    for t in range(len(ids.TILES)):
        if s.tiles[p, t] > 0:
            types |= 1 << t
    return types


@jit
def swaps(s, p):
    """N3.3, S4: all swaps of two tiles in hand for one in the bag."""
    legal = _ALL_SWAPS
    for t in range(len(ids.TILES)):
        if s.tiles[p, t] == 0:
            legal &= ~_GIVING[t]
        elif s.tiles[p, t] == 1:
            legal &= ~_GIVING_TWO[t]
        if s.bag[t] == 0:
            legal &= ~_WANTING[t]
    return legal


@jit
def absent_types(s, rules):
    """The types that the bag lacks, as a set, as far as the legal swaps tell the player so."""
    absent = 0
    if s.decision == ids.ACT or (s.decision == ids.LAY and rules.switches_swaps_mid_action):
        held = tiles_in_hand(s, s.player)
        for t in range(len(ids.TILES)):
            if held - s.tiles[s.player, t] >= 2 and s.legal[1] & _WANTING[t] == 0:
                absent |= 1 << t
    return absent


@jit
def _act(s, rules, p):
    can_enlarge = may_enlarge(s, rules, p)
    legal = 1 << ids.DONE if s.acted else _actions(s, rules, p, can_enlarge)
    if not s.card_played:
        legal |= playable_cards(s, rules, p, can_enlarge) << ids.CARD
    s.legal[0] = legal
    s.legal[1] = swaps(s, p)


@jit
def _actions(s, rules, p, can_enlarge):
    """N4: the seven actions of a turn."""
    legal = 1 << ids.LEISURE
    if can_enlarge:
        legal |= 1 << ids.ENLARGE
    for building in range(ids.FOLLY + ids.FOLLIES):
        if may_build(s, rules, p, building):
            legal |= 1 << (ids.BUILD_CASTLE + building)
    markers = min(min(s.pool, rules.bribes_most), s.money[p] // rules.bribes_price)
    legal |= ((1 << markers) - 1) << ids.BRIBE
    if not s.taxes_used[p] and base_yield(s, rules, p, ids.FOR_TAXES) + s.markers[p] > 0:
        legal |= 1 << ids.TAXES
    if not s.land_used[p] and tiles_in_bag(s) > 0:
        if base_yield(s, rules, p, ids.FOR_LAND) + s.markers[p] > 0:
            legal |= 1 << ids.LAND
    if welcome_tiles(s, rules, p):
        legal |= 1 << ids.CHURCH
    return legal


@jit
def _lay(s, rules, p):
    """N4.1, S2, S3: a type of tile, or a swap; done after the first tile."""
    has_laid = s.to_lay < rules.enlarge_tiles
    s.legal[0] = _done_if(has_laid)
    if not grid.is_empty(free_cells(s, rules, p)):
        s.legal[0] |= tiles_held(s, p) << ids.TILE
    if rules.switches_swaps_mid_action:
        s.legal[1] = swaps(s, p)


@jit
def _spend(s, rules, p):
    """S20: markers; done if anything comes of it."""
    amount = base_yield(s, rules, p, s.purpose) + s.given
    return _done_if(amount > 0) | ((1 if s.markers[p] > 0 else 0) << ids.MARKER)


@jit
def _visit(s, p):
    """N5.1, S12: kinds of free areas of all rivals; one from the supply may stay there."""
    legal = _done_if(s.knight_host[p, s.knight] < 0)
    for r in range(1, s.num_players):
        host = (p + r) % s.num_players
        for kind in range(len(ids.AREAS)):
            if not grid.is_empty(free_areas(s, host, kind)):
                legal |= 1 << (ids.VISIT_AREA + (r - 1) * len(ids.AREAS) + kind)
    return legal


@jit
def _cards_held(s, p):
    kinds = 0
    for card in range(ids.CARD_KINDS):
        if s.cards[p, card] > 0:
            kinds |= 1 << card
    return kinds


@jit
def _bid(s, p):
    """N8.3: markers and cards, one at a time."""
    legal = (_cards_held(s, p) << ids.CARD) | _done_if(True)
    return legal | ((1 if s.markers[p] > 0 else 0) << ids.MARKER)


@jit
def _draft(s, p):
    """N6.1: one of the cards, or all of them for Intrigue."""
    legal = 0
    for i in range(ids.DRAFT_CARDS):
        if s.drafted[i] >= 0:
            legal |= 1 << (ids.CARD + s.drafted[i])
    if may_keep_all(s, p):
        legal |= 1 << ids.KEEP_ALL
    return legal
