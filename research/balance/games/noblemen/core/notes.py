"""Notes of what happens in a game of Noblemen: `layout` explains the fields."""

from noblemen_env.core import grid, ids
from noblemen_env.core.enlarge import estate, free_cells
from noblemen_env.core.supply import queen_is_locked
from parlour.core.flow import is_legal, num_legal
from parlour.core.jit import jit
from research.balance.core.notes import EVENTS, offer, take
from research.balance.games.noblemen.core import layout
from research.balance.games.noblemen.core.standing import (
    areas_of,
    completing_cells,
    highest_bid,
    num_enclosed,
    present_time,
)

# Options that are taken by one action of the active player.
SIMPLE = (
    (ids.ENLARGE, layout.ENLARGE), (ids.TAXES, layout.TAXES), (ids.LAND, layout.LAND),
    (ids.BRIBE, layout.BRIBE), (ids.CHURCH, layout.CHURCH), (ids.LEISURE, layout.LEISURE),
)  # fmt: skip


@jit
def begin_notes(memory, s, seats):
    memory.asked = 0
    memory.enclosed_before = -1
    memory.bid_rows[:] = -1


# --- offers --------------------------------------------------------------------------------------


@jit
def note_offers(memory, s, rules, opportunities, used):
    """Note all that the seat to decide could take now.

    A title can be had without any choice, so titles are offered where the bid is forced, too.
    """
    p, decision = s.player, s.decision
    if num_legal(s) == 1 and decision != ids.BID:
        return
    if decision == ids.ACT:
        _offer_actions(memory, s, rules, p, opportunities, used)
    elif decision == ids.LAY or decision == ids.PLACE:
        _offer_land(memory, s, rules, p, opportunities, used)
    elif decision == ids.VISIT or decision == ids.MOVE:
        _offer_visits(memory, s, rules, p, opportunities, used)
    elif decision == ids.DRAFT:
        _offer_cards(memory, s, layout.KEEP, p, opportunities, used)
        if is_legal(s, ids.KEEP_ALL):
            offer(memory, s, layout.PLAY + ids.INTRIGUE, p, opportunities, used)
    elif decision == ids.SPEND:
        _offer_marker(memory, s, _marker_option(s), p, opportunities, used)
    elif decision == ids.BID:
        _offer_cards(memory, s, layout.GIVE_UP, p, opportunities, used)
        _offer_marker(memory, s, layout.MARKER_FOR_TITLE, p, opportunities, used)
        _offer_titles(memory, s, rules, p, opportunities, used)
    elif decision == ids.TAKE:
        offer(memory, s, layout.START + s.tile, p, opportunities, used)


@jit
def _offer_actions(memory, s, rules, p, opportunities, used):
    """Note the actions and cards of a turn, and what could come of them."""
    for action, option in SIMPLE:
        if is_legal(s, action):
            offer(memory, s, option, p, opportunities, used)
    if rules.bribes_most and is_legal(s, ids.BRIBE + rules.bribes_most - 1):
        offer(memory, s, layout.BRIBE_MOST, p, opportunities, used)
    for building in range(layout.BUILDING_KINDS):
        if is_legal(s, ids.BUILD_CASTLE + building):
            offer(memory, s, layout.BUILD + building, p, opportunities, used)
    _offer_cards(memory, s, layout.PLAY, p, opportunities, used)
    if is_legal(s, ids.BUILD_PALACE) or is_legal(s, ids.CARD + ids.WHITEHALL):
        _offer_queen(memory, s, rules, p, opportunities, used)
    if is_legal(s, ids.ENLARGE) or is_legal(s, ids.CARD + ids.MASTERSTROKE):
        _offer_land(memory, s, rules, p, opportunities, used)
    elif s.legal[1]:
        offer(memory, s, layout.SWAP, p, opportunities, used)


@jit
def _offer_cards(memory, s, family, p, opportunities, used):
    for card in range(ids.CARD_KINDS):
        if is_legal(s, ids.CARD + card):
            offer(memory, s, family + card, p, opportunities, used)


@jit
def _offer_marker(memory, s, option, p, opportunities, used):
    if is_legal(s, ids.MARKER):
        offer(memory, s, option, p, opportunities, used)


@jit
def _marker_option(s):
    return layout.MARKER_FOR_TAXES if s.purpose == ids.FOR_TAXES else layout.MARKER_FOR_LAND


@jit
def _offer_queen(memory, s, rules, p, opportunities, used):
    """Note that something would give a seat the Queen, if she is not there and may go."""
    if s.queen != p and not queen_is_locked(s, rules):
        offer(memory, s, layout.TAKE_QUEEN, p, opportunities, used)


@jit
def _offer_land(memory, s, rules, p, opportunities, used):
    """Note what the next tile could complete or enclose, and swaps."""
    if s.legal[1]:
        offer(memory, s, layout.SWAP, p, opportunities, used)
    has_tile = s.tile >= 0
    for t in range(len(ids.TILES)):
        if s.tile == t or (s.tile < 0 and s.tiles[p, t] > 0):
            has_tile = True
            if t != ids.MEADOW and not grid.is_empty(completing_cells(s, rules, p, t)):
                offer(memory, s, layout.COMPLETE + t, p, opportunities, used)
                if t == ids.FOUNTAIN:
                    _offer_queen(memory, s, rules, p, opportunities, used)
    if has_tile and _could_enclose(s, rules, p):
        offer(memory, s, layout.ENCLOSE, p, opportunities, used)


@jit
def _could_enclose(s, rules, p):
    """Return whether one more tile would enclose a castle or palace."""
    land, free = estate(s, p), free_cells(s, rules, p)
    left = grid.either(grid.load(s.buildings[p, ids.CASTLE]), grid.load(s.buildings[p, ids.PALACE]))
    while not grid.is_empty(left):
        building = grid.single(grid.first_cell(left))
        left = grid.without(left, building)
        missing = grid.without(grid.around(building), land)
        lies_inside = grid.size(grid.around(building)) == 9  # not at the edge of the frame
        if lies_inside and grid.size(missing) == 1 and not grid.is_empty(grid.both(missing, free)):
            return True
    return False


@jit
def _offer_visits(memory, s, rules, p, opportunities, used):
    """Note the kinds of area that a knight could visit; on a garden it may win the Queen."""
    if s.decision == ids.MOVE:
        offer(memory, s, layout.MOVE, p, opportunities, used)
        return
    for r in range(1, s.num_players):
        for kind in range(len(ids.AREAS)):
            if is_legal(s, ids.VISIT_AREA + (r - 1) * len(ids.AREAS) + kind):
                offer(memory, s, layout.VISIT + kind, p, opportunities, used)
                if kind == ids.GARDEN and s.queen == (p + r) % s.num_players:
                    _offer_queen(memory, s, rules, p, opportunities, used)


@jit
def _offer_titles(memory, s, rules, p, opportunities, used):
    """Note the titles for which a seat has, or could bid, enough prestige."""
    bid, time = highest_bid(s, rules, p), present_time(memory, s, rules)
    memory.masquerade = 2 * (time // layout.PHASES) + min(time % layout.PHASES, 1)
    for title in range(layout.BETTER_TITLES):
        if rules.title_copies[title] and bid >= rules.title_prestige[title]:
            offer(memory, s, _title_option(memory, s, title), p, opportunities, used)


@jit
def _title_option(memory, s, title):
    """The option of a title at the present masquerade."""
    return layout.TITLE + memory.masquerade * layout.BETTER_TITLES + title


# --- choices -------------------------------------------------------------------------------------


@jit
def note_choice(memory, s, rules, action, game, seats, opportunities, events, used):
    """Note what the action takes, before it is made."""
    p, decision = s.player, s.decision
    seat = seats[p]
    memory.queen_before = s.queen
    if decision == ids.PLACE:
        for kind in range(len(ids.AREAS)):
            memory.areas_before[kind] = areas_of(s, p, kind)
        memory.enclosed_before = num_enclosed(s, p)
        seat.laid += 1
    elif ids.SWAP <= action < ids.CELL:
        seat.swapped += 1
        take(memory, opportunities, p, layout.SWAP)
    elif decision == ids.ACT:
        _note_act(memory, s, rules, action, p, seat, opportunities)
    elif decision == ids.BUILD:
        seat.built[s.building] += 1
    elif decision == ids.BID:
        _note_bid(memory, s, rules, action, game, p, seat, opportunities, events, used)
    elif decision == ids.DRAFT:
        _note_draft(memory, s, action, p, seat, opportunities)
    elif decision == ids.TAKE:
        if action == ids.TAKE_TILES + rules.start_choice:
            take(memory, opportunities, p, layout.START + s.tile)
        if s.tile == len(ids.TILES) - 1:
            memory.asked = 0
    elif action != ids.DONE:
        _note_other(memory, s, action, p, seat, opportunities)


@jit
def _note_act(memory, s, rules, action, p, seat, opportunities):
    """Note an action, a card or the end of a turn."""
    if action == ids.DONE:
        memory.asked = 0
        time = present_time(memory, s, rules)
        seat.turns[time] += 1
        seat.queen_turns[time] += s.queen == p
    elif ids.BUILD_CASTLE <= action < ids.BUILD_CASTLE + layout.BUILDING_KINDS:
        take(memory, opportunities, p, layout.BUILD + action - ids.BUILD_CASTLE)
    elif ids.BRIBE <= action < ids.BRIBE + ids.MAX_BRIBES:
        seat.bought += action - ids.BRIBE + 1
        take(memory, opportunities, p, layout.BRIBE)
        if action == ids.BRIBE + rules.bribes_most - 1:
            take(memory, opportunities, p, layout.BRIBE_MOST)
    elif action >= ids.CARD:
        seat.cards_played += 1
        take(memory, opportunities, p, layout.PLAY + action - ids.CARD)
    else:
        seat.enlargements += action == ids.ENLARGE
        seat.leisure += action == ids.LEISURE
        for other, option in SIMPLE:
            if action == other:
                take(memory, opportunities, p, option)


@jit
def _note_draft(memory, s, action, p, seat, opportunities):
    """Note the scandal card that is kept, or all of them."""
    if action != ids.KEEP_ALL:
        seat.kept[action - ids.CARD] += 1
        take(memory, opportunities, p, layout.KEEP + action - ids.CARD)
        return
    seat.cards_played += 1
    take(memory, opportunities, p, layout.PLAY + ids.INTRIGUE)
    for i in range(ids.DRAFT_CARDS):
        if s.drafted[i] >= 0:
            seat.kept[s.drafted[i]] += 1
            take(memory, opportunities, p, layout.KEEP + s.drafted[i])


@jit
def _note_other(memory, s, action, p, seat, opportunities):
    """Note markers spent, tiles donated, and knights."""
    if s.decision == ids.SPEND:
        take(memory, opportunities, p, _marker_option(s))
        if s.purpose == ids.FOR_TAXES:
            seat.markers_for_taxes += 1
        else:
            seat.markers_for_land += 1
    elif s.decision == ids.DONATE:
        seat.donated += 1
    elif s.decision == ids.MOVE:
        take(memory, opportunities, p, layout.MOVE)
    elif s.decision == ids.VISIT:
        seat.sent += 1
        take(memory, opportunities, p, layout.VISIT + (action - ids.VISIT_AREA) % len(ids.AREAS))


@jit
def _note_bid(memory, s, rules, action, game, p, seat, opportunities, events, used):
    """Note a marker or card given up, or the end of a bid."""
    if memory.bid_rows[p] < 0:
        memory.bid_rows[p] = used[EVENTS]
        row = events[used[EVENTS]]
        used[EVENTS] += 1
        row.game = game
        row.seat = p
        row.round = present_time(memory, s, rules) + 1
        row.place = (p - s.queen) % s.num_players
        row.base = s.prestige[p]
        row.markers = 0
        row.cards = 0
    row = events[memory.bid_rows[p]]
    if action == ids.DONE:
        memory.asked = 0
        row.prestige = s.prestige[p]
    elif action == ids.MARKER:
        row.markers += 1
        seat.markers_for_title += 1
        take(memory, opportunities, p, layout.MARKER_FOR_TITLE)
    else:
        row.cards += 1
        seat.cards_for_title += 1
        take(memory, opportunities, p, layout.GIVE_UP + action - ids.CARD)


# --- results -------------------------------------------------------------------------------------


@jit
def note_result(memory, s, rules, player, game, seats, opportunities, events, used):
    """Note areas, enclosures, the Queen and titles: what an action brought beyond itself."""
    if s.queen == player and memory.queen_before != player:
        take(memory, opportunities, player, layout.TAKE_QUEEN)
    if memory.enclosed_before >= 0:
        for kind in range(len(ids.AREAS)):
            if areas_of(s, player, kind) > memory.areas_before[kind]:
                take(memory, opportunities, player, layout.COMPLETE + kind)
        if num_enclosed(s, player) > memory.enclosed_before:
            take(memory, opportunities, player, layout.ENCLOSE)
        memory.enclosed_before = -1
    if memory.bid_rows[player] >= 0 and s.title[player] >= 0:
        _note_titles(memory, s, seats, opportunities, events)


@jit
def _note_titles(memory, s, seats, opportunities, events):
    """Note the titles that a masquerade has given: a seat has reached all lower ones, too."""
    for p in range(s.num_players):
        row = events[memory.bid_rows[p]]
        row.title = s.title[p]
        memory.bid_rows[p] = -1
        seats[p].titles[s.title[p]] += 1
        for title in range(s.title[p], layout.BETTER_TITLES):
            take(memory, opportunities, p, _title_option(memory, s, title))
