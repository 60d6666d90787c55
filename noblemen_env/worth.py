"""Numbers that follow from a position: prices, yields, prestige and the scoring of buildings."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from noblemen_env.core import ids
from noblemen_env.estate import Estate, read_estate, visits


class Score(NamedTuple):
    """The result of a castle or palace in a scoring of buildings."""

    cell: int
    building: int
    is_enclosed: bool
    chapels: int
    points: int


def printed_price(s: np.void, rules: np.void, building: int) -> int | None:
    """Return the price of the next building of a kind on the board; None if there is none."""
    if building >= ids.FOLLY:
        folly = building - ids.FOLLY
        return int(rules["folly_price"][folly]) if s["folly_owner"][folly] < 0 else None
    left = int(s["offer"][building])
    return int(rules["price"][building][left]) if left else None


def price_for(s: np.void, rules: np.void, building: int, seat: int) -> int | None:
    """Return the price after the discount of a seat's title; there are none at a masquerade."""
    price, title = printed_price(s, rules, building), int(s["title"][seat])
    if price is None or title < 0:
        return price
    return max(0, price - int(rules["title_discount"][title]))


def taxes_yield(s: np.void, rules: np.void, seat: int) -> int:
    """Return the pounds that taxes would bring now, without markers."""
    return _yield(s, rules, seat, "taxes", ids.FIELD)


def land_yield(s: np.void, rules: np.void, seat: int) -> int:
    """Return the tiles that land would bring now, without markers, if the bag has them."""
    return _yield(s, rules, seat, "land", ids.GROVE)


def prestige_base(s: np.void, rules: np.void, seat: int) -> int:
    """Return the prestige at a masquerade now, before anything is given up."""
    palaces = len(read_estate(s, seat).cells_with(ids.PALACE))
    return _yield(s, rules, seat, "prestige", ids.FOUNTAIN) + palaces * int(
        rules["prestige_palace"]
    )


def _yield(s: np.void, rules: np.void, seat: int, what: str, kind: int) -> int:
    """Sum up tiles of a type, free areas of it, and own knights on a rival's."""
    estate = read_estate(s, seat)
    numbers = {
        ids.TILES[kind]: estate.tiles(kind),
        ids.AREAS[kind]: len(estate.free_areas(kind)),
        "knight": visits(s, seat, kind),
    }
    return sum(int(rules[f"{what}_{name}"]) * number for name, number in numbers.items())


def scores(rules: np.void, estate: Estate) -> list[Score]:
    """List castles and palaces, with the points of a scoring of buildings now."""
    entries = []
    for cell, building in estate.buildings.items():
        if building in (ids.CASTLE, ids.PALACE):
            name = ids.BUILDINGS[building]
            chapels = len(estate.built_near(cell, ids.CHAPEL))
            is_enclosed = estate.is_enclosed(cell)
            points = int(rules[f"scoring_{name}"]) + chapels * int(rules[f"scoring_{name}_chapel"])
            entries.append(
                Score(cell, building, is_enclosed, chapels, points if is_enclosed else 0)
            )
    return entries
