"""The course of a game: its beginning, and what an action does (see `parlour.core.protocol`)."""

from noblemen_env.core import ids
from noblemen_env.core.buildings import begin_building, build
from noblemen_env.core.cards import play_card, return_tile
from noblemen_env.core.deck import keep_all, keep_card, next_draft
from noblemen_env.core.enlarge import begin_enlargement, choose_tile, finish_enlargement, lay_tile
from noblemen_env.core.income import (
    begin_donation,
    begin_spending,
    buy_markers,
    donate,
    finish_spending,
    spend_marker,
    take_leisure,
)
from noblemen_env.core.knights import give_tile, move_knight, visit
from noblemen_env.core.masquerade import bid_card, bid_marker, finish_bid
from noblemen_env.core.setup import set_up, take_tiles
from noblemen_env.core.supply import swap_tiles
from noblemen_env.core.track import advance_marker, begin_decade, end_turn
from noblemen_env.core.turn import begin_turn, finish_action
from parlour.core.jit import jit


@jit
def begin(s, rules, num_players, seed):
    """Start a new game, up to its first question."""
    set_up(s, rules, num_players, seed)


@jit
def is_over(s):
    return s.decision == ids.OVER


@jit
def word_starts(s):
    return ids.WORD_STARTS


@jit
def choose(s, rules, action):
    """Apply one action, and all that follows until somebody is asked."""
    if action >= ids.CELL:
        _choose_cell(s, rules, action - ids.CELL)
    elif action >= ids.SWAP:
        first, second, wanted = ids.SWAPS[action - ids.SWAP]
        swap_tiles(s, s.player, first, second, wanted)
    elif s.decision == ids.ACT:
        _act(s, rules, action)
    elif action == ids.DONE:
        _finish(s, rules)
    elif ids.TILE <= action < ids.TILE + len(ids.TILES):
        _choose_tile(s, rules, action - ids.TILE)
    elif s.decision == ids.DRAFT:
        _draft(s, rules, action)
    elif s.decision == ids.BID:
        _bid(s, rules, action)
    else:
        _choose_other(s, rules, action)


@jit
def _choose_cell(s, rules, cell):
    if s.decision == ids.PLACE:
        lay_tile(s, rules, cell)
    else:
        build(s, rules, cell)


@jit
def _act(s, rules, action):
    """A choice of the active player before or after the action."""
    if action == ids.DONE:
        end_turn(s, rules)
    elif action == ids.LEISURE:
        take_leisure(s, rules)
    elif action == ids.ENLARGE:
        begin_enlargement(s, rules, 0)
    elif action < ids.BRIBE:
        begin_building(s, action - ids.BUILD_CASTLE, 0)
    elif action < ids.TAXES:
        buy_markers(s, rules, action - ids.BRIBE + 1)
    elif action == ids.TAXES:
        begin_spending(s, ids.FOR_TAXES)
    elif action == ids.LAND:
        begin_spending(s, ids.FOR_LAND)
    elif action == ids.CHURCH:
        begin_donation(s)
    else:
        play_card(s, rules, action - ids.CARD)


@jit
def _finish(s, rules):
    """Done with what may be ended: laying, visiting, spending, giving, bidding."""
    if s.decision == ids.LAY:
        finish_enlargement(s, rules)
    elif s.decision == ids.SPEND:
        finish_spending(s, rules)
    elif s.decision == ids.BID:
        if finish_bid(s, rules):
            advance_marker(s, rules)
    else:
        finish_action(s)


@jit
def _choose_tile(s, rules, t):
    if s.decision == ids.LAY:
        choose_tile(s, t)
    elif s.decision == ids.DONATE:
        donate(s, rules, t)
    elif s.decision == ids.RETURN:
        return_tile(s, rules, t)
    else:
        give_tile(s, t)


@jit
def _draft(s, rules, action):
    if action == ids.KEEP_ALL:
        keep_all(s)
    else:
        keep_card(s, action - ids.CARD)
    if s.purpose == ids.FOR_CHAPEL:
        finish_action(s)
    elif next_draft(s):
        return
    elif s.purpose == ids.AT_START:
        begin_turn(s, 0)
    else:
        begin_decade(s)


@jit
def _bid(s, rules, action):
    if action == ids.MARKER:
        bid_marker(s, rules)
    else:
        bid_card(s, rules, action - ids.CARD)


@jit
def _choose_other(s, rules, action):
    """Markers for taxes or land, knights, and the tiles of the start."""
    if action == ids.MARKER:
        spend_marker(s)
    elif action >= ids.TAKE_TILES:
        take_tiles(s, rules, action - ids.TAKE_TILES)
    elif action >= ids.MOVE_KNIGHT:
        move_knight(s, action - ids.MOVE_KNIGHT)
    else:
        target = action - ids.VISIT_AREA
        host = (s.player + 1 + target // len(ids.AREAS)) % s.num_players
        visit(s, rules, host, target % len(ids.AREAS))
