"""Inputs of critics besides an observation: the others' hands and bales."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parlour.codec import members
from rokoko_env import SPEC, Game
from rokoko_env.core.hidden import BALES_SCALE, HIDDEN_SIZE, SEAT_SIZE
from rokoko_env.core.ids import MAX_CARDS
from training.core.hidden import write_hidden_rows


@pytest.mark.parametrize("num_players", [2, 4])
def test_hands_and_bales_begin_left_of_the_seat_that_decides(num_players):
    game, rng = Game(num_players, seed=1), random.Random(1)
    for _ in range(60):
        game.apply(rng.choice(game.legal_actions()))
    s = game.record
    out = np.full((2, SPEC.hidden_size), 7, np.float32)
    write_hidden_rows(np.array([s, s]), out)
    assert SPEC.hidden_size == HIDDEN_SIZE
    assert (out[0] == out[1]).all()
    seats = out[0].reshape(-1, SEAT_SIZE)
    assert not seats[num_players - 1 :].any(), "nobody sits there"
    for r in range(1, num_players):
        p = (s["player"] + r) % num_players
        assert np.flatnonzero(seats[r - 1, :MAX_CARDS]).tolist() == members(s["hand"][p])
        assert seats[r - 1, MAX_CARDS:] == pytest.approx(s["bales"][p] * BALES_SCALE)
