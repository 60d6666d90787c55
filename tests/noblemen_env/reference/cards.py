"""Scandal cards: drawing and playing (N6)."""

from tests.noblemen_env.reference.table import Table

PLAYED_IN_TURN = [
    "inheritance",
    "secret_wedding",
    "dowry",
    "masterstroke",
    "tribute",
    "vicars_favour",
    "whitehall",
]


class Cards(Table):
    # Drawing (N6.1)

    def draft_card(self, seat):
        """Look at three cards, keep one, and return the others in random order (S6)."""
        player = self.players[seat]
        self.drafted = self.deck[:3]
        self.deck = self.deck[3:]
        if len(self.drafted) < 3:
            self.events["shortage: fewer than three cards in the deck"] += 1
        if not self.drafted:
            return
        options = [f"card {card}" for card in sorted(set(self.drafted))]
        if player["cards"]["intrigue"] > 0 and len(self.drafted) >= 2:  # S7
            options.append("keep all")
        choice = yield seat, "draft", options
        if choice == "keep all":
            self.give_up_card(seat, "intrigue")
            self.events["card used: intrigue"] += 1
            kept, returned = self.drafted, []
        else:
            kept = [choice.removeprefix("card ")]
            returned = list(self.drafted)
            returned.remove(kept[0])
        for card in kept:
            player["cards"][card] += 1
        self.drafted = []
        self.return_cards(returned)

    def return_cards(self, cards):
        in_order = self.chance.order_under(cards) if cards else []
        if sorted(in_order) != sorted(cards):
            raise LookupError(f"{cards} were returned, not {in_order}")
        for card in in_order:
            self.put_under(card)

    # Playing

    def card_options(self, seat):
        in_hand = self.cards_in_hand(seat)
        return [f"card {c}" for c in in_hand if c in PLAYED_IN_TURN and self.has_effect(seat, c)]

    def has_effect(self, seat, card):
        """S11: a card without effect cannot be played."""
        if card == "inheritance":
            return self.is_on_board("castle") and len(self.sites(seat, "castle")) > 0
        if card == "dowry":
            return sum(self.bag.values()) > 0
        if card == "masterstroke":
            return self.can_enlarge(seat)
        if card == "vicars_favour":
            return self.hand_size(seat) > 0
        if card == "whitehall":
            return self.queen != seat and not self.queen_is_locked()
        return True

    def play_card(self, seat, card):
        """The card goes under the deck first, then its effect follows (N6.2, N6.3)."""
        numbers = self.numbers["cards"]
        self.give_up_card(seat, card)
        self.events[f"card used: {card}, {'after' if self.acted else 'before'} the action"] += 1
        if card == "inheritance":
            cell = yield from self.choose_site(seat, "castle")
            self.put_castle(seat, cell)
        elif card == "secret_wedding":
            self.wed(seat)
        elif card == "dowry":
            self.draw_tiles(seat, numbers["dowry_tiles"])
        elif card == "masterstroke":
            yield from self.enlarge(seat)
        elif card == "tribute":
            self.players[seat]["money"] += numbers["tribute_pounds"]
        elif card == "vicars_favour":
            yield from self.favour_of_the_vicar(seat)
        elif card == "whitehall":
            self.take_queen(seat, "whitehall")

    def wed(self, seat):
        """Markers as far as they go, points in any case."""
        markers = min(self.numbers["cards"]["wedding_markers"], self.pool)
        if markers < self.numbers["cards"]["wedding_markers"]:
            self.events[f"shortage: {markers} markers for a secret wedding"] += 1
        self.pool -= markers
        self.players[seat]["markers"] += markers
        self.score(seat, "cards", self.numbers["cards"]["wedding_points"])

    def favour_of_the_vicar(self, seat):
        """S2: at least one tile."""
        for returned in range(self.numbers["cards"]["vicar_tiles"]):
            if self.hand_size(seat) == 0:
                return
            options = [f"tile {tile}" for tile in self.tiles_in_hand(seat)]
            if returned > 0:
                options.append("done")
            choice = yield seat, "return", options
            if choice == "done":
                return
            tile = choice.removeprefix("tile ")
            self.players[seat]["tiles"][tile] -= 1
            self.bag[tile] += 1
            self.score(seat, "cards", self.numbers["cards"]["vicar_points"])
