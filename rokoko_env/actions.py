"""Action ids and their names.

One id has one meaning: its name is what is chosen, the decision is what for (a card is picked,
played, hired or deputed). Ids that a set of components does not need are named `unused ID`; they
are never legal.
"""

from __future__ import annotations

from rokoko_env.components import Components
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids
from rokoko_env.validation import near_match

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


class ActionNames:
    """The names of all actions for one set of components."""

    def __init__(self, components: Components) -> None:
        self.names: tuple[str, ...] = _all_names(components)
        self._ids = {name: number for number, name in enumerate(self.names)}
        self._ids_in_lower_case = {name.lower(): i for name, i in self._ids.items()}

    def __getitem__(self, action: int) -> str:
        return self.names[action]

    def parse(self, text: str) -> int:
        """Return the id of a name; extra spaces and capitals do not matter."""
        if not isinstance(text, str):
            raise TypeError(f"the name of an action must be text, not {text!r}")
        name = " ".join(text.split())
        if name in self._ids:
            return self._ids[name]
        if name.lower() in self._ids_in_lower_case:
            return self._ids_in_lower_case[name.lower()]
        raise ValueError(f"{text!r} is not the name of an action{near_match(name, self.names)}")


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


def _all_names(components: Components) -> tuple[str, ...]:
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
