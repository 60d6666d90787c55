"""Everything on the table: setup, drawing, moving pieces, counting and snapshots."""

from collections import Counter

from tests.noblemen_env.reference.data import PIECES, SOURCES, TILES, load_components
from tests.noblemen_env.reference.estate import MIDDLE, cell_name


class Table:
    """The state of a game as plain lists and dicts."""

    def __init__(self, num_players, chance, components_dir):
        self.num_players = num_players
        self.chance = chance
        self.data = load_components(components_dir, num_players)
        self.numbers = self.data.numbers
        self.switches = self.numbers["switches"]
        self.events = Counter()
        self.put_under_deck = 0  # cards in all, for a comparison that has to find them again
        self.set_up_supplies()
        self.set_up_players()
        self.decade = 1
        self.track = 0
        self.queen = num_players - 1  # N2.4
        # The turn, and what is being done in it:
        self.active = 0
        self.acted = False
        self.card_played = False
        self.to_lay = 0
        self.tile = None
        self.drafted = []
        self.prestige = [None] * num_players
        self.counter = [None] * num_players

    # Setup

    def set_up_supplies(self):
        """N2.1, N2.3, N2.5: what the estates begin with comes from bag and reserve."""
        self.bag = dict(self.data.tiles)
        self.bag["meadow"] -= self.num_players
        self.church = dict.fromkeys(TILES, 0)
        self.deck = []
        self.offer = dict(self.data.offer)
        self.reserve = {piece: self.data.pieces[piece] - self.offer[piece] for piece in PIECES}
        self.reserve["castle"] -= self.num_players
        self.follies = dict.fromkeys(self.data.follies)
        self.pool = self.data.pieces["markers"]

    def set_up_players(self):
        """N2.3, N2.4, N2.5."""
        start = self.numbers["start"]
        self.players = [
            {
                "money": start["pounds"] + seat * start["step"],
                "markers": 0,
                "tiles": dict.fromkeys(TILES, 0),
                "cards": dict.fromkeys(self.data.cards, 0),
                "title": list(self.data.titles)[-1],
                "taxes_used": False,
                "land_used": False,
                "land": {MIDDLE: "meadow"},
                "buildings": {MIDDLE: "castle"},
                "areas": {},
                "knights": [None] * self.data.pieces["knights"],
                "points": dict.fromkeys(SOURCES, 0),
            }
            for seat in range(self.num_players)
        ]

    def seats_from(self, first):
        """All seats, clockwise from one of them."""
        return [(first + step) % self.num_players for step in range(self.num_players)]

    # Tiles and cards

    def draw_tiles(self, seat, due):
        """N1.5: so many tiles at random, or all that are left."""
        left = sum(self.bag.values())
        if due > left:
            self.events[
                "shortage: bag, some of the tiles due" if left else "shortage: bag empty"
            ] += 1
        number = min(due, left)
        if number == 0:
            return
        drawn = self.chance.draw_tiles(seat, number, dict(self.bag))
        if len(drawn) != number or any(drawn.count(tile) > self.bag[tile] for tile in drawn):
            raise LookupError(f"{number} tiles are due from {self.bag}, but not {drawn}")
        for tile in drawn:
            self.bag[tile] -= 1
            self.players[seat]["tiles"][tile] += 1

    def tiles_in_hand(self, seat):
        """The types of tiles in hand."""
        return [tile for tile, count in self.players[seat]["tiles"].items() if count > 0]

    def hand_size(self, seat):
        return sum(self.players[seat]["tiles"].values())

    def cards_in_hand(self, seat):
        """The kinds of cards in hand."""
        return [card for card, count in self.players[seat]["cards"].items() if count > 0]

    def put_under(self, card):
        """N6.2: one card under the deck."""
        self.deck.append(card)
        self.put_under_deck += 1

    def give_up_card(self, seat, card):
        self.players[seat]["cards"][card] -= 1
        self.put_under(card)

    def give_up_marker(self, seat):
        """N4.13: markers go back to the pool."""
        self.players[seat]["markers"] -= 1
        self.pool += 1

    # Knights and areas

    def has_knight_on(self, host, cell):
        """Return True if anybody's knight stands on the area of this player."""
        return any((host, cell) in player["knights"] for player in self.players)

    def free_areas(self, host, kind):
        """The areas of a kind of one player without a knight, the first cell first (N1.2, S23)."""
        areas = self.players[host]["areas"]
        return sorted(
            cell for cell, k in areas.items() if k == kind and not self.has_knight_on(host, cell)
        )

    def knights_on(self, seat, kind):
        """Count the player's own knights on rivals' areas of a kind."""
        placed = [knight for knight in self.players[seat]["knights"] if knight is not None]
        return sum(self.players[host]["areas"][cell] == kind for host, cell in placed)

    def count_tiles(self, seat, tile):
        """Count the tiles of a type in the estate."""
        return list(self.players[seat]["land"].values()).count(tile)

    def count_areas(self, seat, kind):
        return list(self.players[seat]["areas"].values()).count(kind)

    def count_buildings(self, seat, building):
        return list(self.players[seat]["buildings"].values()).count(building)

    def income(self, seat, tile, area, rates):
        """N4.14, N4.15, N8.2: the sum for tiles, own free areas and own knights."""
        per_tile, per_area, per_knight = rates
        return (
            per_tile * self.count_tiles(seat, tile)
            + per_area * len(self.free_areas(seat, area))
            + per_knight * self.knights_on(seat, area)
        )

    # The Queen and points

    def queen_is_locked(self):
        return self.data.track[self.track] == "lock"

    def take_queen(self, seat, reason):
        """N7.3, N7.4."""
        if self.queen == seat:
            self.events[f"queen: {reason}, had her already"] += 1
        elif self.queen_is_locked():
            self.events[f"queen: {reason}, but the lock keeps her"] += 1
        else:
            self.events[f"queen: {reason}"] += 1
            self.queen = seat

    def score(self, seat, source, points):
        self.players[seat]["points"][source] += points

    # Showing

    def snapshot(self):
        """The whole table as plain data, owned by the caller."""
        return {
            "decade": self.decade,
            "track": self.track,
            "queen": self.queen,
            "active": self.active,
            "player": self.player,
            "decision": self.decision,
            "players": [self.show_player(player) for player in self.players],
            "bag": dict(self.bag),
            "church": dict(self.church),
            "deck": list(self.deck),
            "offer": dict(self.offer),
            "reserve": dict(self.reserve),
            "follies": dict(self.follies),
            "pool": self.pool,
            "acted": self.acted,
            "card_played": self.card_played,
            "to_lay": self.to_lay,
            "tile": self.tile,
            "drafted": list(self.drafted),
            "prestige": list(self.prestige),
            "counter": list(self.counter),
        }

    def show_player(self, player):
        knights = [
            None if knight is None else [knight[0], cell_name(knight[1])]
            for knight in player["knights"]
        ]
        return {
            "money": player["money"],
            "markers": player["markers"],
            "tiles": dict(player["tiles"]),
            "cards": {card: count for card, count in player["cards"].items() if count > 0},
            "title": player["title"],
            "taxes_used": player["taxes_used"],
            "land_used": player["land_used"],
            "land": by_name(player["land"]),
            "buildings": by_name(player["buildings"]),
            "areas": by_name(player["areas"]),
            "knights": knights + [None] * (2 - len(knights)),
            "points": dict(player["points"]),
        }


def by_name(cells):
    return {cell_name(cell): content for cell, content in sorted(cells.items())}


def price_left(prices, offer, left):
    """The price of the cheapest piece when so many are left, on the dearest fields (N2.2)."""
    in_use = prices[:offer]
    return in_use[left - 1]
