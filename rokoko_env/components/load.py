"""Read a folder of component files into `Components`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from parlour.component_checks import Places
from parlour.component_errors import count_noun, fail
from parlour.component_files import ComponentFiles
from parlour.datafiles import Row, Table, read_rows, read_table
from rokoko_env.components import limits
from rokoko_env.components.check import check_components
from rokoko_env.components.check_board import BOARD_FILES, GAME_FILE
from rokoko_env.components.model import (
    COLORS,
    RANKS,
    Board,
    Components,
    Decoration,
    Dress,
    Employee,
    GameNumbers,
    Hall,
    Resource,
)

EMPLOYEE_COLUMNS: Final = ("id", "level", "copies", "rank", "bonus", "rank_source", "bonus_source")
_DRESS_VALUES: Final = ("yarn", "lace", "livre", "prestige", "thimble", "source")
DRESS_COLUMNS: Final = ("id", "color", *COLORS, *_DRESS_VALUES)
RESOURCE_COLUMNS: Final = ("id", "copies", *COLORS, "trim", "source")
FILES: Final = ("employees.csv", "dresses.csv", "resources.csv", *BOARD_FILES, GAME_FILE)
COMPONENT_FILES: Final = ComponentFiles("rokoko_env.components", FILES, numbers=GAME_FILE)


def load_components(
    folder: str | os.PathLike[str] | None = None, *, check_counts: bool = True
) -> Components:
    """Read and check a set of components; None is the standard set.

    `check_counts=False` skips the checks against the printed numbers, for balance studies. Raises
    ComponentError with one sentence that names the place.
    """
    if folder is None:
        return _standard()
    return parse_components(read_files(folder), check_counts=check_counts)


def read_files(folder: str | os.PathLike[str] | None = None) -> dict[str, bytes]:
    """Read the files of a set by name; without own rulebook numbers, take the standard ones."""
    return COMPONENT_FILES.read(folder)


def standard_folder() -> Traversable:
    """The folder of the standard files, also inside an installed package."""
    return COMPONENT_FILES.standard_folder()


@cache
def _standard() -> Components:
    return parse_components(read_files())


def parse_components(files: Mapping[str, bytes], *, check_counts: bool = True) -> Components:
    """Parse and check the set in these files, as `load_components` does."""
    employees = read_rows("employees.csv", files["employees.csv"], EMPLOYEE_COLUMNS)
    dresses = read_rows("dresses.csv", files["dresses.csv"], DRESS_COLUMNS)
    tiles = read_rows("resources.csv", files["resources.csv"], RESOURCE_COLUMNS)
    boards = [read_table(name, files[name]) for name in BOARD_FILES]
    game = read_table(GAME_FILE, files[GAME_FILE])
    components = Components(
        employees=tuple(_employee(row) for row in employees),
        dresses=tuple(_dress(row, check_counts) for row in dresses),
        resources=tuple(_resource(row) for row in tiles),
        boards=tuple(_board(table) for table in boards),
        numbers=_numbers(game),
    )
    rows = {"employees.csv": employees, "dresses.csv": dresses, "resources.csv": tiles}
    places = Places({file: tuple(row.line for row in rows[file]) for file in rows})
    check_components(components, check_counts=check_counts, places=places)
    return components


def _employee(row: Row) -> Employee:
    return Employee(
        id=row.cells["id"],
        level=row.whole("level", limits.LEVEL),
        copies=row.whole("copies", limits.CARD_COPIES),
        rank=row.cells["rank"],
        bonus=row.cells["bonus"],
        rank_source=row.text("rank_source"),
        bonus_source=row.text("bonus_source"),
    )


def _bales(row: Row) -> tuple[int, ...]:
    return tuple(row.whole(color, limits.BALES) for color in COLORS)


def _dress(row: Row, check_counts: bool) -> Dress:
    return Dress(
        id=row.cells["id"],
        color=row.cells["color"],
        bales=_bales(row),
        yarn=row.whole("yarn", limits.TRIM),
        lace=row.whole("lace", limits.TRIM),
        livre=row.whole("livre", limits.dress_livre(check_counts)),
        prestige=row.whole("prestige", limits.dress_prestige(check_counts)),
        thimble=row.flag("thimble"),
        source=row.text("source"),
    )


def _resource(row: Row) -> Resource:
    return Resource(
        id=row.cells["id"],
        copies=row.whole("copies", limits.TILE_COPIES),
        bales=_bales(row),
        trim=row.cells["trim"],
        source=row.text("source"),
    )


_BOARD_SECTIONS: Final = {
    "workshop": ("costs",),
    "warehouse": ("segments", "prices"),
    "hire": ("prices",),
    "halls_source": (),
    "statues": ("spaces",),
    "fountain": ("upper", "lower"),
    "fireworks": ("majority", "spaces"),
    "all_halls": ("prestige",),
}


def _board(file: Table) -> Board:
    file.only("players", "halls", *_BOARD_SECTIONS)
    part = {name: file.table(name) for name in _BOARD_SECTIONS}
    for name, keys in _BOARD_SECTIONS.items():
        part[name].only(*keys, "source")
    return Board(
        players=tuple(sorted(file.wholes("players", limits.PLAYERS))),
        window_costs=part["workshop"].wholes("costs", limits.MONEY),
        segments=part["warehouse"].wholes("segments", limits.SEGMENT_SPACES),
        warehouse_prices=_prices(part["warehouse"]),
        hire_prices=_prices(part["hire"]),
        halls=tuple(_hall(table) for table in file.tables("halls")),
        statues=_spaces(part["statues"], "spaces"),
        upper_fountain=_spaces(part["fountain"], "upper"),
        lower_fountain=_spaces(part["fountain"], "lower"),
        fireworks=_spaces(part["fireworks"], "spaces", multiplier=True),
        fireworks_majority=_majority(part["fireworks"]),
        all_halls=part["all_halls"].wholes("prestige", limits.PRESTIGE),
        sources={name.removesuffix("_source"): part[name].text("source") for name in part},
    )


def _prices(section: Table) -> dict[int, int]:
    table = section.table("prices")
    table.only(*(str(step) for step in limits.PRICE_STEPS))
    return {step: table.whole(str(step), limits.MONEY) for step in limits.PRICE_STEPS}


def _majority(table: Table) -> tuple[int, int]:
    numbers = table.wholes("majority", limits.PRESTIGE)
    if len(numbers) != 2:
        count = count_noun(len(numbers), "number")
        fail(table.place("majority"), f"{count} found, expected 2 (first, second)")
    return numbers[0], numbers[1]


def _decoration(table: Table, multiplier: bool = False) -> Decoration:
    table.only("cost", "prestige", *(("multiplier",) if multiplier else ()))
    return Decoration(
        cost=table.whole("cost", limits.MONEY),
        prestige=table.whole("prestige", limits.PRESTIGE),
        multiplier=table.whole("multiplier", limits.MULTIPLIER) if multiplier else 1,
    )


def _spaces(section: Table, key: str, multiplier: bool = False) -> tuple[Decoration, ...]:
    return tuple(_decoration(table, multiplier) for table in section.tables(key))


def _hall(table: Table) -> Hall:
    table.only("name", "majority", "normal", "master", "musician")
    return Hall(
        name=table.text("name"),
        majority=_majority(table),
        normal=table.words("normal", "a reward"),
        master=table.words("master", "a reward"),
        musician=_decoration(table.table("musician")),
    )


def _numbers(file: Table) -> GameNumbers:
    file.only(*limits.GAME_TABLES)
    sources, numbers = {}, {}
    for name, keys in limits.GAME_TABLES.items():
        table = file.table(name)
        table.only(*keys, "source")
        sources[name] = table.text("source")
        numbers[name] = {key: table.whole(key, allowed) for key, allowed in keys.items()}

    def by_rank(name: str) -> tuple[int, int, int]:
        master, journeyman, apprentice = (numbers[name][rank] for rank in RANKS)
        return master, journeyman, apprentice

    return GameNumbers(
        start_livre=numbers["start"]["livre"],
        start_yarn=numbers["start"]["yarn"],
        start_lace=numbers["start"]["lace"],
        favor_livre=numbers["favor"]["livre"],
        favor_prestige=numbers["favor"]["prestige"],
        depute=by_rank("depute"),
        minimum_deck=numbers["depute"]["minimum_deck"],
        bonus_depute=by_rank("bonus_depute"),
        income=numbers["income"]["livre"],
        livre_per_prestige=numbers["scoring"]["livre_per_prestige"],
        statue_prestige_per_color=numbers["scoring"]["statue_prestige_per_color"],
        sources=sources,
    )
