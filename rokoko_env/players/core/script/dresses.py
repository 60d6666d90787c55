"""The value of dresses, of the silk and trim they need, and of guest spaces."""

from parlour.core.bits import count, lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.scoring import ALL_FIREWORKS, ALL_STATUES
from rokoko_env.core.workshop import free_guest_spaces
from rokoko_env.players.core.script.plan import NEVER, payment_cost


@jit
def plan_silk(style, plan):
    time = min(1.0, plan.turns / style.silk_turns)
    plan.trim = style.trim * time
    plan.bale[ids.YELLOW] = style.yellow * time
    plan.bale[ids.GREEN] = style.green * time
    plan.bale[ids.RED] = style.red * time
    plan.bale[ids.BLUE] = style.blue * time


@jit
def plan_colors(s, rules, style, plan, p):
    """R7.9: value each colour by the statues funded, and by one that may come."""
    statues = count(s.decorations[p] & ALL_STATUES)
    hope = style.statue_hope * style.want_statues * min(1.0, plan.turns / 4.0)
    for color in range(ids.COLORS):
        dresses = count(s.guests[p] & s.guests_by_color[color])
        missing = statues - dresses
        sets = 1.0 if missing > 0 else (hope if missing == 0 else 0.3 * hope)
        plan.color[color] = rules.statue_prestige * sets


@jit
def space_value(s, rules, style, plan, space):
    """Value a guest space for any dress, with its reward (R6.34)."""
    hall = space // ids.HALL_SPACES
    is_master = (rules.master_spaces >> space) & 1
    value = plan.in_hall[hall, is_master] + plan.new_hall[hall]
    reward = rules.guest_reward[space]
    if reward == ids.YARN_REWARD or reward == ids.LACE_REWARD:
        value += plan.trim
    elif reward == ids.TILE_REWARD:
        value += style.blind_tile
    elif reward == ids.LIVRE_REWARD:
        value += plan.livre * rules.guest_livre[space]
    return value


@jit
def plan_spaces(s, rules, style, plan):
    p = s.player
    for king in range(2):
        for master in range(2):
            plan.best_space[king, master] = NEVER
    left = free_guest_spaces(s, rules, True)
    kings = rules.hall_spaces[ids.KINGS_HALL]
    while left:
        space = lowest(left)
        left &= left - 1
        value = space_value(s, rules, style, plan, space)
        king = (kings >> space) & 1
        plan.best_space[king, 1] = max(value, plan.best_space[king, 1])
        if not (rules.master_spaces >> space) & 1:
            plan.best_space[king, 0] = max(value, plan.best_space[king, 0])
    fireworks = s.decorations[p] & ALL_FIREWORKS
    watching = count(s.guests[p] & kings)
    plan.terrace = style.king_hope * min(1.0, plan.turns / 4.0) * style.want_fireworks
    if count(fireworks) > watching:
        plan.terrace = _free_multiplier(rules, fireworks, watching) - 1.0


@jit
def _free_multiplier(rules, fireworks, watching):
    """Return the best multiplier that no dress uses yet; dresses take the highest ones first."""
    best = 1.0
    for _ in range(count(fireworks) - watching):
        space = lowest(fireworks)
        fireworks &= fireworks - 1
        best = max(best, rules.multiplier[space - ids.FIREWORKS])
    return best


@jit
def dress_value(s, rules, style, plan, dress, is_master):
    """Value a finished dress: sold, or rented out to the best space."""
    sale = -payment_cost(plan, s.money[s.player], -rules.dress_livre[dress]) * style.want_sales
    prestige = rules.dress_prestige[dress]
    rank = 1 if is_master else 0
    place = max(plan.best_space[0, rank], plan.best_space[1, rank] + plan.terrace * prestige)
    return max(sale, prestige + plan.color[rules.dress_color[dress]] + place)


@jit
def potential(s, rules, style, plan, yellow, green, red, blue, yarn, lace, skipped):
    """Value silk and trim after these changes, for all windows except `skipped` (-1: none).

    The two most promising dresses count, less the more is missing; every bale counts a little.
    """
    p = s.player
    yellow += s.bales[p, ids.YELLOW]
    green += s.bales[p, ids.GREEN]
    red += s.bales[p, ids.RED]
    blue += s.bales[p, ids.BLUE]
    yarn += s.yarn[p]
    lace += s.lace[p]
    best = second = 0.0
    if plan.turns > 0:
        # The two last windows are emptied at the end of the round (R4.4).
        windows = rules.num_windows - (2 if plan.turns_now == 0 else 0)
        for w in range(windows):
            dress = s.window[w]
            if dress < 0 or w == skipped or plan.dress[w] <= 0:
                continue
            needed = rules.dress_bales[dress]
            bales = max(0, needed[ids.YELLOW] - yellow) + max(0, needed[ids.GREEN] - green)
            bales += max(0, needed[ids.RED] - red) + max(0, needed[ids.BLUE] - blue)
            trim = max(0, rules.dress_yarn[dress] - yarn) + max(0, rules.dress_lace[dress] - lace)
            far = style.bale_step * bales + style.trim_step * trim
            promise = plan.dress[w] / (1.0 + far + far * far)
            best, second = max(best, promise), max(second, min(best, promise))
    loose = plan.bale[ids.YELLOW] * min(yellow, 5) + plan.bale[ids.GREEN] * min(green, 5)
    loose += plan.bale[ids.RED] * min(red, 5)
    loose += plan.bale[ids.BLUE] * min(blue, 5)
    loose += plan.trim * (min(yarn, 3) + min(lace, 3))
    return style.ready * (best + style.second_plan * second) + loose
