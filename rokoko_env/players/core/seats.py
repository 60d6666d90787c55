"""Loops over seats that are asked to decide, each in its own game."""

import numpy as np

from rokoko_env.core.determinize import determinize
from rokoko_env.core.flow import is_legal, nth_legal, num_legal, step
from rokoko_env.core.ids import OVER
from rokoko_env.core.jit import entry, jit
from rokoko_env.core.mask import write_mask
from rokoko_env.core.observe import write_observation
from rokoko_env.core.rng import bounded, mix, next_word


@jit
def seed_of(match, game, seat, number):
    """A word for a seat's n-th decision in a game: from the match's seed, unlike any other."""
    word = mix(mix(next_word(np.uint64(match))) + next_word(np.uint64(game)))
    return mix(word + next_word(np.uint64(number * 8 + seat)))


@entry
def draw_seeds(match, states, chosen, games, decisions, out):
    """A word for each seat that is asked, from the number of decisions it has made so far."""
    for k in range(len(chosen)):
        i = chosen[k]
        seat = states[i].player
        out[k] = seed_of(match, games[i], seat, decisions[i, seat])


@entry
def draw_worlds(states, rules, chosen, seeds, worlds):
    """Copies of the games in which all that the seat to decide does not know is drawn anew."""
    for k in range(len(chosen)):
        worlds[k] = states[chosen[k]]
        determinize(worlds[k], rules[0], worlds[k].player, seeds[k])


@entry
def show_seats(states, rules, chosen, observations, masks):
    """What the seat to decide knows and may do; what is empty stays so."""
    for k in range(len(chosen)):
        s = states[chosen[k]]
        if len(masks) > 0:
            write_mask(s, masks[k])
        if len(observations) > 0:
            write_observation(s, rules[0], s.player, observations[k])


@entry
def choose_at_random(states, chosen, seeds, actions):
    """A uniformly random legal action."""
    for k in range(len(chosen)):
        s = states[chosen[k]]
        actions[k] = nth_legal(s, bounded(seeds[k], num_legal(s)))


@entry
def step_chosen(states, rules, chosen, actions, decisions):
    """One action in each of the games chosen; an illegal one anywhere changes nothing.

    Returns which of them is the first illegal one, -1 if all went well.
    """
    for k in range(len(chosen)):
        if not is_legal(states[chosen[k]], actions[k]):
            return k
    for k in range(len(chosen)):
        s = states[chosen[k]]
        decisions[chosen[k], s.player] += 1
        step(s, rules[0], actions[k])
    return -1


@entry
def still_going(states, chosen):
    """Those of the games that are not over, moved to the front. Returns their number."""
    number = 0
    for k in range(len(chosen)):
        if states[chosen[k]].decision != OVER:
            chosen[number] = chosen[k]
            number += 1
    return number


@entry
def sort_by_agent(states, seating, going, by_agent, ends):
    """The games going on, sorted by the agent whose turn it is: agent a's end at ends[a]."""
    ends[:] = 0
    for k in range(len(going)):
        ends[seating[going[k], states[going[k]].player]] += 1
    for a in range(1, len(ends)):
        ends[a] += ends[a - 1]
    places = ends.copy()
    for k in range(len(going) - 1, -1, -1):
        agent = seating[going[k], states[going[k]].player]
        places[agent] -= 1
        by_agent[places[agent]] = going[k]
