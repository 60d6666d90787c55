"""The reference game: rounds and phases, and the decision interface around them."""

from tests.rokoko_env.reference.actions import kinds
from tests.rokoko_env.reference.bonuses import Bonuses
from tests.rokoko_env.reference.constants import (
    DARK_WINDOWS,
    DISPLAY_SIZE,
    HAND_SIZE,
    INCOME,
    INCOME_PER_DECORATION,
    INCOME_PER_DRESS,
    ROUNDS,
)
from tests.rokoko_env.reference.scoring import final_scoring, find_winners


class ReferenceGame(Bonuses):
    """A game of 2 to 5 players, decided option by option.

    The rules run as one generator that yields (seat, decision, options) and is sent the option
    chosen, so that they can be read from top to bottom.
    """

    def __init__(self, num_players, chance, components_dir):
        super().__init__(num_players, chance, components_dir)
        self.over = False
        self.player = None
        self.decision = None
        self._options = []
        self._breakdown = None
        self._winners = None
        self._flow = self.play_game()
        self._advance(None)

    def options(self):
        """Return the options of the player to decide; none once the game is over."""
        return list(self._options)

    def apply(self, option):
        """Choose one of the options; anything else raises ValueError and changes nothing."""
        if option not in self._options:
            raise ValueError(f"{option!r} is no option for {self.decision}: {self._options}")
        self._advance(option)

    def breakdown(self):
        """The points of each seat in a finished game."""
        if not self.over:
            raise ValueError("the game is not over")
        return [dict(points) for points in self._breakdown]

    def winners(self):
        """The seats that won a finished game."""
        if not self.over:
            raise ValueError("the game is not over")
        return list(self._winners)

    def _advance(self, option):
        """Run the rules up to the next decision."""
        try:
            self.player, self.decision, self._options = self._flow.send(option)
        except StopIteration:
            self.player, self.decision, self._options = None, None, []
            self.over = True
            return
        if not self._options:
            raise RuntimeError(f"no option for {self.decision}")

    # The course of the game

    def play_game(self):
        """Seven rounds of four phases, then the final scoring (R7.2)."""
        self.start_player = self.chance.start_player(self.num_players)
        while self.round < ROUNDS:
            self.prepare_round()
            yield from self.choose_hands()
            yield from self.take_turns()
            self.pay_income()
            self.events["round played"] += 1
            self.events["favor: not taken" if self.favor is None else "favor: taken"] += 1
        self._breakdown = final_scoring(self.snapshot(), self.data, self.events)
        self._winners = find_winners(self._breakdown, self.events)

    def seats_in_order(self):
        """All seats, clockwise from the start player."""
        return [(self.start_player + step) % self.num_players for step in range(self.num_players)]

    # Phase 1

    def prepare_round(self):
        self.round += 1
        if self.favor is not None:  # R4.1; never in round 1
            self.start_player = self.favor
            self.favor = None
        self.reveal_cards()
        self.fill_warehouse()
        self.fill_workshop()

    def reveal_cards(self):
        """R4.2: leftovers are gone for good."""
        self.events["display: card left over"] += len(self.display)
        self.out_of_game += self.display
        self.display = []
        for number in range(1, DISPLAY_SIZE + 1):
            self.display.append(self.draw_card(f"display {number}"))

    def fill_warehouse(self):
        """R4.3: segment by segment, space by space."""
        for segment, tiles in enumerate(self.warehouse, start=1):
            for place, kind in enumerate(tiles, start=1):
                if kind is not None:
                    continue
                drawn = self.draw_tile(f"warehouse {segment}.{place}")
                tiles[place - 1] = drawn
                if drawn is None:
                    self.events["shortage: warehouse space left empty"] += 1

    def fill_workshop(self):
        """R4.4: clear the dark windows, slide right, fill from right to left."""
        lit, dark = self.windows[:-DARK_WINDOWS], self.windows[-DARK_WINDOWS:]
        self.dress_discard += [dress for dress in dark if dress is not None]
        staying = [dress for dress in lit if dress is not None]
        empty = len(self.windows) - len(staying)
        self.windows = [None] * empty + staying
        for window in range(empty, 0, -1):
            drawn = self.draw_dress(f"window {window}")
            self.windows[window - 1] = drawn
            if drawn is None:
                self.events["shortage: window left empty"] += 1

    # Phase 2

    def choose_hands(self):
        """R5.1: one seat after the other here; the model does not cover hidden information."""
        for seat in self.seats_in_order():
            player = self.players[seat]
            if len(player["supply"]) < HAND_SIZE:
                self.recycle(player)
            elif len(player["supply"]) == HAND_SIZE:
                self.events["hand: exactly three in supply (R5.3)"] += 1
            yield from self.pick_cards(seat)

    def recycle(self, player):
        """R5.2: all of a short supply is taken before the discard pile becomes the new one."""
        self.events[f"hand: {len(player['supply'])} in supply (R5.2)"] += 1
        player["hand"] += player["supply"]
        player["supply"] = player["discard"]
        player["discard"] = []

    def pick_cards(self, seat):
        player = self.players[seat]
        if len(player["supply"]) == HAND_SIZE - len(player["hand"]):
            player["hand"] += player["supply"]  # nothing to choose (R5.3)
            player["supply"] = []
        while len(player["hand"]) < HAND_SIZE:
            choice = yield seat, "pick", [f"card {card}" for card in kinds(player["supply"])]
            card = choice.removeprefix("card ")
            player["supply"].remove(card)
            player["hand"].append(card)

    # Phase 3

    def take_turns(self):
        """R6.1: clockwise until nobody has a card; empty hands are skipped."""
        seat = self.start_player
        while any(player["hand"] for player in self.players):
            if self.players[seat]["hand"]:
                yield from self.take_turn(seat)
            seat = (seat + 1) % self.num_players

    def take_turn(self, seat):
        """R6.1 to R6.3: play a card, act, use its bonus, put it away."""
        hand = self.players[seat]["hand"]
        choice = yield seat, "play", [f"card {card}" for card in kinds(hand)]
        card = choice.removeprefix("card ")
        hand.remove(card)
        self.in_play = card
        yield from self.main_action(seat, card)
        yield from self.offer_bonus(seat, card)
        self.end_turn(seat)

    def end_turn(self, seat):
        """R6.3, R6.50: the played card goes to the discard pile, deputed ones leave the game."""
        if self.in_play_deputed:
            self.out_of_game.append(self.in_play)
        else:
            self.players[seat]["discard"].append(self.in_play)
        self.out_of_game += self.leaving
        if self.deputed_by_bonus:
            self.events[f"depute chain: length {self.deputed_by_bonus}"] += 1
        self.in_play = None
        self.in_play_deputed = False
        self.leaving = []
        self.deputed_by_bonus = 0

    # Phase 4

    def pay_income(self):
        """R7.1: the basic income, and more for a marker in either fountain row."""
        for seat, player in enumerate(self.players):
            player["money"] += INCOME
            if self.owns_kind(seat, "upper fountain"):
                player["money"] += INCOME_PER_DECORATION * len(self.own_decorations(seat))
                self.events["income: upper fountain"] += 1
            if self.owns_kind(seat, "lower fountain"):
                player["money"] += INCOME_PER_DRESS * len(self.own_dresses(seat))
                self.events["income: lower fountain"] += 1
