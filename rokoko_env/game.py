"""`Game`: one game of Rokoko as an object."""

from __future__ import annotations

from functools import cached_property

import numpy as np

import parlour.game
from rokoko_env.core import ids
from rokoko_env.core.prices import look_up
from rokoko_env.core.rules import card_ids, tile_ids
from rokoko_env.spec import SPEC


class Game(parlour.game.Game):
    """One game of Rokoko.

    >>> game = Game(num_players=3, seed=7)
    >>> while not game.is_over:
    ...     game.apply(game.legal_actions()[0])
    >>> len(game.scores())
    3

    The object always stands at a decision with at least two options, or at the end: forced choices
    are made by the game itself.
    """

    spec = SPEC

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Ids of the cards by their number in the core (copies have the same id)."""
        return tuple(card_ids(self.components))

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """Ids of the resource tiles by their number in the core."""
        return tuple(tile_ids(self.components))

    @cached_property
    def dresses(self) -> tuple[str, ...]:
        """Ids of the dresses by their number in the core."""
        return tuple(dress.id for dress in self.components.dresses)

    def tile_price(self, space: int) -> int:
        """R6.20: the price of the tile on this space of the warehouse."""
        return int(self._look_up()[1][space])

    @property
    def hire_price(self) -> int:
        """R6.40: the price of hiring."""
        return self._look_up()[0]

    def deck(self, player: int) -> int:
        """All cards of a player that have not left the game, as a set of bits."""
        return int(self._look_up()[2][self._seat(player)])

    def _look_up(self) -> tuple[int, np.ndarray, np.ndarray]:
        """The price of hiring, the prices of the tiles and the decks, by the core's rules."""
        prices, decks = np.zeros(ids.MAX_WAREHOUSE, np.int64), np.zeros(ids.MAX_PLAYERS, np.int64)
        return int(look_up(self._states, self._rules, prices, decks)), prices, decks
