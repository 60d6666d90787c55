"""The legal actions as a bitset of three words (see `ids`).

R6.5 and S9: only what can be paid and completed is offered, so there are no dead ends. Of
interchangeable things only the first is offered (S11): copies of a card, twin guest spaces, equal
tiles in one segment.
"""

from rokoko_env.core.bits import first_of_each, lowest
from rokoko_env.core.bonuses import livre_gain, prestige_gain
from rokoko_env.core.deck import card_kinds, may_depute
from rokoko_env.core.decorations import free_decorations
from rokoko_env.core.employees import cards_on_display, hire_price
from rokoko_env.core.ids import (
    ACQUIRE,
    BLIND_TILE,
    BLUE,
    BONUS,
    BUY_PRESTIGE,
    DEPUTE,
    DEPUTE_FOR_LIVRE,
    DEPUTE_USE_BONUS,
    EVERYTHING,
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
    JOURNEYMAN,
    KEEP_TILE,
    LACE_ONLY,
    MAIN,
    MAKE_DRESS,
    MAKE_DRESS_SAVING,
    MASTER,
    MAX_TILES,
    NO_TRIM,
    PICK,
    PILE,
    PLACE,
    PLAY,
    RED,
    REWARD,
    SEGMENT_SPACES,
    SEGMENTS,
    SELL,
    SILK,
    SILK_BONUS,
    SILK_FOR_PRESTIGE,
    STOP,
    SURRENDER_SHIFT,
    TAKE_LACE,
    TAKE_TILE,
    TAKE_TRIM,
    TAKE_YARN,
    TAKE_YARN_AND_LACE,
    TILE,
    USE_BONUS,
    YARN_AND_LACE,
    YARN_ONLY,
    YARN_OR_LACE,
    YELLOW,
)
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.jit import jit
from rokoko_env.core.rules import MAX_MONEY
from rokoko_env.core.workshop import bales_to_pay, free_guest_spaces, maker, still_to_pay


@jit
def write_legal(s, rules):
    """Fill `s.legal` for the pending decision; the most frequent decisions come first."""
    p = s.player
    decision = s.decision
    s.legal[0] = s.legal[1] = s.legal[2] = 0
    if decision == MAIN:
        _main(s, rules, p)
    elif decision == PLAY:
        s.legal[1] = card_kinds(rules, s.hand[p])
    elif decision == PICK:
        s.legal[1] = card_kinds(rules, s.supply[p])
    elif decision == BONUS:
        _bonus(s, rules, p)
    elif decision == TILE:
        s.legal[0] = _keep_or_trade(s, rules)
    elif decision == SILK:
        s.legal[1] = _useful_silk(s, rules, p) << SURRENDER_SHIFT
    elif decision == PLACE:
        _place(s, rules)
    elif decision == REWARD:
        s.legal[0] = _tiles(s, rules, 0, True) << TAKE_TILE
    elif decision == PILE:
        s.legal[0] = _piles(s, rules, p)
    elif decision == EXCHANGE:
        s.legal[0] = (1 << STOP) | (1 << USE_BONUS)
    elif decision == SILK_BONUS:
        s.legal[0] = 1 << STOP
        s.legal[1] = _silk_kinds(s, rules, p) << SURRENDER_SHIFT
    else:  # over: all legal, so that a softmax over a finished game stays finite
        s.legal[0], s.legal[1], s.legal[2] = EVERYTHING


@jit
def _main(s, rules, p):
    """R6.2, R6.4: what the rank of the card in play allows."""
    rank = rules.card_rank[s.in_play]
    legal = 1 << FORGO_ACTION
    legal |= _tiles(s, rules, s.money[p], False) << TAKE_TILE
    legal |= _fundable(s, rules, p, s.money[p]) << FUND
    if may_depute(s, rules):
        legal |= 1 << DEPUTE
    if rank == MASTER or rank == JOURNEYMAN:
        if s.favor < 0:
            legal |= 1 << FAVOR
        legal |= _makeable(s, rules, p, 0, rank == MASTER) << MAKE_DRESS
    s.legal[0] = legal
    if rank == MASTER:
        s.legal[1] = _hireable(s, rules, p)


@jit
def _tiles(s, rules, money, is_free):
    """R6.20, R6.34: warehouse spaces whose tile can be taken, one of each kind per segment."""
    spaces = 0
    for segment in range(SEGMENTS):
        first = segment * SEGMENT_SPACES
        tiles = 0
        kinds = 0
        offered = 0
        for space in range(first, first + SEGMENT_SPACES):
            tile = s.warehouse[space]
            kind = rules.kind_of_tile[tile if tile >= 0 else MAX_TILES]
            tiles += tile >= 0
            offered |= (kind & ~kinds != 0) << space
            kinds |= kind
        if is_free or money >= rules.tile_price[tiles]:
            spaces |= offered
    return spaces


@jit
def _fundable(s, rules, p, money):
    """R6.60: free, affordable, at most one own space in each row of the fountain."""
    spaces = free_decorations(s) & rules.affordable[min(money, MAX_MONEY - 1)]
    if s.decorations[p] & UPPER_ROW:
        spaces &= ~UPPER_ROW
    if s.decorations[p] & LOWER_ROW:
        spaces &= ~LOWER_ROW
    return spaces


@jit
def _makeable(s, rules, p, bonus, thimble):
    """R6.30, R6.31, R6.35, S10: windows whose dress can be paid, with or without thimble."""
    windows = 0
    for w in range(rules.num_windows):
        dress = s.window[w]
        if dress < 0 or rules.window_cost[w] > s.money[p]:
            continue
        if rules.dress_thimble[dress] and not thimble:
            continue
        if rules.dress_yarn[dress] > s.yarn[p] or rules.dress_lace[dress] > s.lace[p]:
            continue
        yellow = max(0, rules.dress_bales[dress, YELLOW] - s.bales[p, YELLOW])
        green = max(0, rules.dress_bales[dress, GREEN] - s.bales[p, GREEN])
        red = max(0, rules.dress_bales[dress, RED] - s.bales[p, RED])
        blue = max(0, rules.dress_bales[dress, BLUE] - s.bales[p, BLUE])
        if bales_to_pay(rules, bonus, yellow, green, red, blue) == 0:
            windows |= 1 << w
    return windows


@jit
def _hireable(s, rules, p):
    """R6.40: the kinds of card on display, if the price can be paid."""
    if hire_price(s, rules) > s.money[p]:
        return 0
    return card_kinds(rules, cards_on_display(s))


@jit
def _keep_or_trade(s, rules):
    """R6.21."""
    trim = rules.kind_trim[rules.tile_kind[s.tile]]
    legal = 1 << KEEP_TILE
    if trim == NO_TRIM:
        return legal
    if trim == YARN_AND_LACE:
        return legal | (1 << TAKE_YARN_AND_LACE)
    if trim == YARN_OR_LACE or trim == YARN_ONLY:
        legal |= 1 << TAKE_YARN
    if trim == YARN_OR_LACE or trim == LACE_ONLY:
        legal |= 1 << TAKE_LACE
    return legal


@jit
def _silk_kinds(s, rules, p):
    """The kinds of the player's silk tiles."""
    kinds = 0
    left = s.silk[p]
    while left:
        kinds |= 1 << (rules.tile_kind[lowest(left)])
        left &= left - 1
    return kinds


@jit
def _useful_silk(s, rules, p):
    """R6.30, S10: the kinds of tile that lower the number of bales still to pay."""
    to_pay = still_to_pay(s, rules, -1)
    useful = 0
    left = _silk_kinds(s, rules, p)
    while left:
        kind = lowest(left)
        left &= left - 1
        if still_to_pay(s, rules, kind) < to_pay:
            useful |= 1 << kind
    return useful


@jit
def _place(s, rules):
    """R6.32, R6.33: sell, or any kind of free guest space that fits the maker's rank."""
    s.legal[0] = 1 << SELL
    spaces = free_guest_spaces(s, rules, rules.card_rank[maker(s)] == MASTER)
    s.legal[2] = first_of_each(spaces, rules.twin_spaces, rules.num_twin_spaces)


@jit
def _piles(s, rules, p):
    """S11: the piles that hold the chosen kind of card."""
    copies = rules.card_copies[s.chosen_card]
    legal = 0
    if s.hand[p] & copies:
        legal |= 1 << FROM_HAND
    if s.supply[p] & copies:
        legal |= 1 << FROM_SUPPLY
    if s.discard[p] & copies:
        legal |= 1 << FROM_DISCARD
    return legal


@jit
def _bonus(s, rules, p):
    """Section 8: the first choice of the bonus; nothing that would change nothing (S14)."""
    bonus = rules.card_bonus[s.bonus_card]
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    money = s.money[p]
    legal = 1 << FORGO_BONUS
    if effect == ACQUIRE:
        legal |= _tiles(s, rules, money, False) << TAKE_TILE
    elif effect == TAKE_TRIM:
        if money >= amount:
            legal |= (1 << TAKE_YARN) | (1 << TAKE_LACE)
    elif effect == BLIND_TILE:
        if money >= amount and (s.tile_stack or s.tile_discard):
            legal |= 1 << USE_BONUS
    elif effect == DEPUTE_USE_BONUS or effect == DEPUTE_FOR_LIVRE:
        if may_depute(s, rules):
            s.legal[1] = card_kinds(rules, s.hand[p] | s.supply[p] | s.discard[p])
    elif effect == MAKE_DRESS_SAVING:
        legal |= _makeable(s, rules, p, bonus, False) << MAKE_DRESS
    elif effect == FUND_CHEAPER:
        legal |= _fundable(s, rules, p, money + amount) << FUND
    elif effect == BUY_PRESTIGE:
        if money >= amount:
            legal |= 1 << USE_BONUS
    elif effect == SILK_FOR_PRESTIGE:
        s.legal[1] = _silk_kinds(s, rules, p) << SURRENDER_SHIFT
    elif livre_gain(s, rules, bonus) > 0 or prestige_gain(s, rules, bonus) > 0:
        legal |= 1 << USE_BONUS
    s.legal[0] = legal
