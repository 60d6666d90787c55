"""The observation of a seat, computed plainly from what is on the table (see `sections`).

Nothing here is shared with the core but the names of sections: areas, sites and enclosure are
looked up cell by cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from noblemen_env.core import ids
from noblemen_env.core.sections import ESTATE_NUMBERS, PLANES, PLAYER_NUMBERS, WINDOW
from tests.noblemen_env.core.compare import CoreGame
from tests.noblemen_env.reference import estate as plain
from tests.noblemen_env.reference.data import AREA_OF_TILE
from tests.noblemen_env.reference.scoring import building_points

Section = np.ndarray
Cell = tuple[int, int]
KINDS = dict(zip(ids.AREAS, ids.TILES, strict=False))


class Expected:
    """The part of a game that a seat should see."""

    def __init__(self, game: CoreGame, seat: int) -> None:
        self.game, self.seat, self.n = game, seat, game.num_players
        self.s, self.rules = game.states[0], game.rules[0]
        self.table = game.snapshot()
        self.numbers = game.components.numbers
        self.buildings = (*ids.BUILDINGS, *game.follies)
        self.players = [self._player(p) for p in range(self.n)]
        self.own = self.players[seat]
        self.fields = list(game.components.board.track)

    def sections(self) -> dict[str, Section]:
        """All sections by name."""
        return {
            **self.course(),
            **self.turn(),
            **self.hand(),
            **self.board(),
            **self.rivals(),
            "estate": self.estate(),
        }

    # --- the course of the game ------------------------------------------------------------------

    def course(self) -> dict[str, Section]:
        over = self.game.over
        return {
            "decision": one_hot(14, ids.DECISION_NAMES.index(self.game.decision)),
            "num_players": one_hot(3, self.n - 3),
            "decade": one_hot(3, self.table["decade"] - 1),
            "track": one_hot(ids.MAX_TRACK, self.table["track"]),
            "moves": np.array(
                [
                    self.moves_to("mask") / 5,
                    self.moves_to("scoring") / 8,
                    self.fields[self.table["track"]] == "lock",
                ]
            ),
            "to_decide": one_hot(5, None if over else self.relative(self.table["player"])),
            "active": one_hot(5, None if over else self.relative(self.table["active"])),
            "queen": one_hot(5, self.relative(self.table["queen"])),
        }

    def moves_to(self, kind: str) -> int:
        """Count the turns of Queens' owners until the marker gets there, or to the scoring."""
        place, moves = self.table["track"], 0
        if self.fields[place] == "mask":
            place += 1
        while self.fields[place] != "scoring":
            moves += 1
            place += 1
            if self.fields[place] == kind:
                break
            if self.fields[place] == "mask":
                place += 1
        return moves

    def relative(self, p: int) -> int:
        return (p - self.seat) % self.n

    # --- the turn --------------------------------------------------------------------------------

    def turn(self) -> dict[str, Section]:
        s, decision = self.s, self.game.decision
        purpose = None
        if decision == "spend":
            purpose = int(s["purpose"])
        elif decision == "draft":
            purpose = 2 + int(s["purpose"])
        drafted = self.table["drafted"] if s["player"] == self.seat else []
        return {
            "turn": np.array([s["acted"], s["card_played"], s["by_card"]]),
            "to_lay": np.array([s["to_lay"] / 3]),
            "tile": one_hot(4, number_or_none(s["tile"])),
            "laid": s["laid"] / 3,
            "completed": s["completed"] / 2,
            "building": one_hot(7, number_or_none(s["building"])),
            "knight": one_hot(2, number_or_none(s["knight"])),
            "given": np.array([s["given"] / 4]),
            "due": np.array([s["due"] / 4]),
            "purpose": one_hot(5, purpose),
            "waiting": np.array([s["waiting"] / 4]),
            "drafted": np.array([drafted.count(card) for card in ids.CARDS]),
        }

    # --- the own hand and estate -----------------------------------------------------------------

    def hand(self) -> dict[str, Section]:
        sites = [len(self.sites(b)) for b in ("castle", "chapel")]
        knights = np.zeros((2, 8))
        for k, knight in enumerate(self.own["knights"]):
            if knight is None:
                knights[k, 0] = 1
            else:
                host, cell = knight
                knights[k, self.relative(host)] = 1
                kind = self.table["players"][host]["areas"][cell]
                knights[k, 5 + ids.AREAS.index(kind)] = 1
        return {
            "tiles": by_name(ids.TILES, self.own["tiles"]) / 6,
            "cards": by_name(ids.CARDS, self.own["cards"]) / 2,
            "own_prices": np.array([(self.price(b) or 0) / 10 for b in self.buildings]),
            "buildable": np.array([self.is_buildable(b) for b in self.buildings]),
            "sites": np.array([sites[0] / 3, sites[1] / 3, len(self.cells_to_lay()) / 20]),
            "own_knights": knights.ravel(),
        }

    def printed_price(self, building: str) -> int | None:
        """The price on the board; None if no such building is left."""
        if building in ids.BUILDINGS:
            left = self.table["offer"][building]
            prices = getattr(self.game.components.board.prices, f"{building}s")
            return prices[len(prices) - left] if left else None
        if self.table["follies"][building] is not None:
            return None
        return self.game.components.follies[self.game.follies.index(building)].price

    def price(self, building: str) -> int | None:
        printed, title = self.printed_price(building), self.own["title"]
        if printed is None or title is None:
            return printed
        return max(0, printed - self.game.components.titles[ids.TITLES.index(title)].discount)

    def sites(self, building: str) -> list[Cell]:
        if building == "palace":
            return [c for c, b in self.own["buildings"].items() if b == "castle"]
        return plain.building_sites(self.own["land"], self.own["buildings"], building)

    def is_buildable(self, building: str) -> bool:
        """True if it could be paid for and placed, though it may be another's turn."""
        price = self.price(building)
        if price is None or self.own["title"] is None or price > self.own["money"]:
            return False
        if building not in ids.BUILDINGS:
            folly = self.game.components.follies[self.game.follies.index(building)]
            for kind in ids.AREAS:
                if len(self.own["areas_of"][kind]) < getattr(folly, f"{kind}s"):
                    return False
        return bool(self.sites(building))

    def cells_to_lay(self) -> list[Cell]:
        return plain.cells_to_lay(self.own["land"], self.numbers.switches.radius)

    # --- the board -------------------------------------------------------------------------------

    def board(self) -> dict[str, Section]:
        table = self.table
        built = sum(owner is not None for owner in table["follies"].values())
        points = (*self.game.components.board.folly_points, 0)
        bag = sum(table["bag"].values())
        if self.game.decision == "take":  # as if all hands were full
            taken = self.numbers.start.tiles + 1  # with the first meadow
            bag = sum(tile.copies for tile in self.game.components.tiles) - taken * self.n
        church = by_name(ids.TILES, table["church"])
        return {
            "offer": by_name(ids.BUILDINGS, table["offer"]) / 4,
            "reserve": by_name(ids.BUILDINGS, table["reserve"]) / 10,
            "folly_offer": np.array([owner is None for owner in table["follies"].values()]),
            "folly_points": np.array([points[built] / 10]),
            "pool": np.array([table["pool"] / 20]),
            "church": (self.numbers.church.tiles - church) / 3,
            "bag": np.array([bag / 150]),
            "deck": np.array([len(table["deck"]) / 35]),
        }

    # --- all players -----------------------------------------------------------------------------

    def rivals(self) -> dict[str, Section]:
        titles = np.zeros((5, len(ids.TITLES)))
        players = np.zeros((5, len(PLAYER_NUMBERS)))
        estates = np.zeros((5, len(ESTATE_NUMBERS)))
        for r in range(self.n):
            p = (self.seat + r) % self.n
            player = self.players[p]
            if player["title"]:
                titles[r, ids.TITLES.index(player["title"])] = 1
            for table, names, numbers in (
                (players, PLAYER_NUMBERS, self.player_numbers(p)),
                (estates, ESTATE_NUMBERS, self.estate_numbers(p)),
            ):
                assert [*numbers] == [name for name, _ in names]
                divisors = [divisor for _, divisor in names]
                table[r] = np.array([*numbers.values()]) / divisors
        return {"titles": titles.ravel(), "players": players.ravel(), "estates": estates.ravel()}

    def player_numbers(self, p: int) -> dict[str, float]:
        player = self.players[p]
        hand = sum(player["tiles"].values())
        if self.game.decision == "take" and p != self.seat:
            hand = self.numbers.start.tiles
        counter, prestige = self.table["counter"][p], self.table["prestige"][p]
        return {
            "is there": 1,
            "points": sum(player["points"].values()),
            "money": player["money"],
            "markers": player["markers"],
            "tiles in hand": hand,
            "cards in hand": sum(player["cards"].values()),
            "taxes used": player["taxes_used"],
            "land used": player["land_used"],
            "knights in the supply": player["knights"][: self.rules["knights"]].count(None),
            **{f"own knights on {kind}s": self.knights_on(player, kind) for kind in ids.AREAS},
            "prestige of the estate": self.income(player, "garden", "prestige", "fountain")
            + self.numbers.prestige.palace * self.standing(player, "palace"),
            "taxes now": self.income(player, "manor", "taxes", "field"),
            "tiles for land now": self.income(player, "forest", "land", "grove"),
            "prestige in this masquerade": prestige or 0,
            "place of the counter": counter or 0,
            "counter placed": counter is not None,
        }

    def income(self, player: dict[str, Any], area: str, table: str, tile: str) -> int:
        rates = getattr(self.numbers, table)
        return (
            getattr(rates, tile) * [*player["land"].values()].count(tile)
            + getattr(rates, area) * len(player["free"][area])
            + rates.knight * self.knights_on(player, area)
        )

    def knights_on(self, player: dict[str, Any], kind: str) -> int:
        visits = [knight for knight in player["knights"] if knight]
        return sum(self.table["players"][host]["areas"][cell] == kind for host, cell in visits)

    @staticmethod
    def standing(player: dict[str, Any], building: str) -> int:
        return [*player["buildings"].values()].count(building)

    def estate_numbers(self, p: int) -> dict[str, float]:
        player = self.players[p]
        land, buildings = player["land"], player["buildings"]
        inside = [b for c, b in buildings.items() if plain.is_enclosed(land, c)]
        scoring = {
            name: getattr(self.numbers.scoring, name)
            for name in ("castle", "castle_chapel", "palace", "palace_chapel")
        }
        pay = building_points(land, buildings, scoring, Counter())
        return {
            **{f"{tile}s": [*land.values()].count(tile) for tile in ids.TILES},
            "empty meadows": len(plain.empty_meadows(land, buildings)),
            **{f"{kind}s": len(player["areas_of"][kind]) for kind in ids.AREAS},
            **{f"free {kind}s": len(player["free"][kind]) for kind in ids.AREAS},
            **{f"{b}s": self.standing(player, b) for b in ids.BUILDINGS},
            "enclosed castles": inside.count("castle"),
            "enclosed palaces": inside.count("palace"),
            "points for buildings now": sum(pay.values()),
            "follies": sum(b in self.game.follies for b in buildings.values()),
        }

    # --- the window of the own estate ------------------------------------------------------------

    def estate(self) -> Section:
        planes = np.zeros((len(PLANES), WINDOW, WINDOW))
        first = (ids.SIDE - WINDOW) // 2
        sites = {b: self.sites(b) for b in ("castle", "chapel")}
        for row in range(WINDOW):
            for column in range(WINDOW):
                cell = (first + row, first + column)
                values = self.cell_values(cell, sites)
                assert [*values] == [name for name, _ in PLANES]
                planes[:, row, column] = [*values.values()]
        return planes.ravel()

    def cell_values(self, cell: Cell, sites: dict[str, list[Cell]]) -> dict[str, float]:
        land, buildings = self.own["land"], self.own["buildings"]
        tile, building = land.get(cell), buildings.get(cell)
        near = {buildings.get(c) for c in plain.around(cell)} if tile is None else set()
        follies = 0.3 if building in self.game.follies else 0
        return {
            **{f"{t}s": float(tile == t) for t in ("field", "grove", "fountain")},
            "meadows": 1 if tile == "meadow" and building is None else follies,
            **{f"{b}s": float(building == b) for b in ids.BUILDINGS},
            **{f"{b}_sites": float(cell in sites[b]) for b in ("castle", "chapel")},
            "enclosing": 1 if "palace" in near else 0.6 if "castle" in near else 0,
            **{f"{kind}s": float(self.completes(cell, kind)) for kind in ids.AREAS},
        }

    def completes(self, cell: Cell, kind: str) -> bool:
        """A cell without land is all that a square of equal tiles lacks."""
        land = self.own["land"]
        if cell in land:
            return False
        for top_left in plain.squares_with(cell):
            others = [land.get(c) for c in plain.square(top_left) if c != cell]
            if others == [KINDS[kind]] * 3:
                return True
        return False

    # --- snapshots with cells as numbers ---------------------------------------------------------

    def _player(self, p: int) -> dict[str, Any]:
        shown = self.table["players"][p]
        player = dict(shown)
        for name in ("land", "buildings"):
            player[name] = {plain.cell_from_name(c): what for c, what in shown[name].items()}
        visited = {
            cell
            for other in self.table["players"]
            for host, cell in filter(None, other["knights"])
            if host == p
        }
        areas = shown["areas"].items()
        assert set(shown["areas"].values()) <= set(AREA_OF_TILE.values())
        player["areas_of"] = {k: [c for c, kind in areas if kind == k] for k in ids.AREAS}
        player["free"] = {
            k: [c for c in cells if c not in visited] for k, cells in player["areas_of"].items()
        }
        return player


def one_hot(size: int, place: int | None) -> Section:
    section = np.zeros(size)
    if place is not None:
        section[place] = 1
    return section


def number_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def by_name(names: Iterable[str], numbers: dict[str, int]) -> Section:
    return np.array([numbers.get(name, 0) for name in names])
