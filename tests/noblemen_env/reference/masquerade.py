"""The masquerade (N8)."""

from tests.noblemen_env.reference.actions import Actions


class Masquerade(Actions):
    def hold_masquerade(self):
        """Titles back, bids from the Queen's owner on, new titles with their points."""
        for player in self.players:
            player["title"] = None
        order = self.seats_from(self.queen)
        for seat in order:
            yield from self.bid(seat)
            self.place_counter(seat)
        self.award_titles(order)
        self.prestige = [None] * self.num_players
        self.counter = [None] * self.num_players
        self.events["masquerade"] += 1

    def base_prestige(self, seat):
        """N8.2."""
        rates = self.numbers["prestige"]
        return self.income(
            seat, "fountain", "garden", [rates[x] for x in ("fountain", "garden", "knight")]
        ) + rates["palace"] * self.count_buildings(seat, "palace")

    def bid(self, seat):
        """N8.3: give up markers and cards, one by one."""
        rates = self.numbers["prestige"]
        self.prestige[seat] = self.base_prestige(seat)
        while True:
            options = ["done"]
            if self.players[seat]["markers"] > 0:
                options.append("marker")
            options += [f"card {card}" for card in self.cards_in_hand(seat)]
            choice = yield seat, "bid", options
            if choice == "done":
                return
            if choice == "marker":
                self.give_up_marker(seat)
                self.prestige[seat] += rates["marker"]
                self.events["bid: marker"] += 1
                continue
            card = choice.removeprefix("card ")
            self.give_up_card(seat, card)
            self.prestige[seat] += rates["blackmail"] if card == "blackmail" else rates["card"]
            self.events[f"bid: {card}"] += 1

    def place_counter(self, seat):
        """N8.4, S9: down to the next free number; number 0 holds all."""
        number = self.prestige[seat]
        while number > 0 and number in self.counter:
            number -= 1
        slid = self.prestige[seat] - number
        if slid > 0:
            self.events[f"tie: counter slides down {min(slid, 2)} (2: or more)"] += 1
        self.counter[seat] = number

    def award_titles(self, order):
        """N8.5, S8, S9: in the order of counters; those on 0 in the order of placing."""
        left = {title: row["copies"] for title, row in self.data.titles.items()}
        if self.counter.count(0) > 1:
            self.events["tie: several counters on 0"] += 1
        for seat in sorted(order, key=lambda s: -self.counter[s]):  # stable
            by_position = self.switches["threshold_by_position"]
            have = self.counter[seat] if by_position else self.prestige[seat]
            within_reach = [t for t, row in self.data.titles.items() if row["prestige"] <= have]
            title = next(title for title in within_reach if left[title] > 0)
            if title != within_reach[0]:
                self.events[f"tie: {within_reach[0]} is gone"] += 1
            left[title] -= 1
            self.players[seat]["title"] = title
            self.score(seat, "titles", self.data.titles[title]["points"])
            self.events[f"title: {title}"] += 1
