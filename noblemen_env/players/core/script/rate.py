"""A scripted player's rating of each legal action: `rate` fills `plan.rating`.

Ratings of one decision are comparable with each other; being done is rated 0.
"""

from noblemen_env.core import ids
from noblemen_env.core.income import base_yield
from noblemen_env.core.supply import tiles_in_bag, tiles_in_hand
from noblemen_env.players.core.script.bidding import rate_bid
from noblemen_env.players.core.script.building import (
    building_value,
    castle_value,
    place_value,
    visit_value,
)
from noblemen_env.players.core.script.laying import (
    best_cell,
    cell_value,
    enlargement_value,
    num_sites,
    survey,
)
from noblemen_env.players.core.script.plan import NEVER
from noblemen_env.players.core.script.planning import make_plan, payment_cost, tiles_value
from parlour.core.bits import lowest
from parlour.core.jit import jit


@jit
def rate(s, rules, style, plan, scratch):
    """Write the rating of every legal action; `scratch` holds two states to try things out."""
    make_plan(s, rules, style, plan)
    plan.rating[ids.DONE] = 0.0
    decision = s.decision
    if decision == ids.ACT:
        _rate_act(s, rules, style, plan, scratch)
    elif decision == ids.LAY:
        _rate_lay(s, rules, style, plan)
    elif decision == ids.PLACE or decision == ids.BUILD:
        _rate_cells(s, rules, style, plan)
    elif decision == ids.BID:
        rate_bid(s, rules, style, plan)
    elif decision == ids.DRAFT:
        _rate_draft(s, plan)
    elif decision == ids.VISIT or decision == ids.MOVE:
        _rate_knights(s, rules, style, plan)
    elif decision == ids.SPEND:
        _rate_spend(s, rules, plan)
    elif decision == ids.TAKE:
        for number in range(ids.MAX_CHOICE + 1):
            plan.rating[ids.TAKE_TILES + number] = number
    else:
        _rate_types(s, rules, style, plan)


# --- the turn ------------------------------------------------------------------------------------


@jit
def _is_legal(s, action):
    return (s.legal[0] >> action) & 1 == 1


@jit
def _rate_act(s, rules, style, plan, scratch):
    p = s.player
    for i in range(len(ids.SWAPS)):
        plan.rating[ids.SWAP + i] = NEVER
    enlarging = NEVER
    if _is_legal(s, ids.ENLARGE) or _is_legal(s, ids.CARD + ids.MASTERSTROKE):
        enlarging = enlargement_value(s, rules, style, plan, scratch, rules.enlarge_tiles)
        survey(s, rules, style, plan, p)
    _rate_cards(s, rules, style, plan, enlarging)
    if s.acted:
        return
    plan.rating[ids.LEISURE] = rules.leisure_points + style.idle
    plan.rating[ids.ENLARGE] = enlarging
    for building in range(ids.FOLLY + ids.FOLLIES):
        if _is_legal(s, ids.BUILD_CASTLE + building):
            value = building_value(s, rules, style, plan, building)
            plan.rating[ids.BUILD_CASTLE + building] = value
    for number in range(1, ids.MAX_BRIBES + 1):
        gain = number * (rules.bribes_points * style.want_bribes + plan.marker)
        cost = payment_cost(s, plan, number * rules.bribes_price)
        plan.rating[ids.BRIBE + number - 1] = gain + style.bribe - cost
    _rate_income(s, rules, style, plan)


@jit
def _rate_income(s, rules, style, plan):
    """Taxes and land are there once in a decade: later they bring more."""
    p = s.player
    later = min(1.0, plan.turns_now)
    pounds = base_yield(s, rules, p, ids.FOR_TAXES)
    value = -payment_cost(s, plan, -pounds) * style.want_fields
    plan.rating[ids.TAXES] = value * (1 - style.taxes_wait * later)
    tiles = min(base_yield(s, rules, p, ids.FOR_LAND), tiles_in_bag(s))
    value = tiles_value(s, plan, tiles) * style.want_groves
    plan.rating[ids.LAND] = value * (1 - style.land_wait * later)
    plan.rating[ids.CHURCH] = _donation_value(s, rules, plan) * style.want_bribes + style.church


@jit
def _donation_value(s, rules, plan):
    """Value all tiles that are worth more to the church than in hand."""
    p = s.player
    total = 0.0
    spare = max(0.0, tiles_in_hand(s, p) - plan.layable)
    for t in range(len(ids.TILES)):
        number = min(s.tiles[p, t], rules.church_tiles - s.church[t])
        for _ in range(number):
            price = plan.spare_tile if spare > 0 else plan.tile
            if rules.church_points > price:
                total += rules.church_points - price
                spare -= 1
    return total


# --- cards ---------------------------------------------------------------------------------------


@jit
def _rate_cards(s, rules, style, plan, enlarging):
    """Rate a card by what it does now, less what it is worth later."""
    for card in range(ids.CARD_KINDS):
        if _is_legal(s, ids.CARD + card):
            gain = _card_gain(s, rules, style, plan, card, enlarging)
            plan.rating[ids.CARD + card] = gain - plan.card[card]


@jit
def _card_gain(s, rules, style, plan, card, enlarging):
    if card == ids.INHERITANCE:
        return castle_value(s, rules, style, plan, True)
    if card == ids.SECRET_WEDDING:
        markers = min(rules.cards_wedding_markers, s.pool)
        return rules.cards_wedding_points + markers * plan.marker
    if card == ids.DOWRY:
        return tiles_value(s, plan, min(rules.cards_dowry_tiles, tiles_in_bag(s)))
    if card == ids.MASTERSTROKE:
        return enlarging
    if card == ids.TRIBUTE:
        return -payment_cost(s, plan, -rules.cards_tribute_pounds)
    if card == ids.VICARS_FAVOUR:
        tiles = min(rules.cards_vicar_tiles, tiles_in_hand(s, s.player))
        return tiles * max(0.0, rules.cards_vicar_points - plan.spare_tile)
    return plan.queen


@jit
def _rate_draft(s, plan):
    total = 0.0
    for i in range(ids.DRAFT_CARDS):
        card = s.drafted[i]
        if card >= 0:
            plan.rating[ids.CARD + card] = plan.card[card]
            total += plan.card[card]
    plan.rating[ids.KEEP_ALL] = total - plan.card[ids.INTRIGUE]


# --- tiles, cells, knights, markers --------------------------------------------------------------


@jit
def _rate_lay(s, rules, style, plan):
    """Rate each type of tile by its best cell."""
    p = s.player
    for i in range(len(ids.SWAPS)):
        plan.rating[ids.SWAP + i] = NEVER
    survey(s, rules, style, plan, p)
    for t in range(len(ids.TILES)):
        if s.tiles[p, t] > 0:
            _, value = best_cell(s, rules, style, plan, p, t)
            plan.rating[ids.TILE + t] = value - plan.tile


@jit
def _rate_cells(s, rules, style, plan):
    """Rate all cells for a tile, or all places of a building."""
    p = s.player
    if s.decision == ids.PLACE:
        survey(s, rules, style, plan, p)
    castle_sites, chapel_sites = num_sites(s, p)
    for word in range(ids.WORDS):
        left = s.legal[2 + word]
        while left:
            cell = word * ids.WORD_CELLS + lowest(left)
            left &= left - 1
            if s.decision == ids.BUILD:
                value = place_value(s, rules, style, plan, p, s.building, cell)
            else:
                value = cell_value(s, style, plan, p, s.tile, cell, castle_sites, chapel_sites)
            plan.rating[ids.CELL + cell] = value


@jit
def _rate_knights(s, rules, style, plan):
    """Rate areas to visit; the knight to move is the one whose area is worth less."""
    p = s.player
    for k in range(rules.knights):
        plan.rating[ids.MOVE_KNIGHT + k] = 0.1 * k
        host = s.knight_host[p, k]
        if host >= 0:
            area = s.knight_area[p, k]
            for kind in range(len(ids.AREAS)):
                word = s.land[host, kind, area // ids.WORD_CELLS]
                if (word >> (area % ids.WORD_CELLS)) & 1:
                    stays = visit_value(s, rules, style, plan, host, kind)
                    plan.rating[ids.MOVE_KNIGHT + k] = 10.0 - stays
    for r in range(1, s.num_players):
        host = (p + r) % s.num_players
        for kind in range(len(ids.AREAS)):
            value = visit_value(s, rules, style, plan, host, kind)
            plan.rating[ids.VISIT_AREA + (r - 1) * len(ids.AREAS) + kind] = value


@jit
def _rate_spend(s, rules, plan):
    """Markers become pounds or tiles when they are worth more so."""
    if s.purpose == ids.FOR_TAXES:
        gain = -payment_cost(s, plan, -rules.taxes_marker)
    else:
        gain = tiles_value(s, plan, rules.land_marker)
    plan.rating[ids.MARKER] = gain - plan.marker


@jit
def _rate_types(s, rules, style, plan):
    """Rate types of tile to give away: the least useful first, for points only if they pay."""
    p = s.player
    points = 0.0
    if s.decision == ids.DONATE:
        points = 1.0 * rules.church_points
    elif s.decision == ids.RETURN:
        points = 1.0 * rules.cards_vicar_points
    spare = tiles_in_hand(s, p) > plan.layable
    price = plan.spare_tile if spare else plan.tile
    for t in range(len(ids.TILES)):
        need = plan.laying[t] + 0.3 * (plan.area[t] if t < len(ids.AREAS) else style.site_castle)
        plan.rating[ids.TILE + t] = points - price - 0.05 * need + 0.02 * s.tiles[p, t]
