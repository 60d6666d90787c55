"""Action ids and their names.

One id has one meaning: its name is what is chosen, the decision is what for (a card is picked,
played, hired or deputed). Ids that a set of components does not need are named `unused ID`; they
are never legal.
"""

from __future__ import annotations

from parlour.codec import numbered
from rokoko_env.components import Components
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids, tile_ids

PLAIN_NAMES = {
    ids.FORGO_ACTION: "forgo action",
    ids.FAVOR: "favor",
    ids.DEPUTE: "depute",
    ids.FORGO_BONUS: "forgo bonus",
    ids.USE_BONUS: "use bonus",
    ids.STOP: "stop",
    ids.KEEP_TILE: "keep tile",
    ids.TAKE_YARN: "take yarn",
    ids.TAKE_LACE: "take lace",
    ids.TAKE_YARN_AND_LACE: "take yarn and lace",
    ids.SELL: "sell",
    ids.FROM_HAND: "from hand",
    ids.FROM_SUPPLY: "from supply",
    ids.FROM_DISCARD: "from discard",
}


# Which ids mean what, as the files of networks keep it.
STARTS = [ids.TAKE_TILE, ids.MAKE_DRESS, ids.FUND, ids.CARD, ids.SURRENDER, ids.RENT]
ACTION_LAYOUT = (sorted(PLAIN_NAMES.items()), STARTS)


def guest_space_name(space: int) -> str:
    """Name hall and place, counted from 1: "1.3" is the third space of the King's hall."""
    return f"{space // ids.HALL_SPACES + 1}.{space % ids.HALL_SPACES + 1}"


def warehouse_space_name(space: int) -> str:
    """Name segment and place, counted from 1."""
    return f"{space // ids.SEGMENT_SPACES + 1}.{space % ids.SEGMENT_SPACES + 1}"


def decoration_name(space: int) -> str:
    """Name kind and number, counted from 1; musicians by their hall."""
    for first, kind in (
        (ids.MUSICIANS, "musician"),
        (ids.LOWER_FOUNTAIN, "lower fountain"),
        (ids.UPPER_FOUNTAIN, "upper fountain"),
        (ids.STATUES, "statue"),
    ):
        if space >= first:
            return f"{kind} {space - first + 1}"
    return f"fireworks {space - ids.FIREWORKS + 1}"


def action_names(components: Components) -> tuple[str, ...]:
    """Name all actions for a set of components."""
    names = [f"unused {number}" for number in range(ids.NUM_ACTIONS)]
    for action, name in PLAIN_NAMES.items():
        names[action] = name
    for space in range(ids.MAX_WAREHOUSE):
        names[ids.TAKE_TILE + space] = f"take tile {warehouse_space_name(space)}"
    for window in range(ids.MAX_WINDOWS):
        names[ids.MAKE_DRESS + window] = f"make dress {window + 1}"
    for space in range(ids.MAX_DECORATIONS):
        names[ids.FUND + space] = f"fund {decoration_name(space)}"
    cards = card_ids(components)
    for card, card_id in enumerate(cards):
        if cards.index(card_id) == card:  # actions name the first copy only
            names[ids.CARD + card] = f"card {card_id}"
    for kind, resource in enumerate(components.resources):
        names[ids.SURRENDER + kind] = f"surrender {resource.id}"
    for space in range(ids.MAX_GUESTS):
        names[ids.RENT + space] = f"rent {guest_space_name(space)}"
    return tuple(names)


def vocabulary(components: Components) -> dict[str, tuple[str, ...]]:
    """The names of all components and spaces, by their numbers in the core."""
    return {
        "cards": numbered(card_ids(components)),
        "tiles": numbered(tile_ids(components)),
        "dresses": tuple(dress.id for dress in components.dresses),
        "guests": tuple(guest_space_name(space) for space in range(ids.MAX_GUESTS)),
        "decorations": tuple(decoration_name(space) for space in range(ids.MAX_DECORATIONS)),
    }
