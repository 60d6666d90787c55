"""The worth of everything to the seat to decide: `make_plan`."""

from noblemen_env.core import ids
from noblemen_env.core.supply import queen_is_locked, tiles_in_hand
from parlour.core.jit import jit


@jit
def make_plan(s, rules, style, plan):
    """Fill the plan, except for what belongs to the cells of the estate (see `laying`)."""
    _measure_time(s, rules, style, plan)
    _value_belongings(s, rules, style, plan)
    _value_land(s, rules, style, plan)
    _value_cards(s, rules, style, plan)
    for title in range(len(ids.TITLES)):
        savings = style.discount * min(3.0, plan.turns) / 3
        plan.title[title] = rules.title_points[title] + savings * rules.title_discount[title]


@jit
def _measure_time(s, rules, style, plan):
    """Estimate own turns from the moves that the round marker still makes."""
    moves = all_moves = masks = all_masks = 0
    for field in range(ids.MAX_TRACK):
        kind = rules.track[field]
        if kind == ids.SCORING_FIELD:
            break
        if kind == ids.MASK_FIELD:
            all_masks += 1
            masks += field > s.track
        else:  # a field on which turns are played
            all_moves += 1
            moves += field >= s.track
    decades = ids.DECADES - s.round_number
    if queen_is_locked(s, rules):
        plan.turns_now = 0.0  # everybody has one turn, and this is it
    else:
        plan.turns_now = max(0.0, moves * style.pace - 1)
    plan.turns = plan.turns_now + decades * all_moves * style.pace
    plan.scorings = decades + 1.0
    plan.masquerades = masks + decades * all_masks + (s.decision == ids.BID)


@jit
def _value_belongings(s, rules, style, plan):
    keeps = min(1.0, (plan.turns + 0.3) / style.spent_turns)
    plan.pound = style.pound * keeps
    plan.purse = style.purse * (plan.turns + 1)
    lays = 3 * style.lay_share * (plan.turns + 1 - s.acted)
    plan.layable = lays
    worth = style.tile * min(1.0, (plan.turns + 0.2) / style.tile_turns)
    plan.spare_tile = worth * style.spare_tile
    plan.tile = worth if tiles_in_hand(s, s.player) <= lays else plan.spare_tile
    plan.marker = style.marker * min(1.0, plan.masquerades / 2) * style.want_bribes
    plan.prestige = style.prestige * plan.masquerades * style.want_fountains
    can_take = s.queen != s.active and not queen_is_locked(s, rules)
    plan.queen = style.queen * style.want_queen if can_take else 0.0


@jit
def money_value(plan, money):
    """Value an amount of money: what can no longer be spent only breaks ties."""
    spendable = min(1.0 * money, plan.purse)
    return plan.pound * spendable + 0.02 * (money - spendable)


@jit
def payment_cost(s, plan, pounds):
    """Return the value lost by paying this many pounds (gained, if negative)."""
    money = s.money[s.player]
    return money_value(plan, money) - money_value(plan, money - pounds)


@jit
def tiles_value(s, plan, number):
    """Value tiles to be drawn: those that can be laid, and the others."""
    useful = min(1.0 * number, max(0.0, plan.layable - tiles_in_hand(s, s.player)))
    return useful * max(plan.tile, plan.spare_tile) + (number - useful) * plan.spare_tile


@jit
def _value_land(s, rules, style, plan):
    """Value a tile of each type once it is laid, and a completed area of each kind."""
    decades = ids.DECADES - s.round_number
    p = s.active if s.decision == ids.GIVE else s.player
    taxes = style.tax_uses * (decades + 1 - s.taxes_used[p])
    land = style.land_uses * (decades + 1 - s.land_used[p])
    fields, groves = style.want_fields, style.want_groves
    pound, tile = plan.pound, plan.tile
    plan.laying[ids.FIELD] = fields * pound * (rules.enlarge_field + taxes * rules.taxes_field)
    plan.laying[ids.GROVE] = groves * tile * (rules.enlarge_grove + land * rules.land_grove)
    plan.laying[ids.FOUNTAIN] = plan.prestige * rules.prestige_fountain
    plan.laying[ids.MEADOW] = 0.0
    follies = style.area * min(1.0, plan.turns / 3) * style.want_follies
    manor = fields * pound * (rules.enlarge_manor + taxes * rules.taxes_manor)
    forest = groves * tile * (rules.enlarge_forest + land * rules.land_forest)
    plan.area[ids.MANOR] = manor + follies
    plan.area[ids.FOREST] = forest + follies
    plan.area[ids.GARDEN] = plan.prestige * rules.prestige_garden + plan.queen + follies


@jit
def _value_cards(s, rules, style, plan):
    """Value each card for later: by what it does, at least by what it is worth at a masquerade."""
    ahead = min(1.0, plan.turns / 2)
    bid = style.card * min(1.0, plan.masquerades / 2)
    plan.card[ids.INHERITANCE] = style.inheritance * min(1.0, plan.turns / 4)
    plan.card[ids.INTRIGUE] = style.intrigue * min(1.0, plan.turns / 6)
    plan.card[ids.BLACKMAIL] = style.blackmail * min(1.0, plan.masquerades / 2)
    plan.card[ids.LIAISON] = rules.scoring_liaison
    wedding = rules.cards_wedding_points + rules.cards_wedding_markers * plan.marker
    plan.card[ids.SECRET_WEDDING] = style.wedding_hold * wedding
    dowry = tiles_value(s, plan, rules.cards_dowry_tiles)
    plan.card[ids.DOWRY] = style.dowry_hold * dowry * ahead
    plan.card[ids.MASTERSTROKE] = style.masterstroke * ahead
    plan.card[ids.TRIBUTE] = style.tribute_hold * plan.pound * rules.cards_tribute_pounds * ahead
    plan.card[ids.VICARS_FAVOUR] = style.vicar * min(1.0, plan.turns)
    plan.card[ids.WHITEHALL] = style.whitehall * style.want_queen * ahead
    for card in range(ids.CARD_KINDS):
        plan.card[card] = max(plan.card[card], bid)
