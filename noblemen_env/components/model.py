"""The printed game as plain data: tiles, cards, titles, follies, board and rulebook numbers.

Everything here is frozen and holds no game state. `Components.digest` identifies a set of values,
so that a recorded game or a trained policy can name the set that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Final

from noblemen_env.components import limits
from noblemen_env.components.numbers import Numbers
from parlour.digest import DESCRIPTION, digest, playing_values

PLAYER_NUMBERS: Final = (3, 4, 5)
TILES: Final = ("field", "grove", "fountain", "meadow")
CARDS: Final = (
    "inheritance",
    "intrigue",
    "blackmail",
    "liaison",
    "secret_wedding",
    "dowry",
    "masterstroke",
    "tribute",
    "vicars_favour",
    "whitehall",
)
TITLES: Final = ("duke", "marquess", "earl", "viscount", "baron")
BUILDINGS: Final = ("castles", "chapels", "palaces")  # those of which several are on the board
FOLLIES: Final = 4
TRACK_FIELDS: Final = ("start", "round", "mask", "lock", "scoring")


@dataclass(frozen=True)
class Tile:
    """A type of land tile."""

    id: str
    copies: int
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Card:
    """A kind of scandal card."""

    id: str
    copies: int
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Title:
    """A title: the prestige that it needs, its points and its discount on buildings."""

    id: str
    prestige: int
    points: int
    discount: int
    copies: tuple[int, int, int]  # with 3, 4 and 5 players
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Folly:
    """A folly: the areas that its builder needs, and its price."""

    id: str
    manors: int
    forests: int
    gardens: int
    price: int
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Pieces:
    """Pieces in the box; knights are those of each player."""

    castles: Annotated[int, limits.PIECES]
    chapels: Annotated[int, limits.PIECES]
    palaces: Annotated[int, limits.PIECES]
    markers: Annotated[int, limits.MARKERS]
    knights: Annotated[int, limits.KNIGHTS]


@dataclass(frozen=True)
class Offer:
    """Pieces on the board at the start of a decade, with 3, 4 and 5 players."""

    castles: tuple[int, int, int]
    chapels: tuple[int, int, int]
    palaces: tuple[int, int, int]


@dataclass(frozen=True)
class Prices:
    """Prices of the spaces of each area of the board, cheapest first."""

    castles: tuple[int, ...]
    chapels: tuple[int, ...]
    palaces: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """The board, and the pieces on and beside it."""

    pieces: Pieces
    offer: Offer
    prices: Prices
    folly_points: tuple[int, ...]  # for the first, second, third and fourth that anybody builds
    track: tuple[str, ...]  # fields of a decade, words of TRACK_FIELDS
    # Dicts cannot be hashed; leaving them out of the hash keeps a board usable as a key.
    sources: dict[str, str] = field(hash=False, metadata=DESCRIPTION)


@dataclass(frozen=True)
class Components:
    """A complete set. Kinds are numbered by their row, so the order of rows counts."""

    tiles: tuple[Tile, ...]
    cards: tuple[Card, ...]
    titles: tuple[Title, ...]
    follies: tuple[Folly, ...]
    board: Board
    numbers: Numbers

    def __hash__(self) -> int:
        """Hash the digest, which is computed once: rulesets are looked up by their components."""
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) of all values that affect play, in a canonical JSON form."""
        return digest(playing_values(self))
