"""The limits of values and sets; shared by the loader (for its messages) and the checks."""

from __future__ import annotations

from typing import Final

from parlour.component_errors import Range

MONEY: Final = Range(0, 99)
PRESTIGE: Final = Range(0, 30)
MULTIPLIER: Final = Range(1, 9)
BALES: Final = Range(0, 9)
TRIM: Final = Range(0, 9)
LEVEL: Final = Range(0, 6)
CARD_COPIES: Final = Range(1, 36)
TILE_COPIES: Final = Range(1, 62)
SEGMENT_SPACES: Final = Range(1, 4)
PLAYERS: Final = Range(2, 5)
MINIMUM_DECK: Final = Range(4, 36)
LIVRE_PER_PRESTIGE: Final = Range(1, 99)  # the final exchange divides by it

# Ranges of the printed dresses in the rulebooks; part of the count checks.
PRINTED_DRESS_LIVRE: Final = Range(6, 28)
PRINTED_DRESS_PRESTIGE: Final = Range(2, 4)

CARDS: Final = 36
HIRE_CARDS: Final = 28  # 7 rounds reveal 4 each
BASE_CARDS: Final = Range(4, 8)
DRESSES: Final = Range(1, 62)
RESOURCE_KINDS: Final = Range(1, 16)
TILES: Final = Range(1, 62)
WINDOWS: Final = Range(2, 8)
SEGMENTS: Final = 3
HALLS: Final = 5
GUEST_SPACES: Final = Range(1, 9)
STATUES: Final = 6
FOUNTAIN_ROW: Final = 4
FIREWORKS: Final = 8
ALL_HALLS: Final = 6
PRICE_STEPS: Final = (1, 2, 3, 4)


def dress_livre(counts: bool) -> Range:
    """The range of a dress's selling price."""
    return PRINTED_DRESS_LIVRE if counts else MONEY


def dress_prestige(counts: bool) -> Range:
    """The range of a dress's prestige."""
    return PRINTED_DRESS_PRESTIGE if counts else PRESTIGE


# The tables of game.toml with the range of every key, in the order of the standard file.
GAME_TABLES: Final[dict[str, dict[str, Range]]] = {
    "start": {"livre": MONEY, "yarn": TRIM, "lace": TRIM},
    "favor": {"livre": MONEY, "prestige": PRESTIGE},
    "depute": {
        "master": MONEY,
        "journeyman": MONEY,
        "apprentice": MONEY,
        "minimum_deck": MINIMUM_DECK,
    },
    "bonus_depute": {"master": MONEY, "journeyman": MONEY, "apprentice": MONEY},
    "income": {"livre": MONEY},
    "scoring": {"livre_per_prestige": LIVRE_PER_PRESTIGE, "statue_prestige_per_color": PRESTIGE},
}
