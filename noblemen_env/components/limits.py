"""The limits of values and sets; shared by the loader (for its messages) and the checks."""

from __future__ import annotations

from typing import Final

from parlour.component_errors import Range

MONEY: Final = Range(0, 99)
POINTS: Final = Range(0, 30)
SMALL_POINTS: Final = Range(0, 9)  # those that a player can get many times
AMOUNT: Final = Range(0, 9)  # pounds, tiles, prestige or markers for each of something

TILE_COPIES: Final = Range(0, 250)
CARD_COPIES: Final = Range(0, 40)
TITLE_COPIES: Final = Range(0, 5)
TITLE_PRESTIGE: Final = Range(0, 99)
AREAS: Final = Range(0, 9)  # that a folly needs, of a kind
PIECES: Final = Range(0, 30)
MARKERS: Final = Range(0, 99)
KNIGHTS: Final = Range(0, 2)
OFFER: Final = Range(0, 8)

START_TILES: Final = Range(0, 99)
CHOICE: Final = Range(0, 3)
TILES_TO_LAY: Final = Range(1, 9)
BRIBES: Final = Range(0, 5)
VICAR_TILES: Final = Range(1, 9)
SWITCH: Final = Range(0, 1)
RADIUS: Final = Range(1, 7)

PRICES: Final = 8  # of an area of the board, at most
TRACK: Final = 24  # fields, at most
DECK: Final = Range(15, 40)  # five players look at three cards each
