"""The bonuses of the employees (section 8 of the rules), except those that repeat a main action.

The effect of a bonus and its number are in the rules record (`rules.EFFECTS`); bonuses that
acquire, make a dress, fund or depute use the functions of the main actions.
"""

from parlour.core.bits import count
from parlour.core.jit import jit
from rokoko_env.core.deck import by_deck_size, deck_cards
from rokoko_env.core.ids import (
    BLIND_TILE,
    BLUE,
    BUY_PRESTIGE,
    COLORS,
    EXCHANGE,
    GAIN_LIVRE,
    GREEN,
    LIVRE_BY_DECK,
    LIVRE_PER_DECORATION,
    LIVRE_PER_DRESS,
    PER_COLOR,
    PRESTIGE_PER_DECORATIONS,
    PRESTIGE_PER_DRESSES,
    RED,
    SILK_BONUS,
    TURN_DONE,
    YELLOW,
)
from rokoko_env.core.warehouse import surrender, take_blind_tile, take_trim


@jit
def livre_gain(s, rules, bonus):
    """The Livre that a bonus without a choice gives now."""
    p = s.player
    effect = rules.effect[bonus]
    if effect == GAIN_LIVRE:
        return rules.effect_amount[bonus]
    if effect == LIVRE_PER_DECORATION:
        return count(s.decorations[p])
    if effect == LIVRE_PER_DRESS:
        return count(s.guests[p])
    if effect == LIVRE_BY_DECK:
        return by_deck_size(rules, bonus, count(deck_cards(s, p)))
    if effect == PER_COLOR:
        livre = 0
        for color in range(COLORS):
            dresses = count(s.guests[p] & s.guests_by_color[color])
            livre += dresses * rules.effect_livre[bonus, color]
        return livre
    return 0


@jit
def prestige_gain(s, rules, bonus):
    """The prestige that a bonus without a choice gives now."""
    p = s.player
    effect = rules.effect[bonus]
    if effect == PRESTIGE_PER_DECORATIONS:
        return count(s.decorations[p]) // rules.effect_amount[bonus]
    if effect == PRESTIGE_PER_DRESSES:
        return count(s.guests[p]) // rules.effect_amount[bonus]
    if effect == PER_COLOR:
        prestige = 0
        for color in range(COLORS):
            dresses = count(s.guests[p] & s.guests_by_color[color])
            prestige += dresses * rules.effect_prestige[bonus, color]
        return prestige
    return 0


@jit
def use_bonus(s, rules):
    """A bonus without a choice, or one payment of an exchange."""
    p = s.player
    bonus = rules.card_bonus[s.bonus_card]
    effect = rules.effect[bonus]
    if effect == BLIND_TILE:
        take_blind_tile(s, rules.effect_amount[bonus])
    elif effect == BUY_PRESTIGE:
        s.money[p] -= rules.effect_amount[bonus]
        s.prestige[p] += 1
        if s.money[p] >= rules.effect_amount[bonus]:
            s.decision = EXCHANGE
        else:
            s.decision = TURN_DONE
    else:
        s.money[p] += livre_gain(s, rules, bonus)
        s.prestige[p] += prestige_gain(s, rules, bonus)
        s.decision = TURN_DONE


@jit
def take_bonus_trim(s, rules, action):
    """buy_trim, free_trim."""
    s.money[s.player] -= rules.effect_amount[rules.card_bonus[s.bonus_card]]
    take_trim(s, action)
    s.decision = TURN_DONE


@jit
def surrender_for_prestige(s, rules, kind):
    """pp_for_silk: red and blue bales count 1 each, green and yellow ones 1 for two, over all
    tiles given."""
    p = s.player
    surrender(s, rules, kind)
    s.prestige[p] += rules.kind_bales[kind, RED] + rules.kind_bales[kind, BLUE]
    before = s.bales_given
    s.bales_given += rules.kind_bales[kind, GREEN] + rules.kind_bales[kind, YELLOW]
    s.prestige[p] += s.bales_given // 2 - before // 2
    if s.silk[p]:
        s.decision = SILK_BONUS
    else:
        s.decision = TURN_DONE
