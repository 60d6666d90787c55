"""Entry points for environments: loops over rows, which hold a game and what goes with it.

A row is a game's record with its rewards, scores and seeds: the whole batch goes to the jitted code
as one array, because every further array costs time in a call from Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.chunks import chunk_done, take_chunk
from parlour.core.flow import is_legal, nth_legal, num_legal, start_game, step
from parlour.core.jit import entry, jit
from parlour.core.protocol import break_down, is_over, tie_break
from parlour.core.records import Table, table_dtype
from parlour.core.rewards import SHAPED, new_points, write_potential, write_step_reward
from parlour.core.rng import bounded, mix, next_word
from parlour.core.show import show


def row_fields(state: np.dtype[Any]) -> Table:
    """The fields of a row, for games of a type; their state is the first."""
    players = state["score"].shape
    return (
        ("state", state, (), "the game's record"),
        ("seed", np.uint64, (), "the seed of this game"),
        ("action_rng", np.uint64, (), "random actions draw from here: the game stays its seed's"),
        ("potential", np.float32, players, "for shaped rewards"),
        ("reward", np.float32, players, "of each seat for the last step"),
        ("owed", np.float32, (), "reward of the learning seat since its last decision"),
        ("score", np.int16, players, "final scores of the game finished last"),
        ("tie_break", np.int16, players, "of that game"),
        ("learner", np.int8, (), "the learning seat, where there is one"),
        ("done", np.bool_, (), "the last step ended a game, or it was over before"),
        ("given_up", np.bool_, (), "the learning seat lost by an illegal action"),
    )


def row_dtype(state: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of rows for games of a type."""
    return table_dtype(row_fields(state))


@jit
def _start(row, rules, num_players, shaped):
    start_game(row.state, rules, num_players, row.seed)
    if shaped:
        write_potential(row.state, rules, new_points(row.state), row.potential)


@jit
def _step(row, rules, action, reward_kind, points):
    if is_over(row.state):  # it stays as it is, and pays nothing more
        for p in range(len(row.reward)):
            row.reward[p] = 0.0
        return
    step(row.state, rules, action)
    write_step_reward(row.state, rules, reward_kind, points, row.potential, row.reward)
    row.done = is_over(row.state)
    if row.done:
        for p in range(row.state.num_players):
            row.score[p] = row.state.score[p]
            row.tie_break[p] = tie_break(row.state, rules, p)


@jit
def random_action(row):
    """A uniformly random legal action, not drawn from the game's own random numbers."""
    row.action_rng = next_word(row.action_rng)
    return nth_legal(row.state, bounded(row.action_rng, num_legal(row.state)))


@entry
def start_rows(rows, rules, num_players, shaped, start, stop):
    """Start new games from the rows' seeds."""
    for i in range(start, stop):
        row = rows[i]
        row.done = False
        row.action_rng = mix(row.seed + np.uint64(1))
        for p in range(len(row.reward)):
            row.reward[p] = row.potential[p] = 0.0
            row.score[p] = row.tie_break[p] = 0
        row.owed = 0.0
        row.given_up = False
        _start(row, rules[0], num_players, shaped)


@entry
def first_illegal(rows, actions, start, stop):
    """The first game whose action is not legal, -1 if there is none."""
    for i in range(start, stop):
        if not is_legal(rows[i].state, actions[i]):
            return i
    return -1


@entry
def step_rows(rows, rules, actions, reward_kind, stride, observations, masks, start, stop):
    """Apply one action in each game, and show each to the seat that decides next.

    An illegal action changes nothing in any of them: returns the first game with one, -1 if there
    is none. With a stride, a new game follows a finished one at once: the seed grows by it. Each
    game is finished with before the next one, while it is in the processor's cache.
    """
    wrong = first_illegal(rows, actions, start, stop)
    if wrong < 0:
        _step_and_show(rows, rules, actions, reward_kind, stride, observations, masks, start, stop)
    return wrong


@entry
def step_rows_together(rows, rules, actions, reward_kind, stride, observations, masks, chunks):
    """Do a thread's share of `step_rows`, with actions known to be legal."""
    start, stop = take_chunk(chunks)
    while start < stop:
        _step_and_show(rows, rules, actions, reward_kind, stride, observations, masks, start, stop)
        chunk_done(chunks, start, stop)
        start, stop = take_chunk(chunks)


@jit
def _step_and_show(rows, rules, actions, reward_kind, stride, observations, masks, start, stop):
    points = new_points(rows[0].state)
    for i in range(start, stop):
        row = rows[i]
        _step(row, rules[0], actions[i], reward_kind, points)
        if row.done and stride > 0:
            row.seed += np.uint64(stride)
            _start(row, rules[0], np.int64(row.state.num_players), reward_kind == SHAPED)
        show(row.state, rules[0], row.state.player, observations, masks, i)


@entry
def show_rows(rows, rules, observations, masks, start, stop):
    """Show each game to its seat to decide."""
    for i in range(start, stop):
        row = rows[i]
        show(row.state, rules[0], row.state.player, observations, masks, i)


@entry
def random_row_actions(rows, actions, start, stop):
    """Draw a random legal action for each game."""
    for i in range(start, stop):
        actions[i] = random_action(rows[i])


@entry
def random_row_actions_together(rows, actions, chunks):
    """Do a thread's share of `random_row_actions`."""
    start, stop = take_chunk(chunks)
    while start < stop:
        random_row_actions(rows, actions, start, stop)
        chunk_done(chunks, start, stop)
        start, stop = take_chunk(chunks)


@entry
def step_learners(rows, rules, actions, reward_kind, start, stop):
    """Apply the learning seats' legal actions; `owed` is their reward for it so far."""
    points = new_points(rows[0].state)
    for i in range(start, stop):
        row = rows[i]
        row.owed = 0.0
        if not row.given_up:
            _step(row, rules[0], actions[i], reward_kind, points)
            row.owed = row.reward[row.learner]


@entry
def play_others_at_random(rows, rules, reward_kind, start, stop):
    """Play the other seats at random until the learner decides or the game is over.

    Returns the number of decisions.
    """
    points = new_points(rows[0].state)
    decisions = 0
    for i in range(start, stop):
        row = rows[i]
        while not (row.given_up or row.state.player == row.learner or is_over(row.state)):
            _step(row, rules[0], random_action(row), reward_kind, points)
            row.owed += row.reward[row.learner]
            decisions += 1
    return decisions


@entry
def draw_words(rows, games, out):
    """A random word for each game listed, from the numbers that the game itself does not use."""
    for k in range(len(games)):
        row = rows[games[k]]
        row.action_rng = next_word(row.action_rng)
        out[k] = row.action_rng


@entry
def step_others(rows, rules, games, actions, reward_kind):
    """Apply one action of another seat in each game listed; an illegal one changes nothing.

    Returns which of them is the first illegal one, -1 if there is none.
    """
    for k in range(len(games)):
        if not is_legal(rows[games[k]].state, actions[k]):
            return k
    points = new_points(rows[0].state)
    for k in range(len(games)):
        row = rows[games[k]]
        _step(row, rules[0], actions[k], reward_kind, points)
        row.owed += row.reward[row.learner]
    return -1


@entry
def first_illegal_learner(rows, actions):
    """The first game that is not over and whose learner's action is not legal, or -1."""
    for i in range(len(rows)):
        row = rows[i]
        has_ended = row.given_up or is_over(row.state)
        if not (has_ended or is_legal(row.state, actions[i])):
            return i
    return -1


@entry
def write_current_scores(rows, rules, out):
    """Write the learning seats' scores if the games ended now."""
    points = new_points(rows[0].state)
    for i in range(len(rows)):
        break_down(rows[i].state, rules[0], points)
        out[i] = points[rows[i].learner].sum()


@entry
def show_learners(rows, rules, games, observations, masks, rewards, dones):
    """Show the games listed to their learning seats, with reward and end; a final mask is all true.

    Everything is written to the places of the games themselves.
    """
    for k in range(len(games)):
        i = games[k]
        row = rows[i]
        show(row.state, rules[0], row.learner, observations, masks, i)
        rewards[i] = row.owed
        dones[i] = row.given_up or is_over(row.state)


def states_in(rows: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Copies of the states in the rows listed."""
    # As bytes: NumPy copies structured arrays field by field, which takes ten times as long.
    state = rows.dtype["state"]
    states = rows.view(np.uint8).reshape(len(rows), rows.itemsize)[:, : state.itemsize]
    return np.ascontiguousarray(states[games]).view(state)[:, 0]
