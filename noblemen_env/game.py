"""`Game`: one game of Noblemen as an object."""

from __future__ import annotations

from functools import cached_property

import parlour.game
from noblemen_env import worth
from noblemen_env.core import ids
from noblemen_env.estate import Estate, read_estate
from noblemen_env.spec import SPEC


class Game(parlour.game.Game):
    """One game of Noblemen.

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
    def buildings(self) -> tuple[str, ...]:
        """Names of the buildings by their number in the core: castle, palace, chapel, follies."""
        return (*ids.BUILDINGS, *(folly.id for folly in self.components.follies))

    def price(self, building: str, player: int | None = None) -> int | None:
        """The price of a building on the board, for a player with the discount of their title.

        None if no such building is left on the board.
        """
        if building not in self.buildings:
            names = ", ".join(self.buildings)
            raise ValueError(f"{building!r} is not a building, expected one of {names}")
        number = self.buildings.index(building)
        if player is None:
            return worth.printed_price(self.record, self.rules, number)
        return worth.price_for(self.record, self.rules, number, self._seat(player))

    def estate(self, player: int) -> Estate:
        """The estate of a player: land, buildings and areas by cell."""
        return read_estate(self.record, self._seat(player))
