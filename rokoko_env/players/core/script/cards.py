"""The value of employees: a turn with one, owning one, its bonus and its crown."""

from parlour.core.bits import count, lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.deck import by_deck_size, deck_cards
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW


@jit
def plan_cards(s, rules, style, plan, p):
    """Value dresses and decorations by the cards of the deck and the fountains."""
    per_dress = plan.income if s.decorations[p] & LOWER_ROW else 0.0
    per_decoration = plan.income if s.decorations[p] & UPPER_ROW else 0.0
    left = deck_cards(s, p)
    while left:
        card = lowest(left)
        left &= left - 1
        bonus = rules.card_bonus[card]
        effect = rules.effect[bonus]
        amount = rules.effect_amount[bonus]
        uses = plan.rounds_left * style.uses + ((s.hand[p] >> card) & 1)  # after this turn
        if effect == ids.PRESTIGE_PER_DRESSES:
            per_dress += uses / amount
        elif effect == ids.LIVRE_PER_DRESS:
            per_dress += uses * plan.livre
        elif effect == ids.PRESTIGE_PER_DECORATIONS:
            per_decoration += uses / amount
        elif effect == ids.LIVRE_PER_DECORATION:
            per_decoration += uses * plan.livre
        elif effect == ids.CROWN_COUPLES:
            per_dress += 0.5 * amount
        elif effect == ids.PER_COLOR:
            for color in range(ids.COLORS):
                plan.color[color] += uses * (
                    rules.effect_livre[bonus, color] * plan.livre
                    + rules.effect_prestige[bonus, color]
                )
    plan.per_decoration = per_decoration
    for color in range(ids.COLORS):
        plan.color[color] += per_dress + style.rent


@jit
def by_rank(rank, master, journeyman, apprentice):
    """Return the number for the rank."""
    if rank == ids.MASTER:
        return master
    return journeyman if rank == ids.JOURNEYMAN else apprentice


@jit
def turn_value(style, plan, rank):
    """Value one more turn with a card of this rank."""
    turn = by_rank(rank, style.master_turn, style.journeyman_turn, style.apprentice_turn)
    return turn * (1.0 + style.turn_growth * plan.progress)


@jit
def hold_value(style, plan, rank):
    """Value keeping a card of this rank for a later turn of the round."""
    hold = by_rank(rank, style.master_hold, style.journeyman_hold, style.apprentice_hold)
    return hold * (1.0 + style.turn_growth * plan.progress)


@jit
def card_value(s, rules, style, plan, card):
    """Value owning a card from the next round on, and its crown at the end."""
    p = s.player
    bonus = rules.card_bonus[card]
    uses = plan.rounds_left * style.uses
    rank = rules.card_rank[card]
    per_round = by_rank(rank, style.master_round, style.journeyman_round, style.apprentice_round)
    value = plan.rounds_left * per_round
    value += uses * style.bonus_later * future_bonus(s, rules, style, plan, p, bonus)
    value += min(1.0, 0.5 * plan.rounds_left) * _tuned_extra(style, rules.effect[bonus])
    return (value + _crown(s, rules, style, plan, p, bonus)) * style.want_cards


@jit
def _tuned_extra(style, effect):
    """Return the tuned extra value of owning a card with this kind of bonus."""
    if effect == ids.ACQUIRE:
        return style.card_acquire
    if effect == ids.BLIND_TILE:
        return style.card_blind_tile
    if effect == ids.DEPUTE_USE_BONUS:
        return style.card_depute_use
    if effect == ids.DEPUTE_FOR_LIVRE:
        return style.card_depute_livre
    if ids.PER_COLOR <= effect <= ids.LIVRE_PER_DRESS or effect == ids.LIVRE_BY_DECK:
        return style.card_livre
    if effect == ids.PRESTIGE_PER_DECORATIONS or effect == ids.PRESTIGE_PER_DRESSES:
        return style.card_prestige
    if effect == ids.MAKE_DRESS_SAVING:
        return style.card_dress
    if effect == ids.FUND_CHEAPER:
        return style.card_fund
    if effect == ids.BUY_PRESTIGE or effect == ids.SILK_FOR_PRESTIGE:
        return style.card_exchange
    return 0.0


@jit
def future_bonus(s, rules, style, plan, p, bonus):
    """Value one use of a bonus in a later round."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    future = 0.5 * style.dresses_to_come * plan.turns
    if effect == ids.GAIN_LIVRE:
        return plan.livre * amount
    if effect == ids.TAKE_TRIM:
        return max(0.0, style.trim - plan.livre * amount)
    if effect == ids.ACQUIRE:
        return max(0.0, style.blind_tile - plan.livre)
    if effect == ids.BLIND_TILE:
        return max(0.0, style.blind_tile - plan.livre * amount)
    if effect == ids.DEPUTE_FOR_LIVRE:
        return 3.0 * plan.livre
    if effect == ids.DEPUTE_USE_BONUS:
        return 0.5
    if effect == ids.PER_COLOR:
        value = 0.0
        for color in range(ids.COLORS):
            dresses = count(s.guests[p] & s.guests_by_color[color]) + 0.25 * future
            value += dresses * (
                rules.effect_livre[bonus, color] * plan.livre + rules.effect_prestige[bonus, color]
            )
        return value
    if effect == ids.LIVRE_PER_DECORATION:
        return plan.livre * (count(s.decorations[p]) + future)
    if effect == ids.LIVRE_PER_DRESS:
        return plan.livre * (count(s.guests[p]) + future)
    if effect == ids.PRESTIGE_PER_DECORATIONS:
        return (count(s.decorations[p]) + future) / amount
    if effect == ids.PRESTIGE_PER_DRESSES:
        return (count(s.guests[p]) + future) / amount
    if effect == ids.LIVRE_BY_DECK:
        return plan.livre * by_deck_size(rules, bonus, count(deck_cards(s, p)))
    if effect == ids.MAKE_DRESS_SAVING:
        return style.extra_dress
    if effect == ids.FUND_CHEAPER:
        return style.extra_fund + plan.livre * (amount - 5)
    if effect == ids.BUY_PRESTIGE:
        return max(0.0, 5.0 * (style.want_exchange - amount * plan.livre))
    if effect == ids.SILK_FOR_PRESTIGE:
        return 0.5 * count(s.silk[p])
    return 0.0


@jit
def _crown(s, rules, style, plan, p, bonus):
    """R7.4: value a crown card at the end."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    future = style.dresses_to_come * plan.turns
    if effect == ids.CROWN_BY_DECK:
        return style.crown_deck * by_deck_size(rules, bonus, count(deck_cards(s, p)) + 1)
    if effect == ids.CROWN_TRIM_PAIRS:
        return style.crown_trim * amount * (min(s.yarn[p], s.lace[p]) + 0.5 * min(1.0, plan.turns))
    if effect == ids.CROWN_MASTER_GUESTS:
        guests = count(s.guests[p] & rules.master_spaces)
        return style.crown_masters * amount * 0.5 * (guests + future)
    if effect == ids.CROWN_COUPLES:
        by_color = s.guests_by_color
        ladies = count(s.guests[p] & (by_color[ids.YELLOW] | by_color[ids.RED]))
        gentlemen = count(s.guests[p] & (by_color[ids.GREEN] | by_color[ids.BLUE]))
        return style.crown_couples * amount * (min(ladies, gentlemen) + 0.5 * future)
    return 0.0
