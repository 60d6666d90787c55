"""Drive the jitted core and the slow reference model with the same choices and chance.

After every decision of the core the model must offer options of the same names, its table must
look the same, field by field, and so must the score if the game ended now.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from noblemen_env.actions import CELL_NAMES, action_names
from noblemen_env.components import load_components
from noblemen_env.core import ids
from noblemen_env.core.rules import build_rules
from noblemen_env.core.state import STATE
from parlour.actions import ActionNames
from parlour.codec import members
from parlour.core.states import ONLY, score_games, seeds_for, start_games, step_games
from tests.noblemen_env.choosers import choose, table_of_styles
from tests.noblemen_env.reference import ReferenceGame

STANDARD = Path(str(resources.files("noblemen_env.components") / "standard"))


class CoreGame:
    """One game of the core in the names that the reference model uses."""

    def __init__(self, num_players: int, seed: int, components_dir: Path = STANDARD) -> None:
        self.components = load_components(components_dir, check_counts=False)
        self.names = ActionNames(action_names(self.components))
        self.follies = [folly.id for folly in self.components.follies]
        self.num_players = num_players
        self.rules = build_rules(self.components, num_players)
        self.states = np.zeros(1, STATE)
        start_games(self.states, self.rules, num_players, seeds_for(seed, 1))

    @property
    def over(self) -> bool:
        return bool(self.states[0]["decision"] == ids.OVER)

    @property
    def decision(self) -> str:
        return ids.DECISION_NAMES[self.states[0]["decision"]]

    def options(self) -> list[str]:
        words = zip(ids.WORD_STARTS, self.states[0]["legal"], strict=True)
        return [self.names[start + i] for start, word in words for i in members(word)]

    def apply(self, option: str) -> None:
        action = np.array([self.names.parse(option)])
        assert step_games(self.states, self.rules, ONLY, action) == -1

    # Parts of the table

    def deck(self) -> list[str]:
        """The deck from the top: a ring in the record."""
        s = self.states[0]
        places = (np.arange(s["deck_size"]) + s["deck_top"]) % len(s["deck"])
        return [ids.CARDS[card] for card in s["deck"][places]]

    def drafted(self) -> list[str]:
        return [ids.CARDS[card] for card in self.states[0]["drafted"] if card >= 0]

    def tiles(self, seat: int) -> Counter[str]:
        """The tiles in a hand, only those that are there."""
        return +Counter(self._by_name(ids.TILES, self.states[0]["tiles"][seat]))

    def snapshot(self) -> dict[str, Any]:
        s = self.states[0]
        offer, reserve = (self._by_name(ids.BUILDINGS, s[name]) for name in ("offer", "reserve"))
        return {
            "decade": int(s["round_number"]),
            "track": int(s["track"]),
            "queen": int(s["queen"]),
            "active": int(s["active"]),
            "player": None if self.over else int(s["player"]),
            "decision": self.decision,
            "players": [self._player(s, seat) for seat in range(self.num_players)],
            "bag": self._by_name(ids.TILES, s["bag"]),
            "church": self._by_name(ids.TILES, s["church"]),
            "deck": self.deck(),
            "offer": offer,
            "reserve": reserve,
            "follies": {
                folly: self._one(owner)
                for folly, owner in zip(self.follies, s["folly_owner"], strict=True)
            },
            "pool": int(s["pool"]),
            "acted": bool(s["acted"]),
            "card_played": bool(s["card_played"]),
            "to_lay": int(s["to_lay"]),
            "tile": self._one(s["tile"], ids.TILES),
            "drafted": self.drafted(),
            "prestige": [self._one(number) for number in s["prestige"][: self.num_players]],
            "counter": [self._one(number) for number in s["counter"][: self.num_players]],
        }

    def _player(self, s: np.void, seat: int) -> dict[str, Any]:
        land = {
            name: tile
            for number, tile in enumerate(ids.TILES)
            for name in cells(s["land"][seat][number])
        }
        cards = self._by_name(ids.CARDS, s["cards"][seat])
        area_of = dict(zip(ids.TILES, ids.AREAS, strict=False))
        return {
            "money": int(s["money"][seat]),
            "markers": int(s["markers"][seat]),
            "tiles": self._by_name(ids.TILES, s["tiles"][seat]),
            "cards": {card: number for card, number in cards.items() if number},
            "title": self._one(s["title"][seat], ids.TITLES),
            "taxes_used": bool(s["taxes_used"][seat]),
            "land_used": bool(s["land_used"][seat]),
            "land": land,
            "buildings": self._buildings(s, seat),
            "areas": {name: area_of[land[name]] for name in cells(s["areas"][seat])},
            "knights": [
                None if host < 0 else [int(host), CELL_NAMES[cell]]
                for host, cell in zip(s["knight_host"][seat], s["knight_area"][seat], strict=True)
            ],
            "points": self._by_name(ids.SOURCE_NAMES, s["points"][seat]),
        }

    def _buildings(self, s: np.void, seat: int) -> dict[str, str]:
        buildings = {
            name: building
            for number, building in enumerate(ids.BUILDINGS)
            for name in cells(s["buildings"][seat][number])
        }
        for folly, owner, cell in zip(self.follies, s["folly_owner"], s["folly_cell"], strict=True):
            if owner == seat:
                buildings[CELL_NAMES[cell]] = folly
        return buildings

    def breakdown(self) -> list[dict[str, int]]:
        """Points by source, if the game ended now."""
        points = np.zeros((1, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        money = np.zeros((1, ids.MAX_PLAYERS), np.int64)
        score_games(self.states, self.rules, points, money)
        rows = []
        for seat in range(self.num_players):
            row = self._by_name(ids.SOURCE_NAMES, points[0, seat])
            row["total"] = sum(row.values())
            row["money"] = int(money[0, seat])
            rows.append(row)
        return rows

    def final_scores(self) -> list[int]:
        return [int(score) for score in self.states[0]["score"][: self.num_players]]

    @staticmethod
    def _one(number: int, names: tuple[str, ...] | None = None) -> Any:
        if number < 0:
            return None
        return int(number) if names is None else names[number]

    @staticmethod
    def _by_name(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
        return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def cells(words: Any) -> list[str]:
    """The names of the cells in a set of them."""
    return [
        CELL_NAMES[k * ids.WORD_CELLS + i] for k, word in enumerate(words) for i in members(word)
    ]


class CoreChance:
    """Chance for the model: what the core drew, which has always finished its step already.

    In one step no hand gets more than one batch of tiles from the bag, and none changes after it:
    a batch is what the hand of the core has more than the model's. Cards that went under the
    deck in a step still lie there in their order, or have just been looked at.
    """

    def __init__(self, core: CoreGame) -> None:
        self.core = core
        self.model: ReferenceGame | None = None
        self.remember()

    def remember(self) -> None:
        """Note the deck before a step."""
        s = self.core.states[0]
        self.top, self.size = int(s["deck_top"]), int(s["deck_size"])
        self.put_under = self.model.put_under_deck if self.model else 0

    def draw_tiles(self, seat: int, number: int, bag: dict[str, int]) -> list[str]:
        hand, had = self.core.tiles(seat), Counter(self.model.players[seat]["tiles"])
        drawn = hand - had
        where = f"tiles drawn by seat {seat}"
        assert not had - hand, f"{where}: core has {dict(hand)}, model had {dict(+had)}"
        assert drawn.total() == number, f"{where}: core {dict(drawn)}, model {number} of {bag}"
        return list(drawn.elements())

    def shuffle(self, cards: list[str]) -> list[str]:
        """The deck before the first card was drawn, though three have been looked at by now.

        Seats that saw three equal cards have kept one and returned two already.
        """
        s = self.core.states[0]
        kept = [card for hand in s["cards"] for card, count in enumerate(hand) if count]
        seen = [ids.CARDS[card] for card in kept for _ in range(ids.DRAFT_CARDS)]
        deck = self.core.deck()
        self.returned = deck[len(deck) - 2 * len(kept) :]
        in_order = [*seen, *self.core.drafted(), *deck[: len(deck) - 2 * len(kept)]]
        assert sorted(in_order) == sorted(cards), f"deck: core {in_order}, model {cards}"
        self.top = None
        return in_order

    def order_under(self, cards: list[str]) -> list[str]:
        """Find the cards among all that went under the deck in this step."""
        if len(set(cards)) == 1:
            return cards
        first = self.model.put_under_deck - self.put_under
        in_order = self.all_put_under()[first : first + len(cards)]
        assert sorted(in_order) == sorted(cards), f"returned: core {in_order}, model {cards}"
        return in_order

    def all_put_under(self) -> list[str]:
        """The cards that went under the deck in this step, in their order.

        From a short deck the next seat has drawn some of them already: they are those looked at,
        or a single one, which was kept without asking.
        """
        if self.top is None:  # in the step that shuffled
            return self.returned
        s = self.core.states[0]
        taken = (int(s["deck_top"]) - self.top) % len(s["deck"])
        number = int(s["deck_size"]) - self.size + taken
        known = [*self.core.drafted(), *self.core.deck()]
        return [""] * (number - len(known)) + known[max(len(known) - number, 0) :]


def first_difference(core: Any, model: Any, path: str = "") -> str:
    """Name the first place where two values of the same form differ, with both values."""
    if isinstance(core, dict) and isinstance(model, dict) and core.keys() == model.keys():
        parts = [(f"{path}.{key}" if path else str(key), core[key], model[key]) for key in core]
    elif isinstance(core, list) and isinstance(model, list) and len(core) == len(model):
        parts = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(core, model, strict=True))]
    else:
        return f"{path}: core {core!r}, model {model!r}"
    return next(first_difference(a, b, place) for place, a, b in parts if a != b)


def compare_position(core: CoreGame, model: ReferenceGame) -> None:
    """Compare table, score and options."""
    table, expected = core.snapshot(), model.snapshot()
    assert table == expected, first_difference(table, expected)
    rows, expected_rows = core.breakdown(), model.breakdown()
    assert rows == expected_rows, first_difference(rows, expected_rows, "points")
    if core.over:
        scores, totals = core.final_scores(), [row["total"] for row in expected_rows]
        assert scores == totals, first_difference(scores, totals, "final scores")
        return
    options, expected_options = set(core.options()), set(model.options())
    only_core = sorted(options - expected_options)
    only_model = sorted(expected_options - options)
    assert options == expected_options, f"options: only core {only_core}, only model {only_model}"
    assert len(options) > 1, f"a forced choice: {options}"


def compare_game(
    num_players: int, seed: int, components_dir: Path = STANDARD, style: str = ""
) -> tuple[Counter[str], int]:
    """Play one game in both and compare; return the model's events and the number of decisions.

    All players have the given style. Without one, they play uniformly at random in games with odd
    seeds, and in many styles in those with even seeds.
    """
    rng = random.Random(seed)
    if not style and seed % 2 == 0:
        styles = table_of_styles(num_players, rng)
    else:
        styles = [style or "uniform"] * num_players
    core = CoreGame(num_players, seed, components_dir)
    chance = CoreChance(core)
    model = ReferenceGame(num_players, chance, components_dir)
    chance.model = model
    decisions = 0
    where = f"{num_players} players, seed {seed}, decision 0"
    with located(where):
        model.start()
        compare_position(core, model)
    while not core.over:
        option = choose(model, model.options(), rng, styles[model.player])
        where = (
            f"{num_players} players, seed {seed}, after decision {decisions}, "
            f"{option!r} to {model.decision} by seat {model.player}"
        )
        with located(where):
            chance.remember()
            core.apply(option)
            model.apply(option)
            compare_position(core, model)
        decisions += 1
    return model.events, decisions


@contextmanager
def located(where: str) -> Iterator[None]:
    """Put the place in front of the message about a difference."""
    try:
        yield
    except (AssertionError, LookupError) as difference:
        raise AssertionError(f"{where}: {difference}") from difference
