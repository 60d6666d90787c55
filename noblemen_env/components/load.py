"""Read a folder of component files into `Components`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from noblemen_env.components import limits
from noblemen_env.components.check import COPIES_COLUMNS, GAME_FILE, check_components
from noblemen_env.components.check_board import BOARD_FILE
from noblemen_env.components.model import (
    BUILDINGS,
    PLAYER_NUMBERS,
    Board,
    Card,
    Components,
    Folly,
    Offer,
    Pieces,
    Prices,
    Tile,
    Title,
)
from noblemen_env.components.numbers import Numbers
from parlour.component_checks import Places
from parlour.component_errors import Range
from parlour.component_files import ComponentFiles
from parlour.datafiles import Row, Table, read_rows, read_table
from parlour.number_tables import SOURCE, read_number_file, read_numbers

COLUMNS: Final = {
    "tiles.csv": ("id", "copies", "source"),
    "cards.csv": ("id", "copies", "source"),
    "titles.csv": ("id", "prestige", "points", "discount", *COPIES_COLUMNS, "source"),
    "follies.csv": ("id", "manors", "forests", "gardens", "price", "source"),
}
FILES: Final = (*COLUMNS, BOARD_FILE, GAME_FILE)
COMPONENT_FILES: Final = ComponentFiles("noblemen_env.components", FILES, numbers=GAME_FILE)


def load_components(
    folder: str | os.PathLike[str] | None = None, *, check_counts: bool = True
) -> Components:
    """Read and check a set of components; None is the standard set.

    `check_counts=False` skips the checks against the printed numbers, for variants. Raises
    ComponentError with one sentence that names the place.
    """
    if folder is None:
        return _standard()
    return parse_components(read_files(folder), check_counts=check_counts)


@cache
def _standard() -> Components:
    return parse_components(read_files())


def read_files(folder: str | os.PathLike[str] | None = None) -> dict[str, bytes]:
    """Read the files of a set by name; without own rulebook numbers, take the standard ones."""
    return COMPONENT_FILES.read(folder)


def standard_folder() -> Traversable:
    """The folder of the standard files, also inside an installed package."""
    return COMPONENT_FILES.standard_folder()


def parse_components(files: Mapping[str, bytes], *, check_counts: bool = True) -> Components:
    """Parse and check the set in these files, as `load_components` does."""
    rows = {file: read_rows(file, files[file], columns) for file, columns in COLUMNS.items()}
    board = read_table(BOARD_FILE, files[BOARD_FILE])
    game = read_table(GAME_FILE, files[GAME_FILE])
    components = Components(
        tiles=tuple(_tile(row) for row in rows["tiles.csv"]),
        cards=tuple(_card(row) for row in rows["cards.csv"]),
        titles=tuple(_title(row) for row in rows["titles.csv"]),
        follies=tuple(_folly(row) for row in rows["follies.csv"]),
        board=_board(board),
        numbers=read_number_file(game, Numbers),
    )
    places = Places({file: tuple(row.line for row in rows[file]) for file in rows})
    check_components(components, check_counts=check_counts, places=places)
    return components


def _tile(row: Row) -> Tile:
    copies = row.whole("copies", limits.TILE_COPIES)
    return Tile(id=row.cells["id"], copies=copies, source=row.text("source"))


def _card(row: Row) -> Card:
    copies = row.whole("copies", limits.CARD_COPIES)
    return Card(id=row.cells["id"], copies=copies, source=row.text("source"))


def _title(row: Row) -> Title:
    three, four, five = (row.whole(column, limits.TITLE_COPIES) for column in COPIES_COLUMNS)
    return Title(
        id=row.cells["id"],
        prestige=row.whole("prestige", limits.TITLE_PRESTIGE),
        points=row.whole("points", limits.POINTS),
        discount=row.whole("discount", limits.MONEY),
        copies=(three, four, five),
        source=row.text("source"),
    )


def _folly(row: Row) -> Folly:
    return Folly(
        id=row.cells["id"],
        manors=row.whole("manors", limits.AREAS),
        forests=row.whole("forests", limits.AREAS),
        gardens=row.whole("gardens", limits.AREAS),
        price=row.whole("price", limits.MONEY),
        source=row.text("source"),
    )


_BOARD_SECTIONS: Final = {
    "offer": BUILDINGS,
    "prices": BUILDINGS,
    "follies": ("points",),
    "track": ("fields",),
}


def _board(file: Table) -> Board:
    file.only("pieces", *_BOARD_SECTIONS)
    pieces = file.table("pieces")
    part = {name: file.table(name) for name in _BOARD_SECTIONS}
    for name, keys in _BOARD_SECTIONS.items():
        part[name].only(*keys, SOURCE)
    prices = part["prices"]
    return Board(
        pieces=read_numbers(pieces, Pieces),
        offer=Offer(**{name: _by_players(part["offer"], name, limits.OFFER) for name in BUILDINGS}),
        prices=Prices(**{name: prices.wholes(name, limits.MONEY) for name in BUILDINGS}),
        folly_points=part["follies"].wholes("points", limits.POINTS),
        track=part["track"].words("fields", "a field"),
        sources={table.name: table.text(SOURCE) for table in (pieces, *part.values())},
    )


def _by_players(section: Table, name: str, allowed: Range) -> tuple[int, int, int]:
    """Read a table with a number for each number of players."""
    table = section.table(name)
    keys = tuple(str(number) for number in PLAYER_NUMBERS)
    table.only(*keys)
    three, four, five = (table.whole(key, allowed) for key in keys)
    return three, four, five
