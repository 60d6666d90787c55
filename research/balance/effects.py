"""Effects of options: the worth of each thing that a seat can take or leave.

A seat that could take an option at a time either did or did not. Comparing the two directly would
be naive: a seat that takes something dear has money, and perhaps the lead already. So the cases
compared are alike in all `columns` of the situation in which the option was first offered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from parlour.ruleset import Ruleset, ruleset_for
from research.balance.games import find_parts
from research.balance.parts import BalanceParts, Option
from research.balance.record import Records
from research.statistics import Estimate, adjusted, plain_difference

MIN_CASES = 100  # in which an option was taken, and in which not


@dataclass(frozen=True)
class Effect:
    """The effect of taking an option; all in shares of the victory, except `margin`."""

    option: Option
    offered: int  # times that a seat could take it
    taken: int
    rounds: np.ndarray  # (times,) how often it was taken at each
    naive: Estimate | None  # None: nothing can be compared, see `MIN_CASES` and `MIN_OPENNESS`
    adjusted: Estimate | None
    margin: Estimate | None  # adjusted, of the final score above the mean of the others

    @property
    def key(self) -> tuple[str, str]:
        return self.option.family, self.option.name


def options_of(ruleset: Ruleset) -> list[Option]:
    """All options of these components, family by family."""
    return find_parts(ruleset.spec).options(ruleset)


def columns(parts: BalanceParts, situations: np.ndarray, order: np.ndarray) -> np.ndarray:
    """(situations, columns) the features that are held equal, standardized.

    `order` is the seat's place in the first round: its effect may last.
    """
    held, game = parts.held, situations["game"]
    usable = [n for n in held.numbers if not _is_rare(situations[n], game, held.min_games)]
    numbers = {name: _standard(situations[name]) for name in usable}
    kinds = [situations["round"] == r + 1 for r in range(1, len(parts.times))]
    kinds += [situations[name] == k for name, values in held.categories.items() for k in values]
    categories = [_standard(kind) for kind in kinds if not _is_rare(kind, game, held.min_games)]
    places = [_standard(order == place) for place in range(1, int(order.max(initial=0)) + 1)]
    time = _standard(situations["round"])
    features = [*numbers.values(), *categories, *places]
    features += [numbers[name] ** 2 for name in held.squared if name in numbers]
    features += [numbers[name] * time for name in held.by_time if name in numbers]
    stacked = np.stack(features, axis=1)
    return stacked[:, np.ptp(stacked, axis=0) > 0]  # many options are offered at few times


def _is_rare(values: np.ndarray, game: np.ndarray, games: int) -> bool:
    """Return whether a number differs from its usual value in fewer games, of either half."""
    if games == 0 or len(values) == 0:
        return False
    middle = len(values) // 2
    other = game[values != np.partition(values, middle)[middle]]
    return min(len(np.unique(other[other % 2 == half])) for half in (0, 1)) < games


def _standard(values: np.ndarray) -> np.ndarray:
    values = values.astype(float)
    spread = float(values.std())
    centred: np.ndarray = values - values.mean()
    return centred / spread if spread > 0 else centred


def effects(records: Records) -> list[Effect]:
    """Estimate the effect of every option, family by family."""
    match, parts = records.match, records.parts
    ruleset = ruleset_for(match.spec, match.components, match.num_players)
    rows = records.opportunities
    order = np.argsort(rows["option"], kind="stable")
    ends = np.searchsorted(rows["option"][order], np.arange(parts.layout.num_options + 1))
    return [
        _effect(records, option, rows[order[ends[option.number] : ends[option.number + 1]]])
        for option in options_of(ruleset)
    ]


def _effect(records: Records, option: Option, rows: np.ndarray) -> Effect:
    situations = records.situations[rows["situation"]]
    taken = rows["taken"].astype(float)
    game, seat = situations["game"].astype(np.int64), situations["seat"]
    wins, margins = records.wins[game, seat], records.margins[game, seat]
    number, times = int(taken.sum()), len(records.parts.times)
    rounds = np.bincount(situations["round"], taken, times + 1)[1:].astype(int)
    estimates: list[Estimate] | list[None] = [None, None, None]
    if MIN_CASES <= number <= len(rows) - MIN_CASES:
        outcomes = np.stack([wins, margins], axis=1)
        features = columns(records.parts, situations, records.seats["order"][game, seat])
        naive = plain_difference(wins, taken, game, records.games)
        of_wins, of_margins = adjusted(outcomes, taken, features, game, records.games)
        if not math.isnan(of_wins.value):
            estimates = [naive, of_wins, of_margins]
    return Effect(option, len(rows), number, rounds, *estimates)
