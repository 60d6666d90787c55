"""Follow games choice by choice, and note what happens in them (`layout`).

This needs nothing but the actions, so it works for every agent. Forced choices, which no agent
makes, are made here one by one: the notes do not depend on which choices happened to be forced.
"""

import numpy as np

from parlour.core.bits import count, lowest
from parlour.core.flow import is_legal, nth_legal, num_legal
from parlour.core.jit import entry, jit
from research.balance.core import layout
from rokoko_env.core import ids
from rokoko_env.core.deck import deck_cards
from rokoko_env.core.employees import cards_on_display
from rokoko_env.core.flow import choose
from rokoko_env.core.legal import write_legal
from rokoko_env.core.scoring import break_down
from rokoko_env.core.setup import set_up
from rokoko_env.core.turn import begin_round


@entry
def follow_games(
    states, rules, num_players, seeds, actions, ends,
    seats, situations, opportunities, dresses, used,
):  # fmt: skip
    """Follow games with these seeds; the actions of game g end at `ends[g]`.

    `states` holds one record: memory to play in. Writes the numbers of situations, opportunities
    and dresses to `used`. Returns the first game whose actions don't fit, -1 if all do.
    """
    s = states[0]
    points = np.zeros((ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
    open_rows = np.zeros((ids.MAX_PLAYERS, layout.NUM_OPTIONS), np.int64)
    used[:] = 0
    k = 0
    for g in range(len(seeds)):
        set_up(s, rules[0], num_players, seeds[g])
        begin_round(s, rules[0])
        for p in range(num_players):
            seats[g, p].order = (p - s.start_player) % num_players
        open_rows[:] = -1
        _note_time(s, rules[0], points, seats[g], 0)
        write_legal(s, rules[0])
        while s.decision != ids.OVER:
            if num_legal(s) == 1:
                action = nth_legal(s, 0)
            elif k < ends[g] and is_legal(s, actions[k]):
                action = actions[k]
                k += 1
            else:
                return g
            if s.decision == ids.MAIN:
                _note_turn(s, rules[0], g, points, seats[g], situations, used)
            if num_legal(s) > 1:
                _note_offers(s, rules[0], open_rows, opportunities, used)
            _note_choice(s, rules[0], action, g, seats[g], open_rows, opportunities, dresses, used)
            _apply(s, rules[0], action, points, seats[g], open_rows, opportunities)
        if k != ends[g]:
            return g
    return -1


@jit
def _apply(s, rules, action, points, seats, open_rows, opportunities):
    """Make a choice, and note what it changed beyond the action itself."""
    p = s.player
    round_number = s.round_number
    had_all_halls = s.all_halls[p] >= 0
    choose(s, rules, action)
    if s.all_halls[p] >= 0 and not had_all_halls:
        seats[p].all_halls = s.all_halls[p]
        _take(open_rows, opportunities, p, layout.GET_ALL_HALLS)
    if s.decision == ids.OVER:
        _note_time(s, rules, points, seats, ids.ROUNDS)
    elif s.round_number != round_number:
        _note_time(s, rules, points, seats, s.round_number - 1)
        open_rows[:] = -1
    write_legal(s, rules)


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
def _note_time(s, rules, points, seats, time):
    """Note the standing of all seats at the beginning of a round, or at the end."""
    break_down(s, rules, points)
    for p in range(s.num_players):
        seat = seats[p]
        seat.money[time] = s.money[p]
        seat.worth[time] = points[p].sum()
        seat.bales[time] = s.bales[p].sum()
        seat.trim[time] = s.yarn[p] + s.lace[p]
        seat.deck[time] = count(deck_cards(s, p))
        seat.dresses[time] = count(s.guests[p])
        seat.decorations[time] = count(s.decorations[p])
        seat.halls[time] = halls_present(s, rules, p)
        seat.turn_order[time] = (p - s.start_player) % s.num_players
        if time == 0:
            seat.all_halls = -1
        if time == ids.ROUNDS:
            for source in range(ids.NUM_SOURCES):
                seat.points[source] = points[p, source]


@jit
def _note_turn(s, rules, game, points, seats, situations, used):
    """Note the situation of a seat that is about to choose a main action."""
    p = s.player
    row = situations[used[0]]
    used[0] += 1
    row.game = game
    row.seat = p
    row.round = s.round_number
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
    break_down(s, rules, points)
    best = -1
    for other in range(s.num_players):
        if other != p:
            best = max(best, points[other].sum())
    row.worth = points[p].sum()
    row.lead = row.worth - best
    row.bales = s.bales[p].sum()
    row.trim = s.yarn[p] + s.lace[p]
    row.dresses = count(s.guests[p])
    row.decorations = count(s.decorations[p])
    row.halls = halls_present(s, rules, p)
    row.display = count(cards_on_display(s))


@jit
def _offer(option, p, open_rows, opportunities, used):
    """Add an opportunity the first time in a round; it belongs to the current turn."""
    if open_rows[p, option] < 0:
        open_rows[p, option] = used[1]
        row = opportunities[used[1]]
        row.situation = used[0] - 1
        row.option = option
        row.taken = 0
        used[1] += 1


@jit
def _take(open_rows, opportunities, p, option):
    if open_rows[p, option] >= 0:
        opportunities[open_rows[p, option]].taken = 1


@jit
def _note_offers(s, rules, open_rows, opportunities, used):
    """Note all that the seat to decide could take now."""
    p = s.player
    if s.decision == ids.MAIN or s.decision == ids.BONUS:
        for w in range(ids.MAX_WINDOWS):
            if is_legal(s, ids.MAKE_DRESS + w):
                _offer(layout.MAKE + s.window[w], p, open_rows, opportunities, used)
        for space in range(ids.MAX_DECORATIONS):
            if is_legal(s, ids.FUND + space):
                option = layout.FUND_KIND + layout.KIND_OF_SPACE[space]
                _offer(option, p, open_rows, opportunities, used)
    if s.decision == ids.MAIN:
        left = s.legal[1]  # the kinds of card to hire
        while left:
            _offer(layout.HIRE + lowest(left), p, open_rows, opportunities, used)
            left &= left - 1
        if is_legal(s, ids.FAVOR):
            _offer(layout.TAKE_FAVOR, p, open_rows, opportunities, used)
        if is_legal(s, ids.DEPUTE):
            _offer(layout.DEPUTE_CARD, p, open_rows, opportunities, used)
        if _all_halls_in_reach(s, rules, p):
            _offer(layout.GET_ALL_HALLS, p, open_rows, opportunities, used)
    elif s.decision == ids.PLACE:
        left = s.legal[2]  # never empty: selling is not the only choice
        while left:
            option = layout.RENT_TO + lowest(left) // ids.HALL_SPACES
            _offer(option, p, open_rows, opportunities, used)
            left &= left - 1
        _offer(layout.SELL_DRESS, p, open_rows, opportunities, used)


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
def _note_choice(s, rules, action, game, seats, open_rows, opportunities, dresses, used):
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
        _note_dress(s, rules, game, hall, action, dresses[used[2]])
        used[2] += 1
    elif s.decision == ids.MAIN or s.decision == ids.BONUS:
        option = _note_action(s, action, seat)
    if option >= 0:
        _take(open_rows, opportunities, p, option)


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
