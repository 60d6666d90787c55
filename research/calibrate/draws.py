"""Random sets of components that agree with all that is known of the printed game.

Only values whose source word is `reconstructed` are drawn (docs/components.md). All that their
source texts state is kept: totals, ranges, orders, the examples of the rulebook. Every drawn set
passes the loader's checks, count checks included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from parlour.component_errors import Range
from parlour.sources import words_by_name
from rokoko_env.components import (
    Board,
    Components,
    Decoration,
    Dress,
    Employee,
    Hall,
    Resource,
    check_components,
    limits,
)

RECONSTRUCTED = "reconstructed"
MIN_SIZE = 2  # smaller numbers vary as if they were this large: a 0 would always stay 0
RULEBOOK_WINDOW = 4  # "a window at 4"
RULEBOOK_MAJORITY = (3, 1)  # "one majority of 3/1"
MULTIPLIERS = (2, 3)  # "x2 and x3 occur"

Thing = TypeVar("Thing")


def draw_set(base: Components, spread: float, seed: int) -> Components:
    """Draw a set. Values move by about `spread` times their size, half of it together with the
    others of their kind: so levels (the cost of statues) vary as well as differences."""
    draw = _Draw(spread, np.random.default_rng(seed))
    drawn = replace(
        base,
        employees=_employees(base.employees, draw),
        dresses=_dresses(base.dresses, draw),
        resources=_resources(base.resources, draw),
        boards=tuple(_board(board, draw) for board in base.boards),
    )
    check_components(drawn)
    return drawn


class _Draw:
    """Ways to draw numbers."""

    def __init__(self, spread: float, rng: np.random.Generator) -> None:
        self.spread, self.rng = spread, rng

    def near(self, values: Sequence[int], allowed: Range) -> list[int]:
        """Move numbers of one kind, each by itself and all of them together."""
        numbers = np.array(values, float)
        moves = (self.rng.normal() + self.rng.normal(size=len(values))) * self.spread / np.sqrt(2)
        moved = np.rint(numbers + np.maximum(numbers, MIN_SIZE) * moves)
        return [int(number) for number in np.clip(moved, *allowed)]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        return [things[place] for place in self.rng.permutation(len(things))]

    def redistributed(self, things: Sequence[Thing], worths: Sequence[int]) -> list[Thing]:
        """Give the things to other owners, of about the same worth as the old ones."""
        if not things:
            return []
        worth = np.array(worths, float)
        noise = self.rng.normal(size=len(worth)) * 2 * self.spread * worth.std()
        new: list[Thing] = list(things)
        for giver, owner in zip(np.argsort(worth), np.argsort(worth + noise), strict=True):
            new[owner] = things[giver]
        return new

    def decorations(self, spaces: Sequence[Decoration]) -> list[Decoration]:
        """Draw costs and prestige; multipliers stay."""
        costs = self.near([space.cost for space in spaces], limits.MONEY)
        prestige = self.near([space.prestige for space in spaces], limits.PRESTIGE)
        drawn = zip(spaces, costs, prestige, strict=True)
        return [replace(space, cost=cost, prestige=pp) for space, cost, pp in drawn]


def _where(
    things: Sequence[Thing], source: Callable[[Thing], str], name: str, names: Sequence[str]
) -> list[int]:
    """The places of things whose value of this name is reconstructed."""
    return [
        place
        for place, thing in enumerate(things)
        if words_by_name(source(thing), names)[name] == RECONSTRUCTED
    ]


def _employees(cards: Sequence[Employee], draw: _Draw) -> tuple[Employee, ...]:
    """Shuffle the ranks: the number of each stays."""
    new = list(cards)
    places = _where(cards, lambda card: card.rank_source, "rank", ["rank"])
    ranks = draw.shuffled([cards[place].rank for place in places])
    for place, rank in zip(places, ranks, strict=True):
        new[place] = replace(new[place], rank=rank)
    return tuple(new)


_DRESS_NAMES = ("color", "cost", "value", "points", "thimble")


def _dresses(dresses: Sequence[Dress], draw: _Draw) -> tuple[Dress, ...]:
    """Draw values and points within the printed bounds, which occur; redistribute costs and
    thimbles within a colour, so that dear dresses mostly stay dear."""
    new = list(dresses)
    of = {name: _where(dresses, lambda d: d.source, name, _DRESS_NAMES) for name in _DRESS_NAMES}
    livre = draw.near([dresses[place].livre for place in of["value"]], limits.PRINTED_DRESS_LIVRE)
    if livre:
        livre[int(np.argmin(livre))], livre[int(np.argmax(livre))] = limits.PRINTED_DRESS_LIVRE
    for place, value in zip(of["value"], livre, strict=True):
        new[place] = replace(new[place], livre=value)
    points = [dresses[place].prestige for place in of["points"]]
    drawn = draw.near(points, limits.PRINTED_DRESS_PRESTIGE)
    for place, prestige in zip(of["points"], drawn, strict=True):
        new[place] = replace(new[place], prestige=prestige)
    for color in dict.fromkeys(dress.color for dress in dresses):
        costs = [place for place in of["cost"] if dresses[place].color == color]
        thimbles = [place for place in of["thimble"] if dresses[place].color == color]
        for places, fields in ((costs, ("bales", "yarn", "lace")), (thimbles, ("thimble",))):
            owned = [{name: getattr(dresses[place], name) for name in fields} for place in places]
            drawn_values = draw.redistributed(owned, [dresses[place].livre for place in places])
            for place, values in zip(places, drawn_values, strict=True):
                new[place] = replace(new[place], **values)
    return tuple(new)


def _resources(tiles: Sequence[Resource], draw: _Draw) -> tuple[Resource, ...]:
    """Move copies between kinds: the total stays, and at least one tile of each kind."""
    new = [tile.copies for tile in tiles]
    places = _where(tiles, lambda tile: tile.source, "copies", ("copies", "silk", "trim"))
    if places:
        for _ in range(round(draw.spread * sum(new[place] for place in places))):
            giver, taker = draw.rng.choice(places, 2)
            if new[giver] > 1:
                new[giver] -= 1
                new[taker] += 1
    return tuple(replace(tile, copies=copies) for tile, copies in zip(tiles, new, strict=True))


# --- the board -----------------------------------------------------------------------------------


def _board(board: Board, draw: _Draw) -> Board:
    """Draw each part whose numbers are reconstructed."""

    def is_open(section: str, *names: str) -> dict[str, bool]:
        words = words_by_name(board.sources[section], names)
        return {name: word == RECONSTRUCTED for name, word in words.items()}

    changes: dict[str, object] = {}
    if is_open("workshop", "costs")["costs"]:
        changes["window_costs"] = _windows(board.window_costs, draw)
    halls = is_open("halls", "rewards", "majority", "musicians")
    changes["halls"] = _halls(board.halls, halls, draw)
    if is_open("statues", "spaces")["spaces"]:
        changes["statues"] = tuple(draw.decorations(board.statues))
    for row, is_row_open in is_open("fountain", "upper", "lower").items():
        if is_row_open:
            changes[f"{row}_fountain"] = tuple(draw.decorations(getattr(board, f"{row}_fountain")))
    if is_open("fireworks", "majority", "spaces")["spaces"]:
        changes["fireworks"] = _fireworks(board.fireworks, draw)
    if is_open("all_halls", "prestige")["prestige"]:
        values = draw.near(board.all_halls, limits.PRESTIGE)
        changes["all_halls"] = tuple(sorted(values, reverse=True))
    return replace(board, **changes)  # type: ignore[arg-type]


def _windows(costs: Sequence[int], draw: _Draw) -> tuple[int, ...]:
    """Draw falling costs between the first and the last, which stay; one of them is 4."""
    inner = draw.near(costs[1:-1], Range(0, costs[0]))
    inner[int(np.argmin(np.abs(np.array(inner) - RULEBOOK_WINDOW)))] = RULEBOOK_WINDOW
    return (costs[0], *sorted(inner, reverse=True), costs[-1])


def _halls(halls: Sequence[Hall], is_open: dict[str, bool], draw: _Draw) -> tuple[Hall, ...]:
    """Shuffle rewards; draw majorities, of which that of the King's hall stays the highest."""
    new = list(halls)
    if is_open["rewards"]:
        rewards = iter(draw.shuffled([r for hall in halls for r in (*hall.normal, *hall.master)]))
        for place, hall in enumerate(new):
            normal, master = (
                tuple(next(rewards) for _ in spaces) for spaces in (hall.normal, hall.master)
            )
            new[place] = replace(hall, normal=normal, master=master)
    if is_open["musicians"]:
        musicians = draw.decorations([hall.musician for hall in halls])
        new = [replace(hall, musician=m) for hall, m in zip(new, musicians, strict=True)]
    if is_open["majority"]:
        firsts = draw.near([hall.majority[0] for hall in halls], limits.PRESTIGE)
        seconds = draw.near([hall.majority[1] for hall in halls], limits.PRESTIGE)
        pairs = [(max(pair), min(pair)) for pair in zip(firsts, seconds, strict=True)]
        pairs[-1] = RULEBOOK_MAJORITY
        pairs[0] = (max(first for first, _ in pairs), pairs[0][1])
        new = [replace(hall, majority=pair) for hall, pair in zip(new, pairs, strict=True)]
    return tuple(new)


def _fireworks(spaces: Sequence[Decoration], draw: _Draw) -> tuple[Decoration, ...]:
    """Draw rising costs; the higher multiplier begins at most one place earlier or later."""
    drawn = draw.decorations(spaces)
    costs = sorted(space.cost for space in drawn)
    if len(spaces) < 2:
        return tuple(drawn)
    low, high = MULTIPLIERS
    doubles = sum(space.multiplier == low for space in spaces) + int(draw.rng.integers(-1, 2))
    doubles = min(max(doubles, 1), len(spaces) - 1)
    return tuple(
        replace(space, cost=cost, multiplier=low if place < doubles else high)
        for place, (space, cost) in enumerate(zip(drawn, costs, strict=True))
    )
