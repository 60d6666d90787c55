"""What each legal action is worth to a scripted player: `rate` fills `plan.worth`.

The worths of one decision can be compared with each other, and `forgo` is worth nothing.
"""

from rokoko_env.core.bits import lowest
from rokoko_env.core.bonuses import livre_gain, prestige_gain
from rokoko_env.core.deck import may_depute
from rokoko_env.core.employees import hire_price
from rokoko_env.core.ids import (
    BLIND_TILE,
    BLUE,
    BONUS,
    BUY_PRESTIGE,
    CARD,
    DEPUTE,
    DEPUTE_FOR_LIVRE,
    DEPUTE_USE_BONUS,
    EXCHANGE,
    FAVOR,
    FORGO_ACTION,
    FORGO_BONUS,
    FROM_DISCARD,
    FROM_HAND,
    FROM_SUPPLY,
    FUND,
    FUND_CHEAPER,
    GREEN,
    KEEP_TILE,
    KINGS_HALL,
    LACE_ONLY,
    MAIN,
    MAKE_DRESS,
    MASK_WORDS,
    MASTER,
    PICK,
    PILE,
    PLACE,
    PLAY,
    RED,
    RENT,
    REWARD,
    SELL,
    SILK,
    SILK_BONUS,
    SILK_FOR_PRESTIGE,
    STOP,
    SURRENDER,
    TAKE_LACE,
    TAKE_TILE,
    TAKE_TRIM,
    TAKE_YARN,
    TAKE_YARN_AND_LACE,
    TILE,
    USE_BONUS,
    WORD_STARTS,
    YARN_AND_LACE,
    YARN_ONLY,
    YARN_OR_LACE,
    YELLOW,
)
from rokoko_env.core.jit import jit
from rokoko_env.core.legal import write_legal
from rokoko_env.core.warehouse import tile_price
from rokoko_env.core.workshop import bonus_in_use, maker, still_to_pay
from rokoko_env.players.core.script.cards import by_rank, card_worth, hold_worth, turn_worth
from rokoko_env.players.core.script.decorations import decoration_worth
from rokoko_env.players.core.script.dresses import dress_worth, potential, space_worth
from rokoko_env.players.core.script.plan import NEVER, paying
from rokoko_env.players.core.script.planning import make_plan


@jit
def best_action(s, rules, style, plan, world):
    """The legal action that is worth most; the first of equals."""
    rate(s, rules, style, plan, world)
    best = -1
    for word in range(MASK_WORDS):
        left = s.legal[word]
        while left:
            action = WORD_STARTS[word] + lowest(left)
            left &= left - 1
            if best < 0 or plan.worth[action] > plan.worth[best]:
                best = action
    return best


@jit
def rate(s, rules, style, plan, world):
    """Write the worth of every legal action. `world` is room (for two) to try things out in."""
    decision = s.decision
    if decision == PILE:
        plan.worth[FROM_DISCARD], plan.worth[FROM_SUPPLY], plan.worth[FROM_HAND] = 3.0, 2.0, 1.0
        return
    make_plan(s, rules, style, plan)
    if decision == MAIN:
        _rate_main(s, rules, style, plan, world)
        plan.worth[DEPUTE] = _depute(s, rules, style, plan)
    elif decision == PLAY or decision == PICK:
        _rate_cards(s, rules, style, plan, world)
    elif decision == BONUS:
        _rate_bonus(s, rules, style, plan, world)
    elif decision == TILE:
        _rate_tile(s, rules, style, plan)
    elif decision == SILK or decision == SILK_BONUS:
        _rate_silk(s, rules, style, plan)
    elif decision == PLACE:
        _rate_place(s, rules, style, plan)
    elif decision == REWARD:
        _rate_tiles(s, rules, style, plan, True)
    elif decision == EXCHANGE:
        plan.worth[USE_BONUS] = _exchange(s, rules, style, plan)
        plan.worth[STOP] = 0.0


# --- main actions --------------------------------------------------------------------------------


@jit
def _rate_main(s, rules, style, plan, world):
    """The main actions but deputing, which depends on more than the rank of the card in play.

    Returns the highest worth, at least 0: the action may be forgone.
    """
    p = s.player
    plan.worth[FORGO_ACTION] = 0.0
    # First: what bonuses of cards to hire could do is written over by what can be done itself.
    best = max(0.0, _rate_hires(s, rules, style, plan, world))
    best = max(best, _rate_tiles(s, rules, style, plan, False))
    best = max(best, _rate_decorations(s, rules, style, plan, 0))
    best = max(best, _rate_dresses(s, rules, style, plan, rules.card_rank[s.in_play] == MASTER))
    if (s.legal[0] >> FAVOR) & 1:
        later = style.favor if plan.rounds_left > 0 else 1.0 * rules.favor_prestige
        plan.worth[FAVOR] = later - paying(plan, s.money[p], -rules.favor_livre)
        best = max(best, plan.worth[FAVOR])
    return best


@jit
def _depute(s, rules, style, plan):
    """R6.50: the money for the card in play, and what is lost with it."""
    if not may_depute(s, rules):
        return NEVER
    livre = rules.depute_livre[rules.card_rank[s.in_play]]
    lost = card_worth(s, rules, style, plan, s.in_play)
    return -paying(plan, s.money[s.player], -livre) - lost


@jit
def _rate_hires(s, rules, style, plan, world):
    """A card for this round, one more turn with it, and what its bonus could do now."""
    p = s.player
    best = NEVER
    left = s.legal[1]
    price = hire_price(s, rules)
    cost = paying(plan, s.money[p], price)
    while left:
        card = lowest(left)
        left &= left - 1
        worth = turn_worth(style, plan, rules.card_rank[card])
        worth += card_worth(s, rules, style, plan, card) - cost
        w = _with_bonus_of(s, rules, world, card, price)
        plan.worth[CARD + card] = worth + style.bonus_hired * _rate_own_bonus(w, rules, style, plan)
        best = max(best, plan.worth[CARD + card])
    return best


@jit
def _with_bonus_of(s, rules, world, card, price):
    """The position as it would be if the card's bonus were to be used now, at a price."""
    w = world[0]
    world[0] = s
    w.money[s.player] -= price
    w.bonus_card = card
    w.decision = BONUS
    write_legal(w, rules)
    return w


@jit
def _rate_tiles(s, rules, style, plan, is_free):
    best = NEVER
    left = (s.legal[0] >> TAKE_TILE) & 0xFFF
    while left:
        space = lowest(left)
        left &= left - 1
        worth = _tile(s, rules, style, plan, rules.tile_kind[s.warehouse[space]])
        if not is_free:
            worth -= paying(plan, s.money[s.player], tile_price(s, rules, space))
        plan.worth[TAKE_TILE + space] = worth
        best = max(best, worth)
    return best


@jit
def _tile(s, rules, style, plan, kind):
    """A tile, kept or traded, whichever is better."""
    if (plan.tiles_rated >> kind) & 1:
        return plan.tile[kind]
    best = _kept(s, rules, style, plan, kind)
    trim = rules.kind_trim[kind]
    if trim == YARN_AND_LACE:
        best = max(best, _trim(s, rules, style, plan, 1, 1))
    if trim == YARN_OR_LACE or trim == YARN_ONLY:
        best = max(best, _trim(s, rules, style, plan, 1, 0))
    if trim == YARN_OR_LACE or trim == LACE_ONLY:
        best = max(best, _trim(s, rules, style, plan, 0, 1))
    plan.tiles_rated |= 1 << kind
    plan.tile[kind] = best
    return best


@jit
def _kept(s, rules, style, plan, kind):
    bales = rules.kind_bales[kind]
    more = potential(
        s, rules, style, plan, bales[YELLOW], bales[GREEN], bales[RED], bales[BLUE], 0, 0, -1
    )
    return more - plan.potential


@jit
def _trim(s, rules, style, plan, yarn, lace):
    return potential(s, rules, style, plan, 0, 0, 0, 0, yarn, lace, -1) - plan.potential


@jit
def _rate_decorations(s, rules, style, plan, discount):
    best = NEVER
    left = (s.legal[0] >> FUND) & ((1 << (CARD - FUND)) - 1)
    while left:
        space = lowest(left)
        left &= left - 1
        cost = max(0, rules.decoration_cost[space] - discount)
        worth = decoration_worth(s, rules, style, plan, space)
        worth -= paying(plan, s.money[s.player], cost)
        plan.worth[FUND + space] = worth
        best = max(best, worth)
    return best


@jit
def _rate_dresses(s, rules, style, plan, is_master):
    """What the dress brings, and what is left for others when its silk and trim are gone."""
    best = NEVER
    left = (s.legal[0] >> MAKE_DRESS) & 0xFF
    bonus = bonus_in_use(s, rules)
    while left:
        w = lowest(left)
        left &= left - 1
        dress = s.window[w]
        worth = dress_worth(s, rules, style, plan, dress, is_master)
        worth -= paying(plan, s.money[s.player], rules.window_cost[w])
        needed = rules.dress_bales[dress]
        saved = min(rules.saves_green_yellow[bonus], needed[YELLOW] + needed[GREEN])
        yellow = needed[YELLOW] - min(saved, needed[YELLOW])
        green = needed[GREEN] - (saved - min(saved, needed[YELLOW]))
        red = max(0, needed[RED] - rules.saves_red[bonus])
        rest = potential(
            s, rules, style, plan, -yellow, -green, -red, -needed[BLUE],
            -rules.dress_yarn[dress], -rules.dress_lace[dress], w,
        )  # fmt: skip
        plan.worth[MAKE_DRESS + w] = worth + rest - plan.potential
        best = max(best, plan.worth[MAKE_DRESS + w])
    return best


# --- which card ----------------------------------------------------------------------------------


@jit
def _rate_cards(s, rules, style, plan, world):
    """To play: the best that can be done with the card now, against what it can do later.

    To pick: what its rank and its bonus can do. All is tried out as if the card were in play.
    """
    w = world[0]
    rank_known = -1
    action = 0.0
    for rank in range(3):
        left = s.legal[1]
        while left:
            card = lowest(left)
            left &= left - 1
            if rules.card_rank[card] != rank:
                continue
            world[0] = s
            w.in_play = card
            w.hand[s.player] &= ~(1 << card)
            w.supply[s.player] &= ~(1 << card)
            if s.decision == PLAY and rank_known < rank:
                rank_known = rank
                w.decision = MAIN
                write_legal(w, rules)
                action = _rate_main(w, rules, style, plan, world[1:])
            main = max(action, _depute(w, rules, style, plan))
            w.bonus_card = card
            w.decision = BONUS
            write_legal(w, rules)
            bonus = _rate_bonus(w, rules, style, plan, world[1:])
            if s.decision == PLAY:
                worth = main - hold_worth(style, plan, rank) + style.bonus_hold * bonus
            else:
                worth = style.bonus_pick * bonus
                worth += by_rank(
                    rank, style.master_pick, style.journeyman_pick, style.apprentice_pick
                )
            plan.card[card] = worth  # trying out writes over `worth`
    left = s.legal[1]
    while left:
        card = lowest(left)
        left &= left - 1
        plan.worth[CARD + card] = plan.card[card]


# --- bonuses -------------------------------------------------------------------------------------


@jit
def _rate_bonus(s, rules, style, plan, world):
    """The choices of the bonus at hand. Returns the best worth, at least 0: it may be forgone."""
    effect = rules.effect[rules.card_bonus[s.bonus_card]]
    if effect == DEPUTE_FOR_LIVRE or effect == DEPUTE_USE_BONUS:
        plan.worth[FORGO_BONUS] = 0.0
        return _rate_deputies(s, rules, style, plan, world, effect == DEPUTE_FOR_LIVRE)
    return _rate_own_bonus(s, rules, style, plan)


@jit
def _rate_own_bonus(s, rules, style, plan):
    """The same for all bonuses but those that depute."""
    bonus = rules.card_bonus[s.bonus_card]
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    plan.worth[FORGO_BONUS] = 0.0
    if effect == TAKE_TRIM:
        return _rate_trim(s, rules, style, plan, paying(plan, s.money[s.player], amount))
    if effect == FUND_CHEAPER:
        return max(0.0, _rate_decorations(s, rules, style, plan, amount))
    if effect == SILK_FOR_PRESTIGE:
        return max(0.0, _rate_silk(s, rules, style, plan))
    if (s.legal[0] >> USE_BONUS) & 1:
        plan.worth[USE_BONUS] = _sure_bonus(s, rules, style, plan, bonus)
        return max(0.0, plan.worth[USE_BONUS])
    best = max(0.0, _rate_tiles(s, rules, style, plan, False))
    is_master = rules.card_rank[maker(s)] == MASTER
    return max(best, _rate_dresses(s, rules, style, plan, is_master))


@jit
def _rate_trim(s, rules, style, plan, price):
    if not (s.legal[0] >> TAKE_YARN) & 1:
        return 0.0
    plan.worth[TAKE_YARN] = _trim(s, rules, style, plan, 1, 0) - price
    plan.worth[TAKE_LACE] = _trim(s, rules, style, plan, 0, 1) - price
    return max(0.0, plan.worth[TAKE_YARN], plan.worth[TAKE_LACE])


@jit
def _sure_bonus(s, rules, style, plan, bonus):
    """A bonus without a choice, as it would be used now; an exchange as often as it pays."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    money = s.money[s.player]
    if effect == BLIND_TILE:
        return style.blind_tile - paying(plan, money, amount)
    if effect == BUY_PRESTIGE:
        times = money // amount
        once = style.want_exchange - paying(plan, money, amount)
        return max(once, style.want_exchange * times - paying(plan, money, times * amount))
    livre = livre_gain(s, rules, bonus)
    return prestige_gain(s, rules, bonus) - paying(plan, money, -livre)


@jit
def _exchange(s, rules, style, plan):
    """One prestige for some Livre."""
    amount = rules.effect_amount[rules.card_bonus[s.bonus_card]]
    return style.want_exchange - paying(plan, s.money[s.player], amount)


@jit
def _rate_deputies(s, rules, style, plan, world, for_livre):
    """A card of the deck goes: for money, or for one use of its bonus."""
    p = s.player
    best = 0.0
    left = s.legal[1]
    while left:
        card = lowest(left)
        left &= left - 1
        rank = rules.card_rank[card]
        worth = -card_worth(s, rules, style, plan, card)
        if not (s.discard[p] | s.supply[p]) & rules.card_copies[card]:
            worth -= turn_worth(style, plan, rank)  # it would leave the hand
        if for_livre:
            worth -= paying(plan, s.money[p], -rules.bonus_depute_livre[rank])
        else:
            w = _with_bonus_of(s, rules, world, card, 0)
            worth += _rate_own_bonus(w, rules, style, plan)
        plan.worth[CARD + card] = worth
        best = max(best, worth)
    return best


# --- silk, and where a dress goes ----------------------------------------------------------------


@jit
def _rate_tile(s, rules, style, plan):
    kind = rules.tile_kind[s.tile]
    plan.worth[KEEP_TILE] = _kept(s, rules, style, plan, kind)
    plan.worth[TAKE_YARN] = _trim(s, rules, style, plan, 1, 0)
    plan.worth[TAKE_LACE] = _trim(s, rules, style, plan, 0, 1)
    plan.worth[TAKE_YARN_AND_LACE] = _trim(s, rules, style, plan, 1, 1)


@jit
def _rate_silk(s, rules, style, plan):
    """Which tile to give: what is lost with it, for each bale that it pays or prestige it gives."""
    left = s.legal[1] >> (SURRENDER - CARD)
    to_pay = still_to_pay(s, rules, -1)
    plan.worth[STOP] = 0.0
    best = NEVER
    while left:
        kind = lowest(left)
        left &= left - 1
        bales = rules.kind_bales[kind]
        lost = plan.potential - potential(
            s, rules, style, plan, -bales[YELLOW], -bales[GREEN], -bales[RED], -bales[BLUE],
            0, 0, -1,
        )  # fmt: skip
        if s.decision == SILK:
            plan.worth[SURRENDER + kind] = -lost / (to_pay - still_to_pay(s, rules, kind))
        else:
            others = bales[YELLOW] + bales[GREEN]
            gain = bales[RED] + bales[BLUE] + 0.5 * others
            plan.worth[SURRENDER + kind] = gain - lost
        best = max(best, plan.worth[SURRENDER + kind])
    return best


@jit
def _rate_place(s, rules, style, plan):
    """R6.32: sell it, or rent it out."""
    p = s.player
    sold = -paying(plan, s.money[p], -rules.dress_livre[s.dress])
    plan.worth[SELL] = sold * style.want_sales
    prestige = rules.dress_prestige[s.dress]
    rented = prestige + plan.color[rules.dress_color[s.dress]]
    left = s.legal[2]
    while left:
        space = lowest(left)
        left &= left - 1
        worth = rented + space_worth(s, rules, style, plan, space)
        if (rules.hall_spaces[KINGS_HALL] >> space) & 1:
            worth += plan.terrace * prestige
        plan.worth[RENT + space] = worth
