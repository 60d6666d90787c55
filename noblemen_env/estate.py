"""An estate as plain Python: its land, buildings and areas.

Views, texts, explanations and checks read estates through this page; the core has its own sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from noblemen_env.core import ids
from parlour.codec import members

NEAR = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class Estate:
    """The estate of a seat; cells, types, buildings and kinds are the core's numbers."""

    land: Mapping[int, int]  # the type of tile on each cell
    buildings: Mapping[int, int]  # castle, palace, chapel, then the follies, by cell
    areas: tuple[int, ...]  # by the top left one of their cells
    visitors: Mapping[int, int]  # the seat whose knight is on an area

    def tiles(self, kind: int) -> int:
        """Count the tiles of a type."""
        return sum(other == kind for other in self.land.values())

    def cells_with(self, building: int) -> list[int]:
        return [cell for cell, other in self.buildings.items() if other == building]

    def areas_of(self, kind: int) -> list[int]:
        """All areas of a kind, visited ones too."""
        return [area for area in self.areas if self.land.get(area) == kind]

    def free_areas(self, kind: int) -> list[int]:
        """The areas of a kind that no knight visits."""
        return [area for area in self.areas_of(kind) if area not in self.visitors]

    def is_enclosed(self, cell: int) -> bool:
        """Tell whether all eight cells around a cell hold land."""
        around = near(cell)
        return len(around) == len(NEAR) and all(other in self.land for other in around)

    def built_near(self, cell: int, *buildings: int) -> list[int]:
        """The cells around a cell on which one of these buildings stands."""
        return [other for other in near(cell) if self.buildings.get(other) in buildings]

    def sites(self, building: int) -> list[int]:
        """The cells on which a building may be put; for a palace the castles."""
        if building == ids.PALACE:
            return self.cells_with(ids.CASTLE)
        meadows = [cell for cell, kind in self.land.items() if kind == ids.MEADOW]
        return sorted(cell for cell in meadows if self.is_site(cell, building))

    def is_site(self, meadow: int, building: int) -> bool:
        """Tell whether a building other than a palace may be put on a meadow."""
        return meadow not in self.buildings and not self.built_near(meadow, *too_close(building))

    def frontier(self, radius: int) -> set[int]:
        """The free cells within a radius of the start meadow that touch the estate."""
        touching = (other for cell in self.land for other in beside(cell))
        return {cell for cell in touching if cell not in self.land and in_frame(cell, radius)}


def read_estate(s: np.void, seat: int) -> Estate:
    """Read the estate of a seat from the record of a game."""
    land = {cell: kind for kind in range(len(ids.TILES)) for cell in cells(s["land"][seat][kind])}
    buildings = {
        cell: number
        for number in range(len(ids.BUILDINGS))
        for cell in cells(s["buildings"][seat][number])
    }
    for folly, owner in enumerate(s["folly_owner"]):
        if owner == seat:
            buildings[int(s["folly_cell"][folly])] = ids.FOLLY + folly
    return Estate(
        dict(sorted(land.items())),
        dict(sorted(buildings.items())),
        tuple(cells(s["areas"][seat])),
        {area: guest for guest, host, area in knights(s) if host == seat},
    )


def knights(s: np.void) -> Iterable[tuple[int, int, int]]:
    """List the knights that visit an area: their owner, their host and the area."""
    for owner, knight in product(range(s["num_players"]), range(ids.KNIGHTS)):
        if s["knight_host"][owner][knight] >= 0:
            area = int(s["knight_area"][owner][knight])
            yield owner, int(s["knight_host"][owner][knight]), area


def cells(words: np.ndarray) -> list[int]:
    """The cells of a set in words, ascending."""
    return [i * ids.WORD_CELLS + cell for i, word in enumerate(words) for cell in members(word)]


def near(cell: int) -> list[int]:
    """The cells around a cell, diagonals included, that lie in the frame."""
    return _moved(cell, NEAR)


def beside(cell: int) -> list[int]:
    """The cells that share an edge with a cell."""
    return _moved(cell, BESIDE)


def square(area: int) -> tuple[int, int, int, int]:
    """The cells of an area."""
    return area, area + 1, area + ids.SIDE, area + ids.SIDE + 1


def in_frame(cell: int, radius: int) -> bool:
    """Tell whether a cell is within a radius of the start meadow."""
    middle = ids.SIDE // 2
    row, column = divmod(cell, ids.SIDE)
    return max(abs(row - middle), abs(column - middle)) <= radius


def too_close(building: int) -> tuple[int, ...]:
    """The buildings that may not stand around one of this kind."""
    if building == ids.CASTLE:
        return (ids.CASTLE, ids.PALACE)
    return (ids.CHAPEL,) if building == ids.CHAPEL else ()


def _moved(cell: int, steps: Iterable[tuple[int, int]]) -> list[int]:
    row, column = divmod(cell, ids.SIDE)
    places = [(row + down, column + right) for down, right in steps]
    return [y * ids.SIDE + x for y, x in places if 0 <= y < ids.SIDE and 0 <= x < ids.SIDE]
