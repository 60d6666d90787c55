"""The reference game: setup, turns and decades, and the decision interface around them."""

from collections import Counter

from tests.noblemen_env.reference.data import PIECES, TILES
from tests.noblemen_env.reference.masquerade import Masquerade
from tests.noblemen_env.reference.scoring import (
    break_down,
    building_points,
    find_winners,
    liaison_points,
)

DECADES = 3


class ReferenceGame(Masquerade):
    """A game of 3 to 5 players, decided option by option.

    The rules run as one generator that yields (seat, decision, options) and is sent the option
    chosen, so that they can be read from top to bottom. A single option is chosen at once.
    """

    def __init__(self, num_players, chance, components_dir):
        super().__init__(num_players, chance, components_dir)
        self.over = False
        self.player = None
        self.decision = None
        self._options = []
        self._flow = self.play_game()
        self._begun = False

    def start(self):
        """Set the table and go on to the first decision; the first use does so, too."""
        if not self._begun:
            self._begun = True
            self._advance(None)

    def resume(self):
        """Go on from a position on the table in which the active player decides what to do."""
        self._begun = True
        self._flow = self.play_turns()
        self._advance(None)

    def options(self):
        """Return the options of the player to decide; none once the game is over."""
        self.start()
        return list(self._options)

    def apply(self, option):
        """Choose one of the options; anything else raises ValueError and changes nothing."""
        self.start()
        if option not in self._options:
            raise ValueError(f"{option!r} is no option for {self.decision}: {self._options}")
        self._advance(option)

    def snapshot(self):
        self.start()
        return super().snapshot()

    def breakdown(self):
        """The points of each seat by source, if the game ended now; total and money."""
        self.start()
        if self.over:
            return [break_down(player) for player in self.players]
        rows = []
        for player in self.players:
            player = player | {"points": dict(player["points"])}
            self.add_building_points(player, Counter())
            self.add_liaisons(player)
            rows.append(break_down(player))
        return rows

    def winners(self):
        """The seats that won a finished game."""
        if not self.over:
            raise ValueError("the game is not over")
        return find_winners(self.breakdown(), Counter())

    def _advance(self, option):
        """Run the rules up to the next decision with a choice."""
        while True:
            try:
                self.player, self.decision, self._options = self._flow.send(option)
            except StopIteration:
                self.player, self.decision, self._options = None, "over", []
                self.over = True
                return
            if not self._options:
                raise RuntimeError(f"no option for {self.decision}")
            if len(self._options) > 1:
                return
            option = self._options[0]
            self.events[f"forced: {self.decision}"] += 1

    # The course of the game

    def play_game(self):
        """Setup, then turns until the scoring of the last decade (N3.1, N11.1)."""
        yield from self.choose_tiles()
        for seat in range(self.num_players):
            due = self.numbers["start"]["tiles"] - self.hand_size(seat)
            self.draw_tiles(seat, max(due, 0))
        self.deck = self.chance.shuffle(
            [card for card, copies in self.data.cards.items() for _ in range(copies)]
        )
        for seat in range(self.num_players):
            yield from self.draft_card(seat)
        yield from self.play_turns()

    def play_turns(self):
        """Turns until the end, from the present one of the active player on."""
        while self.decade <= DECADES:
            yield from self.take_turn(self.active)
            finished = yield from self.end_turn(self.active)
            if finished:
                break
            self.active = (self.active + 1) % self.num_players
        find_winners([break_down(player) for player in self.players], self.events)

    def choose_tiles(self):
        """N2.6: all choose before anybody draws (S22)."""
        most = self.numbers["start"]["choice"]
        for seat in range(self.num_players):
            for tile in TILES:
                number = min(most, 3)
                if not self.switches["fixed_start"]:
                    self.tile = tile
                    choice = yield seat, "take", [f"take {n}" for n in range(most + 1)]
                    self.tile = None
                    number = int(choice.removeprefix("take "))
                self.bag[tile] -= number
                self.players[seat]["tiles"][tile] += number

    def take_turn(self, seat):
        """N3.1 to N3.3: one action, at most one card, any number of swaps."""
        while True:
            options = ["done"] if self.acted else self.action_options(seat)
            if not self.card_played:
                options += self.card_options(seat)
            options += self.swap_options(seat)
            choice = yield seat, "act", options
            if choice == "done":
                return
            if choice.startswith("swap "):
                self.swap(seat, choice)
            elif choice.startswith("card "):
                self.card_played = True
                yield from self.play_card(seat, choice.removeprefix("card "))
            else:
                self.acted = True
                self.events[f"action: {choice}"] += 1
                yield from self.act(seat, choice)

    def end_turn(self, seat):
        """N3.4, N7: the Queen's owner moves time on. Returns True when the game is over."""
        self.acted = False
        self.card_played = False
        self.events["turn"] += 1
        if self.queen != seat:
            return False
        self.score(seat, "queen", self.numbers["queen"]["points"])
        self.track += 1
        while self.data.track[self.track] == "mask":
            yield from self.hold_masquerade()
            self.track += 1
        if self.data.track[self.track] != "scoring":
            return False
        for player in self.players:
            self.add_building_points(player, self.events)
        if self.decade == DECADES:
            for player in self.players:
                self.add_liaisons(player)
            return True
        yield from self.prepare_decade()
        return False

    def add_building_points(self, player, events):
        scored = building_points(
            player["land"], player["buildings"], self.numbers["scoring"], events
        )
        for source, points in scored.items():
            player["points"][source] += points

    def add_liaisons(self, player):
        player["points"]["liaisons"] += liaison_points(player, self.numbers["scoring"])

    def prepare_decade(self):
        """N10: refill, church into the bag, taxes and land again, a card for everybody."""
        self.refill_board()
        for tile in TILES:
            self.bag[tile] += self.church[tile]
            self.church[tile] = 0
        for player in self.players:
            player["taxes_used"] = False
            player["land_used"] = False
        for seat in self.seats_from(self.queen):
            yield from self.draft_card(seat)
        self.decade += 1
        self.track = 0

    def refill_board(self):
        """N10.1, S18."""
        for piece in PIECES:
            if self.offer[piece] > 0:
                self.events[f"refill: a {piece} was left on the board"] += 1
            missing = self.data.offer[piece] - self.offer[piece]
            moved = min(missing, self.reserve[piece])
            if moved < missing:
                self.events[f"shortage: {piece}s at a refill"] += 1
            self.offer[piece] += moved
            self.reserve[piece] -= moved
