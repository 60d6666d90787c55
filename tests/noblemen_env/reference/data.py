"""Read a folder of components: land tiles, cards, titles, follies, the board and the numbers."""

import csv
import tomllib
from pathlib import Path

# The words of the game that the data does not list.
TILES = ["field", "grove", "fountain", "meadow"]
AREA_OF_TILE = {"field": "manor", "grove": "forest", "fountain": "garden"}
AREAS = ["manor", "forest", "garden"]
PIECES = ["castle", "palace", "chapel"]
PLURALS = {"castle": "castles", "palace": "palaces", "chapel": "chapels"}
SOURCES = [
    "queen",
    "titles",
    "castles",
    "palaces",
    "follies",
    "bribes",
    "church",
    "leisure",
    "cards",
    "liaisons",
]


class Components:
    """All components and numbers, for one number of players.

    tiles    {type: copies}
    cards    {kind: copies}
    titles   {title: {"prestige", "points", "discount", "copies"}}, the highest first
    follies  {id: {"manor", "forest", "garden", "price"}}
    pieces   {"castle", "palace", "chapel", "markers", "knights": number in all}
    offer    {piece: number on the board at the start of a decade}
    prices   {piece: prices of the fields in use, the dearest first}
    folly_points, track: lists as they stand in the board file
    numbers  the tables of the file of numbers
    """

    def __init__(self, folder, num_players):
        folder = Path(folder)
        self.tiles = {row["id"]: int(row["copies"]) for row in read_csv(folder / "tiles.csv")}
        self.cards = {row["id"]: int(row["copies"]) for row in read_csv(folder / "cards.csv")}
        self.titles = read_titles(folder / "titles.csv", num_players)
        self.follies = read_follies(folder / "follies.csv")
        self.read_board(folder / "board.toml", num_players)
        self.numbers = read_toml(folder / "game.toml")

    def read_board(self, path, num_players):
        board = read_toml(path)
        self.pieces = {piece: board["pieces"][PLURALS[piece]] for piece in PIECES}
        self.pieces["markers"] = board["pieces"]["markers"]
        self.pieces["knights"] = board["pieces"]["knights"]
        self.offer = {piece: board["offer"][PLURALS[piece]][str(num_players)] for piece in PIECES}
        self.prices = {
            piece: sorted(board["prices"][PLURALS[piece]], reverse=True) for piece in PIECES
        }
        self.folly_points = board["follies"]["points"]
        self.track = board["track"]["fields"]


def load_components(folder, num_players):
    return Components(folder, num_players)


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_toml(path):
    with path.open("rb") as file:
        return tomllib.load(file)


def read_titles(path, num_players):
    """The titles with their numbers, the highest first (N1.4)."""
    titles = {}
    for row in read_csv(path):
        titles[row["id"]] = {
            "prestige": int(row["prestige"]),
            "points": int(row["points"]),
            "discount": int(row["discount"]),
            "copies": int(row[f"copies_{num_players}"]),
        }
    return titles


def read_follies(path):
    """The areas that each folly needs, and its price (N4.11)."""
    return {
        row["id"]: {
            "manor": int(row["manors"]),
            "forest": int(row["forests"]),
            "garden": int(row["gardens"]),
            "price": int(row["price"]),
        }
        for row in read_csv(path)
    }
