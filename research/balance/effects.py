"""What is it worth to hire this employee, to make this dress, to take the favor card?

A seat that could take an option in a round either did or did not. Comparing the two at once would
be naive: who hires has money, a Master at hand and perhaps the lead already. So cases are compared
that were alike in all that `columns` tells of the situation in which the option first came up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from research.balance.core import layout
from research.balance.record import Records
from research.statistics import Estimate, adjusted, plain_difference
from rokoko_env.core import ids
from rokoko_env.ruleset import Ruleset, ruleset_for
from rokoko_env.wording import dress_words, employee_words

FAMILIES = ("employees", "dresses", "halls", "decorations", "other")
FEWEST = 100  # cases in which an option was taken, and in which not: fewer say nothing

# Of a situation, as they are; `columns` adds which round and rank it is, and how these matter.
NUMBERS = (
    "turn_order", "turn", "masters", "hand", "deck", "money", "worth", "lead", "bales", "trim",
    "dresses", "decorations", "halls", "display",
)  # fmt: skip
CURVED = ("money", "worth", "lead", "bales", "deck")  # their squares too
BY_ROUND = ("money", "worth", "lead", "dresses", "decorations")  # they matter more or less by round


@dataclass(frozen=True)
class Option:
    """Something a seat can take when the rules offer it."""

    number: int  # of `research.balance.core.layout`
    family: str
    name: str
    words: str


@dataclass(frozen=True)
class Effect:
    """What taking an option goes with; all in shares of the victory, except `prestige`."""

    option: Option
    offered: int  # times that a seat could take it in a round
    taken: int
    rounds: np.ndarray  # (ROUNDS,) times it was taken in each
    win_share: float  # of those who took it
    naive: Estimate | None  # None: nothing can be compared, see `FEWEST` and `OPENNESS`
    adjusted: Estimate | None
    prestige: Estimate | None  # adjusted, of the final score above the mean of the others

    @property
    def key(self) -> tuple[str, str]:
        return self.option.family, self.option.name


def options_of(ruleset: Ruleset) -> list[Option]:
    """All options that these components have, in the order of families."""
    components = ruleset.components
    found = [
        Option(layout.HIRE + ruleset.cards.index(e.id), "employees", e.id, employee_words(e))
        for e in components.employees
        if e.level > 0
    ]
    found += [
        Option(layout.MAKE + number, "dresses", dress.id, dress_words(dress))
        for number, dress in enumerate(components.dresses)
    ]
    found += [
        Option(layout.RENT_TO + number, "halls", hall.name, f"rent a dress out to {hall.name}")
        for number, hall in enumerate(components.board_for(ruleset.num_players).halls)
    ]
    found += [
        Option(layout.FUND_KIND + number, "decorations", kind, f"fund a space: {kind}")
        for number, kind in enumerate(layout.DECORATION_KINDS)
    ]
    within = f"get the all-halls bonus, {layout.ALL_HALLS_FROM} halls reached"
    return [
        *found,
        Option(layout.TAKE_FAVOR, "other", "favor card", "take the favor card"),
        Option(layout.GET_ALL_HALLS, "other", "all-halls bonus", within),
        Option(layout.SELL_DRESS, "other", "sell a dress", "sell a dress that could be rented out"),
        Option(layout.DEPUTE_CARD, "other", "depute", "depute the card in play"),
    ]


def columns(situations: np.ndarray, order: np.ndarray) -> np.ndarray:
    """(situations, columns) what cases are held equal in, as numbers around 0.

    `order` is the seat's place in the first round: what it was good for lasts in the deck.
    """
    numbers = {name: _standard(situations[name]) for name in NUMBERS}
    rounds = [_standard(situations["round"] == r) for r in range(2, ids.ROUNDS + 1)]
    ranks = [_standard(situations["rank"] == rank) for rank in (ids.JOURNEYMAN, ids.APPRENTICE)]
    places = [_standard(order == place) for place in range(1, int(order.max(initial=0)) + 1)]
    time = _standard(situations["round"])
    parts = [*numbers.values(), *rounds, *ranks, *places]
    parts += [numbers[name] ** 2 for name in CURVED]
    parts += [numbers[name] * time for name in BY_ROUND]
    kept = [part for part in parts if np.ptp(part) > 0]  # a card is offered in one round or two
    return np.stack(kept, axis=1) if kept else np.zeros((len(situations), 0))


def _standard(values: np.ndarray) -> np.ndarray:
    values = values.astype(float)
    spread = float(values.std())
    around: np.ndarray = values - values.mean()
    return around / spread if spread > 0 else around


def effects(records: Records) -> list[Effect]:
    """Of every option, in the order of families."""
    ruleset = ruleset_for(records.match.components, records.num_players)
    rows = records.opportunities
    order = np.argsort(rows["option"], kind="stable")
    ends = np.searchsorted(rows["option"][order], np.arange(layout.NUM_OPTIONS + 1))
    return [
        _effect(records, option, rows[order[ends[option.number] : ends[option.number + 1]]])
        for option in options_of(ruleset)
    ]


def _effect(records: Records, option: Option, rows: np.ndarray) -> Effect:
    situations = records.situations[rows["situation"]]
    taken = rows["taken"].astype(float)
    game, seat = situations["game"].astype(np.int64), situations["seat"]
    wins, margins = records.wins[game, seat], records.margins[game, seat]
    number = int(taken.sum())
    rounds = np.bincount(situations["round"], taken, ids.ROUNDS + 1)[1:].astype(int)
    share = float(wins @ taken / number) if number else float("nan")
    told: list[Estimate] | list[None] = [None, None, None]
    if FEWEST <= number <= len(rows) - FEWEST:
        outcomes = np.stack([wins, margins], axis=1)
        known = columns(situations, records.seats["order"][game, seat])
        naive = plain_difference(wins, taken, game, records.games)
        found = adjusted(outcomes, taken, known, game, records.games)
        if not math.isnan(found[0].value):
            told = [naive, *found]
    return Effect(option, len(rows), number, rounds, share, *told)
