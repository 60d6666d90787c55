"""Numbers that follow from a position, by the core's rules: prices, yields, points of buildings."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noblemen_env.core import ids
from noblemen_env.core.rules import RULES
from noblemen_env.core.state import STATE
from noblemen_env.core.worth import WORTH, look_up
from noblemen_env.estate import Estate, cells


class Score(NamedTuple):
    """The result of a castle or palace in a scoring of buildings."""

    cell: int
    building: int
    is_enclosed: bool
    chapels: int
    points: int


def look_up_worth(s: np.void, rules: np.void) -> np.void:
    """Return all these numbers as a record (`core.worth.FIELDS`)."""
    worth = np.zeros(1, WORTH)
    look_up(np.array([s], STATE), np.array([rules], RULES), worth)
    record: np.void = worth[0]
    return record


def printed_price(s: np.void, rules: np.void, building: int) -> int | None:
    """Return the price of the next building of a kind on the board; None if there is none."""
    price = int(look_up_worth(s, rules)["printed"][building])
    return None if price < 0 else price


def price_for(s: np.void, rules: np.void, building: int, seat: int) -> int | None:
    """Return the price after the discount of a seat's title; there are none at a masquerade."""
    price = int(look_up_worth(s, rules)["price"][seat][building])
    return None if price < 0 else price


def taxes_yield(s: np.void, rules: np.void, seat: int) -> int:
    """Return the pounds that taxes would bring now, without markers."""
    return int(look_up_worth(s, rules)["taxes"][seat])


def land_yield(s: np.void, rules: np.void, seat: int) -> int:
    """Return the tiles that land would bring now, without markers, if the bag has them."""
    return int(look_up_worth(s, rules)["land"][seat])


def prestige_base(s: np.void, rules: np.void, seat: int) -> int:
    """Return the prestige at a masquerade now, before anything is given up."""
    return int(look_up_worth(s, rules)["prestige"][seat])


def scores(s: np.void, rules: np.void, estate: Estate, seat: int) -> list[Score]:
    """List a seat's castles and palaces, with the points of a scoring of buildings now."""
    worth = look_up_worth(s, rules)
    enclosed = cells(worth["enclosed"][seat])
    return [
        Score(
            cell,
            building,
            cell in enclosed,
            int(worth["chapels"][seat][cell]),
            int(worth["points"][seat][cell]),
        )
        for cell, building in estate.buildings.items()
        if building in (ids.CASTLE, ids.PALACE)
    ]
