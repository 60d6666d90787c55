"""Rokoko's parts in balance studies."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.ruleset import Ruleset
from research.balance.games.rokoko.core import layout
from research.balance.parts import (
    BalanceParts,
    HeldEqual,
    Layout,
    Option,
    Section,
    Times,
    WaysToPlay,
    Words,
)
from rokoko_env import SPEC
from rokoko_env.core import ids
from rokoko_env.core.rules import card_ids
from rokoko_env.wording import dress_words, employee_words


def options(ruleset: Ruleset) -> list[Option]:
    """All options of these components, family by family."""
    components = ruleset.components
    cards = card_ids(components)
    choices = [
        Option(layout.HIRE + cards.index(e.id), "employees", e.id, employee_words(e))
        for e in components.employees
        if e.level > 0
    ]
    choices += [
        Option(layout.MAKE + number, "dresses", dress.id, dress_words(dress))
        for number, dress in enumerate(components.dresses)
    ]
    choices += [
        Option(layout.RENT_TO + number, "halls", hall.name, f"rent a dress out to {hall.name}")
        for number, hall in enumerate(components.board_for(ruleset.num_players).halls)
    ]
    choices += [
        Option(layout.FUND_KIND + number, "decorations", kind, f"fund a space: {kind}")
        for number, kind in enumerate(layout.DECORATION_KINDS)
    ]
    within = f"get the all-halls bonus, {layout.ALL_HALLS_FROM} halls reached"
    return [
        *choices,
        Option(layout.TAKE_FAVOR, "other", "favor card", "take the favor card"),
        Option(layout.GET_ALL_HALLS, "other", "all-halls bonus", within),
        Option(layout.SELL_DRESS, "other", "sell a dress", "sell a dress that could be rented out"),
        Option(layout.DEPUTE_CARD, "other", "depute", "depute the card in play"),
    ]


def names_in_events(ruleset: Ruleset) -> dict[str, tuple[int, Sequence[str]]]:
    """The dresses, and the halls that they went to."""
    halls = [hall.name for hall in ruleset.components.board_for(ruleset.num_players).halls]
    return {"dress": (0, ruleset.vocabulary["dresses"]), "hall": (-1, ["sold", *halls])}


HELD = HeldEqual(
    words="round, turn order in this round and in the first, cards in hand and deck, rank of the "
    "card in play, money, prestige and lead, silk, trim, dresses, decorations, halls and the "
    "display",
    numbers=(
        "turn_order", "turn", "masters", "hand", "deck", "money", "worth", "lead", "bales", "trim",
        "dresses", "decorations", "halls", "display",
    ),
    squared=("money", "worth", "lead", "bales", "deck"),
    by_time=("money", "worth", "lead", "dresses", "decorations"),
    categories={"rank": (ids.JOURNEYMAN, ids.APPRENTICE)},
)  # fmt: skip

WORDS = Words(
    start="The start player of the first round is drawn by lot, so these are effects of the place "
    "alone.",
    seats_matter=False,
    sections=(
        Section(
            ("employees",),
            "The effect of hiring an employee on the share of victories, compared with not hiring "
            "them in a round in which it was possible.",
        ),
        Section(("dresses",), "The same for making a dress."),
        Section(("halls",), "The same for renting a dress out to a hall with a free space."),
        Section(
            ("decorations", "other"),
            "The same for decorations, the favor card, the all-halls bonus (from three halls on), "
            "selling a dress instead of renting it out, and deputing the card in play.",
        ),
    ),
    ranked="employees",
    ranked_words="Employees",
    other=("halls", "decorations", "other"),
    other_words="halls, decorations and other options",
    crowded=("dresses",),
    left="could have hired somebody but did not",
    unseen="which colours of silk fit a dress",
    components="Many printed values of the components are reconstructed (docs/components.md): the "
    "findings are about this set of components.",
)

PARTS = BalanceParts(
    spec=SPEC,
    layout=Layout(
        seat=layout.SEAT,
        situation=layout.SITUATION,
        event=layout.DRESS_MADE,
        memory=layout.MEMORY,
        num_options=layout.NUM_OPTIONS,
        max_situations=layout.max_situations,
        max_events=lambda num_players: layout.MAX_DRESSES_MADE,
    ),
    times=Times("round", tuple(str(number) for number in range(1, ids.ROUNDS + 1))),
    options=options,
    held=HELD,
    win_features=(
        "worth", "money", "bales", "trim", "deck", "dresses", "decorations", "halls",
    ),
    pace={
        "money": "Livre",
        "worth": "prestige if the game ended",
        "dresses": "dresses on the board",
        "decorations": "decoration spaces",
        "deck": "cards in the deck",
        "cards_played": "cards played in the round",
    },
    ways=WaysToPlay(
        habits={
            "hired": "hiring", "deputed": "deputing", "sold": "selling", "favors": "favor cards",
        },
        counts={"dresses": "dresses on the board", "decorations": "spaces funded"},
        # Its prestige goes to the seat that took it last, however it played.
        left_out=("favor",),
    ),
    words=WORDS,
    names_in_events=names_in_events,
    parts_of_fields={
        "rented": [f"rented_hall_{hall}" for hall in range(1, ids.HALLS + 1)],
        "funded": [f"funded_{kind.replace(' ', '_')}" for kind in layout.DECORATION_KINDS],
    },
)  # fmt: skip
