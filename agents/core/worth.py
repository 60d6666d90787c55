"""What things are worth to the player to decide, in prestige, by his style.

`think` writes down once for a decision (in a `PLAN`) what all ratings need. Nothing here looks at
what the player does not know: others' hands, their silk, the order of stacks.
"""

import math

import numpy as np

from rokoko_env.core.bits import count, lowest
from rokoko_env.core.deck import by_deck_size, deck_cards
from rokoko_env.core.ids import (
    ACQUIRE,
    BLIND_TILE,
    BLUE,
    BUY_PRESTIGE,
    COLORS,
    CROWN_BY_DECK,
    CROWN_COUPLES,
    CROWN_MASTER_GUESTS,
    CROWN_TRIM_PAIRS,
    DEPUTE_FOR_LIVRE,
    DEPUTE_USE_BONUS,
    FIREWORKS,
    FUND_CHEAPER,
    GAIN_LIVRE,
    GREEN,
    HALLS,
    HAND_SIZE,
    JOURNEYMAN,
    KINGS_HALL,
    LACE_REWARD,
    LIVRE_BY_DECK,
    LIVRE_PER_DECORATION,
    LIVRE_PER_DRESS,
    LIVRE_REWARD,
    MAKE_DRESS_SAVING,
    MASTER,
    MAX_FOUNTAIN_ROW,
    MAX_WINDOWS,
    MUSICIANS,
    NUM_ACTIONS,
    PER_COLOR,
    PICK,
    PLAY,
    PRESTIGE_PER_DECORATIONS,
    PRESTIGE_PER_DRESSES,
    RED,
    ROUNDS,
    SILK_FOR_PRESTIGE,
    STATUES,
    TAKE_TRIM,
    TILE_REWARD,
    UPPER_FOUNTAIN,
    YARN_REWARD,
    YELLOW,
)
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.jit import jit
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES
from rokoko_env.core.state import record_dtype
from rokoko_env.core.workshop import free_guest_spaces

NEVER = -1e9

PLAN_FIELDS = (
    ("turns", np.float64, (), "own turns after the one at hand"),
    ("turns_now", np.int64, (), "those of them in this round"),
    ("rounds_left", np.float64, (), "rounds after this one"),
    ("past", np.float64, (), "0 in the first round, 1 in the last"),
    ("livre", np.float64, (), "what a Livre is worth that can still be spent"),
    ("floor", np.float64, (), "what it is worth at the end"),
    ("purse", np.float64, (), "how many can still be spent"),
    ("yearly", np.float64, (), "one Livre more income in each round"),
    ("trim", np.float64, (), "yarn or lace beside all plans"),
    ("bale", np.float64, (COLORS,), "a bale beside all plans"),
    ("in_hall", np.float64, (HALLS, 2), "one more dress in a hall, on a normal or Master space"),
    ("new_hall", np.float64, (HALLS,), "being present in a hall"),
    ("best_space", np.float64, (2, 2), "best guest space: outside or in the King's hall, by rank"),
    ("terrace", np.float64, (), "what the terrace adds to each prestige in the King's hall"),
    ("color", np.float64, (COLORS,), "one more dress of a colour, rented out"),
    ("per_decoration", np.float64, (), "one more decoration, for income and bonuses"),
    ("dress", np.float64, (MAX_WINDOWS,), "the dress in each window, made and paid for"),
    ("potential", np.float64, (), "silk and trim as they are"),
    ("worth", np.float64, (NUM_ACTIONS,), "of each legal action"),
)
PLAN = record_dtype(
    np.dtype([(name, kind, shape) for name, kind, shape, _ in PLAN_FIELDS], align=True)
)


@jit
def think(s, rules, style, plan):
    """All that does not depend on the option."""
    p = s.player
    plan.rounds_left = ROUNDS - s.round_number
    in_hand = count(s.hand[p])
    if s.decision == PLAY:
        in_hand -= 1
    elif s.decision == PICK:
        in_hand = HAND_SIZE - 1
    plan.turns_now = in_hand
    plan.turns = in_hand + HAND_SIZE * plan.rounds_left
    plan.past = (s.round_number - 1) / (ROUNDS - 1)
    _think_of_money(s, rules, style, plan)
    _think_of_silk(style, plan)
    _think_of_halls(s, rules, style, plan, p)
    _think_of_colors(s, rules, style, plan, p)
    _think_of_cards(s, rules, style, plan, p)
    _think_of_spaces(s, rules, style, plan)
    for w in range(rules.num_windows):
        if s.window[w] >= 0:
            plan.dress[w] = dress_worth(s, rules, style, plan, s.window[w], True) - paying(
                plan, s.money[p], rules.window_cost[w]
            )
    plan.potential = potential(s, rules, style, plan, 0, 0, 0, 0, 0, 0, -1)


@jit
def _think_of_money(s, rules, style, plan):
    full = style.livre_early + (style.livre_late - style.livre_early) * plan.past
    plan.floor = 1.0 / rules.livre_per_prestige
    plan.livre = plan.floor + (full - plan.floor) * min(1.0, plan.turns / style.spending_turns)
    plan.purse = style.purse * min(1.0, plan.turns) + style.purse_per_turn * plan.turns
    plan.yearly = plan.floor + plan.rounds_left * style.livre_late * style.income_later


@jit
def purse(plan, money):
    """What this much money is worth."""
    spendable = min(money, plan.purse)
    return plan.livre * spendable + plan.floor * (money - spendable)


@jit
def paying(plan, money, livre):
    """What it costs to pay (or brings to get, if negative) so many Livre."""
    return purse(plan, money) - purse(plan, money - livre)


@jit
def _think_of_silk(style, plan):
    time = min(1.0, plan.turns / style.silk_turns)
    plan.trim = style.trim * time
    plan.bale[YELLOW] = style.yellow * time
    plan.bale[GREEN] = style.green * time
    plan.bale[RED] = style.red * time
    plan.bale[BLUE] = style.blue * time


@jit
def _chance(lead, sharp):
    return 1.0 / (1.0 + math.exp(-sharp * lead))


@jit
def _presence(s, rules, style, p, hall):
    """Dresses of a player in a hall, with what breaks ties; 0 without a dress."""
    dresses = s.guests[p] & rules.hall_spaces[hall]
    if dresses == 0:
        return 0.0
    strength = count(dresses) + style.tie_break * count(dresses & rules.master_spaces)
    if s.decorations[p] & (1 << (MUSICIANS + hall)):
        strength += 0.5 * style.tie_break
    return strength


@jit
def _majority(mine, best, second, first_prize, second_prize, sharp):
    """Prestige to expect from a majority, against the two strongest others."""
    if mine <= 0:
        return 0.0
    first = _chance(mine - best, sharp)
    return first_prize * first + second_prize * (1.0 - first) * _chance(mine - second, sharp)


@jit
def _think_of_halls(s, rules, style, plan, p):
    sharp = style.sharp_early + (style.sharp_late - style.sharp_early) * plan.past
    present = 0
    for hall in range(HALLS):
        best = second = 0.0
        for other in range(s.num_players):
            if other != p:
                strength = _presence(s, rules, style, other, hall)
                if strength > best:
                    best, second = strength, best
                elif strength > second:
                    second = strength
        mine = _presence(s, rules, style, p, hall)
        first_prize = rules.hall_majority[hall, 0]
        second_prize = rules.hall_majority[hall, 1] if s.num_players > 2 else 0
        now = _majority(mine, best, second, first_prize, second_prize, sharp)
        scale = style.want_majorities * (1.0 + (style.deny if best > 0 else 0.0))
        for master in range(2):
            more = mine + 1.0 + style.tie_break * master
            then = _majority(more, best, second, first_prize, second_prize, sharp)
            plan.in_hall[hall, master] = (then - now) * scale
        is_present = mine > 0 or s.decorations[p] & (1 << (MUSICIANS + hall)) != 0
        present += is_present
        plan.new_hall[hall] = 0.0 if is_present else 1.0
    step = _step_to_all_halls(s, rules, style, plan, p, present)
    for hall in range(HALLS):
        plan.new_hall[hall] *= step


@jit
def _step_to_all_halls(s, rules, style, plan, p, present):
    """What the next hall is worth on the way to the all-halls bonus: the last one most."""
    if s.all_halls[p] >= 0 or HALLS - present > plan.turns + 1:
        return 0.0
    taken = 0
    for seat in range(s.num_players):
        taken += s.all_halls[seat] >= 0
    if taken >= rules.num_all_halls:
        return 0.0
    prize = rules.all_halls_prestige[taken]
    if present == HALLS - 1:
        return 1.0 * prize
    return style.presence * prize * (2 * present + 1) / (HALLS * HALLS)


@jit
def _think_of_colors(s, rules, style, plan, p):
    """R7.9: a colour counts for the statues funded, and perhaps for one to come."""
    statues = count(s.decorations[p] & ALL_STATUES)
    hope = style.statue_hope * style.want_statues * min(1.0, plan.turns / 4.0)
    for color in range(COLORS):
        dresses = count(s.guests[p] & s.guests_by_color[color])
        missing = statues - dresses
        sets = 1.0 if missing > 0 else (hope if missing == 0 else 0.3 * hope)
        plan.color[color] = rules.statue_prestige * sets


@jit
def uses_to_come(s, style, plan, p, card):
    """How often a card of the deck will be played, this turn not counted."""
    uses = plan.rounds_left * style.uses
    if (s.hand[p] >> card) & 1:
        uses += 1.0
    return uses


@jit
def _think_of_cards(s, rules, style, plan, p):
    """What dresses and decorations bring through cards of the deck and fountains."""
    per_dress = plan.yearly if s.decorations[p] & LOWER_ROW else 0.0
    per_decoration = plan.yearly if s.decorations[p] & UPPER_ROW else 0.0
    left = deck_cards(s, p)
    while left:
        card = lowest(left)
        left &= left - 1
        bonus = rules.card_bonus[card]
        effect = rules.effect[bonus]
        amount = rules.effect_amount[bonus]
        uses = uses_to_come(s, style, plan, p, card)
        if effect == PRESTIGE_PER_DRESSES:
            per_dress += uses / amount
        elif effect == LIVRE_PER_DRESS:
            per_dress += uses * plan.livre
        elif effect == PRESTIGE_PER_DECORATIONS:
            per_decoration += uses / amount
        elif effect == LIVRE_PER_DECORATION:
            per_decoration += uses * plan.livre
        elif effect == CROWN_COUPLES:
            per_dress += 0.5 * amount
        elif effect == PER_COLOR:
            for color in range(COLORS):
                plan.color[color] += uses * (
                    rules.effect_livre[bonus, color] * plan.livre
                    + rules.effect_prestige[bonus, color]
                )
    plan.per_decoration = per_decoration
    for color in range(COLORS):
        plan.color[color] += per_dress + style.rent


@jit
def reward_worth(s, rules, style, plan, space):
    """R6.34."""
    reward = rules.guest_reward[space]
    if reward == YARN_REWARD or reward == LACE_REWARD:
        return plan.trim
    if reward == TILE_REWARD:
        return style.blind_tile
    if reward == LIVRE_REWARD:
        return plan.livre * rules.guest_livre[space]
    return 0.0


@jit
def space_worth(s, rules, style, plan, space):
    """A guest space, whatever the dress."""
    hall = space // 9
    is_master = (rules.master_spaces >> space) & 1
    worth = plan.in_hall[hall, is_master] + plan.new_hall[hall]
    return worth + reward_worth(s, rules, style, plan, space)


@jit
def _think_of_spaces(s, rules, style, plan):
    p = s.player
    for king in range(2):
        for master in range(2):
            plan.best_space[king, master] = NEVER
    left = free_guest_spaces(s, rules, True)
    kings = rules.hall_spaces[KINGS_HALL]
    while left:
        space = lowest(left)
        left &= left - 1
        worth = space_worth(s, rules, style, plan, space)
        king = (kings >> space) & 1
        plan.best_space[king, 1] = max(worth, plan.best_space[king, 1])
        if not (rules.master_spaces >> space) & 1:
            plan.best_space[king, 0] = max(worth, plan.best_space[king, 0])
    fireworks = s.decorations[p] & ALL_FIREWORKS
    watching = count(s.guests[p] & kings)
    plan.terrace = style.king_hope * min(1.0, plan.turns / 4.0) * style.want_fireworks
    if count(fireworks) > watching:
        plan.terrace = _free_multiplier(rules, fireworks, watching) - 1.0


@jit
def _free_multiplier(rules, fireworks, watching):
    """The best multiplier that no dress uses yet: the dearer spaces are taken first."""
    best = 1.0
    for _ in range(count(fireworks) - watching):
        space = lowest(fireworks)
        fireworks &= fireworks - 1
        best = max(best, rules.multiplier[space - FIREWORKS])
    return best


@jit
def dress_worth(s, rules, style, plan, dress, is_master):
    """A dress that has been made: sold, or rented out in the best place."""
    sold = -paying(plan, s.money[s.player], -rules.dress_livre[dress]) * style.want_sales
    prestige = rules.dress_prestige[dress]
    rank = 1 if is_master else 0
    place = max(plan.best_space[0, rank], plan.best_space[1, rank] + plan.terrace * prestige)
    return max(sold, prestige + plan.color[rules.dress_color[dress]] + place)


@jit
def potential(s, rules, style, plan, yellow, green, red, blue, yarn, lace, without):
    """Silk and trim with so much more (or less), for the dresses of all windows but one.

    The two most promising dresses count, the farther off the less; every bale counts a little.
    """
    p = s.player
    yellow += s.bales[p, YELLOW]
    green += s.bales[p, GREEN]
    red += s.bales[p, RED]
    blue += s.bales[p, BLUE]
    yarn += s.yarn[p]
    lace += s.lace[p]
    best = second = 0.0
    if plan.turns > 0:
        # At the end of the round the two last windows are emptied (R4.4).
        windows = rules.num_windows - (2 if plan.turns_now == 0 else 0)
        for w in range(windows):
            dress = s.window[w]
            if dress < 0 or w == without or plan.dress[w] <= 0:
                continue
            bales = (
                max(0, rules.dress_bales[dress, YELLOW] - yellow)
                + max(0, rules.dress_bales[dress, GREEN] - green)
                + max(0, rules.dress_bales[dress, RED] - red)
                + max(0, rules.dress_bales[dress, BLUE] - blue)
            )
            trim = max(0, rules.dress_yarn[dress] - yarn) + max(0, rules.dress_lace[dress] - lace)
            far = style.bale_step * bales + style.trim_step * trim
            promise = plan.dress[w] / (1.0 + far + far * far)
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
    beside = (
        plan.bale[YELLOW] * min(yellow, 5)
        + plan.bale[GREEN] * min(green, 5)
        + plan.bale[RED] * min(red, 5)
        + plan.bale[BLUE] * min(blue, 5)
        + plan.trim * (min(yarn, 3) + min(lace, 3))
    )
    return style.ready * (best + style.second_plan * second) + beside


@jit
def decoration_worth(s, rules, style, plan, space):
    """A decoration space, funded."""
    p = s.player
    worth = rules.decoration_prestige[space] + plan.per_decoration + style.fund
    if space >= MUSICIANS:
        hall = space - MUSICIANS
        tie = style.tie_break * 0.5 * plan.in_hall[hall, 0]
        return (worth + tie + plan.new_hall[hall]) * style.want_musicians
    if space >= UPPER_FOUNTAIN:
        upper = space < UPPER_FOUNTAIN + MAX_FOUNTAIN_ROW
        owned = count(s.decorations[p]) + 1 if upper else count(s.guests[p])
        to_come = style.dresses_to_come * plan.turns
        return (worth + plan.yearly * (owned + 0.5 * to_come)) * style.want_fountains
    if space >= STATUES:
        return (worth + _statue(s, rules, style, plan, p)) * style.want_statues
    return (worth + _fireworks(s, rules, style, plan, p, space)) * style.want_fireworks


@jit
def _statue(s, rules, style, plan, p):
    """One more set: the colours that are there, and those that may come."""
    statues = count(s.decorations[p] & ALL_STATUES)
    colors = 0.0
    for color in range(COLORS):
        dresses = count(s.guests[p] & s.guests_by_color[color])
        if dresses > statues:
            colors += 1.0
        else:
            colors += min(0.8, style.dress_hope * plan.turns / (1.0 + statues - dresses))
    return rules.statue_prestige * colors


@jit
def _fireworks(s, rules, style, plan, p, space):
    """R7.6, R7.8: the majority, and a dress on the terrace."""
    best = second = 0.0
    for other in range(s.num_players):
        if other != p:
            markers = 1.0 * count(s.decorations[other] & ALL_FIREWORKS)
            if markers > best:
                best, second = markers, best
            elif markers > second:
                second = markers
    mine = 1.0 * count(s.decorations[p] & ALL_FIREWORKS)
    second_prize = rules.fireworks_majority[1] if s.num_players > 2 else 0
    prize = rules.fireworks_majority[0]
    now = _majority(mine, best, second, prize, second_prize, style.sharp_fireworks)
    right = 0.02 * space
    then = _majority(mine + 1 + right, best, second, prize, second_prize, style.sharp_fireworks)
    gain = (then - now) * (1.0 + (style.deny if best > 0 else 0.0))
    dress = _best_unwatched(s, rules, p, int(mine))
    if dress == 0.0:
        dress = style.terrace_hope * min(1.0, plan.turns / 4.0)
    return gain + (rules.multiplier[space - FIREWORKS] - 1) * dress


@jit
def _best_unwatched(s, rules, p, taken):
    """Prestige of the best own dress in the King's hall that no firework has yet; 0 if none."""
    left = s.guests[p] & rules.hall_spaces[KINGS_HALL]
    if count(left) <= taken:
        return 0.0
    best = 0
    lowest_prestige = 99
    while left:
        prestige = rules.dress_prestige[s.guest_dress[lowest(left)]]
        left &= left - 1
        best = max(best, prestige)
        lowest_prestige = min(lowest_prestige, prestige)
    return 1.0 * (best if taken == 0 else lowest_prestige)


@jit
def rank_worth(style, rank):
    """A card's rank, for each round to come."""
    if rank == MASTER:
        return style.master_round
    if rank == JOURNEYMAN:
        return style.journeyman_round
    return style.apprentice_round


@jit
def turn_worth(style, plan, rank):
    """One more turn with a card of the rank."""
    growth = 1.0 + style.turn_growth * plan.past
    if rank == MASTER:
        return style.master_turn * growth
    if rank == JOURNEYMAN:
        return style.journeyman_turn * growth
    return style.apprentice_turn * growth


@jit
def card_worth(s, rules, style, plan, card):
    """Owning a card from the next round on, and its crown at the end."""
    p = s.player
    bonus = rules.card_bonus[card]
    uses = plan.rounds_left * style.uses
    worth = plan.rounds_left * rank_worth(style, rules.card_rank[card])
    worth += uses * style.bonus_later * usual_bonus(s, rules, style, plan, p, bonus)
    return (worth + _crown(s, rules, style, plan, p, bonus)) * style.want_cards


@jit
def usual_bonus(s, rules, style, plan, p, bonus):
    """What one use of a bonus brings in coming rounds."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    to_come = 0.5 * style.dresses_to_come * plan.turns
    if effect == GAIN_LIVRE:
        return plan.livre * amount
    if effect == TAKE_TRIM:
        return max(0.0, style.trim - plan.livre * amount)
    if effect == ACQUIRE:
        return max(0.0, style.blind_tile - plan.livre)
    if effect == BLIND_TILE:
        return max(0.0, style.blind_tile - plan.livre * amount)
    if effect == DEPUTE_FOR_LIVRE:
        return 3.0 * plan.livre
    if effect == DEPUTE_USE_BONUS:
        return 0.5
    if effect == PER_COLOR:
        worth = 0.0
        for color in range(COLORS):
            dresses = count(s.guests[p] & s.guests_by_color[color]) + 0.25 * to_come
            worth += dresses * (
                rules.effect_livre[bonus, color] * plan.livre + rules.effect_prestige[bonus, color]
            )
        return worth
    if effect == LIVRE_PER_DECORATION:
        return plan.livre * (count(s.decorations[p]) + to_come)
    if effect == LIVRE_PER_DRESS:
        return plan.livre * (count(s.guests[p]) + to_come)
    if effect == PRESTIGE_PER_DECORATIONS:
        return (count(s.decorations[p]) + to_come) / amount
    if effect == PRESTIGE_PER_DRESSES:
        return (count(s.guests[p]) + to_come) / amount
    if effect == LIVRE_BY_DECK:
        return plan.livre * by_deck_size(rules, bonus, count(deck_cards(s, p)))
    if effect == MAKE_DRESS_SAVING:
        return style.extra_dress
    if effect == FUND_CHEAPER:
        return style.extra_fund + plan.livre * (amount - 5)
    if effect == BUY_PRESTIGE:
        return max(0.0, 5.0 * (1.0 - amount * plan.livre))
    if effect == SILK_FOR_PRESTIGE:
        return 0.5 * count(s.silk[p])
    return 0.0


@jit
def _crown(s, rules, style, plan, p, bonus):
    """R7.4: what a crown card will bring at the end."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    to_come = style.dresses_to_come * plan.turns
    if effect == CROWN_BY_DECK:
        return style.crown_deck * by_deck_size(rules, bonus, count(deck_cards(s, p)) + 1)
    if effect == CROWN_TRIM_PAIRS:
        return style.crown_trim * amount * (min(s.yarn[p], s.lace[p]) + 0.5 * min(1.0, plan.turns))
    if effect == CROWN_MASTER_GUESTS:
        guests = count(s.guests[p] & rules.master_spaces)
        return style.crown_masters * amount * 0.5 * (guests + to_come)
    if effect == CROWN_COUPLES:
        ladies = count(s.guests[p] & (s.guests_by_color[YELLOW] | s.guests_by_color[RED]))
        gentlemen = count(s.guests[p] & (s.guests_by_color[GREEN] | s.guests_by_color[BLUE]))
        return style.crown_couples * amount * (min(ladies, gentlemen) + 0.5 * to_come)
    return 0.0
