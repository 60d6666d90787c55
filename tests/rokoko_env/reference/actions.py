"""The six main actions (section 6), used by bonuses too.

What needs decisions is a generator: it yields (seat, decision, options) and gets the option back.
"""

from tests.rokoko_env.reference.constants import (
    ACTIONS_OF_RANK,
    COLORS,
    DEPUTE_LIVRE,
    FAVOR_LIVRE,
    SILK_SAVING,
)
from tests.rokoko_env.reference.table import Table

TRADES = {
    "yarn_or_lace": ["take yarn", "take lace"],
    "yarn_and_lace": ["take yarn and lace"],
}


def kinds(cards_or_tiles):
    """Equal things are one choice (S11)."""
    return sorted(set(cards_or_tiles))


class Actions(Table):
    def main_options(self, seat, rank):
        """R6.4, R6.5: all a card of this rank may do and can complete now."""
        allowed = ACTIONS_OF_RANK[rank]
        options = ["forgo action"]
        if "favor" in allowed and self.favor is None:
            options.append("favor")
        if "acquire" in allowed:
            options += self.acquire_options(seat)
        if "make dress" in allowed:
            options += self.dress_options(seat, thimble_allowed=rank == "master")
        if "hire" in allowed:
            options += self.hire_options(seat)
        if "depute" in allowed:
            if self.may_depute(seat):
                options.append("depute")
            else:
                self.events["minimum deck: main action refused"] += 1
        if "fund" in allowed:
            options += self.fund_options(seat)
        return options

    def main_action(self, seat, card):
        """R6.2: one main action, or none."""
        rank = self.data.cards[card]["rank"]
        choice = yield seat, "main", self.main_options(seat, rank)
        name = "forgone"
        if choice == "favor":
            name = "favor"
            self.take_favor(seat)
        elif choice.startswith("take tile "):
            name = "acquire"
            yield from self.acquire(seat, choice.removeprefix("take tile "))
        elif choice.startswith("make dress "):
            name = "make dress"
            yield from self.make_dress(seat, int(choice.removeprefix("make dress ")), rank)
        elif choice.startswith("card "):
            name = "hire"
            self.hire(seat, choice.removeprefix("card "))
        elif choice == "depute":
            name = "depute"
            self.depute_played_card(seat, rank)
        elif choice.startswith("fund "):
            name = "fund"
            self.fund(seat, choice.removeprefix("fund "))
        self.events[f"action: {name} by {rank}"] += 1

    # Favor, hire, depute

    def take_favor(self, seat):
        """R6.10: the card and its money now, the start player's place next round."""
        self.favor = seat
        self.players[seat]["money"] += FAVOR_LIVRE

    def hire_options(self, seat):
        """R6.40: any displayed card, if the price for the number left can be paid."""
        if not self.display or self.players[seat]["money"] < self.hire_prices[len(self.display)]:
            return []
        return [f"card {card}" for card in kinds(self.display)]

    def hire(self, seat, card):
        self.players[seat]["money"] -= self.hire_prices[len(self.display)]
        self.display.remove(card)
        self.players[seat]["hand"].append(card)

    def depute_played_card(self, seat, rank):
        """R6.50: paid now; the card itself goes at the end of the turn, after its bonus."""
        self.players[seat]["money"] += DEPUTE_LIVRE[rank]
        self.in_play_deputed = True

    # Acquire resources

    def warehouse_options(self, payable):
        """Tiles of the segments for which payable(price) holds; equal tiles of one only once."""
        options = []
        for segment, tiles in enumerate(self.warehouse, start=1):
            left = self.segment_count(segment)
            if left == 0 or not payable(self.tile_prices[left]):
                continue
            seen = set()
            for place, kind in enumerate(tiles, start=1):
                if kind is not None and kind not in seen:
                    seen.add(kind)
                    options.append(f"take tile {segment}.{place}")
        return options

    def acquire_options(self, seat):
        """R6.20: every tile whose segment's price can be paid."""
        money = self.players[seat]["money"]
        return self.warehouse_options(lambda price: price <= money)

    def acquire(self, seat, space, free=False):
        """R6.20: the price depends on the tiles in the segment, including this one."""
        segment, place = (int(number) for number in space.split("."))
        if not free:
            self.players[seat]["money"] -= self.tile_prices[self.segment_count(segment)]
        kind = self.warehouse[segment - 1][place - 1]
        self.warehouse[segment - 1][place - 1] = None
        yield from self.decide_on_tile(seat, kind)

    def decide_on_tile(self, seat, kind):
        """R6.21: silk for ever, or the trim at once."""
        player = self.players[seat]
        self.tile = kind
        choice = yield seat, "tile", ["keep tile", *TRADES[self.data.tiles[kind]["trim"]]]
        self.tile = None
        self.events[f"tile: {choice}"] += 1
        if choice == "keep tile":
            player["silk"].append(kind)
            return
        self.tile_discard.append(kind)
        if choice in ("take yarn", "take yarn and lace"):
            player["yarn"] += 1
        if choice in ("take lace", "take yarn and lace"):
            player["lace"] += 1

    # Make a dress

    def dress_options(self, seat, thimble_allowed, saving=None):
        """R6.30, R6.31, R6.35: dresses that are available, permitted and payable in full."""
        player = self.players[seat]
        all_silk = self.count_bales(player["silk"])
        options = []
        for window, dress_id in enumerate(self.windows, start=1):
            if dress_id is None:
                continue
            dress = self.data.dresses[dress_id]
            if dress["thimble"] and not thimble_allowed:
                continue
            if self.window_costs[window - 1] > player["money"]:
                continue
            if dress["yarn"] > player["yarn"] or dress["lace"] > player["lace"]:
                continue
            if self.bales_to_pay(dress, all_silk, saving) > 0:
                continue
            options.append(f"make dress {window}")
        return options

    def make_dress(self, seat, window, rank, saving=None):
        """R6.30, R6.32: pay money and trim, then silk, then sell or rent out."""
        player = self.players[seat]
        self.dress = self.windows[window - 1]
        self.windows[window - 1] = None
        dress = self.data.dresses[self.dress]
        player["money"] -= self.window_costs[window - 1]
        player["yarn"] -= dress["yarn"]
        player["lace"] -= dress["lace"]
        yield from self.pay_silk(seat, dress, saving)
        yield from self.place_dress(seat, rank)

    def count_bales(self, tiles):
        return {color: sum(self.data.tiles[kind][color] for kind in tiles) for color in COLORS}

    def bales_to_pay(self, dress, paid, saving):
        """S10: bales still missing, less what a bonus saves of the colours it names."""
        missing = {color: max(0, dress[color] - paid[color]) for color in COLORS}
        total = sum(missing.values())
        if saving is not None:
            colors, bales = SILK_SAVING[saving]
            total -= min(bales, sum(missing[color] for color in colors))
        return total

    def pay_silk(self, seat, dress, saving):
        """R6.30: whole tiles, each of which must lower the number still to pay."""
        silk = self.players[seat]["silk"]
        surrendered = []
        while True:
            to_pay = self.bales_to_pay(dress, self.count_bales(surrendered), saving)
            if to_pay == 0:
                break
            options = []
            for kind in kinds(silk):
                paid = self.count_bales([*surrendered, kind])
                if self.bales_to_pay(dress, paid, saving) < to_pay:
                    options.append(f"surrender {kind}")
            choice = yield seat, "silk", options
            kind = choice.removeprefix("surrender ")
            silk.remove(kind)
            surrendered.append(kind)
            self.tile_discard.append(kind)
        self.note_silk(dress, self.count_bales(surrendered), saving)

    def note_silk(self, dress, paid, saving):
        """Count lost bales and saved ones (events only)."""
        lost = sum(max(0, paid[color] - dress[color]) for color in COLORS)
        saved = sum(max(0, dress[color] - paid[color]) for color in COLORS)
        if lost:
            self.events["silk: dress with surplus lost"] += 1
            self.events["silk: surplus bales lost"] += lost
        if saving is not None:
            how = (
                f"discount used: {saving}, {saved} bales" if saved else f"discount unused: {saving}"
            )
            self.events[how] += 1

    # Place a dress

    def rent_options(self, rank):
        """R6.32: free guest spaces; those for Masters only if a Master made the dress."""
        options = []
        seen = set()
        for name, space in self.data.guest_spaces.items():
            if name in self.guests or (space["rank"] == "master" and rank != "master"):
                continue
            alike = (space["hall"], space["rank"], space["reward"])
            if alike not in seen:
                seen.add(alike)
                options.append(f"rent {name}")
        return options

    def place_dress(self, seat, rank):
        """R6.32, R6.33: sell it or rent it out; with no space left only the sale remains."""
        rent_options = self.rent_options(rank)
        choice = yield seat, "place", ["sell", *rent_options]
        dress = self.dress
        self.dress = None
        if choice == "sell":
            self.players[seat]["money"] += self.data.dresses[dress]["livre"]
            self.dress_discard.append(dress)
            self.events["dress: sold" if rent_options else "dress: sold, no space fitted"] += 1
            return
        name = choice.removeprefix("rent ")
        self.guests[name] = [dress, seat]
        space = self.data.guest_spaces[name]
        self.events[f"dress: rented, {space['rank']} space"] += 1
        self.check_all_halls(seat)
        yield from self.guest_reward(seat, space["reward"])

    def guest_reward(self, seat, reward):
        """R6.34, S8: taken at once and never refused."""
        if reward == "tile":
            options = self.warehouse_options(lambda price: True)
            if not options:
                self.events["reward: tile, warehouse empty"] += 1
                return
            self.events["reward: tile"] += 1
            choice = yield seat, "reward", options
            yield from self.acquire(seat, choice.removeprefix("take tile "), free=True)
            return
        self.events[f"reward: {reward}"] += 1
        if reward in ("yarn", "lace"):
            self.players[seat][reward] += 1
        elif reward.startswith("livre_"):
            self.players[seat]["money"] += int(reward.removeprefix("livre_"))
        elif reward != "none":
            raise ValueError(f"unknown guest reward {reward}")

    # Fund a decoration, all halls

    def fund_cost(self, name, discount):
        """S5: no cost falls below 0."""
        return max(0, self.data.decorations[name]["cost"] - discount)

    def fund_options(self, seat, discount=0):
        """R6.60: free and payable spaces; a fountain row only if one has no marker in it yet."""
        options = []
        for name, space in self.data.decorations.items():
            if name in self.decorations:
                continue
            if self.fund_cost(name, discount) > self.players[seat]["money"]:
                continue
            if space["kind"].endswith("fountain") and self.owns_kind(seat, space["kind"]):
                continue
            options.append(f"fund {name}")
        return options

    def fund(self, seat, name, discount=0):
        """R6.60."""
        self.players[seat]["money"] -= self.fund_cost(name, discount)
        self.decorations[name] = seat
        self.events[f"fund: {self.data.decorations[name]['kind']}"] += 1
        self.check_all_halls(seat)

    def check_all_halls(self, seat):
        """R6.70: once a game, when the player has a dress or musician in every hall."""
        halls = {
            self.data.guest_spaces[name]["hall"]
            for name, (_, owner) in self.guests.items()
            if owner == seat
        }
        for name in self.own_decorations(seat):
            space = self.data.decorations[name]
            if space["kind"] == "musician":
                halls.add(space["number"])
        if seat in self.been_in_all_halls or len(halls) < len(self.data.board["halls"]):
            return
        self.been_in_all_halls.add(seat)
        free = [place for place, owner in enumerate(self.all_halls) if owner is None]
        if not free:
            self.events["all halls: none free"] += 1
            return
        values = self.data.board["all_halls"]["prestige"]
        best = max(free, key=lambda place: values[place])
        self.all_halls[best] = seat
        self.events[f"all halls: place {best + 1}"] += 1
