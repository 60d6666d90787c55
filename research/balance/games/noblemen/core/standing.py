"""The standing of seats, and the situation of the seat that begins to choose."""

import numpy as np

from noblemen_env.core import grid, ids
from noblemen_env.core.buildings import empty_meadows
from noblemen_env.core.enlarge import estate, free_cells
from noblemen_env.core.income import base_yield
from noblemen_env.core.knights import num_free_areas
from noblemen_env.core.masquerade import base_prestige
from noblemen_env.core.scoring import enclosed_buildings
from noblemen_env.core.supply import tiles_in_hand
from parlour.core.jit import jit
from research.balance.games.noblemen.core import layout


@jit
def present_time(memory, s, rules):
    """Return the number of the present phase; new scandal cards belong to the new decade."""
    if s.decision == ids.DRAFT and s.purpose == ids.AT_DECADE:
        return layout.PHASES * s.round_number
    masks = 0
    for field in range(s.track):
        masks += rules.track[field] == ids.MASK_FIELD
    return layout.PHASES * (s.round_number - 1) + min(masks, layout.PHASES - 1)


@jit
def areas_of(s, p, kind):
    """Count a seat's areas of a kind, whether or not a knight visits them."""
    return grid.size(grid.both(grid.load(s.areas[p]), grid.load(s.land[p, kind])))


@jit
def tiles_of(s, p, t):
    return grid.size(grid.load(s.land[p, t]))


@jit
def buildings_of(s, p, b):
    return grid.size(grid.load(s.buildings[p, b]))


@jit
def follies_of(s, p):
    built = 0
    for f in range(ids.FOLLIES):
        built += s.folly_owner[f] == p
    return built


@jit
def cards_of(s, p):
    cards = 0
    for card in range(ids.CARD_KINDS):
        cards += s.cards[p, card]
    return cards


@jit
def knights_out(s, p):
    """Count a seat's knights on areas of rivals."""
    out = 0
    for k in range(ids.KNIGHTS):
        out += s.knight_host[p, k] >= 0
    return out


@jit
def num_enclosed(s, p):
    castles, palaces = enclosed_buildings(s, p)
    return grid.size(castles) + grid.size(palaces)


@jit
def rank_of(s, p):
    """The rank of a seat's title: 4 for the highest, 0 for the lowest or none."""
    return len(ids.TITLES) - 1 - s.title[p] if s.title[p] >= 0 else 0


@jit
def note_seats(memory, s, rules, seats, time):
    """Note the standing of all seats at the beginning of a phase, or at the end."""
    begins = s.decision != ids.DRAFT or s.purpose == ids.AT_START
    following = s.active if begins else (s.active + 1) % s.num_players
    for p in range(s.num_players):
        seat = seats[p]
        seat.money[time] = s.money[p]
        seat.tiles[time] = tiles_in_hand(s, p)
        seat.land[time] = grid.size(estate(s, p))
        seat.manors[time] = areas_of(s, p, ids.MANOR)
        seat.forests[time] = areas_of(s, p, ids.FOREST)
        seat.gardens[time] = areas_of(s, p, ids.GARDEN)
        seat.castles[time] = buildings_of(s, p, ids.CASTLE)
        seat.palaces[time] = buildings_of(s, p, ids.PALACE)
        seat.enclosed[time] = num_enclosed(s, p)
        seat.chapels[time] = buildings_of(s, p, ids.CHAPEL)
        seat.follies[time] = follies_of(s, p)
        seat.markers[time] = s.markers[p]
        seat.cards[time] = cards_of(s, p)
        seat.visits[time] = knights_out(s, p)
        seat.prestige[time] = base_prestige(s, rules, p)
        seat.rank[time] = rank_of(s, p)
        seat.queen[time] = s.queen == p
        seat.turn_order[time] = (p - following) % s.num_players


@jit
def moment(s):
    """The kind of situation that the seat to decide is in."""
    if s.decision == ids.BID:
        return layout.BID
    if s.decision == ids.DRAFT:
        return layout.DRAFT
    return layout.CHOICE if s.decision == ids.TAKE else layout.TURN


@jit
def begins_situation(memory, s):
    if s.decision == ids.DRAFT:
        return True
    asks = s.decision == ids.ACT or s.decision == ids.BID or s.decision == ids.TAKE
    return asks and memory.asked == 0


@jit
def note_situation(memory, s, rules, seats, row):
    """Note the situation of the seat that begins a turn, a bid or a choice."""
    p = s.player
    if s.decision != ids.DRAFT:
        memory.asked = 1
    row.moment = moment(s)
    row.after_queen = (p - s.queen) % s.num_players
    row.fields_left = fields_left(s, rules)
    row.money = s.money[p]
    row.markers = s.markers[p]
    row.cards = cards_of(s, p)
    row.blackmails = s.cards[p, ids.BLACKMAIL]
    row.liaisons = s.cards[p, ids.LIAISON]
    row.rank = rank_of(s, p)
    row.taxes_used = s.taxes_used[p]
    row.land_used = s.land_used[p]
    row.taxes = base_yield(s, rules, p, ids.FOR_TAXES)
    row.new_land = base_yield(s, rules, p, ids.FOR_LAND)
    _note_estate(s, rules, p, row)
    _note_rivals(s, rules, p, row)
    _note_board(s, row)


@jit
def fields_left(s, rules):
    """Count the fields to the next masquerade or scoring."""
    field = np.int64(s.track)
    while rules.track[field] != ids.SCORING_FIELD:
        field += 1
        if rules.track[field] == ids.MASK_FIELD:
            break
    return field - s.track


@jit
def _note_estate(s, rules, p, row):
    row.fields_in_hand, row.groves_in_hand = s.tiles[p, ids.FIELD], s.tiles[p, ids.GROVE]
    row.fountains_in_hand, row.meadows_in_hand = s.tiles[p, ids.FOUNTAIN], s.tiles[p, ids.MEADOW]
    row.fields, row.groves = tiles_of(s, p, ids.FIELD), tiles_of(s, p, ids.GROVE)
    row.fountains, row.meadows = tiles_of(s, p, ids.FOUNTAIN), tiles_of(s, p, ids.MEADOW)
    row.manors, row.forests = areas_of(s, p, ids.MANOR), areas_of(s, p, ids.FOREST)
    row.gardens = areas_of(s, p, ids.GARDEN)
    row.free_areas = 0
    for kind in range(len(ids.AREAS)):
        row.free_areas += num_free_areas(s, p, kind)
    row.manor_cells = grid.size(completing_cells(s, rules, p, ids.FIELD))
    row.forest_cells = grid.size(completing_cells(s, rules, p, ids.GROVE))
    row.garden_cells = grid.size(completing_cells(s, rules, p, ids.FOUNTAIN))
    row.castles = buildings_of(s, p, ids.CASTLE)
    row.palaces = buildings_of(s, p, ids.PALACE)
    castles, palaces = enclosed_buildings(s, p)
    row.enclosed_castles, row.enclosed_palaces = grid.size(castles), grid.size(palaces)
    row.chapels = buildings_of(s, p, ids.CHAPEL)
    row.follies = follies_of(s, p)
    row.sites = grid.size(empty_meadows(s, p))
    row.supply = rules.knights - knights_out(s, p)


@jit
def completing_cells(s, rules, p, t):
    """The free cells on which a tile of a type would make a square of four."""
    return grid.both(grid.completing(grid.load(s.land[p, t])), free_cells(s, rules, p))


@jit
def prestige_now(s, rules, p):
    """The prestige of a seat, with what it has given up in the present bid."""
    return np.int64(s.prestige[p]) if s.prestige[p] >= 0 else base_prestige(s, rules, p)


@jit
def highest_bid(s, rules, p):
    """The prestige of a seat if it gave up all its markers and cards."""
    blackmails = s.cards[p, ids.BLACKMAIL]
    bid = prestige_now(s, rules, p) + s.markers[p] * rules.prestige_marker
    bid += (cards_of(s, p) - blackmails) * rules.prestige_card
    return bid + blackmails * rules.prestige_blackmail


@jit
def _note_rivals(s, rules, p, row):
    row.prestige = prestige_now(s, rules, p)
    row.bid = highest_bid(s, rules, p)
    row.rivals_prestige = row.rivals_bid = row.rivals_money = 0
    for other in range(s.num_players):
        if other == p:
            continue
        low = prestige_now(s, rules, other)
        high = low + s.markers[other] * rules.prestige_marker
        if s.counter[other] >= 0:
            low = high = np.int64(s.counter[other])
        row.rivals_prestige = max(row.rivals_prestige, low)
        row.rivals_bid = max(row.rivals_bid, high)
        row.rivals_money = max(row.rivals_money, s.money[other])


@jit
def _note_board(s, row):
    row.castle_offer, row.palace_offer = s.offer[ids.CASTLE], s.offer[ids.PALACE]
    row.chapel_offer = s.offer[ids.CHAPEL]
    row.follies_built = 0
    for f in range(ids.FOLLIES):
        row.follies_built += s.folly_owner[f] >= 0
    row.pool = s.pool
    row.church = s.church[0] + s.church[1] + s.church[2] + s.church[3]
