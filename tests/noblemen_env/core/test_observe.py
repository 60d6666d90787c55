"""Every section of an observation is what plain Python makes of the table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from noblemen_env import SPEC
from noblemen_env.core import ids
from noblemen_env.core.sections import OBSERVATION_SLICES, PLANES, WINDOW
from parlour.buffers import Buffers
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import ONLY, show_seats
from tests.noblemen_env.core.compare import STANDARD, CoreGame
from tests.noblemen_env.core.decisions import POSITIONS, rich_table
from tests.noblemen_env.core.expected import Expected
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.render.tables import positions
from tests.noblemen_env.variants import VARIANTS, write_variant

EVERY = 150 if JIT_DISABLED else 11


def observed(game: CoreGame, seat: int) -> np.ndarray:
    buffers = Buffers(SPEC, 1, mask=False)
    show_seats(game.states, game.rules, ONLY, np.array([seat]), *buffers.records)
    return buffers.observation[0]


def check(game: CoreGame) -> None:
    """Compare all sections, for all seats."""
    for seat in range(game.num_players):
        expected = Expected(game, seat).sections()
        assert set(expected) == set(OBSERVATION_SLICES)
        observation = observed(game, seat)
        for name, part in OBSERVATION_SLICES.items():
            seen = observation[part]
            assert seen.shape == np.shape(expected[name]), name
            wrong = np.flatnonzero(~np.isclose(seen, expected[name], rtol=1e-6, atol=1e-7))
            assert wrong.size == 0, (
                f"{name}, seat {seat}, in {game.decision}: places {wrong.tolist()} are "
                f"{seen[wrong].tolist()}, expected {expected[name][wrong].tolist()}"
            )


@pytest.mark.parametrize("name", POSITIONS)
def test_every_decision(name):
    check(POSITIONS[name]())


@pytest.mark.parametrize("num_players", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_games_of_builders(num_players, seed):
    for game in positions(num_players, seed, EVERY):
        core = CoreGame(num_players, seed)
        core.states[0] = game.record
        check(core)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "standard"])
def test_other_components(variant, tmp_path):
    """Other prices, tracks and frames; areas apart."""
    rng = random.Random(1)
    for seed in range(1 if JIT_DISABLED else 3):
        game = CoreGame(3 + seed, seed, write_variant(variant, STANDARD, tmp_path))
        number = 0
        while not game.over:
            if number % EVERY == 0:
                check(game)
            game.apply(rng.choice(game.options()))
            number += 1
        check(game)


@pytest.mark.parametrize("corner", ["a1", "k1", "a12", "k12"])
def test_an_estate_beyond_the_window(corner):
    """Five columns and four rows at the rim: some are in the window of 11 x 11, others are not."""
    table = Table()
    table.estate(0, "ffgmC", "ffgg.", "ooHgP", "oomm1", corner=corner)
    table.knights(1, (0, table.areas(0)[0]))
    check(table)
    shown = observed(table, 0)[OBSERVATION_SLICES["estate"]].reshape(-1, WINDOW, WINDOW)
    land = len(table.player(0)["land"])
    tiles = (shown[:7] > 0).any(axis=0).sum()  # land, and buildings on it
    assert 0 < tiles < land


def test_a_line_across_the_frame():
    """Counts are of the whole estate, the window of its middle."""
    table = Table()
    table.estate(0, "f" * 7 + "C" + "f" * 7, corner="a8")
    check(table)
    observation = observed(table, 0)
    planes = observation[OBSERVATION_SLICES["estate"]].reshape(len(PLANES), WINDOW, WINDOW)
    assert planes[0].sum() == 10
    assert (planes[0][5] > 0).tolist() == [True] * 5 + [False] + [True] * 5
    estates = observation[OBSERVATION_SLICES["estates"]].reshape(ids.MAX_PLAYERS, -1)
    assert estates[0, 0] == pytest.approx(14 / 10)


def test_large_estates():
    """Nearly the whole frame, more than a player can lay."""
    table = Table()
    rows = ["fgomfgomfgomfgo"[n % 4 :] + "fgom"[: n % 4] for n in range(11)]
    table.estate(0, *rows, corner="a1")
    assert len(table.player(0)["land"]) == 165
    check(table)


@pytest.mark.parametrize("track", range(11))
def test_moves_to_masquerade_and_scoring(track):
    """Turns of the Queen's owner on the standard track, also from a mask or the scoring."""
    table = Table()
    table.set(track=track)
    moves = observed(table, 0)[OBSERVATION_SLICES["moves"]] * (5, 8, 1)
    to_mask = [4, 3, 2, 1, 3, 3, 2, 1, 1, 1, 0]
    to_scoring = [8, 7, 6, 5, 4, 4, 3, 2, 1, 1, 0]
    assert moves.round(4).tolist() == [to_mask[track], to_scoring[track], track == 9]


def test_all_numbers_change_something():
    """Each section differs between some of the positions: none is forgotten."""
    seen = [observed(POSITIONS[name](), 1) for name in POSITIONS]
    seen += [observed(Table(n), 0) for n in (3, 5)]
    table = rich_table()
    table.set(round_number=3, track=9, queen=0)
    table.owns(1, title="earl", taxes_used=1, land_used=1)
    table.board(castle=1, palace=1, chapel=1)
    seen.append(observed(table, 1))
    for name, part in OBSERVATION_SLICES.items():
        assert len({observation[part].tobytes() for observation in seen}) > 1, name
