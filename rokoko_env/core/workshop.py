"""Make a dress: pay for it (R6.30, R6.31), sell it or rent it out (R6.32 to R6.35)."""

from parlour.core.jit import jit
from rokoko_env.core.decorations import claim_all_halls
from rokoko_env.core.ids import (
    ACTION_DONE,
    BLUE,
    COLORS,
    GREEN,
    LACE_REWARD,
    LIVRE_REWARD,
    MAX_WAREHOUSE,
    PLACE,
    RED,
    REWARD,
    SILK,
    TILE_REWARD,
    YARN_REWARD,
    YELLOW,
)
from rokoko_env.core.warehouse import surrender


@jit
def bales_to_pay(rules, bonus, yellow, green, red, blue):
    """S10: the bales still to pay with these bales missing, less what the bonus saves."""
    green_yellow = max(0, green + yellow - rules.saves_green_yellow[bonus])
    return green_yellow + max(0, red - rules.saves_red[bonus]) + blue


@jit
def bonus_in_use(s, rules):
    """The number of the bonus being used, 0 ("none") during the main action."""
    return rules.card_bonus[s.bonus_card] if s.bonus_card >= 0 else 0


@jit
def maker(s):
    """S3, S4: the card that makes the dress."""
    return s.bonus_card if s.bonus_card >= 0 else s.in_play


@jit
def still_to_pay(s, rules, kind):
    """Bales still to pay after surrendering one more tile of this kind; kind -1: none."""
    yellow, green = s.missing[YELLOW], s.missing[GREEN]
    red, blue = s.missing[RED], s.missing[BLUE]
    if kind >= 0:
        yellow = max(0, yellow - rules.kind_bales[kind, YELLOW])
        green = max(0, green - rules.kind_bales[kind, GREEN])
        red = max(0, red - rules.kind_bales[kind, RED])
        blue = max(0, blue - rules.kind_bales[kind, BLUE])
    return bales_to_pay(rules, bonus_in_use(s, rules), yellow, green, red, blue)


@jit
def make_dress(s, rules, w):
    """R6.30: pay the window and the trim; then the silk, tile by tile."""
    p = s.player
    dress = s.window[w]
    s.window[w] = -1
    s.dress = dress
    s.money[p] -= rules.window_cost[w]
    s.yarn[p] -= rules.dress_yarn[dress]
    s.lace[p] -= rules.dress_lace[dress]
    for color in range(COLORS):
        s.missing[color] = rules.dress_bales[dress, color]
    _next_payment(s, rules)


@jit
def pay_silk(s, rules, kind):
    """R6.30: a whole tile; surplus bales on it are lost."""
    surrender(s, rules, kind)
    for color in range(COLORS):
        s.missing[color] = max(0, s.missing[color] - rules.kind_bales[kind, color])
    _next_payment(s, rules)


@jit
def _next_payment(s, rules):
    if still_to_pay(s, rules, -1) > 0:
        s.decision = SILK
    else:
        s.missing[:] = 0
        s.decision = PLACE


@jit
def sell(s, rules):
    """R6.32: its Livre; the tile goes to the discarded dresses."""
    s.money[s.player] += rules.dress_livre[s.dress]
    s.dress_discard |= 1 << s.dress
    s.dress = -1
    s.decision = ACTION_DONE


@jit
def rent(s, rules, space):
    """R6.32: onto a guest space, with its reward at once (R6.34)."""
    p = s.player
    s.guests[p] |= 1 << space
    s.guest_dress[space] = s.dress
    s.guests_by_color[rules.dress_color[s.dress]] |= 1 << space
    s.dress = -1
    claim_all_halls(s, rules)
    reward = rules.guest_reward[space]
    if reward == TILE_REWARD and warehouse_has_tiles(s):
        s.decision = REWARD
        return
    if reward == YARN_REWARD:
        s.yarn[p] += 1
    elif reward == LACE_REWARD:
        s.lace[p] += 1
    elif reward == LIVRE_REWARD:
        s.money[p] += rules.guest_livre[space]
    s.decision = ACTION_DONE


@jit
def warehouse_has_tiles(s):
    for space in range(MAX_WAREHOUSE):
        if s.warehouse[space] >= 0:
            return True
    return False


@jit
def free_guest_spaces(s, rules, is_master):
    """R6.32: a Master space needs a Master."""
    spaces = rules.normal_spaces
    if is_master:
        spaces = spaces | rules.master_spaces
    for seat in range(s.num_players):
        spaces &= ~s.guests[seat]
    return spaces
