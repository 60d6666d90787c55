"""Entry points for Python: loops over arrays of game records.

(numba's dispatch of an array of records costs half a microsecond, that of a single record eight.)
`games` lists the places in `states` that are meant; other arrays have one row for each of them.
"""

import numpy as np

from parlour.core.flow import is_legal, nth_legal, num_legal, random_legal, start_game, step
from parlour.core.jit import entry
from parlour.core.protocol import break_down, determinize, is_over, tie_break, write_legal
from parlour.core.rng import bounded, mix
from parlour.core.show import show

ONLY = np.zeros(1, np.int64)  # `games` where there is a single one


@entry
def start_games(states, rules, num_players, seeds):
    """Start new games; each is a function of its own seed alone."""
    for i in range(len(states)):
        start_game(states[i], rules[0], num_players, seeds[i])


@entry
def step_games(states, rules, games, actions):
    """Apply one action in each game; an illegal one anywhere changes nothing at all.

    Returns which of the actions is the first illegal one, -1 if there is none. Finished games take
    any action and stay as they are.
    """
    for k in range(len(games)):
        if not is_legal(states[games[k]], actions[k]):
            return k
    for k in range(len(games)):
        step(states[games[k]], rules[0], actions[k])
    return -1


@entry
def list_legal(states, out):
    """Write the legal actions of the first game, ascending. Returns their number."""
    s = states[0]
    number = num_legal(s)
    for n in range(number):
        out[n] = nth_legal(s, n)
    return number


@entry
def random_actions(states, games, rng_words, actions):
    """Choose a uniformly random legal action for each game, by a random word for each."""
    for k in range(len(games)):
        s = states[games[k]]
        actions[k] = nth_legal(s, bounded(rng_words[k], num_legal(s)))


@entry
def play_random(states, rules, decisions):
    """Play at random inside the jit: n decisions in each game, with new games as needed.

    Returns the number of games finished.
    """
    finished = 0
    for i in range(len(states)):
        s = states[i]
        for _ in range(decisions):
            step(s, rules[0], random_legal(s))
            if is_over(s):
                finished += 1
                start_game(s, rules[0], np.int64(s.num_players), mix(s.rng))
    return finished


@entry
def play_to_end(states, rules):
    """Finish each game by random play. Returns the number of decisions made."""
    decisions = 0
    for i in range(len(states)):
        s = states[i]
        while not is_over(s):
            step(s, rules[0], random_legal(s))
            decisions += 1
    return decisions


@entry
def show_seats(states, rules, games, seats, observations, masks):
    """Write what the given seat of each game knows and what is legal; empty arrays are left out."""
    for k in range(len(games)):
        show(states[games[k]], rules[0], seats[k], observations, masks, k)


@entry
def draw_worlds(states, rules, games, seats, seeds, worlds):
    """Copy each game, and draw again all that the given seat of it does not know."""
    for k in range(len(games)):
        worlds[k] = states[games[k]]
        determinize(worlds[k], rules[0], seats[k], seeds[k])


@entry
def refresh_legal(states, rules):
    """Compute the legal actions of states that were not made by `step_games`."""
    for i in range(len(states)):
        write_legal(states[i], rules[0])


@entry
def score_games(states, rules, points, tie_breaks):
    """Write each player's points by source, and the tie-breaks, if the games ended now."""
    for i in range(len(states)):
        break_down(states[i], rules[0], points[i])
        for p in range(states[i].num_players):
            tie_breaks[i, p] = tie_break(states[i], rules[0], p)


def seeds_for(seed: int, number: int) -> np.ndarray:
    """The seeds of a batch: game i of seed k is the game that has seed k + i alone."""
    return np.arange(number, dtype=np.uint64) + np.uint64(seed)
