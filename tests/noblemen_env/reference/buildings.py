"""Buildings and knights (N4.5 to N4.12, N5)."""

from tests.noblemen_env.reference.cards import Cards
from tests.noblemen_env.reference.data import AREAS, PIECES
from tests.noblemen_env.reference.estate import building_sites, cell_from_name, cell_name
from tests.noblemen_env.reference.table import price_left


class Buildings(Cards):
    def price(self, seat, building):
        """N2.2, N4.5: the price on the board less the title's discount, never below 0."""
        if building in PIECES:
            on_board = price_left(
                self.data.prices[building], self.data.offer[building], self.offer[building]
            )
        else:
            on_board = self.data.follies[building]["price"]
        discount = self.data.titles[self.players[seat]["title"]]["discount"]
        return max(0, on_board - discount)

    def sites(self, seat, building):
        """The cells on which a building may be put: for a palace, those of own castles (N4.8)."""
        player = self.players[seat]
        if building == "palace":
            return sorted(cell for cell, b in player["buildings"].items() if b == "castle")
        return building_sites(player["land"], player["buildings"], building)

    def is_on_board(self, building):
        if building in PIECES:
            return self.offer[building] > 0
        return self.follies[building] is None

    def has_areas_for(self, seat, folly):
        """N4.11, S14: the areas have to be there, with or without a knight."""
        needed = self.data.follies[folly]
        return all(self.count_areas(seat, kind) >= needed[kind] for kind in AREAS)

    def build_options(self, seat):
        options = []
        for building in [*PIECES, *self.data.follies]:
            if not self.is_on_board(building) or not self.sites(seat, building):
                continue
            if building not in PIECES and not self.has_areas_for(seat, building):
                continue
            if self.price(seat, building) <= self.players[seat]["money"]:
                options.append(f"build {building}")
        return options

    def build(self, seat, building):
        """Put up one building, pay for it, and collect its reward."""
        player = self.players[seat]
        cell = yield from self.choose_site(seat, building)
        title_pays = self.price(seat, building)
        self.events[f"built with the discount of a {player['title']}"] += 1
        if title_pays == 0:
            self.events["built for nothing"] += 1
        player["money"] -= title_pays
        if building == "castle":
            self.put_castle(seat, cell)
            yield from self.send_knight(seat)
        elif building == "palace":
            self.offer["palace"] -= 1
            player["buildings"][cell] = "palace"
            self.reserve["castle"] += 1
            self.take_queen(seat, "palace built")
        elif building == "chapel":
            self.offer["chapel"] -= 1
            player["buildings"][cell] = "chapel"
            yield from self.draft_card(seat)
        else:
            self.put_folly(seat, building, cell)

    def choose_site(self, seat, building):
        options = [f"cell {cell_name(cell)}" for cell in self.sites(seat, building)]
        choice = yield seat, "build", options
        return cell_from_name(choice.removeprefix("cell "))

    def put_castle(self, seat, cell):
        self.offer["castle"] -= 1
        self.players[seat]["buildings"][cell] = "castle"

    def put_folly(self, seat, folly, cell):
        """N4.12: the points fall with each folly that anybody has built."""
        built = sum(owner is not None for owner in self.follies.values())
        self.follies[folly] = seat
        self.players[seat]["buildings"][cell] = folly
        self.score(seat, "follies", self.data.folly_points[built])
        self.events[f"folly built as number {built + 1}"] += 1

    # Knights

    def visits(self, seat):
        """All (host, kind of area) with a free area, as options (S23)."""
        options = []
        for relative in range(1, self.num_players):
            host = (seat + relative) % self.num_players
            options += [f"visit {relative} {kind}" for kind in AREAS if self.free_areas(host, kind)]
        return options

    def send_knight(self, seat):
        """N5.1, S12: from the supply if one is there, else one of those placed."""
        knights = self.players[seat]["knights"]
        if not self.visits(seat):
            self.events["knight: no free area anywhere"] += 1
            return
        if None in knights:
            number = knights.index(None)
            choice = yield seat, "visit", [*self.visits(seat), "done"]
        elif knights:
            moves = [f"move knight {number + 1}" for number in range(len(knights))]
            choice = yield seat, "move", [*moves, "done"]
            if choice != "done":
                number = int(choice.removeprefix("move knight ")) - 1
                choice = yield seat, "visit", self.visits(seat)
                self.events["knight: moved"] += 1
        else:
            return
        if choice == "done":
            self.events["knight: stays where it is"] += 1
            return
        _, relative, kind = choice.split()
        yield from self.visit(seat, number, (seat + int(relative)) % self.num_players, kind)

    def visit(self, seat, number, host, kind):
        """Put the knight on the area and receive what it brings (N5.2 to N5.4)."""
        if kind != "garden" or self.queen == host:
            self.events[f"knight: on a {kind}"] += 1
        else:
            self.events["knight: on a garden without the Queen"] += 1
        self.players[seat]["knights"][number] = (host, self.free_areas(host, kind)[0])
        if kind == "manor":
            self.demand_pounds(seat, host)
        elif kind == "forest":
            yield from self.demand_tiles(seat, host)
        elif self.queen == host:
            self.take_queen(seat, "knight in her garden")

    def demand_pounds(self, seat, host):
        pounds = min(self.numbers["knight"]["pounds"], self.players[host]["money"])
        if pounds < self.numbers["knight"]["pounds"]:
            self.events["shortage: host of a knight has too few pounds"] += 1
        self.players[host]["money"] -= pounds
        self.players[seat]["money"] += pounds

    def demand_tiles(self, seat, host):
        """The host chooses what to give."""
        if self.hand_size(host) < self.numbers["knight"]["tiles"]:
            self.events["shortage: host of a knight has too few tiles"] += 1
        for _ in range(self.numbers["knight"]["tiles"]):
            if self.hand_size(host) == 0:
                return
            choice = yield host, "give", [f"tile {tile}" for tile in self.tiles_in_hand(host)]
            tile = choice.removeprefix("tile ")
            self.players[host]["tiles"][tile] -= 1
            self.players[seat]["tiles"][tile] += 1
