"""A table on which a test sets up any position in the words of the game.

`Table()` begins with an empty board: all tiles in the stack, all dresses in the bag, all hire cards
in their stack. It is the first turn of a round: everybody has three cards in hand (a Master, the
Journeyman, the Apprentice with 2 Livre), the other two in the supply, and seat 0 is to play.
Components are moved, never copied: a component that is set up somewhere leaves its old place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from parlour.core.states import refresh_legal
from rokoko_env.actions import decoration_name, guest_space_name
from rokoko_env.core import ids
from tests.rokoko_env.core.compare import STANDARD, CoreGame, members
from tests.rokoko_env.kernels import observations_of

Cards = Sequence[str]
HAND = ("base_master", "base_journeyman", "base_apprentice_livre")
SUPPLY = ("base_master", "base_apprentice_acquire")
GUEST_SPACES = {guest_space_name(space): space for space in range(ids.MAX_GUESTS)}
DECORATIONS = {decoration_name(space): space for space in range(ids.MAX_DECORATIONS)}


class Table(CoreGame):
    """One game of the core in a position made by hand."""

    def __init__(self, num_players: int = 2, seed: int = 1, folder: Path = STANDARD) -> None:
        super().__init__(num_players, seed, folder)
        self.warehouse([], [], [])
        self.windows({})
        self.display()
        for p in range(num_players):
            self.deck(p, hand=HAND, supply=SUPPLY)
        self.set(start_player=0)
        self.ask(0, "play")

    # --- setting up a position -------------------------------------------------------------------

    def set(self, **fields: int) -> None:
        """Set numbers of the record, such as `round_number`, `favor` and `start_player`."""
        for name, value in fields.items():
            self.states[0][name] = value
        self.refresh()

    def owns(
        self,
        p: int,
        *,
        money: int | None = None,
        yarn: int | None = None,
        lace: int | None = None,
        silk: Iterable[str] = (),
        blind: Iterable[str] = (),
    ) -> None:
        """Replace the player's amounts and add silk tiles (blind: drawn unseen)."""
        s = self.states[0]
        for name, amount in (("money", money), ("yarn", yarn), ("lace", lace)):
            if amount is not None:
                s[name][p] = amount
        for kinds, is_blind in ((silk, False), (blind, True)):
            for kind in kinds:
                tile = self._pull_tile(kind)
                s["silk"][p] |= 1 << tile
                s["bales"][p] += self._bales(tile)
                if is_blind:
                    s["blind"][0] |= 1 << tile
        self.refresh()

    def deck(self, p: int, hand: Cards = (), supply: Cards = (), discard: Cards = ()) -> None:
        """Set the player's piles; other cards of the player leave the game."""
        s = self.states[0]
        used = 0
        for pile, cards in (("hand", hand), ("supply", supply), ("discard", discard)):
            s[pile][p] = 0
            for card in cards:
                number = self._free_card(card, used)
                self._unhire(number)
                used |= 1 << number
                s[pile][p] |= 1 << number
        s["hand_known"][p] = 0
        self.refresh()

    def display(self, *cards: str) -> None:
        """Put these hire cards on display; the old ones go back into the stack."""
        s = self.states[0]
        s["hire_stack"] |= _set(card for card in s["display"] if card >= 0)
        s["display"][:] = -1
        for place, card in enumerate(cards):
            number = self._free_card(card, 0)
            self._unhire(number)
            s["display"][place] = number
        self.refresh()

    def warehouse(self, *segments: Sequence[str | None]) -> None:
        """Set the tiles of each segment, None for an empty space; old ones go into the stack."""
        s = self.states[0]
        s["tile_stack"] |= _set(tile for tile in s["warehouse"] if tile >= 0)
        s["warehouse"][:] = -1
        for segment, kinds in enumerate(segments):
            for place, kind in enumerate(kinds):
                if kind is not None:
                    space = segment * ids.SEGMENT_SPACES + place
                    s["warehouse"][space] = self._pull_tile(kind)
        self.refresh()

    def tile_stack(self, *kinds: str) -> None:
        """Keep only these tiles in the stack and discard the others."""
        s = self.states[0]
        stack = sum(1 << self._pull_tile(kind) for kind in kinds)
        s["tile_discard"] |= s["tile_stack"]
        s["tile_stack"] = stack

    def hoard_discarded_tiles(self, p: int) -> None:
        """Give every discarded tile to the player as silk."""
        self.owns(p, silk=[self.tiles[t] for t in members(self.states[0]["tile_discard"])])

    def windows(self, dresses: Mapping[int, str]) -> None:
        """Set dresses by the number of their window; the old ones go back into the bag."""
        s = self.states[0]
        s["bag"] |= _set(dress for dress in s["window"] if dress >= 0)
        s["window"][:] = -1
        for window, dress in dresses.items():
            s["window"][window - 1] = self._pull_dress(dress)
        self.refresh()

    def bag(self, *dresses: str) -> None:
        """Keep only these dresses in the bag and discard the others."""
        s = self.states[0]
        bag = sum(1 << self._pull_dress(dress) for dress in dresses)
        s["dress_discard"] |= s["bag"]
        s["bag"] = bag

    def rented(self, p: int, dresses: Mapping[str, str]) -> None:
        """Put dresses of the player on guest spaces: {"1.3": "blue_02"}."""
        s = self.states[0]
        for name, dress in dresses.items():
            space, number = GUEST_SPACES[name], self._pull_dress(dress)
            s["guests"][p] |= 1 << space
            s["guest_dress"][space] = number
            s["guests_by_color"][self.rules[0]["dress_color"][number]] |= 1 << space
        self.refresh()

    def present(self, p: int, *spaces: str, color: str = "") -> None:
        """Put any dresses (of this colour) of the player on these guest spaces."""
        for space in spaces:
            bag = [self.dresses[dress] for dress in members(self.states[0]["bag"])]
            self.rented(p, {space: next(d for d in bag if d.startswith(color))})

    def decorated(self, p: int, *names: str) -> None:
        """Give decoration spaces to the player: "fireworks 1", "musician 3"."""
        self.states[0]["decorations"][p] |= _set(DECORATIONS[name] for name in names)
        self.refresh()

    # --- playing ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        refresh_legal(self.states, self.rules)

    def ask(self, p: int, decision: str) -> None:
        self.set(player=p, decision=ids.DECISION_NAMES.index(decision))

    def decision(self) -> tuple[int, str]:
        """Return the seat to decide and the decision."""
        return int(self.states[0]["player"]), ids.DECISION_NAMES[self.states[0]["decision"]]

    def offers(self, start: str = "") -> set[str]:
        """Return the options whose names begin with this."""
        return {option for option in self.options() if option.startswith(start)}

    def apply(self, *options: str) -> None:
        """Choose options in turn; each must be legal."""
        for option in options:
            assert option in self.options(), f"{option!r} is not among {self.options()}"
            super().apply(option)
            self.check_conservation()

    def play(self, card: str, p: int = 0) -> None:
        """Play this card of the player, moving it into the hand first from any place."""
        s = self.states[0]
        if card not in self.player(p)["hand"]:
            in_deck = [
                i for i in members(s["supply"][p] | s["discard"][p]) if self.cards[i] == card
            ]
            number = in_deck[0] if in_deck else self.cards.index(card)
            for pile in ("supply", "discard"):
                s[pile][p] &= ~(1 << number)
            self._unhire(number)
            s["hand"][p] |= 1 << number
        self.ask(p, "play")
        self.apply(f"card {card}")

    def play_for_bonus(self, card: str, p: int = 0) -> None:
        """Play this card and forgo the main action."""
        self.play(card, p)
        if self.decision() == (p, "main"):
            self.apply("forgo action")

    def end_round(self) -> None:
        """Empty all hands except for one card of seat 0 (a base Master if possible); play it."""
        s = self.states[0]
        for p in range(self.num_players):
            s["discard"][p] |= s["hand"][p]
            s["hand"][p] = s["hand_known"][p] = 0
        last = members(s["supply"][0] | s["discard"][0])[0]
        for pile in ("supply", "discard"):
            s[pile][0] &= ~(1 << last)
        s["hand"][0] = 1 << last
        self.play_for_bonus(self.cards[last])
        if self.decision() == (0, "bonus"):
            self.apply("forgo bonus")

    def end_game(self) -> list[dict[str, int]]:
        """End round 7 and return the score of each player by source."""
        self.set(round_number=ids.ROUNDS)
        self.end_round()
        assert self.over
        return self.breakdown()

    # --- looking ---------------------------------------------------------------------------------

    def player(self, p: int) -> dict:
        """Return the player's part of the snapshot."""
        return self.snapshot()["players"][p]

    def money(self, p: int) -> int:
        return int(self.states[0]["money"][p])

    def prestige(self, p: int) -> int:
        return int(self.states[0]["prestige"][p])

    def observation(self, seat: int) -> np.ndarray:
        """Return the observation of a seat."""
        observation: np.ndarray = observations_of(self.states, self.rules, np.array([seat]))[0]
        return observation

    def check_conservation(self) -> None:
        """Check that tiles and dresses are in exactly one place, hire cards in at most one."""
        s = self.states[0]
        players = range(self.num_players)
        tiles = members(s["tile_stack"]) + members(s["tile_discard"])
        tiles += [t for t in (*s["warehouse"], s["tile"]) if t >= 0]
        for p in players:
            silk = members(s["silk"][p])
            tiles += silk
            assert list(s["bales"][p]) == [sum(self._bales(t)[c] for t in silk) for c in range(4)]
        assert sorted(tiles) == list(range(len(self.tiles)))
        dresses = members(s["bag"]) + members(s["dress_discard"])
        dresses += [d for d in (*s["window"], *s["guest_dress"], s["dress"]) if d >= 0]
        assert sorted(dresses) == list(range(len(self.dresses)))
        hire = [c for c in s["display"] if c >= 0] + members(s["hire_stack"])
        for p in players:
            piles = members(s["hand"][p]) + members(s["supply"][p]) + members(s["discard"][p])
            if p == s["player"] and s["in_play"] >= 0:
                piles += [int(s["in_play"]), *members(s["leaving"])]
            assert len(piles) == len(set(piles))
            assert s["hand_known"][p] & ~s["hand"][p] == 0
            hire += [c for c in piles if not self.cards[c].startswith("base_")]
        assert len(hire) == len(set(hire))

    # --- components by number --------------------------------------------------------------------

    def _bales(self, tile: int) -> np.ndarray:
        return self.rules[0]["kind_bales"][self.rules[0]["tile_kind"][tile]]

    def _pull_tile(self, kind: str) -> int:
        """Take a tile out of the stack, or else out of the discarded tiles."""
        for pile in ("tile_stack", "tile_discard"):
            for tile in members(self.states[0][pile]):
                if self.tiles[tile] == kind:
                    self.states[0][pile] &= ~(1 << tile)
                    return tile
        raise ValueError(f"no {kind} is left")

    def _pull_dress(self, dress: str) -> int:
        number = self.dresses.index(dress)
        for pile in ("bag", "dress_discard"):
            if int(self.states[0][pile]) >> number & 1:
                self.states[0][pile] &= ~(1 << number)
                return number
        raise ValueError(f"{dress} is not in the bag")

    def _free_card(self, card: str, used: int) -> int:
        """Return the first copy of the card that is not among the used ones."""
        return next(i for i, c in enumerate(self.cards) if c == card and not used >> i & 1)

    def _unhire(self, number: int) -> None:
        """Remove a hire card from stack and display."""
        s = self.states[0]
        s["hire_stack"] &= ~(1 << number)
        s["display"][s["display"] == number] = -1


def _set(numbers: Iterable[int]) -> int:
    return sum(1 << int(number) for number in numbers)
