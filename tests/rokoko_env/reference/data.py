"""Read a folder of components (section 2): employees, resource tiles, dresses and the board."""

import csv
import tomllib
from pathlib import Path

from tests.rokoko_env.reference.constants import COLORS, TRIMS


class Components:
    """The printed components for one number of players.

    cards        {id: {"level", "copies", "rank", "bonus"}}
    tiles        {kind: {"copies", "trim", and the bales of each colour}}
    dresses      {id: {"color", "livre", "prestige", "thimble", "yarn", "lace", and the bales}}
    board        the board file as it stands
    guest_spaces {"H.G": {"hall", "rank", "reward"}}
    decorations  {"fireworks 1": {"kind", "cost", "prestige", ...}}
    """

    def __init__(self):
        self.cards = {}
        self.tiles = {}
        self.dresses = {}
        self.board = {}
        self.guest_spaces = {}
        self.decorations = {}


def load_components(components_dir, num_players):
    folder = Path(components_dir)
    data = Components()
    data.cards = read_table(folder / "employees.csv", ("level", "copies"))
    data.tiles = read_table(folder / "resources.csv", ("copies", *COLORS))
    data.dresses = read_table(
        folder / "dresses.csv", ("livre", "prestige", "thimble", *COLORS, *TRIMS)
    )
    data.board = read_board(folder, num_players)
    data.guest_spaces = number_guest_spaces(data.board["halls"])
    data.decorations = name_decorations(data.board)
    return data


def read_table(path, number_columns):
    """A csv file as {id: row}, the named columns turned into numbers."""
    rows = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for column in number_columns:
                row[column] = int(row[column])
            rows[row["id"]] = row
    return rows


def read_board(folder, num_players):
    """The board side that names this number of players (R3.1)."""
    for path in sorted(folder.glob("board_*.toml")):
        with path.open("rb") as file:
            board = tomllib.load(file)
        if num_players in board["players"]:
            return board
    raise ValueError(f"no board for {num_players} players in {folder}")


def number_guest_spaces(halls):
    """Name the guest spaces "H.G": in each hall the normal ones first, then the Master ones."""
    spaces = {}
    for hall_number, hall in enumerate(halls, start=1):
        guest_number = 0
        for rank in ("normal", "master"):
            for reward in hall[rank]:
                guest_number += 1
                spaces[f"{hall_number}.{guest_number}"] = {
                    "hall": hall_number,
                    "rank": rank,
                    "reward": reward,
                }
    return spaces


def name_decorations(board):
    """All decoration spaces by name, each with its kind, cost and printed points."""
    groups = [
        ("fireworks", board["fireworks"]["spaces"]),
        ("statue", board["statues"]["spaces"]),
        ("upper fountain", board["fountain"]["upper"]),
        ("lower fountain", board["fountain"]["lower"]),
        ("musician", [hall["musician"] for hall in board["halls"]]),
    ]
    decorations = {}
    for kind, spaces in groups:
        for number, space in enumerate(spaces, start=1):
            decorations[f"{kind} {number}"] = {"kind": kind, "number": number, **space}
    return decorations
