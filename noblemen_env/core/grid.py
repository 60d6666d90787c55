"""Sets of cells of an estate: tuples of four words, with four rows of 15 cells (the last: three).

A word is a bitset of one int64 (see `parlour.core.bits`). Shifts move all cells of a set by one;
what leaves the frame is lost. So areas, neighbours and enclosure are a few shifts, without loops.
"""

from noblemen_env.core.ids import CELLS, SIDE, WORD_CELLS
from parlour.core.bits import count, lowest
from parlour.core.jit import jit

FULL = (1 << WORD_CELLS) - 1
LAST = (1 << (CELLS - 3 * WORD_CELLS)) - 1
_CARRY = WORD_CELLS - SIDE  # from a row to the neighbouring word
_WEST = sum(1 << place for place in range(0, WORD_CELLS, SIDE))
_NOT_WEST = FULL & ~_WEST
_NOT_EAST = FULL & ~(_WEST << (SIDE - 1))


@jit
def load(words):
    """Read a set from a record."""
    return words[0], words[1], words[2], words[3]


@jit
def store(words, cells):
    """Write a set to a record."""
    words[0], words[1], words[2], words[3] = cells


@jit
def clear(words):
    words[0] = words[1] = words[2] = words[3] = 0


@jit
def has(words, cell):
    return (words[cell // WORD_CELLS] >> (cell % WORD_CELLS)) & 1 == 1


@jit
def add(words, cell):
    words[cell // WORD_CELLS] |= 1 << (cell % WORD_CELLS)


@jit
def remove(words, cell):
    words[cell // WORD_CELLS] &= ~(1 << (cell % WORD_CELLS))


@jit
def single(cell):
    """The set of one cell."""
    word = cell // WORD_CELLS
    bit = 1 << (cell % WORD_CELLS)
    return (
        bit if word == 0 else 0,
        bit if word == 1 else 0,
        bit if word == 2 else 0,
        bit if word == 3 else 0,
    )


@jit
def either(a, b):
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@jit
def both(a, b):
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@jit
def without(a, b):
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@jit
def is_empty(a):
    return (a[0] | a[1] | a[2] | a[3]) == 0


@jit
def size(a):
    """Return the number of cells in a set."""
    return count(a[0]) + count(a[1]) + count(a[2]) + count(a[3])


@jit
def first_cell(a):
    """The first cell of a set that is not empty."""
    if a[0]:
        return lowest(a[0])
    if a[1]:
        return WORD_CELLS + lowest(a[1])
    if a[2]:
        return 2 * WORD_CELLS + lowest(a[2])
    return 3 * WORD_CELLS + lowest(a[3])


@jit
def to_east(a):
    return (
        (a[0] << 1) & _NOT_WEST,
        (a[1] << 1) & _NOT_WEST,
        (a[2] << 1) & _NOT_WEST,
        (a[3] << 1) & _NOT_WEST & LAST,
    )


@jit
def to_west(a):
    return (
        (a[0] >> 1) & _NOT_EAST,
        (a[1] >> 1) & _NOT_EAST,
        (a[2] >> 1) & _NOT_EAST,
        (a[3] >> 1) & _NOT_EAST,
    )


@jit
def to_south(a):
    return (
        (a[0] << SIDE) & FULL,
        ((a[1] << SIDE) & FULL) | (a[0] >> _CARRY),
        ((a[2] << SIDE) & FULL) | (a[1] >> _CARRY),
        ((a[3] << SIDE) & LAST) | (a[2] >> _CARRY),
    )


@jit
def to_north(a):
    return (
        (a[0] >> SIDE) | ((a[1] << _CARRY) & FULL),
        (a[1] >> SIDE) | ((a[2] << _CARRY) & FULL),
        (a[2] >> SIDE) | ((a[3] << _CARRY) & FULL),
        a[3] >> SIDE,
    )


@jit
def beside(a):
    """The cells that touch a cell of the set with a side."""
    return either(either(to_east(a), to_west(a)), either(to_south(a), to_north(a)))


@jit
def around(a):
    """The set and all cells that touch it, corners included."""
    row = either(a, either(to_east(a), to_west(a)))
    return either(row, either(to_south(row), to_north(row)))


@jit
def enclosed(a):
    """The cells of the set whose eight neighbours belong to it, too."""
    row = both(a, both(to_east(a), to_west(a)))
    return both(row, both(to_south(row), to_north(row)))


@jit
def squares(a):
    """The top left cells of all 2 x 2 squares in the set."""
    row = both(a, to_west(a))
    return both(row, to_north(row))


@jit
def square_cells(corners):
    """The cells of the 2 x 2 squares with these top left cells."""
    row = either(corners, to_east(corners))
    return either(row, to_south(row))


@jit
def completing(a):
    """The cells that lack to a 2 x 2 square, of which the set holds the other three."""
    if size(a) < 3:
        return 0, 0, 0, 0
    east, west = to_west(a), to_east(a)  # cells with a neighbour of the set in the east, ...
    south, north = to_north(a), to_south(a)
    below = either(both(east, to_north(east)), both(west, to_north(west)))
    above = either(both(east, to_south(east)), both(west, to_south(west)))
    return without(either(both(below, south), both(above, north)), a)


@jit
def pairs_around(a, b):
    """Return the number of pairs of a cell in a and a cell in b that touch, corners included."""
    row_pairs = size(both(to_east(a), b)) + size(both(to_west(a), b))
    up, down = to_north(a), to_south(a)
    for row in (up, down):
        row_pairs += size(both(row, b))
        row_pairs += size(both(to_east(row), b)) + size(both(to_west(row), b))
    return row_pairs
