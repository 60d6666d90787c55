"""The land of one player: {cell: type of tile}, where a cell is (row, column)."""

from tests.noblemen_env.reference.data import AREA_OF_TILE

SIDE = 15
MIDDLE = (7, 7)


def cell_name(cell):
    """The column as a letter, the row as a number from 1."""
    row, column = cell
    return f"{'abcdefghijklmno'[column]}{row + 1}"


def cell_from_name(name):
    return int(name[1:]) - 1, "abcdefghijklmno".index(name[0])


def beside(cell):
    """The four neighbours of a cell, whether they lie in the frame or not."""
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def around(cell):
    """The eight neighbours of a cell, whether they lie in the frame or not."""
    row, column = cell
    return [
        (row + down, column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down, right) != (0, 0)
    ]


def square(top_left):
    """The four cells of a square."""
    row, column = top_left
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def squares_with(cell):
    """The squares that a cell belongs to, by top left cell, in the order of ruling S1."""
    row, column = cell
    return [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]


def in_frame(cell, radius):
    """S19: the frame is a square around the start meadow."""
    return all(abs(place - middle) <= radius for place, middle in zip(cell, MIDDLE, strict=True))


def cells_to_lay(land, radius):
    """N4.1, S19: empty cells beside the estate."""
    touched = {cell for tile_cell in land for cell in beside(tile_cell)}
    return sorted(cell for cell in touched if cell not in land and in_frame(cell, radius))


def new_areas(land, areas, cell, overlap):
    """The areas that the tile just laid on `cell` completes, as {top left cell: kind} (S1)."""
    found = {}
    for top_left in squares_with(cell):
        types = {land.get(corner) for corner in square(top_left)}
        if types != {land[cell]} or land[cell] not in AREA_OF_TILE:
            continue
        if not overlap and shares_tile(top_left, [*areas, *found]):
            continue
        found[top_left] = AREA_OF_TILE[land[cell]]
    return found


def shares_tile(top_left, others):
    """Return True if the square has a cell in common with one of the other squares."""
    taken = {cell for other in others for cell in square(other)}
    return any(cell in taken for cell in square(top_left))


def is_enclosed(land, cell):
    """Return True if there is land all around the cell (N9.1)."""
    return all(neighbour in land for neighbour in around(cell))


def empty_meadows(land, buildings):
    return sorted(cell for cell, tile in land.items() if tile == "meadow" and cell not in buildings)


def building_sites(land, buildings, building):
    """The meadows on which a castle, chapel or folly may stand (N4.6, N4.10, N4.11)."""
    repelled_by = {"castle": ["castle", "palace"], "chapel": ["chapel"]}.get(building, [])
    return [
        cell
        for cell in empty_meadows(land, buildings)
        if not any(buildings.get(neighbour) in repelled_by for neighbour in around(cell))
    ]
