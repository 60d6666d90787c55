"""Observations: a seat's knowledge in a record whose fields are the sections (see `sections`)."""

import numpy as np

from parlour.core.bits import count, highest, lowest
from parlour.core.jit import jit
from parlour.core.vectors import copy_row, write_counts, write_scaled, write_sets
from rokoko_env.core import ids
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.employees import cards_on_display, hire_price
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES
from rokoko_env.core.sections import COST, OBSERVATION_SLICES, PLAYER_SCALES, PRICE, TILE_FEATURES
from rokoko_env.core.warehouse import all_blind, tile_price
from rokoko_env.core.workshop import maker, still_to_pay

NOTHING = np.float32(0)
END_OF_TURN = OBSERVATION_SLICES["odd_bale_given"].stop  # where the sections of the turn end
# Certainty that another player's card is in hand: known to be there, in hand or supply, discarded.
# The sums for two copies of one kind stay distinct.
IN_HAND, HAND_OR_SUPPLY, DISCARDED = 1.0, 0.6, 0.25


@jit
def write_observation(s, rules, seat, out):
    """Fill the record `out` with what this seat knows; every part writes its sections in full.

    Scales are factors, not divisors, and constants of a tile or a dress are kept scaled in the
    rules record: dividing each time took half the time of a step.
    """
    for i in range(END_OF_TURN):
        out.everything[i] = 0.0
    _write_context(s, seat, out)
    if s.in_play >= 0:
        _write_turn(s, rules, seat, out)
    _write_employees(s, rules, out)
    _write_warehouse(s, rules, out)
    _write_workshop(s, rules, out)
    blind = all_blind(s)
    _write_hidden_tiles(s, rules, seat, blind, out)
    _write_own(s, rules, seat, out)
    others_decorations = 0
    for r in range(s.num_players):
        p = (seat + r) % s.num_players
        if r > 0:
            _write_other(s, rules, p, r - 1, blind, out)
            others_decorations |= s.decorations[p]
        _write_halls(s, rules, p, r, out)
        _write_player(s, rules, p, r, blind, out)
    for r in range(s.num_players, ids.MAX_PLAYERS):
        _write_nobody(r, out)
    write_sets((others_decorations,), (1.0,), out.others_decorations, 0)


@jit
def scale(number, factor):
    """Scale in single precision, as the result is stored."""
    return np.float32(number) * np.float32(factor)


@jit
def relative(s, seat, p):
    """Number seat p relative to the observer."""
    return p - seat if p >= seat else p - seat + s.num_players


@jit
def _write_context(s, seat, out):
    out.decision[s.decision] = 1.0
    out.num_players[s.num_players - 2] = 1.0
    out.round_number[s.round_number - 1] = 1.0
    if s.decision != ids.OVER:
        out.to_decide[relative(s, seat, s.player)] = 1.0
    out.start_player[relative(s, seat, s.start_player)] = 1.0
    out.favor[relative(s, seat, s.favor) if s.favor >= 0 else ids.MAX_PLAYERS] = 1.0


@jit
def _write_turn(s, rules, seat, out):
    """The current turn."""
    card = s.chosen_card if s.decision == ids.PILE else maker(s)
    out.card_in_use[rules.card_kind[card]] = 1.0
    out.rank_in_use[rules.card_rank[card]] = 1.0
    out.turn[0] = 1.0 if s.bonus_card >= 0 else 0.0
    out.turn[1] = s.in_play_deputed
    if s.tile >= 0 and (s.player == seat or not s.tile_is_blind):
        for f in range(TILE_FEATURES):
            out.tile_taken[f] = rules.space_features[s.tile, f]
    if s.dress >= 0:
        out.dress_in_work[rules.dress_color[s.dress]] = 1.0
        for color in range(ids.COLORS):
            out.dress_in_work[ids.COLORS + color] = scale(s.missing[color], 1 / 3)
        out.dress_in_work[8] = scale(rules.dress_livre[s.dress], 1 / 20)
        out.dress_in_work[9] = scale(rules.dress_prestige[s.dress], 1 / 4)
        out.bales_to_pay[0] = scale(still_to_pay(s, rules, -1), 1 / 4)
    out.odd_bale_given[0] = s.bales_given % 2


@jit
def _write_employees(s, rules, out):
    """The cards to hire."""
    _write_cards(rules, cards_on_display(s), out.display)
    out.hire_price[0] = scale(hire_price(s, rules), 1 / 5)
    _write_cards(rules, s.hire_stack, out.hire_stack)


@jit
def _write_warehouse(s, rules, out):
    for segment in range(ids.SEGMENTS):
        first = segment * ids.SEGMENT_SPACES
        price = scale(tile_price(s, rules, first), 1 / 2)
        for space in range(first, first + ids.SEGMENT_SPACES):
            tile = s.warehouse[space]
            copy_row(
                rules.space_features, tile if tile >= 0 else ids.MAX_TILES, out.warehouse, space
            )
            out.warehouse[space, PRICE] = price if tile >= 0 else NOTHING


@jit
def _write_workshop(s, rules, out):
    for w in range(ids.MAX_WINDOWS):
        dress = s.window[w]
        copy_row(rules.window_features, dress if dress >= 0 else ids.MAX_DRESSES, out.workshop, w)
        out.workshop[w, COST] = scale(rules.window_cost[w], 1 / 8)
    write_counts(s.bag, rules.color_dresses, 1 / 10, out.bag, 0)


@jit
def _write_hidden_tiles(s, rules, seat, blind, out):
    """Tiles that the seat can't tell apart: the stack and what the others drew from it unseen."""
    hidden = blind & ~s.silk[seat]
    pool = s.tile_stack | (hidden & s.blind[s.filling])
    if s.decision == ids.TILE and s.tile_is_blind and s.player != seat:
        pool |= 1 << s.tile
    older = hidden & ~s.blind[s.filling]
    write_counts(pool, rules.kind_tiles, 1 / 4, out.stack_pool, 0)
    write_counts(older, rules.kind_tiles, 1 / 4, out.older_pool, 0)


@jit
def _write_own(s, rules, seat, out):
    _write_cards(rules, s.hand[seat], out.hand)
    _write_cards(rules, s.supply[seat], out.supply)
    _write_cards(rules, s.discard[seat], out.discard)
    write_counts(s.silk[seat], rules.kind_tiles, 1 / 2, out.silk, 0)
    write_sets((s.guests[seat],), (1.0,), out.own_guests, 0)
    write_sets((s.decorations[seat],), (1.0,), out.own_decorations, 0)
    for space in range(ids.MAX_GUESTS):
        out.guest_prestige[space] = 0.0


@jit
def _write_other(s, rules, p, number, blind, out):
    """Another player's cards and silk, as far as they are public."""
    known = s.hand_known[p]
    hidden = (s.hand[p] | s.supply[p]) & ~known
    discard = s.discard[p]
    first = rules.first_cards
    sets = (known & first, hidden & first, discard & first)
    write_sets(sets, (IN_HAND, HAND_OR_SUPPLY, DISCARDED), out.others_cards, number)
    for g in range(rules.num_copied_cards):
        copies = rules.copied_cards[g]
        out.others_cards[number, lowest(copies)] = (
            count(known & copies) * IN_HAND
            + count(hidden & copies) * HAND_OR_SUPPLY
            + count(discard & copies) * DISCARDED
        )
    write_counts(s.silk[p] & ~blind, rules.kind_tiles, 1 / 2, out.others_silk, number)


@jit
def _write_halls(s, rules, p, r, out):
    """A player's standing in each hall."""
    write_counts(s.guests[p], rules.hall_spaces, 1 / 4, out.hall_guests, r)
    masters = s.guests[p] & rules.master_spaces
    write_counts(masters, rules.hall_spaces, 1 / 2, out.master_guests, r)
    write_sets((s.decorations[p] >> ids.MUSICIANS,), (1.0,), out.musicians, r)


@jit
def _write_player(s, rules, p, r, blind, out):
    """The public numbers of a player."""
    own_blind = s.silk[p] & blind
    guests = s.guests[p]
    prestige, kings_prestige = _write_guests(s, rules, guests, out)
    decorations = s.decorations[p]
    fireworks = decorations & ALL_FIREWORKS
    numbers = (
        1,
        s.money[p],
        s.yarn[p],
        s.lace[p],
        s.prestige[p],
        count(s.hand[p]),
        count(s.supply[p]),
        count(deck_cards(s, p)),
        count(s.silk[p]),
        count(own_blind),
        count(own_blind & ~s.blind[s.filling]),
        count(guests & s.guests_by_color[ids.YELLOW]),
        count(guests & s.guests_by_color[ids.GREEN]),
        count(guests & s.guests_by_color[ids.RED]),
        count(guests & s.guests_by_color[ids.BLUE]),
        count(guests),
        prestige,
        kings_prestige,
        count(decorations),
        count(fireworks),
        highest(fireworks) + 1 if fireworks else 0,
        count(decorations & ALL_STATUES),
        1 if decorations & UPPER_ROW else 0,
        1 if decorations & LOWER_ROW else 0,
        rules.all_halls_prestige[s.all_halls[p]] if s.all_halls[p] >= 0 else 0,
    )
    write_scaled(numbers, PLAYER_SCALES, out.players, r)


@jit
def _write_guests(s, rules, guests, out):
    """Write the prestige of a player's dresses; return the sum, and that in the King's hall."""
    in_kings_hall = rules.hall_spaces[ids.KINGS_HALL]
    prestige = kings_prestige = 0
    while guests:
        space = lowest(guests)
        guests &= guests - 1
        points = rules.dress_prestige[s.guest_dress[space]]
        out.guest_prestige[space] = scale(1 + points, 1 / 5)
        prestige += points
        kings_prestige += points * ((in_kings_hall >> space) & 1)
    return prestige, kings_prestige


@jit
def _write_nobody(r, out):
    """A seat without a player."""
    for i in range(out.others_cards.shape[1]):
        out.others_cards[r - 1, i] = 0.0
    for i in range(out.others_silk.shape[1]):
        out.others_silk[r - 1, i] = 0.0
    for i in range(ids.HALLS):
        out.hall_guests[r, i] = out.master_guests[r, i] = out.musicians[r, i] = 0.0
    for i in range(out.players.shape[1]):
        out.players[r, i] = 0.0


@jit
def _write_cards(rules, cards, out):
    """The number of cards of each kind in a pile."""
    write_sets((cards & rules.first_cards,), (1.0,), out, 0)
    for g in range(rules.num_copied_cards):
        copies = rules.copied_cards[g]
        out[lowest(copies)] = count(cards & copies)
