"""Observations: a seat's knowledge in a record whose fields are the sections (see `sections`)."""

import numpy as np

from noblemen_env.core import grid, ids
from noblemen_env.core.buildings import (
    castle_meadows,
    chapel_meadows,
    empty_meadows,
    is_offered,
    may_build,
    printed_price,
)
from noblemen_env.core.enlarge import estate, free_cells
from noblemen_env.core.income import land_of, taxes_of
from noblemen_env.core.knights import all_visits
from noblemen_env.core.masquerade import prestige_of
from noblemen_env.core.scoring import castle_points, enclosed_buildings, palace_points
from noblemen_env.core.sections import ESTATE_SCALES, OBSERVATION_SLICES, PLAYER_SCALES, WINDOW
from noblemen_env.core.supply import queen_is_locked, tiles_in_bag, tiles_in_hand
from parlour.core.jit import jit
from parlour.core.vectors import write_scaled, write_sets

CLEARED = OBSERVATION_SLICES["estate"].start  # the rest is written in full
_FIRST = (ids.SIDE - WINDOW) // 2  # row and column of the frame where the window begins
_ROW = (1 << WINDOW) - 1


@jit
def write_observation(s, rules, seat, out):
    """Fill the record `out` with what this seat knows."""
    for i in range(CLEARED):
        out.everything[i] = 0.0
    _write_context(s, rules, seat, out)
    _write_turn(s, seat, out)
    _write_own(s, rules, seat, out)
    _write_board(s, rules, out)
    for r in range(s.num_players):
        _write_player(s, rules, (seat + r) % s.num_players, r, seat, out)
    _write_estate(s, rules, seat, out)


@jit
def scale(number, factor):
    """Scale in single precision, as the result is stored."""
    return np.float32(number) * np.float32(factor)


@jit
def relative(s, seat, p):
    """Number seat p relative to the observer."""
    return p - seat if p >= seat else p - seat + s.num_players


@jit
def _write_context(s, rules, seat, out):
    out.decision[s.decision] = 1.0
    out.num_players[s.num_players - 3] = 1.0
    out.decade[s.round_number - 1] = 1.0
    out.track[s.track] = 1.0
    out.moves[0] = scale(_moves_to(s, rules, ids.MASK_FIELD), 1 / 5)
    out.moves[1] = scale(_moves_to(s, rules, ids.SCORING_FIELD), 1 / 8)
    out.moves[2] = 1.0 if queen_is_locked(s, rules) else 0.0
    if s.decision != ids.OVER:
        out.to_decide[relative(s, seat, s.player)] = 1.0
        out.active[relative(s, seat, s.active)] = 1.0
    out.queen[relative(s, seat, s.queen)] = 1.0


@jit
def _moves_to(s, rules, kind):
    """Return the turns of Queen's owners after which the marker reaches the next field of a kind.

    From a mask it moves on by itself. Without such a field in this decade: those to the scoring.
    """
    moves, field = 0, np.int64(s.track)
    while rules.track[field] != ids.SCORING_FIELD:
        if rules.track[field] != ids.MASK_FIELD:
            moves += 1
        field += 1
        if rules.track[field] == kind:
            break
    return moves


@jit
def _write_turn(s, seat, out):
    """The current turn."""
    out.turn[0], out.turn[1], out.turn[2] = s.acted, s.card_played, s.by_card
    out.to_lay[0] = scale(s.to_lay, 1 / 3)
    if s.tile >= 0:
        out.tile[s.tile] = 1.0
    for t in range(len(ids.TILES)):
        out.laid[t] = scale(s.laid[t], 1 / 3)
    for kind in range(len(ids.AREAS)):
        out.completed[kind] = scale(s.completed[kind], 1 / 2)
    if s.building >= 0:
        out.building[s.building] = 1.0
    if s.knight >= 0:
        out.knight[s.knight] = 1.0
    out.given[0] = scale(s.given, 1 / 4)
    out.due[0] = scale(s.due, 1 / 4)
    out.waiting[0] = scale(s.waiting, 1 / 4)
    if s.decision == ids.SPEND:
        out.purpose[s.purpose] = 1.0
    elif s.decision == ids.DRAFT:
        out.purpose[2 + s.purpose] = 1.0
        if s.player == seat:
            for i in range(ids.DRAFT_CARDS):
                if s.drafted[i] >= 0:
                    out.drafted[s.drafted[i]] += np.float32(1)


@jit
def _write_own(s, rules, seat, out):
    for t in range(len(ids.TILES)):
        out.tiles[t] = scale(s.tiles[seat, t], 1 / 6)
    for card in range(ids.CARD_KINDS):
        out.cards[card] = scale(s.cards[seat, card], 1 / 2)
    discount = rules.title_discount[s.title[seat]] if s.title[seat] >= 0 else 0
    for building in range(ids.FOLLY + ids.FOLLIES):
        if is_offered(s, building):
            price = max(0, printed_price(s, rules, building) - discount)
            out.own_prices[building] = scale(price, 1 / 10)
            out.buildable[building] = s.title[seat] >= 0 and may_build(s, rules, seat, building)
    for k in range(ids.KNIGHTS):
        host = s.knight_host[seat, k]
        if host < 0:
            out.own_knights[k, 0] = 1.0
            continue
        out.own_knights[k, relative(s, seat, host)] = 1.0
        for kind in range(len(ids.AREAS)):
            if grid.has(s.land[host, kind], s.knight_area[seat, k]):
                out.own_knights[k, ids.MAX_PLAYERS + kind] = 1.0


@jit
def _write_board(s, rules, out):
    for b in range(len(ids.BUILDINGS)):
        out.offer[b] = scale(s.offer[b], 1 / 4)
        out.reserve[b] = scale(s.reserve[b], 1 / 10)
    built = 0
    for folly in range(ids.FOLLIES):
        out.folly_offer[folly] = 1.0 if s.folly_owner[folly] < 0 else 0.0
        built += s.folly_owner[folly] >= 0
    if built < ids.FOLLIES:
        out.folly_points[0] = scale(rules.folly_points[built], 1 / 10)
    out.pool[0] = scale(s.pool, 1 / 20)
    for t in range(len(ids.TILES)):
        out.church[t] = scale(rules.church_tiles - s.church[t], 1 / 3)
    out.bag[0] = scale(known_bag(s, rules), 1 / 150)
    out.deck[0] = scale(s.deck_size, 1 / 35)


@jit
def known_bag(s, rules):
    """The tiles in the bag; while tiles are chosen, as if all hands were full."""
    total = tiles_in_bag(s)
    if s.decision == ids.TAKE:
        for p in range(s.num_players):
            total -= rules.start_tiles - tiles_in_hand(s, p)
    return total


@jit
def known_tiles(s, rules, p, seat):
    """The number of tiles in a hand, as another seat sees it: full, while tiles are chosen."""
    if s.decision == ids.TAKE and p != seat:
        return np.int64(rules.start_tiles)
    return np.int64(tiles_in_hand(s, p))


@jit
def _sum(numbers):
    total = 0
    for i in range(len(numbers)):
        total += numbers[i]
    return total


@jit
def _write_player(s, rules, p, r, seat, out):
    """The public numbers of a player, in the order of `PLAYER_NUMBERS` and `ESTATE_NUMBERS`.

    What is counted is counted once: counting cells takes most of the time of an observation.
    """
    fields, groves = grid.load(s.land[p, ids.FIELD]), grid.load(s.land[p, ids.GROVE])
    fountains = grid.load(s.land[p, ids.FOUNTAIN])
    areas, visited = grid.load(s.areas[p]), grid.load(s.visited[p])
    manors, forests = grid.both(areas, fields), grid.both(areas, groves)
    gardens = grid.both(areas, fountains)
    free_manors = grid.size(grid.without(manors, visited))
    free_forests = grid.size(grid.without(forests, visited))
    free_gardens = grid.size(grid.without(gardens, visited))
    num_fields, num_groves = grid.size(fields), grid.size(groves)
    num_fountains = grid.size(fountains)
    num_castles = grid.size(grid.load(s.buildings[p, ids.CASTLE]))
    num_palaces = grid.size(grid.load(s.buildings[p, ids.PALACE]))
    castles, palaces = enclosed_buildings(s, p)
    on_manors, on_forests, on_gardens = all_visits(s, p)
    follies = in_supply = 0
    for folly in range(ids.FOLLIES):
        follies += s.folly_owner[folly] == p
    for k in range(rules.knights):
        in_supply += s.knight_host[p, k] < 0
    if s.title[p] >= 0:
        out.titles[r, s.title[p]] = 1.0
    write_scaled(
        (
            1,
            _sum(s.points[p]),
            s.money[p],
            s.markers[p],
            known_tiles(s, rules, p, seat),
            _sum(s.cards[p]),
            s.taxes_used[p],
            s.land_used[p],
            in_supply,
            on_manors,
            on_forests,
            on_gardens,
            prestige_of(rules, num_fountains, free_gardens, on_gardens, num_palaces),
            taxes_of(rules, num_fields, free_manors, on_manors),
            land_of(rules, num_groves, free_forests, on_forests),
            max(0, s.prestige[p]),
            max(0, s.counter[p]),
            1 if s.counter[p] >= 0 else 0,
        ),
        PLAYER_SCALES,
        out.players,
        r,
    )
    write_scaled(
        (
            num_fields,
            num_groves,
            num_fountains,
            grid.size(grid.load(s.land[p, ids.MEADOW])),
            grid.size(empty_meadows(s, p)),
            grid.size(manors),
            grid.size(forests),
            grid.size(gardens),
            free_manors,
            free_forests,
            free_gardens,
            num_castles,
            num_palaces,
            grid.size(grid.load(s.buildings[p, ids.CHAPEL])),
            grid.size(castles),
            grid.size(palaces),
            castle_points(s, rules, p, castles) + palace_points(s, rules, p, palaces),
            follies,
        ),
        ESTATE_SCALES,
        out.estates,
        r,
    )


@jit
def _write_estate(s, rules, p, out):
    """The window of the own estate, in the order of `sections.PLANES`."""
    land = estate(s, p)
    empty = empty_meadows(s, p)
    castles, palaces = grid.load(s.buildings[p, 0]), grid.load(s.buildings[p, 1])
    chapels = grid.load(s.buildings[p, 2])
    built = grid.either(grid.either(castles, palaces), chapels)
    follies = grid.without(grid.without(grid.load(s.land[p, ids.MEADOW]), built), empty)
    castle_sites, chapel_sites = castle_meadows(s, p), chapel_meadows(s, p)
    near_castles = grid.without(grid.around(castles), land)
    near_palaces = grid.without(grid.around(palaces), land)
    fields, groves = grid.load(s.land[p, 0]), grid.load(s.land[p, 1])
    fountains = grid.load(s.land[p, 2])
    out.sites[0] = scale(grid.size(castle_sites), 1 / 3)
    out.sites[1] = scale(grid.size(chapel_sites), 1 / 3)
    out.sites[2] = scale(grid.size(free_cells(s, rules, p)), 1 / 20)
    _write_plane(fields, out, 0)
    _write_plane(groves, out, 1)
    _write_plane(fountains, out, 2)
    _write_planes(empty, 1.0, follies, 0.3, out, 3)
    _write_plane(castles, out, 4)
    _write_plane(palaces, out, 5)
    _write_plane(chapels, out, 6)
    _write_plane(castle_sites, out, 7)
    _write_plane(chapel_sites, out, 8)
    _write_planes(near_palaces, 1.0, grid.without(near_castles, near_palaces), 0.6, out, 9)
    _write_plane(grid.without(grid.completing(fields), land), out, 10)
    _write_plane(grid.without(grid.completing(groves), land), out, 11)
    _write_plane(grid.without(grid.completing(fountains), land), out, 12)


@jit
def _window_row(cells, row):
    """A row of the window as a set."""
    place = row + _FIRST
    return (cells[place // 4] >> ((place % 4) * ids.SIDE + _FIRST)) & _ROW


@jit
def _write_plane(cells, out, plane):
    if grid.is_empty(cells):  # as often: this is quicker
        first = CLEARED + plane * WINDOW * WINDOW
        for i in range(first, first + WINDOW * WINDOW):
            out.everything[i] = 0.0
        return
    for row in range(WINDOW):
        write_sets((_window_row(cells, row),), (1.0,), out.estate, plane * WINDOW + row)


@jit
def _write_planes(ones, value, others, other_value, out, plane):
    for row in range(WINDOW):
        sets = (_window_row(ones, row), _window_row(others, row))
        write_sets(sets, (value, other_value), out.estate, plane * WINDOW + row)
