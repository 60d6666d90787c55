"""Notes of what happens in a game of Rokoko: `layout` explains the fields."""

from parlour.core.bits import count, lowest
from parlour.core.flow import is_legal, num_legal
from parlour.core.jit import jit
from research.balance.core.notes import EVENTS, offer, take
from research.balance.games.rokoko.core import layout
from rokoko_env.core import ids
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.employees import cards_on_display


@jit
def begin_notes(memory, s, seats):
    for p in range(s.num_players):
        seats[p].all_halls = -1


@jit
def halls_present(s, rules, p):
    """Count the halls in which a player is present, by a dress or the musician."""
    present = 0
    for hall in range(ids.HALLS):
        musician = s.decorations[p] & (1 << (ids.MUSICIANS + hall))
        if s.guests[p] & rules.hall_spaces[hall] or musician:
            present += 1
    return present


@jit
def note_seats(memory, s, rules, seats, time):
    """Note the standing of all seats at the beginning of a round, or at the end."""
    for p in range(s.num_players):
        seat = seats[p]
        seat.money[time] = s.money[p]
        seat.bales[time] = s.bales[p].sum()
        seat.trim[time] = s.yarn[p] + s.lace[p]
        seat.deck[time] = count(deck_cards(s, p))
        seat.dresses[time] = count(s.guests[p])
        seat.decorations[time] = count(s.decorations[p])
        seat.halls[time] = halls_present(s, rules, p)
        seat.turn_order[time] = (p - s.start_player) % s.num_players


@jit
def begins_situation(memory, s):
    return s.decision == ids.MAIN


@jit
def note_situation(memory, s, rules, seats, row):
    """Note the situation of a seat that is about to choose a main action."""
    p = s.player
    row.turn_order = (p - s.start_player) % s.num_players
    row.turn = seats[p].cards_played[s.round_number - 1]
    seats[p].cards_played[s.round_number - 1] += 1
    row.rank = rules.card_rank[s.in_play]
    row.masters = 0
    left = s.hand[p]
    while left:
        row.masters += rules.card_rank[lowest(left)] == ids.MASTER
        left &= left - 1
    row.hand = count(s.hand[p])
    row.deck = count(deck_cards(s, p))
    row.money = s.money[p]
    row.bales = s.bales[p].sum()
    row.trim = s.yarn[p] + s.lace[p]
    row.dresses = count(s.guests[p])
    row.decorations = count(s.decorations[p])
    row.halls = halls_present(s, rules, p)
    row.display = count(cards_on_display(s))


@jit
def note_offers(memory, s, rules, opportunities, used):
    """Note all that the seat to decide could take now."""
    if num_legal(s) == 1:
        return
    p = s.player
    if s.decision == ids.MAIN or s.decision == ids.BONUS:
        for w in range(ids.MAX_WINDOWS):
            if is_legal(s, ids.MAKE_DRESS + w):
                offer(memory, s, layout.MAKE + s.window[w], p, opportunities, used)
        for space in range(ids.MAX_DECORATIONS):
            if is_legal(s, ids.FUND + space):
                option = layout.FUND_KIND + layout.KIND_OF_SPACE[space]
                offer(memory, s, option, p, opportunities, used)
    if s.decision == ids.MAIN:
        left = s.legal[1]  # the kinds of card to hire
        while left:
            offer(memory, s, layout.HIRE + lowest(left), p, opportunities, used)
            left &= left - 1
        if is_legal(s, ids.FAVOR):
            offer(memory, s, layout.TAKE_FAVOR, p, opportunities, used)
        if is_legal(s, ids.DEPUTE):
            offer(memory, s, layout.DEPUTE_CARD, p, opportunities, used)
        if _all_halls_in_reach(s, rules, p):
            offer(memory, s, layout.GET_ALL_HALLS, p, opportunities, used)
    elif s.decision == ids.PLACE:
        left = s.legal[2]  # never empty: selling is not the only choice
        while left:
            option = layout.RENT_TO + lowest(left) // ids.HALL_SPACES
            offer(memory, s, option, p, opportunities, used)
            left &= left - 1
        offer(memory, s, layout.SELL_DRESS, p, opportunities, used)


@jit
def _all_halls_in_reach(s, rules, p):
    """Return whether a player could still get the all-halls bonus."""
    taken = 0
    for seat in range(s.num_players):
        taken += s.all_halls[seat] >= 0
    if s.all_halls[p] >= 0 or taken == rules.num_all_halls:
        return False
    return halls_present(s, rules, p) >= layout.ALL_HALLS_FROM


@jit
def note_choice(memory, s, rules, action, game, seats, opportunities, events, used):
    """Note what the action takes, before it is made."""
    p = s.player
    seat = seats[p]
    option = -1
    if s.decision == ids.PLACE:
        hall = -1
        if action == ids.SELL:
            seat.sold += 1
            option = layout.SELL_DRESS
        else:
            hall = (action - ids.RENT) // ids.HALL_SPACES
            seat.rented[hall] += 1
            option = layout.RENT_TO + hall
        _note_dress(s, rules, game, hall, action, events[used[EVENTS]])
        used[EVENTS] += 1
    elif s.decision == ids.MAIN or s.decision == ids.BONUS:
        option = _note_action(s, action, seat)
    if option >= 0:
        take(memory, opportunities, p, option)


@jit
def _note_action(s, action, seat):
    """Note a main action or one of a bonus. Returns the option, or -1."""
    if ids.MAKE_DRESS <= action < ids.FUND:
        return layout.MAKE + s.window[action - ids.MAKE_DRESS]
    if ids.FUND <= action < ids.CARD:
        kind = layout.KIND_OF_SPACE[action - ids.FUND]
        seat.funded[kind] += 1
        return layout.FUND_KIND + kind
    if s.decision == ids.MAIN:
        if action >= ids.CARD:
            seat.hired += 1
            return layout.HIRE + action - ids.CARD
        if action == ids.FAVOR:
            seat.favors += 1
            return layout.TAKE_FAVOR
        if action == ids.DEPUTE:
            seat.deputed += 1
            return layout.DEPUTE_CARD
    return -1


@jit
def _note_dress(s, rules, game, hall, action, row):
    row.game = game
    row.seat = s.player
    row.round = s.round_number
    row.dress = s.dress
    row.hall = hall
    row.master_space = 0
    if hall >= 0 and rules.master_spaces & (1 << (action - ids.RENT)):
        row.master_space = 1


@jit
def note_result(memory, s, rules, player, game, seats, opportunities, events, used):
    """Note the all-halls bonus, which no single action takes."""
    if s.all_halls[player] >= 0 and seats[player].all_halls < 0:
        seats[player].all_halls = s.all_halls[player]
        take(memory, opportunities, player, layout.GET_ALL_HALLS)
