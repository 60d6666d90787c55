"""Sample positions from games of scripted players: the training data of `value_net`."""

import numpy as np

from parlour.core.flow import random_legal, start_game, step
from parlour.core.jit import entry
from parlour.core.protocol import is_over, write_observation
from parlour.core.rewards import standing
from parlour.core.rng import below
from parlour.players.core.script import best_action

MIN_INTERVAL, INTERVALS = 2, 30  # one opening decision in n is random, with n from 2 to 31 by game
EARLY = 4  # decisions after the opening in which more positions are kept
KEEP_EARLY, KEEP = 3, 20  # one position in n is kept, early and later


@entry
def sample_games(
    states, rules, styles, plans, decisions, seeds, observations, judged, seats, games, standings
):
    """Play games with random decisions in the opening, and keep some positions after it.

    A search also visits positions after bad and strange moves, so the value network has to learn
    how those end if they are played well from there. The opening ends anywhere in the first
    `decisions` decisions, or before the first.

    `states` holds three records, `plans` one: memory to play in. Writes the observation of a seat
    (of two players the one to decide), its number and that of the game, from the front of the
    arrays until they are full. `judged` gets what the seat sees at its own next decision: trained
    networks know the values of seats that decide, not of those that wait. It stays all zero if
    there is none before the end. Returns the number of positions.
    """
    s, scratch = states[0], states[1:]
    num_players = standings.shape[1]
    waiting = np.zeros(num_players, np.int64)  # by seat: the row that waits for its decision
    rows = 0
    for g in range(len(seeds)):
        start_game(s, rules[0], num_players, seeds[g])
        opening = below(s, decisions * 6 // 5) - decisions // 5  # decisions in it
        interval = MIN_INTERVAL + below(s, INTERVALS)
        number = 0
        waiting[:] = -1
        while not is_over(s):
            keep = KEEP_EARLY if number < opening + EARLY else KEEP
            if number >= opening and rows < len(games) and below(s, keep) == 0:
                seat = s.player if num_players == 2 else below(s, num_players)
                if waiting[seat] < 0:
                    seats[rows] = seat
                    write_observation(s, rules[0], seat, observations[rows])
                    games[rows] = g
                    waiting[seat] = rows
                    rows += 1
            if waiting[s.player] >= 0:
                write_observation(s, rules[0], s.player, judged[waiting[s.player]])
                waiting[s.player] = -1
            if number < opening and below(s, interval) == 0:
                action = random_legal(s)
            else:
                action = best_action(s, rules[0], styles[0], plans[0], scratch)
            step(s, rules[0], action)
            number += 1
        for p in range(num_players):
            standings[g, p] = standing(s, rules[0], p)
    return rows
