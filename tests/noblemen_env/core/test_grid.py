"""Sets of cells in four words, against sets of Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from noblemen_env import SPEC
from noblemen_env.core import grid, ids
from parlour.core.jit import entry

SIDE, CELLS = ids.SIDE, ids.CELLS
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)]


def words(cells: set[int]) -> np.ndarray:
    """The set as the record keeps it."""
    out = np.zeros(ids.WORDS, np.int64)
    for cell in cells:
        out[cell // ids.WORD_CELLS] |= 1 << (cell % ids.WORD_CELLS)
    return out


def results_of(a: set[int], b: set[int], rows: int) -> tuple[np.ndarray, tuple[int, int, int]]:
    """Return the sets and the numbers that `apply_all` finds."""
    states, out = SPEC.new_states(1), np.zeros((rows, ids.WORDS), np.int64)
    states["areas"][0, :2] = words(a), words(b)
    numbers = apply_all(states, out)
    return out, numbers


def moved(cells: set[int], down: int, right: int) -> set[int]:
    places = [(cell // SIDE + down, cell % SIDE + right) for cell in cells]
    return {r * SIDE + c for r, c in places if 0 <= r < SIDE and 0 <= c < SIDE}


@entry
def apply_all(states, out):
    """Write the results of all functions of two sets in a record, a row for each."""
    a, b = grid.load(states[0].areas[0]), grid.load(states[0].areas[1])
    results = (
        grid.to_east(a),
        grid.to_west(a),
        grid.to_south(a),
        grid.to_north(a),
        grid.beside(a),
        grid.around(a),
        grid.enclosed(a),
        grid.squares(a),
        grid.square_cells(grid.squares(a)),
        grid.completing(a),
        grid.either(a, b),
        grid.both(a, b),
        grid.without(a, b),
    )
    for i in range(len(results)):
        grid.store(out[i], results[i])
    return grid.size(a), grid.first_cell(a), grid.pairs_around(a, b)


def expected(a: set[int], b: set[int]) -> list[set[int]]:
    everywhere = set(range(CELLS))
    around = set().union(*(moved(a, *step) for step in STEPS))
    beside = set().union(*(moved(a, *step) for step in STEPS if 0 in step and step != (0, 0)))
    enclosed = {x for x in a if len(_ring(x)) == 8 and _ring(x) <= a}
    squares = {x for x in a if x % SIDE < SIDE - 1 and {x + 1, x + SIDE, x + SIDE + 1} <= a}
    covered = {x + d for x in squares for d in (0, 1, SIDE, SIDE + 1)}
    completing = {
        x
        for x in everywhere - a
        if any(_square(x, r, c) and _square(x, r, c) - {x} <= a for r in (-1, 0) for c in (-1, 0))
    }
    shifts = [moved(a, 0, 1), moved(a, 0, -1), moved(a, 1, 0), moved(a, -1, 0)]
    return [*shifts, beside, around, enclosed, squares, covered, completing, a | b, a & b, a - b]


def _ring(cell: int) -> set[int]:
    return {other for step in STEPS for other in moved({cell}, *step)} - {cell}


def _square(cell: int, down: int, right: int) -> set[int]:
    """The 2 x 2 square with this corner relative to a cell; none if it leaves the frame."""
    corner = moved({cell}, down, right)
    square = {
        x for c in corner for x in (c, *moved({c}, 0, 1), *moved({c}, 1, 0), *moved({c}, 1, 1))
    }
    return square if len(square) == 4 else set()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 1.0])
def test_all_functions_agree_with_sets(share):
    rng = random.Random(share)
    for _ in range(20):
        a = {cell for cell in range(CELLS) if rng.random() < share} or {CELLS - 1}
        b = {cell for cell in range(CELLS) if rng.random() < 0.3}
        sets = expected(a, b)
        out, (size, first, pairs) = results_of(a, b, len(sets))
        for row, cells in zip(out, sets, strict=True):
            assert row.tolist() == words(cells).tolist()
        assert (size, first) == (len(a), min(a))
        assert pairs == sum(len(_ring(cell) & b) for cell in a)


def test_the_first_cell_is_found_in_every_word():
    for cell in (0, 59, 60, 119, 120, 179, 180, 224):
        _, (_, first, _) = results_of({cell}, set(), len(expected({cell}, set())))
        assert first == cell
