"""Observations, masks and worlds are written in full, whatever the memory held before."""

from __future__ import annotations

import numpy as np
import pytest

from noblemen_env import SPEC
from noblemen_env.components import load_components
from noblemen_env.core import ids
from noblemen_env.core.hidden import CARDS_SCALE, HIDDEN_SIZE, SEAT_SIZE, TILES_SCALE
from noblemen_env.core.rules import build_rules
from noblemen_env.core.sections import OBSERVATION, OBSERVATION_SIZE, OBSERVATION_SLICES
from noblemen_env.core.state import STATE
from parlour.buffers import Buffers
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import (
    list_legal,
    play_to_end,
    random_actions,
    seeds_for,
    show_seats,
    start_games,
    step_games,
)
from tests.noblemen_env.core.decisions import POSITIONS
from training.core.hidden import write_hidden_rows

GAMES = 4


def random_games(num_players: int, steps: int, every: int):
    """Some games at several times, the last time when they are over."""
    rules = build_rules(load_components(), num_players)
    states, games = np.zeros(GAMES, STATE), np.arange(GAMES)
    start_games(states, rules, num_players, seeds_for(3, GAMES))
    rng, actions = np.random.default_rng(1), np.zeros(GAMES, np.int64)
    for step in range(steps):
        if step % every == 0:
            yield states, rules
        words = rng.integers(2**63, size=GAMES).astype(np.uint64) << np.uint64(1)
        random_actions(states, games, words, actions)
        step_games(states, rules, games, actions)
    play_to_end(states, rules)
    yield states, rules


def shown(states, rules, seat: int, before: float) -> tuple[bytes, bytes]:
    """Observations and masks, written into memory that holds this number."""
    buffers = Buffers(SPEC, len(states))
    buffers.observation[:] = before
    buffers.mask[:] = 0 if before == 0 else 7
    seats = np.full(len(states), seat)
    show_seats(states, rules, np.arange(len(states)), seats, *buffers.records)
    return buffers.observation.tobytes(), buffers.mask.tobytes()


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_nothing_is_left_of_what_was_there_before(num_players):
    steps = 60 if JIT_DISABLED else 300
    for states, rules in random_games(num_players, steps, every=13):
        for seat in range(num_players):
            assert shown(states, rules, seat, np.nan) == shown(states, rules, seat, 0.0)


@pytest.mark.parametrize("name", POSITIONS)
def test_nothing_is_left_in_any_decision(name):
    game = POSITIONS[name]()
    for seat in range(game.num_players):
        fresh = shown(game.states, game.rules, seat, 0.0)
        assert shown(game.states, game.rules, seat, np.nan) == fresh


def test_the_record_is_the_vector():
    """The fields of the record lie where the slices say."""
    for name, part in OBSERVATION_SLICES.items():
        buffers = Buffers(SPEC, 1, mask=False)
        buffers.records[0][0][name][...] = 1.0
        assert np.flatnonzero(buffers.observation[0]).tolist() == list(range(part.start, part.stop))
    assert OBSERVATION.itemsize == 4 * OBSERVATION_SIZE


def test_a_mask_is_its_bitset():
    states, rules = np.zeros(1, STATE), build_rules(load_components(), 3)
    states["num_players"] = 3
    rng = np.random.default_rng(1)
    ends = (*ids.WORD_STARTS[1:], ids.NUM_ACTIONS)
    sizes = [end - start for start, end in zip(ids.WORD_STARTS, ends, strict=True)]
    assert [(1 << size) - 1 for size in sizes] == list(ids.EVERYTHING)
    for _ in range(50):
        words = [int(rng.integers(2**62)) & everything for everything in ids.EVERYTHING]
        states["legal"][0] = words
        buffers = Buffers(SPEC, 1, observe=False)
        show_seats(states, rules, np.zeros(1, np.int64), np.zeros(1, np.int64), *buffers.records)
        bits = [word >> i & 1 for word, size in zip(words, sizes, strict=True) for i in range(size)]
        assert buffers.mask[0].tolist() == bits
        actions = np.zeros(ids.NUM_ACTIONS, np.int64)
        number = list_legal(states, actions)
        assert actions[:number].tolist() == np.flatnonzero(bits).tolist()


@pytest.mark.parametrize("name", ["take", "act", "give", "bid", "draft at a decade"])
def test_hands_of_the_others_begin_left_of_the_seat_that_decides(name):
    """Inputs of critics besides an observation."""
    game = POSITIONS[name]()
    s, n = game.states[0], game.num_players
    out = np.full(HIDDEN_SIZE, 7, np.float32)
    write_hidden_rows(game.states, out.reshape(1, -1))
    assert SPEC.hidden_size == HIDDEN_SIZE
    seats = out.reshape(-1, SEAT_SIZE)
    assert not seats[n - 1 :].any(), "nobody sits there"
    for r in range(1, n):
        p = (s["player"] + r) % n
        assert seats[r - 1, : len(ids.TILES)] == pytest.approx(s["tiles"][p] * TILES_SCALE)
        assert seats[r - 1, len(ids.TILES) :] == pytest.approx(s["cards"][p] * CARDS_SCALE)
