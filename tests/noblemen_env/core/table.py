"""A table on which a test sets up any position in the words of the game.

`Table()` begins with an empty table: all tiles are in the bag but for the first meadow of each
estate, all cards in the deck (kind after kind, again and again), all hands empty. It is the first
turn, that of seat 0; the last seat has the Queen. Components are moved, never copied: what is set
up somewhere leaves its old place.

The reference model follows from every position in which the active player decides what to do: each
choice is applied to both, and they are compared.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from noblemen_env import SPEC
from noblemen_env.actions import CELL_NAMES
from noblemen_env.core import ids
from parlour.buffers import Buffers
from parlour.core.states import ONLY, refresh_legal, show_seats
from tests.noblemen_env.core.compare import STANDARD, CoreGame, cells
from tests.noblemen_env.core.twin import Twin

# The letters of the pictures of estates: tiles, and meadows with a building.
TILES = {"f": "field", "g": "grove", "o": "fountain", "m": "meadow", ".": None}
BUILDINGS = {"C": ids.CASTLE, "P": ids.PALACE, "H": ids.CHAPEL}
FOLLIES = {str(number + 1): number for number in range(ids.FOLLIES)}


class Table(CoreGame):
    """One game of the core in a position made by hand."""

    def __init__(self, num_players: int = 3, folder: Path = STANDARD, seed: int = 1) -> None:
        super().__init__(num_players, seed, folder)
        self.folder = folder
        self.twin: Twin | None = None
        self.events: Counter[str] = Counter()
        s = self.states[0]
        s["bag"] += s["tiles"].sum(axis=0)
        s["tiles"] = s["cards"] = s["deck_top"] = 0
        copies = enumerate(self.rules[0]["card_copies"])
        cards = sorted((copy, kind) for kind, number in copies for copy in range(number))
        s["deck"] = -1
        s["deck"][: len(cards)], s["deck_size"] = [kind for _, kind in cards], len(cards)
        s["drafted"] = s["tile"] = s["purpose"] = -1
        self.turn(0)

    # --- setting up a position -------------------------------------------------------------------

    def set(self, **fields: int) -> None:
        """Set numbers of the record, such as `round_number`, `track` and `queen`."""
        for name, value in fields.items():
            self.states[0][name] = value
        self.refresh()

    def refresh(self) -> None:
        """Compute what follows from a position; the model has to be put into it again."""
        s = self.states[0]
        s["visited"] = 0
        for host, area in zip(s["knight_host"].flat, s["knight_area"].flat, strict=True):
            if host >= 0:
                s["visited"][host] |= words_of([CELL_NAMES[area]])
        refresh_legal(self.states, self.rules)
        self.twin = None

    def turn(self, p: int) -> None:
        """Let the turn of this player begin."""
        self.set(active=p, player=p, decision=ids.ACT, acted=0, card_played=0, waiting=0)

    def owns(self, p: int, **numbers: int | str) -> None:
        """Set a player's `money`, `markers` (from the pool), `title`, or `taxes_used`."""
        s = self.states[0]
        for name, value in numbers.items():
            if name == "markers":
                s["pool"] += s["markers"][p] - value
            s[name][p] = ids.TITLES.index(value) if name == "title" else value
        self.refresh()

    def tiles_of(self, p: int, **numbers: int) -> None:
        """Set the tiles in a hand; the old ones go into the bag."""
        s = self.states[0]
        s["bag"] += s["tiles"][p]
        s["tiles"][p] = [numbers.get(tile, 0) for tile in ids.TILES]
        s["bag"] -= s["tiles"][p]
        assert (s["bag"] >= 0).all()
        self.refresh()

    def cards_of(self, p: int, *cards: str) -> None:
        """Set the cards in a hand; the old ones go under the deck."""
        s = self.states[0]
        deck = self.deck()
        for card, number in enumerate(s["cards"][p]):
            deck += [ids.CARDS[card]] * int(number)
        s["cards"][p] = 0
        for card in cards:
            deck.remove(card)
            s["cards"][p][ids.CARDS.index(card)] += 1
        self._write_deck(deck)

    def on_top(self, *cards: str) -> None:
        """Put these cards of the deck on its top, the first one highest."""
        deck = self.deck()
        for card in cards:
            deck.remove(card)
        self._write_deck([*cards, *deck])

    def short_deck(self, *cards: str, keeper: int) -> None:
        """Leave only these cards in the deck, and give all others of it to a player."""
        s = self.states[0]
        rest = Counter(self.deck()) - Counter(cards)
        assert not Counter(cards) - Counter(self.deck())
        for card, number in rest.items():
            s["cards"][keeper][ids.CARDS.index(card)] += number
        self._write_deck(list(cards))

    def short_bag(self, keeper: int, **numbers: int) -> None:
        """Leave only so many tiles in the bag, and give all others of it to a player."""
        s = self.states[0]
        left = np.array([numbers.get(tile, 0) for tile in ids.TILES])
        s["tiles"][keeper] += s["bag"] - left
        s["bag"] = left
        assert (s["tiles"] >= 0).all()
        self.refresh()

    def church(self, **numbers: int) -> None:
        """Set the tiles on the church; they come out of the bag."""
        s = self.states[0]
        s["bag"] += s["church"]
        s["church"] = [numbers.get(tile, 0) for tile in ids.TILES]
        s["bag"] -= s["church"]
        self.refresh()

    def estate(self, p: int, *rows: str, corner: str = "g7") -> None:
        """Draw an estate from its top left cell on (the middle of a picture of 3 x 3 is h8).

        Tiles are f, g, o (a fountain) and m; C, P, H and 1 to 4 are meadows with a castle, palace,
        chapel or folly; no land: "." What was there goes back into bag and reserve.
        """
        self._clear_estate(p)
        s, first = self.states[0], CELL_NAMES.index(corner)
        for down, row in enumerate(rows):
            for right, letter in enumerate(row):
                self._put(p, first + down * ids.SIDE + right, letter)
        for kind in range(len(ids.AREAS)):
            self._mark_areas(p, set(cells(s["land"][p][kind])))
        assert (s["bag"] >= 0).all()
        assert (s["reserve"] >= 0).all()
        self.refresh()

    def knights(self, p: int, *visits: tuple[int, str]) -> None:
        """Put the knights of a player on areas: (host, cell); the others are in the supply."""
        s = self.states[0]
        s["knight_host"][p] = s["knight_area"][p] = -1
        for knight, (host, area) in enumerate(visits):
            assert area in self.areas(host)
            s["knight_host"][p][knight] = host
            s["knight_area"][p][knight] = CELL_NAMES.index(area)
        self.refresh()

    def board(self, **numbers: int) -> None:
        """Set the castles, palaces or chapels on the board; the others go beside it."""
        s = self.states[0]
        for building, number in numbers.items():
            b = ids.BUILDINGS.index(building)
            s["reserve"][b] += s["offer"][b] - number
            s["offer"][b] = number
            assert s["reserve"][b] >= 0
        self.refresh()

    def before(self, field: str, decade: int = 1, queen: int = 0) -> None:
        """Put the marker just before the first such field; the Queen's owner has the turn."""
        kind = ids.TRACK_FIELDS.index(field)
        track = self.rules[0]["track"].tolist().index(kind) - 1
        self.set(round_number=decade, track=track, queen=queen)
        self.turn(queen)

    # --- playing ---------------------------------------------------------------------------------

    def apply(self, *options: str) -> None:
        """Choose options in turn; each must be legal."""
        for option in options:
            legal = self.options()
            assert option in legal, f"{option!r} is not among {legal}"
            if self.twin is None and self.decision == "act":
                self.twin = Twin(self, self.folder)
            if self.twin:
                self.twin.before()
            super().apply(option)
            if self.twin:
                self.twin.after(option)
                self.events = self.twin.events
            self.check_conservation()

    def end_turn(self) -> None:
        """End the turn of the active player, who idles if they have not acted yet."""
        if not self.states[0]["acted"]:
            seat = self.asked()
            self.apply("leisure")
            if self.asked() != seat or not self.states[0]["acted"]:
                return
        self.apply("done")

    def lay(self, *tiles: str) -> None:
        """Lay tiles in an enlargement that has begun: "field h9"."""
        for tile in tiles:
            kind, cell = tile.split()
            if self.decision == "lay":  # it is the only tile otherwise
                self.apply(f"tile {kind}")
            assert self.snapshot()["tile"] == kind
            self.apply(f"cell {cell}")

    def bid_nothing(self, *seats: int) -> None:
        """Let these players end their bids, those of them who are asked."""
        for seat in seats:
            if self.asked() == (seat, "bid"):
                self.apply("done")

    # --- looking ---------------------------------------------------------------------------------

    def asked(self) -> tuple[int, str]:
        """Return the seat to decide and the decision."""
        return int(self.states[0]["player"]), self.decision

    def offers(self, start: str = "") -> set[str]:
        """Return the options whose names begin with this."""
        return {option for option in self.options() if option.startswith(start)}

    def player(self, p: int) -> dict:
        """Return the player's part of the snapshot."""
        return self.snapshot()["players"][p]

    def hand(self, p: int) -> dict[str, int]:
        """Return the tiles in a hand by type, without those that are not there."""
        return dict(self.tiles(p))

    def money(self, p: int) -> int:
        return int(self.states[0]["money"][p])

    def points(self, p: int, source: str = "") -> int:
        """Return a player's points from this source, or from all."""
        points = self.states[0]["points"][p]
        return int(points[ids.SOURCE_NAMES.index(source)] if source else points.sum())

    def areas(self, p: int, kind: str = "") -> list[str]:
        """Return the areas of a player (of a kind) by their top left cells."""
        return [area for area, k in self.player(p)["areas"].items() if kind in ("", k)]

    def titles(self) -> list[str]:
        return [player["title"] for player in self.snapshot()["players"]]

    def bag(self) -> dict[str, int]:
        return self.snapshot()["bag"]

    @property
    def queen(self) -> int:
        return int(self.states[0]["queen"])

    @property
    def track(self) -> int:
        return int(self.states[0]["track"])

    def observation(self, seat: int) -> np.ndarray:
        """Return the observation of a seat."""
        buffers = Buffers(SPEC, 1, mask=False)
        show_seats(self.states, self.rules, ONLY, np.array([seat]), *buffers.records)
        return buffers.observation[0]

    def check_conservation(self) -> None:
        """Check that every component is in exactly one place."""
        s, table, n = self.states[0], self.snapshot(), self.num_players
        rules, players = self.rules[0], table["players"]
        for number, tile in enumerate(ids.TILES):
            lying = table["bag"][tile] + table["church"][tile] + (table["tile"] == tile)
            lying += sum(p["tiles"][tile] for p in players)
            lying += sum(list(p["land"].values()).count(tile) for p in players)
            assert lying == rules["tile_copies"][number], f"{lying} {tile} tiles"
        cards = Counter(table["deck"] + table["drafted"])
        for player in players:
            cards.update(player["cards"])
        assert cards == {c: n for c, n in zip(ids.CARDS, rules["card_copies"], strict=True) if n}
        for number, building in enumerate(ids.BUILDINGS):
            standing = sum(list(p["buildings"].values()).count(building) for p in players)
            in_all = table["offer"][building] + table["reserve"][building] + standing
            assert in_all == rules["pieces"][number], f"{in_all} {building}s"
        assert table["pool"] + sum(p["markers"] for p in players) == rules["markers"]
        visits = [(host, area) for p in players for host, area in filter(None, p["knights"])]
        assert len(visits) == len(set(visits)), "two knights on one area"
        assert sorted(visits) == sorted(
            (h, area) for h in range(n) for area in cells(s["visited"][h])
        )
        for player in players:
            assert all(player["land"][cell] == "meadow" for cell in player["buildings"])

    # --- components by number --------------------------------------------------------------------

    def _write_deck(self, deck: list[str]) -> None:
        """Write the deck, where a ring has any place for its top."""
        s = self.states[0]
        s["deck"] = -1
        for place, card in enumerate(deck):
            s["deck"][(s["deck_top"] + place) % ids.MAX_DECK] = ids.CARDS.index(card)
        s["deck_size"] = len(deck)
        self.refresh()

    def _clear_estate(self, p: int) -> None:
        s = self.states[0]
        for tile in range(len(ids.TILES)):
            s["bag"][tile] += len(cells(s["land"][p][tile]))
        for building in range(len(ids.BUILDINGS)):
            s["reserve"][building] += len(cells(s["buildings"][p][building]))
        for folly in range(ids.FOLLIES):
            if s["folly_owner"][folly] == p:
                s["folly_owner"][folly] = s["folly_cell"][folly] = -1
        s["land"][p] = s["buildings"][p] = s["areas"][p] = 0

    def _put(self, p: int, cell: int, letter: str) -> None:
        """Put a tile with its building on a cell; buildings come from beside the board if any."""
        s = self.states[0]
        tile = TILES.get(letter, "meadow")
        if tile is None:
            return
        bits = words_of([CELL_NAMES[cell]])
        s["land"][p][ids.TILES.index(tile)] |= bits
        s["bag"][ids.TILES.index(tile)] -= 1
        if letter in BUILDINGS:
            b = BUILDINGS[letter]
            s["buildings"][p][b] |= bits
            s["offer" if s["reserve"][b] == 0 else "reserve"][b] -= 1
        elif letter in FOLLIES:
            s["folly_owner"][FOLLIES[letter]], s["folly_cell"][FOLLIES[letter]] = p, cell

    def _mark_areas(self, p: int, land: set[str]) -> None:
        """Mark the squares of equal tiles as areas; without overlap, row by row."""
        taken: set[str] = set()
        for cell, name in enumerate(CELL_NAMES):
            square = {CELL_NAMES[c] for c in _square(cell)}
            if len(square) < 4 or not square <= land:
                continue
            if self.rules[0]["switches_areas_overlap"] or not square & taken:
                self.states[0]["areas"][p] |= words_of([name])
                taken |= square


def _square(cell: int) -> list[int]:
    """The cells of the square with this top left cell; fewer at the rim of the frame."""
    row, column = divmod(cell, ids.SIDE)
    if row == ids.SIDE - 1 or column == ids.SIDE - 1:
        return []
    return [cell, cell + 1, cell + ids.SIDE, cell + ids.SIDE + 1]


def words_of(names: list[str]) -> np.ndarray:
    """The set of these cells, as the record keeps it."""
    words = np.zeros(ids.WORDS, np.int64)
    for name in names:
        word, place = divmod(CELL_NAMES.index(name), ids.WORD_CELLS)
        words[word] |= 1 << place
    return words
