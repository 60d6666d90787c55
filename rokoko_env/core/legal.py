"""The legal actions as a bitset of three words (see `ids`).

R6.5 and S9: only what can be paid and completed is offered, so there are no dead ends. Of
interchangeable things only the first is offered (S11): copies of a card, twin guest spaces, equal
tiles in one segment.
"""

from parlour.core.bits import first_of_each, lowest
from parlour.core.jit import jit
from rokoko_env.core import ids
from rokoko_env.core.bonuses import livre_gain, prestige_gain
from rokoko_env.core.deck import card_kinds, may_depute
from rokoko_env.core.decorations import free_decorations
from rokoko_env.core.employees import cards_on_display, hire_price
from rokoko_env.core.income import LOWER_ROW, UPPER_ROW
from rokoko_env.core.rules import MAX_MONEY
from rokoko_env.core.workshop import bales_to_pay, free_guest_spaces, maker, still_to_pay


@jit
def write_legal(s, rules):
    """Fill `s.legal` for the pending decision; the most frequent decisions come first."""
    p = s.player
    decision = s.decision
    s.legal[0] = s.legal[1] = s.legal[2] = 0
    if decision == ids.MAIN:
        _main(s, rules, p)
    elif decision == ids.PLAY:
        s.legal[1] = card_kinds(rules, s.hand[p])
    elif decision == ids.PICK:
        s.legal[1] = card_kinds(rules, s.supply[p])
    elif decision == ids.BONUS:
        _bonus(s, rules, p)
    elif decision == ids.TILE:
        s.legal[0] = _keep_or_trade(s, rules)
    elif decision == ids.SILK:
        s.legal[1] = _useful_silk(s, rules, p) << ids.SURRENDER_SHIFT
    elif decision == ids.PLACE:
        _place(s, rules)
    elif decision == ids.REWARD:
        s.legal[0] = _tiles(s, rules, 0, True) << ids.TAKE_TILE
    elif decision == ids.PILE:
        s.legal[0] = _piles(s, rules, p)
    elif decision == ids.EXCHANGE:
        s.legal[0] = (1 << ids.STOP) | (1 << ids.USE_BONUS)
    elif decision == ids.SILK_BONUS:
        s.legal[0] = 1 << ids.STOP
        s.legal[1] = _silk_kinds(s, rules, p) << ids.SURRENDER_SHIFT
    else:  # over: all legal, so that a softmax over a finished game stays finite
        s.legal[0], s.legal[1], s.legal[2] = ids.EVERYTHING


@jit
def _main(s, rules, p):
    """R6.2, R6.4: what the rank of the card in play allows."""
    rank = rules.card_rank[s.in_play]
    legal = 1 << ids.FORGO_ACTION
    legal |= _tiles(s, rules, s.money[p], False) << ids.TAKE_TILE
    legal |= _fundable(s, rules, p, s.money[p]) << ids.FUND
    if may_depute(s, rules):
        legal |= 1 << ids.DEPUTE
    if rank == ids.MASTER or rank == ids.JOURNEYMAN:
        if s.favor < 0:
            legal |= 1 << ids.FAVOR
        legal |= _makeable(s, rules, p, 0, rank == ids.MASTER) << ids.MAKE_DRESS
    s.legal[0] = legal
    if rank == ids.MASTER:
        s.legal[1] = _hireable(s, rules, p)


@jit
def _tiles(s, rules, money, is_free):
    """R6.20, R6.34: warehouse spaces whose tile can be taken, one of each kind per segment."""
    spaces = 0
    for segment in range(ids.SEGMENTS):
        first = segment * ids.SEGMENT_SPACES
        tiles = 0
        kinds = 0
        offered = 0
        for space in range(first, first + ids.SEGMENT_SPACES):
            tile = s.warehouse[space]
            kind = rules.kind_of_tile[tile if tile >= 0 else ids.MAX_TILES]
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
        yellow = max(0, rules.dress_bales[dress, ids.YELLOW] - s.bales[p, ids.YELLOW])
        green = max(0, rules.dress_bales[dress, ids.GREEN] - s.bales[p, ids.GREEN])
        red = max(0, rules.dress_bales[dress, ids.RED] - s.bales[p, ids.RED])
        blue = max(0, rules.dress_bales[dress, ids.BLUE] - s.bales[p, ids.BLUE])
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
    legal = 1 << ids.KEEP_TILE
    if trim == ids.NO_TRIM:
        return legal
    if trim == ids.YARN_AND_LACE:
        return legal | (1 << ids.TAKE_YARN_AND_LACE)
    if trim == ids.YARN_OR_LACE or trim == ids.YARN_ONLY:
        legal |= 1 << ids.TAKE_YARN
    if trim == ids.YARN_OR_LACE or trim == ids.LACE_ONLY:
        legal |= 1 << ids.TAKE_LACE
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
    s.legal[0] = 1 << ids.SELL
    spaces = free_guest_spaces(s, rules, rules.card_rank[maker(s)] == ids.MASTER)
    s.legal[2] = first_of_each(spaces, rules.twin_spaces, rules.num_twin_spaces)


@jit
def _piles(s, rules, p):
    """S11: the piles that hold the chosen kind of card."""
    copies = rules.card_copies[s.chosen_card]
    legal = 0
    if s.hand[p] & copies:
        legal |= 1 << ids.FROM_HAND
    if s.supply[p] & copies:
        legal |= 1 << ids.FROM_SUPPLY
    if s.discard[p] & copies:
        legal |= 1 << ids.FROM_DISCARD
    return legal


@jit
def _bonus(s, rules, p):
    """Section 8: the first choice of the bonus; nothing that would change nothing (S14)."""
    bonus = rules.card_bonus[s.bonus_card]
    effect = rules.effect[bonus]
    amount = rules.effect_amount[bonus]
    money = s.money[p]
    legal = 1 << ids.FORGO_BONUS
    if effect == ids.ACQUIRE:
        legal |= _tiles(s, rules, money, False) << ids.TAKE_TILE
    elif effect == ids.TAKE_TRIM:
        if money >= amount:
            legal |= (1 << ids.TAKE_YARN) | (1 << ids.TAKE_LACE)
    elif effect == ids.BLIND_TILE:
        if money >= amount and (s.tile_stack or s.tile_discard):
            legal |= 1 << ids.USE_BONUS
    elif effect == ids.DEPUTE_USE_BONUS or effect == ids.DEPUTE_FOR_LIVRE:
        if may_depute(s, rules):
            s.legal[1] = card_kinds(rules, s.hand[p] | s.supply[p] | s.discard[p])
    elif effect == ids.MAKE_DRESS_SAVING:
        legal |= _makeable(s, rules, p, bonus, False) << ids.MAKE_DRESS
    elif effect == ids.FUND_CHEAPER:
        legal |= _fundable(s, rules, p, money + amount) << ids.FUND
    elif effect == ids.BUY_PRESTIGE:
        if money >= amount:
            legal |= 1 << ids.USE_BONUS
    elif effect == ids.SILK_FOR_PRESTIGE:
        s.legal[1] = _silk_kinds(s, rules, p) << ids.SURRENDER_SHIFT
    elif livre_gain(s, rules, bonus) > 0 or prestige_gain(s, rules, bonus) > 0:
        legal |= 1 << ids.USE_BONUS
    s.legal[0] = legal
