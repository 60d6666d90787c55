"""The bonuses of the employees (section 8, rulings S1 to S5, S10, S11, S14)."""

from tests.rokoko_env.reference.actions import Actions, kinds
from tests.rokoko_env.reference.constants import (
    BLIND_TILE_PRICE,
    DECORATIONS_PER_PRESTIGE,
    DEPUTE_BONUS_LIVRE,
    DRESSES_PER_PRESTIGE,
    EXCHANGE_PRICE,
    FUND_DISCOUNT,
    LIVRE_BONUS,
    LIVRE_PER_COLOR,
    PLAIN_BALES_PER_PRESTIGE,
    PLAIN_SILK,
    PRECIOUS_SILK,
    PRESTIGE_PER_COLOR,
    SILK_SAVING,
    TRIM_PRICE,
    value_by_deck,
)

PILES = ("hand", "supply", "discard")
DEPUTE_BONUSES = ("depute_use_bonus", "depute_for_livre")
GAIN_BONUSES = (
    *LIVRE_BONUS,
    *LIVRE_PER_COLOR,
    *DECORATIONS_PER_PRESTIGE,
    *DRESSES_PER_PRESTIGE,
    "livre_per_decoration",
    "livre_per_dress",
    "livre_by_deck_1_3_5_7",
    "livre_by_deck_2_6_10_14",
)


class Bonuses(Actions):
    def offer_bonus(self, seat, card, deputed=False):
        """R6.2: a card's bonus, once and optional; the card's own rank counts (S3, S4)."""
        bonus = self.data.cards[card]["bonus"]
        if bonus == "none" or bonus.startswith("crown_"):
            if deputed:
                self.events["bonus: deputed card has none for play"] += 1
            return
        options = self.bonus_options(seat, bonus)
        if not options:
            self.events[f"bonus not offered: {bonus}"] += 1
            return
        choice = yield seat, "bonus", ["forgo bonus", *options]
        if choice == "forgo bonus":
            self.events[f"bonus forgone: {bonus}"] += 1
            return
        self.events[f"bonus: {bonus}"] += 1
        if deputed:
            self.events[f"bonus of a deputed card: {bonus}"] += 1
        yield from self.use_bonus(seat, bonus, self.data.cards[card]["rank"], choice)

    def bonus_options(self, seat, bonus):
        """Return the choices; none if the bonus cannot be used or would change nothing (S14)."""
        player = self.players[seat]
        if bonus in GAIN_BONUSES:
            return ["use bonus"] if any(self.gain(seat, bonus)) else []
        if bonus in EXCHANGE_PRICE:
            return ["use bonus"] if player["money"] >= EXCHANGE_PRICE[bonus] else []
        if bonus in TRIM_PRICE:
            return ["take yarn", "take lace"] if player["money"] >= TRIM_PRICE[bonus] else []
        if bonus in BLIND_TILE_PRICE:
            return self.blind_tile_options(seat, bonus)
        if bonus == "acquire":
            return self.acquire_options(seat)
        if bonus in SILK_SAVING:
            return self.dress_options(seat, thimble_allowed=False, saving=bonus)
        if bonus in FUND_DISCOUNT:
            return self.fund_options(seat, FUND_DISCOUNT[bonus])
        if bonus in DEPUTE_BONUSES:
            return self.depute_options(seat)
        if bonus == "pp_for_silk":
            return [f"surrender {kind}" for kind in kinds(player["silk"])]
        raise ValueError(f"unknown bonus {bonus}")

    def use_bonus(self, seat, bonus, rank, choice):
        player = self.players[seat]
        if bonus in GAIN_BONUSES:
            livre, prestige = self.gain(seat, bonus)
            player["money"] += livre
            player["prestige"] += prestige
        elif bonus in EXCHANGE_PRICE:
            yield from self.exchange(seat, EXCHANGE_PRICE[bonus])
        elif bonus in TRIM_PRICE:
            player["money"] -= TRIM_PRICE[bonus]
            player[choice.removeprefix("take ")] += 1
        elif bonus in BLIND_TILE_PRICE:
            player["money"] -= BLIND_TILE_PRICE[bonus]
            yield from self.decide_on_tile(seat, self.draw_tile("blind"))
        elif bonus == "acquire":
            yield from self.acquire(seat, choice.removeprefix("take tile "))
        elif bonus in SILK_SAVING:
            window = int(choice.removeprefix("make dress "))
            yield from self.make_dress(seat, window, rank, saving=bonus)
        elif bonus in FUND_DISCOUNT:
            self.fund_cheaper(seat, choice.removeprefix("fund "), bonus)
        elif bonus in DEPUTE_BONUSES:
            yield from self.depute_any(seat, bonus, choice.removeprefix("card "))
        elif bonus == "pp_for_silk":
            yield from self.silk_for_prestige(seat, choice)

    # Plain gains

    def gain(self, seat, bonus):
        """(Livre, PP) that a bonus without any choice brings now."""
        dresses = self.own_dresses(seat)
        decorations = len(self.own_decorations(seat))
        if bonus in LIVRE_BONUS:
            return LIVRE_BONUS[bonus], 0
        if bonus in LIVRE_PER_COLOR:
            livre = LIVRE_PER_COLOR[bonus]
            prestige = PRESTIGE_PER_COLOR.get(bonus, {})
            return (
                sum(livre.get(dress["color"], 0) for dress in dresses),
                sum(prestige.get(dress["color"], 0) for dress in dresses),
            )
        if bonus == "livre_per_decoration":
            return decorations, 0
        if bonus == "livre_per_dress":
            return len(dresses), 0
        if bonus in DECORATIONS_PER_PRESTIGE:
            return 0, decorations // DECORATIONS_PER_PRESTIGE[bonus]
        if bonus in DRESSES_PER_PRESTIGE:
            return 0, len(dresses) // DRESSES_PER_PRESTIGE[bonus]
        return value_by_deck(bonus, self.deck_size(seat)), 0

    # Tiles, decorations

    def blind_tile_options(self, seat, bonus):
        """A tile must exist in the stack, or in the discard pile that refills it (R4.3)."""
        if not self.tile_stack and not self.tile_discard:
            self.events["shortage: blind tile impossible"] += 1
            return []
        return ["use bonus"] if self.players[seat]["money"] >= BLIND_TILE_PRICE[bonus] else []

    def fund_cheaper(self, seat, name, bonus):
        saved = self.fund_cost(name, 0) - self.fund_cost(name, FUND_DISCOUNT[bonus])
        self.events[f"discount used: {bonus}, {saved} Livre"] += 1
        self.fund(seat, name, FUND_DISCOUNT[bonus])

    # Money or silk for prestige

    def exchange(self, seat, price):
        """pp_per_4_livre, pp_per_3_livre: the first payment is already chosen (S14)."""
        player = self.players[seat]
        choice = "use bonus"
        while choice == "use bonus":
            player["money"] -= price
            player["prestige"] += 1
            self.events["exchange: payment"] += 1
            if player["money"] < price:
                return
            choice = yield seat, "exchange", ["stop", "use bonus"]

    def silk_for_prestige(self, seat, choice):
        """pp_for_silk: the plain bales are counted over all the tiles; points come as they are
        completed."""
        player = self.players[seat]
        discarded = []
        while choice != "stop":
            before = self.silk_prestige(discarded)
            kind = choice.removeprefix("surrender ")
            player["silk"].remove(kind)
            self.tile_discard.append(kind)
            discarded.append(kind)
            player["prestige"] += self.silk_prestige(discarded) - before
            if not player["silk"]:
                break
            options = [f"surrender {kind}" for kind in kinds(player["silk"])]
            choice = yield seat, "silk bonus", ["stop", *options]
        self.events[f"pp_for_silk: {len(discarded)} tiles"] += 1

    def silk_prestige(self, tiles):
        bales = self.count_bales(tiles)
        precious = sum(bales[color] for color in PRECIOUS_SILK)
        plain = sum(bales[color] for color in PLAIN_SILK)
        return precious + plain // PLAIN_BALES_PER_PRESTIGE

    # Deputing by a bonus

    def depute_options(self, seat):
        """R6.51, S1: any card of hand, supply or discard, if four others remain."""
        if not self.may_depute(seat):
            self.events["minimum deck: bonus refused"] += 1
            return []
        player = self.players[seat]
        return [f"card {card}" for card in kinds(card for pile in PILES for card in player[pile])]

    def depute_any(self, seat, bonus, card):
        """S2, S11: the kind is chosen, now its pile; then money, or that card's own bonus."""
        player = self.players[seat]
        piles = [f"from {pile}" for pile in PILES if card in player[pile]]
        choice = yield seat, "pile", piles
        player[choice.removeprefix("from ")].remove(card)
        self.deputed_by_bonus += 1
        self.events[f"deputed by bonus: {choice}"] += 1
        if bonus == "depute_for_livre":
            self.out_of_game.append(card)
            player["money"] += DEPUTE_BONUS_LIVRE[self.data.cards[card]["rank"]]
        else:
            self.leaving.append(card)  # still counts for deck-size bonuses (R6.50)
            yield from self.offer_bonus(seat, card, deputed=True)
