"""The numbers of the rules: a dataclass for each table of game.toml, with the limits of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from noblemen_env.components import limits
from parlour.digest import DESCRIPTION

Money = Annotated[int, limits.MONEY]
Points = Annotated[int, limits.POINTS]
SmallPoints = Annotated[int, limits.SMALL_POINTS]
Amount = Annotated[int, limits.AMOUNT]
Switch = Annotated[int, limits.SWITCH]


@dataclass(frozen=True)
class Start:
    """A player's first pounds (`step` more for each next one) and tiles."""

    pounds: Money
    step: Amount
    tiles: Annotated[int, limits.START_TILES]
    choice: Annotated[int, limits.CHOICE]  # of a type, at most


@dataclass(frozen=True)
class Enlarge:
    """Tiles to lay; pounds for a field and a manor, tiles for a grove and a forest."""

    tiles: Annotated[int, limits.TILES_TO_LAY]
    field: Amount
    manor: Amount
    grove: Amount
    forest: Amount


@dataclass(frozen=True)
class Taxes:
    """Pounds for a field, a free manor, a knight on a rival's manor, and a marker."""

    field: Amount
    manor: Amount
    knight: Amount
    marker: Amount


@dataclass(frozen=True)
class Land:
    """Tiles for a grove, a free forest, a knight on a rival's forest, and a marker."""

    grove: Amount
    forest: Amount
    knight: Amount
    marker: Amount


@dataclass(frozen=True)
class Bribes:
    """Price of a marker, most markers at once, points for each."""

    price: Money
    most: Annotated[int, limits.BRIBES]
    points: SmallPoints


@dataclass(frozen=True)
class Church:
    """Tiles of each type that it takes in a decade, points for each."""

    tiles: Amount
    points: SmallPoints


@dataclass(frozen=True)
class Leisure:
    """Points for doing nothing."""

    points: SmallPoints


@dataclass(frozen=True)
class Queen:
    """Points at the end of a turn of the Queen's owner."""

    points: SmallPoints


@dataclass(frozen=True)
class Knight:
    """Pounds or tiles that the host of a knight hands over, for a manor and a forest."""

    pounds: Amount
    tiles: Amount


@dataclass(frozen=True)
class Prestige:
    """Prestige at a masquerade: `card` is for any card but blackmail."""

    fountain: Amount
    garden: Amount
    knight: Amount
    palace: Amount
    marker: Amount
    blackmail: Amount
    card: Amount


@dataclass(frozen=True)
class Scoring:
    """Points for an enclosed building and each chapel beside it; for a liaison at the end."""

    castle: Points
    castle_chapel: SmallPoints
    palace: Points
    palace_chapel: SmallPoints
    liaison: Points


@dataclass(frozen=True)
class CardNumbers:
    """Markers, points, tiles and pounds that scandal cards give."""

    wedding_markers: Amount
    wedding_points: SmallPoints
    dowry_tiles: Amount
    tribute_pounds: Money
    vicar_tiles: Annotated[int, limits.VICAR_TILES]
    vicar_points: SmallPoints


@dataclass(frozen=True)
class Switches:
    """Rulings that can be turned: 1 is yes; `radius` of the frame around the start meadow."""

    areas_overlap: Switch
    threshold_by_position: Switch
    fixed_start: Switch
    swaps_mid_action: Switch
    radius: Annotated[int, limits.RADIUS]


@dataclass(frozen=True)
class Numbers:
    """All tables of game.toml."""

    start: Start
    enlarge: Enlarge
    taxes: Taxes
    land: Land
    bribes: Bribes
    church: Church
    leisure: Leisure
    queen: Queen
    knight: Knight
    prestige: Prestige
    scoring: Scoring
    cards: CardNumbers
    switches: Switches
    # Dicts cannot be hashed; leaving them out of the hash keeps the numbers usable as a key.
    sources: dict[str, str] = field(hash=False, metadata=DESCRIPTION)
