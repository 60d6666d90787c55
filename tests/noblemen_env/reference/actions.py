"""A turn and the seven actions (N3, N4), but for buildings.

What needs decisions is a generator: it yields (seat, decision, options) and gets the option back.
"""

from itertools import combinations_with_replacement

from tests.noblemen_env.reference.buildings import Buildings
from tests.noblemen_env.reference.data import TILES
from tests.noblemen_env.reference.estate import (
    cell_from_name,
    cell_name,
    cells_to_lay,
    new_areas,
)


class Actions(Buildings):
    def action_options(self, seat):
        """All actions that the player can carry out to the end."""
        player = self.players[seat]
        options = ["leisure"]
        if self.can_enlarge(seat):
            options.append("enlarge")
        options += self.build_options(seat)
        options += [f"bribe {number}" for number in range(1, self.most_bribes(seat) + 1)]
        if not player["taxes_used"] and self.taxes_due(seat) + player["markers"] > 0:
            options.append("taxes")
        if not player["land_used"] and self.land_due(seat) + player["markers"] > 0:
            if sum(self.bag.values()) > 0:
                options.append("land")
            else:
                self.events["refused: land, bag empty"] += 1
        if self.donations(seat):
            options.append("church")
        return options

    def act(self, seat, action):
        """Carry out one action (N3.1)."""
        if action == "leisure":
            self.score(seat, "leisure", self.numbers["leisure"]["points"])
        elif action == "enlarge":
            yield from self.enlarge(seat)
        elif action.startswith("build "):
            yield from self.build(seat, action.removeprefix("build "))
        elif action.startswith("bribe "):
            self.bribe(seat, int(action.removeprefix("bribe ")))
        elif action == "taxes":
            yield from self.collect_taxes(seat)
        elif action == "land":
            yield from self.acquire_land(seat)
        elif action == "church":
            yield from self.donate(seat)

    # Swaps (N3.3)

    def swap_options(self, seat):
        """Pairs of tiles in hand for any other type that the bag holds (S4)."""
        hand = self.players[seat]["tiles"]
        options = []
        for first, second in combinations_with_replacement(TILES, 2):
            needed = 2 if first == second else 1
            if hand[first] < needed or hand[second] < needed:
                continue
            for wanted in TILES:
                if wanted not in (first, second) and self.bag[wanted] > 0:
                    options.append(f"swap {first}+{second} for {wanted}")
        return options

    def swap(self, seat, option):
        pair, wanted = option.removeprefix("swap ").split(" for ")
        hand = self.players[seat]["tiles"]
        for given in pair.split("+"):
            hand[given] -= 1
            self.bag[given] += 1
        self.bag[wanted] -= 1
        hand[wanted] += 1
        self.events[f"swap: during {self.decision}"] += 1

    # Enlarging (N4.1 to N4.4)

    def legal_cells(self, seat):
        return cells_to_lay(self.players[seat]["land"], self.switches["radius"])

    def can_enlarge(self, seat):
        """S2, S19: at least one tile has to be laid."""
        return self.hand_size(seat) > 0 and len(self.legal_cells(seat)) > 0

    def enlarge(self, seat):
        """Lay tiles, and settle them when the last one is laid."""
        laid = []
        completed = []
        self.to_lay = self.numbers["enlarge"]["tiles"]
        while self.to_lay > 0:
            options = ["done"] if laid else []
            if self.legal_cells(seat):
                options += [f"tile {tile}" for tile in self.tiles_in_hand(seat)]
            if self.switches["swaps_mid_action"]:
                options += self.swap_options(seat)
            choice = yield seat, "lay", options
            if choice == "done":
                break
            if choice.startswith("swap "):
                self.swap(seat, choice)
                continue
            tile = choice.removeprefix("tile ")
            completed += yield from self.lay_tile(seat, tile)
            laid.append(tile)
            self.to_lay -= 1
        self.to_lay = 0
        self.events[f"enlarge: {len(laid)} tiles"] += 1
        self.settle_enlargement(seat, laid, completed)

    def lay_tile(self, seat, tile):
        """Lay one tile from the hand. Returns the kinds of the areas it completes."""
        player = self.players[seat]
        self.tile = tile
        player["tiles"][tile] -= 1
        choice = yield seat, "place", [f"cell {cell_name(c)}" for c in self.legal_cells(seat)]
        cell = cell_from_name(choice.removeprefix("cell "))
        self.tile = None
        player["land"][cell] = tile
        areas = new_areas(player["land"], player["areas"], cell, self.switches["areas_overlap"])
        player["areas"].update(areas)
        if areas:
            self.events[f"areas completed by one tile: {len(areas)}"] += 1
        return list(areas.values())

    def settle_enlargement(self, seat, laid, completed):
        """N4.2 to N4.4: what all tiles of one enlargement bring."""
        rates = self.numbers["enlarge"]
        for kind in completed:
            self.events[f"completed: {kind}"] += 1
        self.players[seat]["money"] += rates["field"] * laid.count("field")
        self.players[seat]["money"] += rates["manor"] * completed.count("manor")
        if "garden" in completed:
            self.take_queen(seat, "garden completed")
        due = rates["grove"] * laid.count("grove") + rates["forest"] * completed.count("forest")
        self.draw_tiles(seat, due)

    # Bribes (N4.13)

    def most_bribes(self, seat):
        bribes = self.numbers["bribes"]
        affordable = self.players[seat]["money"] // bribes["price"]
        return min(bribes["most"], self.pool, affordable)

    def bribe(self, seat, number):
        player = self.players[seat]
        player["money"] -= self.numbers["bribes"]["price"] * number
        player["markers"] += number
        self.pool -= number
        self.score(seat, "bribes", self.numbers["bribes"]["points"] * number)
        if self.pool == 0:
            self.events["shortage: last bribe marker taken"] += 1

    # Taxes and land (N4.14, N4.15)

    def taxes_due(self, seat):
        rates = self.numbers["taxes"]
        return self.income(seat, "field", "manor", [rates[x] for x in ("field", "manor", "knight")])

    def land_due(self, seat):
        rates = self.numbers["land"]
        return self.income(
            seat, "grove", "forest", [rates[x] for x in ("grove", "forest", "knight")]
        )

    def collect_taxes(self, seat):
        player = self.players[seat]
        player["taxes_used"] = True
        spent = yield from self.spend_markers(seat, self.taxes_due(seat))
        player["money"] += self.taxes_due(seat) + self.numbers["taxes"]["marker"] * spent
        self.events[f"taxes: {min(spent, 3)} markers given up (3: or more)"] += 1

    def acquire_land(self, seat):
        """S20: the markers are given up before any tile is drawn."""
        self.players[seat]["land_used"] = True
        spent = yield from self.spend_markers(seat, self.land_due(seat))
        self.draw_tiles(seat, self.land_due(seat) + self.numbers["land"]["marker"] * spent)
        self.events[f"land: {min(spent, 3)} markers given up (3: or more)"] += 1

    def spend_markers(self, seat, due):
        """Give up markers one by one; something has to come out of it. Returns their number."""
        spent = 0
        while True:
            options = ["done"] if due + spent > 0 else []
            if self.players[seat]["markers"] > 0:
                options.append("marker")
            choice = yield seat, "spend", options
            if choice == "done":
                return spent
            self.give_up_marker(seat)
            spent += 1

    # The church (N4.16)

    def donations(self, seat):
        """The types of tiles that the player has and the church still accepts."""
        limit = self.numbers["church"]["tiles"]
        return [tile for tile in self.tiles_in_hand(seat) if self.church[tile] < limit]

    def donate(self, seat):
        given = 0
        while self.donations(seat):
            options = [f"tile {tile}" for tile in self.donations(seat)]
            if given:
                options.append("done")
            choice = yield seat, "donate", options
            if choice == "done":
                break
            tile = choice.removeprefix("tile ")
            self.players[seat]["tiles"][tile] -= 1
            self.church[tile] += 1
            self.score(seat, "church", self.numbers["church"]["points"])
            given += 1
        if self.hand_size(seat) and not self.donations(seat):
            self.events["church: nothing more of what the player has is accepted"] += 1
