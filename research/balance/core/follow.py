"""Follow games choice by choice, and let the game note what happens in them (`hooks`).

This needs nothing but the actions, so it works for every agent. Forced choices, which no agent
makes, are made here one by one: the notes do not depend on which choices happened to be forced.
"""

from parlour.core.flow import is_legal, nth_legal, num_legal
from parlour.core.jit import entry, jit
from parlour.core.protocol import begin, break_down, choose, is_over, write_legal
from research.balance.core.hooks import (
    begin_notes,
    begins_situation,
    note_choice,
    note_offers,
    note_result,
    note_seats,
    note_situation,
    present_time,
)
from research.balance.core.notes import SITUATIONS


@entry
def follow_games(
    states, rules, num_players, seeds, actions, ends, points, memory,
    seats, situations, opportunities, events, used,
):  # fmt: skip
    """Follow games with these seeds; the actions of game g end at `ends[g]`.

    `states`, `points` and `memory` are memory to play in. Writes the numbers of situations,
    opportunities and events to `used`. Returns the first game whose actions don't fit, -1 if all
    do.
    """
    s, m = states[0], memory[0]
    used[:] = 0
    k = 0
    for g in range(len(seeds)):
        begin(s, rules[0], num_players, seeds[g])
        _begin_notes(m, s, rules[0], points, seats[g])
        time = 0
        while not is_over(s):
            if num_legal(s) == 1:
                action = nth_legal(s, 0)
            elif k < ends[g] and is_legal(s, actions[k]):
                action = actions[k]
                k += 1
            else:
                return g
            if begins_situation(m, s):
                row = situations[used[SITUATIONS]]
                used[SITUATIONS] += 1
                _note_situation(m, s, rules[0], g, time, points, seats[g], row)
            note_offers(m, s, rules[0], opportunities, used)
            note_choice(m, s, rules[0], action, g, seats[g], opportunities, events, used)
            player = s.player
            choose(s, rules[0], action)
            note_result(m, s, rules[0], player, g, seats[g], opportunities, events, used)
            time = _note_times(m, s, rules[0], time, points, seats[g])
            write_legal(s, rules[0])
        if k != ends[g]:
            return g
    return -1


@jit
def _begin_notes(m, s, rules, points, seats):
    """Prepare for a new game, and note the standing of all seats in the beginning."""
    for p in range(s.num_players):
        seats[p].order = (p - s.player) % s.num_players
    m.open_rows[:] = -1
    begin_notes(m, s, seats)
    _note_seats(m, s, rules, points, seats, 0)
    write_legal(s, rules)


@jit
def _note_times(m, s, rules, time, points, seats):
    """Note the standing of all seats if a time has begun, or the game is over. Returns the time.

    Times that are left out have the standing of the next one.
    """
    if is_over(s):
        last = len(seats[0].worth) - 1
        while time < last:
            time += 1
            _note_seats(m, s, rules, points, seats, time)
        for p in range(s.num_players):
            for source in range(len(seats[p].points)):
                seats[p].points[source] = points[p, source]
        return time
    now = present_time(m, s, rules)
    if time < now:
        m.open_rows[:] = -1
    while time < now:
        time += 1
        _note_seats(m, s, rules, points, seats, time)
    return time


@jit
def _note_seats(m, s, rules, points, seats, time):
    break_down(s, rules, points)
    for p in range(s.num_players):
        seats[p].worth[time] = points[p].sum()
    note_seats(m, s, rules, seats, time)


@jit
def _note_situation(m, s, rules, game, time, points, seats, row):
    """Note the situation of a seat that begins to choose."""
    p = s.player
    row.game = game
    row.seat = p
    row.round = time + 1
    break_down(s, rules, points)
    best = -1
    for other in range(s.num_players):
        if other != p:
            best = max(best, points[other].sum())
    row.worth = points[p].sum()
    row.lead = row.worth - best
    note_situation(m, s, rules, seats, row)
