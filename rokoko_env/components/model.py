"""The printed game as plain data: cards, dresses, tiles, board sides and rulebook numbers.

Everything here is frozen and holds no game state. `Components.digest` identifies a set of values,
so that a recorded game or a trained policy can name the set that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from parlour.digest import DESCRIPTION, digest, playing_values

COLORS: Final = ("yellow", "green", "red", "blue")
RANKS: Final = ("master", "journeyman", "apprentice")
TRIMS: Final = ("yarn_or_lace", "yarn_and_lace", "yarn", "lace", "none")
REWARDS: Final = ("none", "yarn", "lace", "tile", *(f"livre_{n}" for n in range(1, 10)))
BONUSES: Final = (
    "none",
    "livre_1",
    "livre_2",
    "buy_trim",
    "free_trim",
    "acquire",
    "blind_tile_pay_1",
    "blind_tile_free",
    "depute_use_bonus",
    "depute_for_livre",
    "livre_per_yellow_red",
    "livre_per_green_pp_per_blue",
    "livre_per_decoration",
    "livre_per_dress",
    "pp_per_2_decorations",
    "pp_per_2_dresses",
    "pp_per_3_dresses",
    "livre_by_deck_1_3_5_7",
    "livre_by_deck_2_6_10_14",
    "dress_minus_green_yellow",
    "dress_minus_red",
    "fund_minus_5",
    "fund_minus_10",
    "pp_per_4_livre",
    "pp_per_3_livre",
    "pp_for_silk",
    "crown_pp_by_deck_2_5_8_11",
    "crown_3_pp_per_yarn_lace_pair",
    "crown_3_pp_per_2_master_guests",
    "crown_2_pp_per_couple",
)

PLAYER_NUMBERS: Final = (2, 3, 4, 5)


@dataclass(frozen=True)
class Employee:
    """A kind of employee card; level 0 is the base deck, 1 to 6 the hire stack."""

    id: str
    level: int
    copies: int
    rank: str
    bonus: str
    rank_source: str = field(metadata=DESCRIPTION)
    bonus_source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Dress:
    """A garment tile; `bales` follows the order of COLORS."""

    id: str
    color: str
    bales: tuple[int, ...]
    yarn: int
    lace: int
    livre: int
    prestige: int
    thimble: bool
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Resource:
    """A kind of resource tile; `bales` follows the order of COLORS."""

    id: str
    copies: int
    bales: tuple[int, ...]
    trim: str
    source: str = field(metadata=DESCRIPTION)


@dataclass(frozen=True)
class Decoration:
    """A space to fund; only fireworks have a multiplier other than 1."""

    cost: int
    prestige: int
    multiplier: int = 1


@dataclass(frozen=True)
class Hall:
    """A hall: its majority numbers, the rewards of its guest spaces and its musician."""

    name: str = field(metadata=DESCRIPTION)
    majority: tuple[int, int]
    normal: tuple[str, ...]
    master: tuple[str, ...]
    musician: Decoration


@dataclass(frozen=True)
class Board:
    """One side of the board. The first hall is the King's hall."""

    players: tuple[int, ...]
    window_costs: tuple[int, ...]
    segments: tuple[int, ...]
    # Dicts cannot be hashed; leaving them out of the hash keeps a board usable as a key.
    warehouse_prices: dict[int, int] = field(hash=False)
    hire_prices: dict[int, int] = field(hash=False)
    halls: tuple[Hall, ...]
    statues: tuple[Decoration, ...]
    upper_fountain: tuple[Decoration, ...]
    lower_fountain: tuple[Decoration, ...]
    fireworks: tuple[Decoration, ...]
    fireworks_majority: tuple[int, int]
    all_halls: tuple[int, ...]
    sources: dict[str, str] = field(hash=False, metadata=DESCRIPTION)


@dataclass(frozen=True)
class GameNumbers:
    """Numbers of the rules that are on no component; tuples by rank follow RANKS."""

    start_livre: int
    start_yarn: int
    start_lace: int
    favor_livre: int
    favor_prestige: int
    depute: tuple[int, int, int]
    minimum_deck: int
    bonus_depute: tuple[int, int, int]
    income: int
    livre_per_prestige: int
    statue_prestige_per_color: int
    sources: dict[str, str] = field(hash=False, metadata=DESCRIPTION)


@dataclass(frozen=True)
class Components:
    """A complete set. Kinds are numbered by their row, so the order of rows counts."""

    employees: tuple[Employee, ...]
    dresses: tuple[Dress, ...]
    resources: tuple[Resource, ...]
    boards: tuple[Board, ...]
    numbers: GameNumbers

    def board_for(self, num_players: int) -> Board:
        """Return the board side for this number of players."""
        for board in self.boards:
            if num_players in board.players:
                return board
        raise ValueError(f"there is no board side for {num_players!r} players, expected 2 to 5")

    def __hash__(self) -> int:
        """Hash the digest, which is computed once: rulesets are looked up by their components."""
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) of all values that affect play, in a canonical JSON form."""
        values = playing_values(self)
        # The order of the two board files does not affect play.
        values["boards"].sort(key=lambda board: board["players"])
        return digest(values)
