"""Action ids and their names.

One id has one meaning: its name is what is chosen, the decision is what for (a tile is laid,
donated, returned or given; a card is kept, played or given up).
"""

from __future__ import annotations

from noblemen_env.components import Components
from noblemen_env.core import ids

# Which ids mean what, as the files of networks keep it.
ACTION_LAYOUT = [
    ids.ENLARGE,
    ids.BUILD_CASTLE,
    ids.BUILD_FOLLY,
    ids.BRIBE,
    ids.TAXES,
    ids.CARD,
    ids.KEEP_ALL,
    ids.TILE,
    ids.VISIT_AREA,
    ids.MOVE_KNIGHT,
    ids.TAKE_TILES,
    ids.SWAP,
    ids.CELL,
]


def cell_name(cell: int) -> str:
    """Name column and row: "h8" is the start meadow's."""
    return f"{chr(ord('a') + cell % ids.SIDE)}{cell // ids.SIDE + 1}"


CELL_NAMES = tuple(cell_name(cell) for cell in range(ids.CELLS))


def action_names(components: Components) -> tuple[str, ...]:
    """Name all actions for a set of components."""
    names = [
        "done",
        "leisure",
        "enlarge",
        *(f"build {building}" for building in ids.BUILDINGS),
        *(f"build {folly.id}" for folly in components.follies),
        *(f"bribe {number}" for number in range(1, ids.MAX_BRIBES + 1)),
        "taxes",
        "land",
        "church",
        *(f"card {card}" for card in ids.CARDS),
        "keep all",
        "marker",
        *(f"tile {tile}" for tile in ids.TILES),
        *(f"visit {seat} {area}" for seat in range(1, ids.MAX_PLAYERS) for area in ids.AREAS),
        *(f"move knight {knight + 1}" for knight in range(ids.KNIGHTS)),
        *(f"take {number}" for number in range(ids.MAX_CHOICE + 1)),
    ]
    for first, second, wanted in ids.SWAPS:
        pair = f"{ids.TILES[first]}+{ids.TILES[second]}"
        names.append(f"swap {pair} for {ids.TILES[wanted]}")
    names += [f"cell {name}" for name in CELL_NAMES]
    return tuple(names)


def vocabulary(components: Components) -> dict[str, tuple[str, ...]]:
    """The names of what fields number."""
    return {"cells": CELL_NAMES, "cards": ids.CARDS, "titles": ids.TITLES}
