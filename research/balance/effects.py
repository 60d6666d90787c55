"""Effects of options: the worth of hiring an employee, making a dress, taking the favor card.

A seat that could take an option in a round either did or did not. Comparing the two directly would
be naive: a seat that hires has money, a Master in hand and perhaps the lead already. So the cases
compared are alike in all `columns` of the situation in which the option was first offered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from parlour.ruleset import Ruleset, ruleset_for
from research.balance.core import layout
from research.balance.record import Records
from research.statistics import Estimate, adjusted, plain_difference
from rokoko_env import SPEC
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids
from rokoko_env.wording import dress_words, employee_words

MIN_CASES = 100  # in which an option was taken, and in which not

# Fields of a situation that are used as they are; `columns` adds round and rank as categories.
NUMBERS = (
    "turn_order", "turn", "masters", "hand", "deck", "money", "worth", "lead", "bales", "trim",
    "dresses", "decorations", "halls", "display",
)  # fmt: skip
SQUARED = ("money", "worth", "lead", "bales", "deck")
BY_ROUND = ("money", "worth", "lead", "dresses", "decorations")  # multiplied by the round


@dataclass(frozen=True)
class Option:
    """Something that a seat can take when the rules offer it."""

    number: int  # in `research.balance.core.layout`
    family: str
    name: str
    words: str


@dataclass(frozen=True)
class Effect:
    """The effect of taking an option; all in shares of the victory, except `prestige`."""

    option: Option
    offered: int  # times that a seat could take it in a round
    taken: int
    rounds: np.ndarray  # (ROUNDS,) times it was taken in each
    naive: Estimate | None  # None: nothing can be compared, see `MIN_CASES` and `MIN_OPENNESS`
    adjusted: Estimate | None
    prestige: Estimate | None  # adjusted, of the final score above the mean of the others

    @property
    def key(self) -> tuple[str, str]:
        return self.option.family, self.option.name


def options_of(ruleset: Ruleset) -> list[Option]:
    """All options of these components, family by family."""
    components = ruleset.components
    cards = card_ids(components)
    options = [
        Option(layout.HIRE + cards.index(e.id), "employees", e.id, employee_words(e))
        for e in components.employees
        if e.level > 0
    ]
    options += [
        Option(layout.MAKE + number, "dresses", dress.id, dress_words(dress))
        for number, dress in enumerate(components.dresses)
    ]
    options += [
        Option(layout.RENT_TO + number, "halls", hall.name, f"rent a dress out to {hall.name}")
        for number, hall in enumerate(components.board_for(ruleset.num_players).halls)
    ]
    options += [
        Option(layout.FUND_KIND + number, "decorations", kind, f"fund a space: {kind}")
        for number, kind in enumerate(layout.DECORATION_KINDS)
    ]
    within = f"get the all-halls bonus, {layout.ALL_HALLS_FROM} halls reached"
    return [
        *options,
        Option(layout.TAKE_FAVOR, "other", "favor card", "take the favor card"),
        Option(layout.GET_ALL_HALLS, "other", "all-halls bonus", within),
        Option(layout.SELL_DRESS, "other", "sell a dress", "sell a dress that could be rented out"),
        Option(layout.DEPUTE_CARD, "other", "depute", "depute the card in play"),
    ]


def columns(situations: np.ndarray, order: np.ndarray) -> np.ndarray:
    """(situations, columns) the features that are held equal, standardized.

    `order` is the seat's place in the first round: its effect lasts, in the deck.
    """
    numbers = {name: _standard(situations[name]) for name in NUMBERS}
    rounds = [_standard(situations["round"] == r) for r in range(2, ids.ROUNDS + 1)]
    ranks = [_standard(situations["rank"] == rank) for rank in (ids.JOURNEYMAN, ids.APPRENTICE)]
    places = [_standard(order == place) for place in range(1, int(order.max(initial=0)) + 1)]
    time = _standard(situations["round"])
    parts = [*numbers.values(), *rounds, *ranks, *places]
    parts += [numbers[name] ** 2 for name in SQUARED]
    parts += [numbers[name] * time for name in BY_ROUND]
    features = np.stack(parts, axis=1)
    return features[:, np.ptp(features, axis=0) > 0]  # a card is offered in one round or two


def _standard(values: np.ndarray) -> np.ndarray:
    values = values.astype(float)
    spread = float(values.std())
    centred: np.ndarray = values - values.mean()
    return centred / spread if spread > 0 else centred


def effects(records: Records) -> list[Effect]:
    """Estimate the effect of every option, family by family."""
    ruleset = ruleset_for(SPEC, records.match.components, records.num_players)
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
    estimates: list[Estimate] | list[None] = [None, None, None]
    if MIN_CASES <= number <= len(rows) - MIN_CASES:
        outcomes = np.stack([wins, margins], axis=1)
        features = columns(situations, records.seats["order"][game, seat])
        naive = plain_difference(wins, taken, game, records.games)
        of_wins, of_margins = adjusted(outcomes, taken, features, game, records.games)
        if not math.isnan(of_wins.value):
            estimates = [naive, of_wins, of_margins]
    return Effect(option, len(rows), number, rounds, *estimates)
