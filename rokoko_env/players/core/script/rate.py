"""A scripted player's rating of each legal action: `rate` fills `plan.rating`.

Ratings of one decision are comparable with each other; `forgo` is rated 0.
"""

from parlour.core.bits import lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.bonuses import livre_gain, prestige_gain
from rokoko_env.core.deck import may_depute
from rokoko_env.core.employees import hire_price
from rokoko_env.core.legal import write_legal
from rokoko_env.core.warehouse import tile_price
from rokoko_env.core.workshop import bonus_in_use, maker, still_to_pay
from rokoko_env.players.core.script.cards import by_rank, card_value, hold_value, turn_value
from rokoko_env.players.core.script.decorations import decoration_value
from rokoko_env.players.core.script.dresses import dress_value, potential, space_value
from rokoko_env.players.core.script.plan import NEVER, payment_cost
from rokoko_env.players.core.script.planning import make_plan


@jit
def rate(s, rules, style, plan, scratch):
    """Write the rating of every legal action; `scratch` holds two states to try things out."""
    decision = s.decision
    if decision == ids.PILE:
        plan.rating[ids.FROM_DISCARD], plan.rating[ids.FROM_SUPPLY] = 3.0, 2.0
        plan.rating[ids.FROM_HAND] = 1.0
        return
    make_plan(s, rules, style, plan)
    if decision == ids.MAIN:
        _rate_main(s, rules, style, plan, scratch)
        plan.rating[ids.DEPUTE] = _depute_rating(s, rules, style, plan)
    elif decision == ids.PLAY or decision == ids.PICK:
        _rate_cards(s, rules, style, plan, scratch)
    elif decision == ids.BONUS:
        _rate_bonus(s, rules, style, plan, scratch)
    elif decision == ids.TILE:
        _rate_tile(s, rules, style, plan)
    elif decision == ids.SILK or decision == ids.SILK_BONUS:
        _rate_silk(s, rules, style, plan)
    elif decision == ids.PLACE:
        _rate_place(s, rules, style, plan)
    elif decision == ids.REWARD:
        _rate_tiles(s, rules, style, plan, True)
    elif decision == ids.EXCHANGE:
        price = rules.effect_amount[rules.card_bonus[s.bonus_card]]
        cost = payment_cost(plan, s.money[s.player], price)
        plan.rating[ids.USE_BONUS] = style.want_exchange - cost
        plan.rating[ids.STOP] = 0.0


# --- main actions --------------------------------------------------------------------------------


@jit
def _rate_main(s, rules, style, plan, scratch):
    """Rate the main actions except deputing, which depends on more than the card's rank.

    Returns the highest rating, at least 0: the action may be forgone.
    """
    p = s.player
    plan.rating[ids.FORGO_ACTION] = 0.0
    # Hires come first: trying out their bonuses writes ratings that the main actions overwrite.
    best = max(0.0, _rate_hires(s, rules, style, plan, scratch))
    best = max(best, _rate_tiles(s, rules, style, plan, False))
    best = max(best, _rate_decorations(s, rules, style, plan, 0))
    best = max(best, _rate_dresses(s, rules, style, plan, rules.card_rank[s.in_play] == ids.MASTER))
    if (s.legal[0] >> ids.FAVOR) & 1:
        later = style.favor if plan.rounds_left > 0 else 1.0 * rules.favor_prestige
        plan.rating[ids.FAVOR] = later - payment_cost(plan, s.money[p], -rules.favor_livre)
        best = max(best, plan.rating[ids.FAVOR])
    return best


@jit
def _depute_rating(s, rules, style, plan):
    """R6.50: rate the money for the card in play against the loss of the card."""
    if not may_depute(s, rules):
        return NEVER
    livre = rules.depute_livre[rules.card_rank[s.in_play]]
    loss = card_value(s, rules, style, plan, s.in_play)
    return -payment_cost(plan, s.money[s.player], -livre) - loss


@jit
def _rate_hires(s, rules, style, plan, scratch):
    """Rate a card by the extra turn, its later value and its bonus if it were used now."""
    p = s.player
    best = NEVER
    left = s.legal[1]
    price = hire_price(s, rules)
    cost = payment_cost(plan, s.money[p], price)
    while left:
        card = lowest(left)
        left &= left - 1
        rating = turn_value(style, plan, rules.card_rank[card])
        rating += card_value(s, rules, style, plan, card) - cost
        w = _with_bonus_of(s, rules, scratch, card, price)
        bonus = _rate_own_bonus(w, rules, style, plan)
        plan.rating[ids.CARD + card] = rating + style.bonus_hired * bonus
        best = max(best, plan.rating[ids.CARD + card])
    return best


@jit
def _with_bonus_of(s, rules, scratch, card, price):
    """Return a position in which the card's bonus is to be used now, after paying a price."""
    w = scratch[0]
    scratch[0] = s
    w.money[s.player] -= price
    w.bonus_card = card
    w.decision = ids.BONUS
    write_legal(w, rules)
    return w


@jit
def _rate_tiles(s, rules, style, plan, is_free):
    best = NEVER
    left = (s.legal[0] >> ids.TAKE_TILE) & 0xFFF
    while left:
        space = lowest(left)
        left &= left - 1
        rating = _tile_value(s, rules, style, plan, rules.tile_kind[s.warehouse[space]])
        if not is_free:
            rating -= payment_cost(plan, s.money[s.player], tile_price(s, rules, space))
        plan.rating[ids.TAKE_TILE + space] = rating
        best = max(best, rating)
    return best


@jit
def _tile_value(s, rules, style, plan, kind):
    """Value a tile, kept or traded, whichever is better."""
    if (plan.tiles_rated >> kind) & 1:
        return plan.tile[kind]
    best = _silk_value(s, rules, style, plan, kind, 1)
    trim = rules.kind_trim[kind]
    if trim == ids.YARN_AND_LACE:
        best = max(best, _trim_value(s, rules, style, plan, 1, 1))
    if trim == ids.YARN_OR_LACE or trim == ids.YARN_ONLY:
        best = max(best, _trim_value(s, rules, style, plan, 1, 0))
    if trim == ids.YARN_OR_LACE or trim == ids.LACE_ONLY:
        best = max(best, _trim_value(s, rules, style, plan, 0, 1))
    plan.tiles_rated |= 1 << kind
    plan.tile[kind] = best
    return best


@jit
def _silk_value(s, rules, style, plan, kind, sign):
    """Value the bales of a tile, taken (sign 1) or given (-1)."""
    bales = rules.kind_bales[kind]
    yellow, green = sign * bales[ids.YELLOW], sign * bales[ids.GREEN]
    red, blue = sign * bales[ids.RED], sign * bales[ids.BLUE]
    return potential(s, rules, style, plan, yellow, green, red, blue, 0, 0, -1) - plan.potential


@jit
def _trim_value(s, rules, style, plan, yarn, lace):
    return potential(s, rules, style, plan, 0, 0, 0, 0, yarn, lace, -1) - plan.potential


@jit
def _rate_decorations(s, rules, style, plan, discount):
    best = NEVER
    left = (s.legal[0] >> ids.FUND) & ((1 << (ids.CARD - ids.FUND)) - 1)
    while left:
        space = lowest(left)
        left &= left - 1
        cost = max(0, rules.decoration_cost[space] - discount)
        rating = decoration_value(s, rules, style, plan, space)
        rating -= payment_cost(plan, s.money[s.player], cost)
        plan.rating[ids.FUND + space] = rating
        best = max(best, rating)
    return best


@jit
def _rate_dresses(s, rules, style, plan, is_master):
    """Rate each dress by its own value and by what its silk and trim leave for others."""
    best = NEVER
    left = (s.legal[0] >> ids.MAKE_DRESS) & 0xFF
    bonus = bonus_in_use(s, rules)
    while left:
        w = lowest(left)
        left &= left - 1
        dress = s.window[w]
        rating = dress_value(s, rules, style, plan, dress, is_master)
        rating -= payment_cost(plan, s.money[s.player], rules.window_cost[w])
        needed = rules.dress_bales[dress]
        saved = min(rules.saves_green_yellow[bonus], needed[ids.YELLOW] + needed[ids.GREEN])
        yellow = needed[ids.YELLOW] - min(saved, needed[ids.YELLOW])
        green = needed[ids.GREEN] - (saved - min(saved, needed[ids.YELLOW]))
        red = max(0, needed[ids.RED] - rules.saves_red[bonus])
        rest = potential(
            s, rules, style, plan, -yellow, -green, -red, -needed[ids.BLUE],
            -rules.dress_yarn[dress], -rules.dress_lace[dress], w,
        )  # fmt: skip
        plan.rating[ids.MAKE_DRESS + w] = rating + rest - plan.potential
        best = max(best, plan.rating[ids.MAKE_DRESS + w])
    return best


# --- which card ----------------------------------------------------------------------------------


@jit
def _rate_cards(s, rules, style, plan, scratch):
    """Rate cards to play by their best use now against later, cards to pick by rank and bonus.

    Everything is tried out as if the card were in play.
    """
    w = scratch[0]
    rated_rank = -1
    action = 0.0
    for rank in range(3):
        pick = by_rank(rank, style.master_pick, style.journeyman_pick, style.apprentice_pick)
        left = s.legal[1]
        while left:
            card = lowest(left)
            left &= left - 1
            if rules.card_rank[card] != rank:
                continue
            scratch[0] = s
            w.in_play = card
            w.hand[s.player] &= ~(1 << card)
            w.supply[s.player] &= ~(1 << card)
            if s.decision == ids.PLAY and rated_rank < rank:
                rated_rank = rank
                w.decision = ids.MAIN
                write_legal(w, rules)
                action = _rate_main(w, rules, style, plan, scratch[1:])
            main = max(action, _depute_rating(w, rules, style, plan))
            w.bonus_card = card
            w.decision = ids.BONUS
            write_legal(w, rules)
            bonus = _rate_bonus(w, rules, style, plan, scratch[1:])
            if s.decision == ids.PLAY:
                rating = main - hold_value(style, plan, rank) + style.bonus_hold * bonus
            else:
                rating = style.bonus_pick * bonus + pick
            plan.card[card] = rating  # trying out overwrites `rating`
    left = s.legal[1]
    while left:
        card = lowest(left)
        left &= left - 1
        plan.rating[ids.CARD + card] = plan.card[card]


# --- bonuses -------------------------------------------------------------------------------------


@jit
def _rate_bonus(s, rules, style, plan, scratch):
    """Rate the choices of a bonus; returns the best rating, at least 0: it may be forgone."""
    effect = rules.effect[rules.card_bonus[s.bonus_card]]
    if effect == ids.DEPUTE_FOR_LIVRE or effect == ids.DEPUTE_USE_BONUS:
        plan.rating[ids.FORGO_BONUS] = 0.0
        return _rate_deputies(s, rules, style, plan, scratch, effect == ids.DEPUTE_FOR_LIVRE)
    return _rate_own_bonus(s, rules, style, plan)


@jit
def _rate_own_bonus(s, rules, style, plan):
    """The same for all bonuses except those that depute."""
    bonus = rules.card_bonus[s.bonus_card]
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    plan.rating[ids.FORGO_BONUS] = 0.0
    if effect == ids.TAKE_TRIM:
        return _rate_trim(s, rules, style, plan, payment_cost(plan, s.money[s.player], amount))
    if effect == ids.FUND_CHEAPER:
        return max(0.0, _rate_decorations(s, rules, style, plan, amount))
    if effect == ids.SILK_FOR_PRESTIGE:
        return max(0.0, _rate_silk(s, rules, style, plan))
    if (s.legal[0] >> ids.USE_BONUS) & 1:
        plan.rating[ids.USE_BONUS] = _plain_bonus(s, rules, style, plan, bonus)
        return max(0.0, plan.rating[ids.USE_BONUS])
    best = max(0.0, _rate_tiles(s, rules, style, plan, False))
    is_master = rules.card_rank[maker(s)] == ids.MASTER
    return max(best, _rate_dresses(s, rules, style, plan, is_master))


@jit
def _rate_trim(s, rules, style, plan, price):
    if not (s.legal[0] >> ids.TAKE_YARN) & 1:
        return 0.0
    plan.rating[ids.TAKE_YARN] = _trim_value(s, rules, style, plan, 1, 0) - price
    plan.rating[ids.TAKE_LACE] = _trim_value(s, rules, style, plan, 0, 1) - price
    return max(0.0, plan.rating[ids.TAKE_YARN], plan.rating[ids.TAKE_LACE])


@jit
def _plain_bonus(s, rules, style, plan, bonus):
    """Rate a bonus without a choice, used now; an exchange as often as it pays."""
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    money = s.money[s.player]
    if effect == ids.BLIND_TILE:
        return style.blind_tile - payment_cost(plan, money, amount)
    if effect == ids.BUY_PRESTIGE:
        times = money // amount
        once = style.want_exchange - payment_cost(plan, money, amount)
        return max(once, style.want_exchange * times - payment_cost(plan, money, times * amount))
    livre = livre_gain(s, rules, bonus)
    return prestige_gain(s, rules, bonus) - payment_cost(plan, money, -livre)


@jit
def _rate_deputies(s, rules, style, plan, scratch, for_livre):
    """Rate the cards to depute: for money, or for one use of the card's bonus."""
    p = s.player
    best = 0.0
    left = s.legal[1]
    while left:
        card = lowest(left)
        left &= left - 1
        rank = rules.card_rank[card]
        rating = -card_value(s, rules, style, plan, card)
        if not (s.discard[p] | s.supply[p]) & rules.card_copies[card]:
            rating -= turn_value(style, plan, rank)  # it would leave the hand
        if for_livre:
            rating -= payment_cost(plan, s.money[p], -rules.bonus_depute_livre[rank])
        else:
            w = _with_bonus_of(s, rules, scratch, card, 0)
            rating += _rate_own_bonus(w, rules, style, plan)
        plan.rating[ids.CARD + card] = rating
        best = max(best, rating)
    return best


# --- silk, and where a dress goes ----------------------------------------------------------------


@jit
def _rate_tile(s, rules, style, plan):
    kind = rules.tile_kind[s.tile]
    plan.rating[ids.KEEP_TILE] = _silk_value(s, rules, style, plan, kind, 1)
    plan.rating[ids.TAKE_YARN] = _trim_value(s, rules, style, plan, 1, 0)
    plan.rating[ids.TAKE_LACE] = _trim_value(s, rules, style, plan, 0, 1)
    plan.rating[ids.TAKE_YARN_AND_LACE] = _trim_value(s, rules, style, plan, 1, 1)


@jit
def _rate_silk(s, rules, style, plan):
    """Rate each tile to give by the loss, per bale that it pays or against its prestige."""
    left = s.legal[1] >> (ids.SURRENDER - ids.CARD)
    to_pay = still_to_pay(s, rules, -1)
    plan.rating[ids.STOP] = 0.0
    best = NEVER
    while left:
        kind = lowest(left)
        left &= left - 1
        change = _silk_value(s, rules, style, plan, kind, -1)
        if s.decision == ids.SILK:
            plan.rating[ids.SURRENDER + kind] = change / (to_pay - still_to_pay(s, rules, kind))
        else:
            bales = rules.kind_bales[kind]
            others = bales[ids.YELLOW] + bales[ids.GREEN]
            gain = bales[ids.RED] + bales[ids.BLUE] + 0.5 * others
            plan.rating[ids.SURRENDER + kind] = gain + change
        best = max(best, plan.rating[ids.SURRENDER + kind])
    return best


@jit
def _rate_place(s, rules, style, plan):
    """R6.32: rate selling the dress and renting it out."""
    p = s.player
    sale = -payment_cost(plan, s.money[p], -rules.dress_livre[s.dress])
    plan.rating[ids.SELL] = sale * style.want_sales
    prestige = rules.dress_prestige[s.dress]
    rent = prestige + plan.color[rules.dress_color[s.dress]]
    left = s.legal[2]
    while left:
        space = lowest(left)
        left &= left - 1
        rating = rent + space_value(s, rules, style, plan, space)
        if (rules.hall_spaces[ids.KINGS_HALL] >> space) & 1:
            rating += plan.terrace * prestige
        plan.rating[ids.RENT + space] = rating
