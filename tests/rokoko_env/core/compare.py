"""Drive the jitted core and the slow reference model with the same choices and chance.

After every decision of the core the model must offer options of the same names, and its table must
look the same, field by field.
"""

from __future__ import annotations

import random
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from parlour.actions import ActionNames
from parlour.codec import members
from parlour.core.states import ONLY, score_games, seeds_for, start_games, step_games
from rokoko_env.actions import (
    action_names,
    decoration_name,
    guest_space_name,
    warehouse_space_name,
)
from rokoko_env.components import load_components
from rokoko_env.core import ids
from rokoko_env.core.rules import build_rules, card_ids
from rokoko_env.core.state import new_states
from tests.rokoko_env.reference import ReferenceGame

STANDARD = Path(str(resources.files("rokoko_env.components") / "standard"))


class CoreGame:
    """One game of the core in the names that the reference model uses."""

    def __init__(self, num_players: int, seed: int, components_dir: Path = STANDARD) -> None:
        self.components = load_components(components_dir, check_counts=False)
        self.names = ActionNames(action_names(self.components))
        self.cards = card_ids(self.components)
        self.tiles = [r.id for r in self.components.resources for _ in range(r.copies)]
        self.dresses = [d.id for d in self.components.dresses]
        self.num_players = num_players
        self.rules = build_rules(self.components, num_players)
        self.states = new_states(1)
        start_games(self.states, self.rules, num_players, seeds_for(seed, 1))

    @property
    def over(self) -> bool:
        return bool(self.states[0]["decision"] == ids.OVER)

    def options(self) -> list[str]:
        words = zip(ids.WORD_STARTS, self.states[0]["legal"], strict=True)
        return [self.names[start + i] for start, word in words for i in members(word)]

    def apply(self, option: str) -> None:
        action = np.array([self.names.parse(option)])
        assert step_games(self.states, self.rules, ONLY, action) == -1

    def snapshot(self) -> dict[str, Any]:
        s = self.states[0]
        return {
            "round": int(s["round_number"]),
            "start_player": int(s["start_player"]),
            "favor": self._one(s["favor"]),
            "player": None if self.over else int(s["player"]),
            "decision": None if self.over else ids.DECISION_NAMES[s["decision"]],
            "display": [self.cards[c] for c in s["display"] if c >= 0],
            "hire_stack": self._many(s["hire_stack"], self.cards),
            "warehouse": self._warehouse(s),
            "tile_stack": self._counts(s["tile_stack"]),
            "tile_discard": self._counts(s["tile_discard"]),
            "windows": [
                self._one(d, self.dresses) for d in s["window"][: self.rules[0]["num_windows"]]
            ],
            "bag": self._many(s["bag"], self.dresses),
            "dress_discard": self._many(s["dress_discard"], self.dresses),
            "guests": {
                guest_space_name(space): [self.dresses[s["guest_dress"][space]], p]
                for p in range(self.num_players)
                for space in members(s["guests"][p])
            },
            "decorations": {
                decoration_name(space): p
                for p in range(self.num_players)
                for space in members(s["decorations"][p])
            },
            "all_halls": self._all_halls(s),
            "in_play": self._one(s["in_play"], self.cards),
            "leaving": self._many(s["leaving"], self.cards),
            "tile": self._one(s["tile"], self.tiles),
            "dress": self._one(s["dress"], self.dresses),
            "players": [self._player(s, p) for p in range(self.num_players)],
        }

    def _player(self, s: np.void, p: int) -> dict[str, Any]:
        return {
            "money": int(s["money"][p]),
            "yarn": int(s["yarn"][p]),
            "lace": int(s["lace"][p]),
            "prestige": int(s["prestige"][p]),
            "hand": self._many(s["hand"][p], self.cards),
            "supply": self._many(s["supply"][p], self.cards),
            "discard": self._many(s["discard"][p], self.cards),
            "silk": self._counts(s["silk"][p]),
        }

    def _warehouse(self, s: np.void) -> list[list[str | None]]:
        return [
            [
                self._one(s["warehouse"][segment * ids.SEGMENT_SPACES + place], self.tiles)
                for place in range(self.rules[0]["segment_spaces"][segment])
            ]
            for segment in range(ids.SEGMENTS)
        ]

    def _all_halls(self, s: np.void) -> list[int | None]:
        owners: list[int | None] = [None] * int(self.rules[0]["num_all_halls"])
        for p in range(self.num_players):
            if s["all_halls"][p] >= 0:
                owners[s["all_halls"][p]] = p
        return owners

    def breakdown(self) -> list[dict[str, int]]:
        points = np.zeros((1, ids.MAX_PLAYERS, ids.NUM_SOURCES), np.int64)
        livre_left = np.zeros((1, ids.MAX_PLAYERS), np.int64)
        score_games(self.states, self.rules, points, livre_left)
        rows = []
        for p in range(self.num_players):
            row = dict(zip(ids.SOURCE_NAMES, (int(x) for x in points[0, p]), strict=True))
            row["total"] = int(self.states[0]["score"][p])
            row["livre_left"] = int(
                self.states[0]["money"][p] % self.rules[0]["livre_per_prestige"]
            )
            rows.append(row)
        return rows

    @staticmethod
    def _one(number: int, names: list[str] | None = None) -> Any:
        if number < 0:
            return None
        return int(number) if names is None else names[number]

    @staticmethod
    def _many(bits: int, names: list[str]) -> list[str]:
        return sorted(names[i] for i in members(bits))

    def _counts(self, bits: int) -> dict[str, int]:
        return dict(Counter(self.tiles[i] for i in members(bits)))


class CoreChance:
    """Chance for the model: the draws of the core.

    The core has always finished its step when the model draws, and no component drawn in a step
    moves again within the same step: it is still where it was drawn to.
    """

    def __init__(self, core: CoreGame) -> None:
        self.core = core

    def start_player(self, num_players: int) -> int:
        return int(self.core.states[0]["start_player"])

    def card(self, candidates: list[str], where: str) -> str:
        return self.core.cards[self.core.states[0]["display"][int(where.split()[1]) - 1]]

    def dress(self, candidates: list[str], where: str) -> str:
        return self.core.dresses[self.core.states[0]["window"][int(where.split()[1]) - 1]]

    def tile(self, candidates: list[str], where: str) -> str:
        s = self.core.states[0]
        if where == "blind":
            return self.core.tiles[s["tile"]]
        spaces = [warehouse_space_name(i) for i in range(ids.MAX_WAREHOUSE)]
        return self.core.tiles[s["warehouse"][spaces.index(where.split()[1])]]


# Preferences of a player who wants to see everything happen; other options have weight 1.
EAGER = {
    "take tile": 4,
    "keep tile": 3,
    "make dress": 30,
    "rent": 3,
    "fund": 8,
    "use bonus": 12,
    "card": 3,
    "take yarn and lace": 2,
    "stop": 0.3,
    "sell": 0.5,
    "depute": 1,
    "forgo": 0.1,
}


def choose(options: list[str], rng: random.Random, eager: bool) -> str:
    """Choose an option at random: uniformly, or with a preference for eager actions."""
    if not eager:
        return rng.choice(options)
    weights = [
        next((weight for start, weight in EAGER.items() if option.startswith(start)), 1)
        for option in options
    ]
    return rng.choices(options, weights)[0]


def compare_game(
    num_players: int, seed: int, components_dir: Path = STANDARD
) -> tuple[Counter[str], int]:
    """Play one game in both and compare; return the model's events and the number of decisions.

    Games with odd seeds are played uniformly at random, those with even seeds eagerly.
    """
    rng = random.Random(seed)
    core = CoreGame(num_players, seed, components_dir)
    model = ReferenceGame(num_players, CoreChance(core), components_dir)
    decisions = 0
    _catch_up(model)
    while not core.over:
        where = f"{num_players} players, seed {seed}, decision {decisions}"
        options = core.options()
        assert len(options) > 1, where
        assert sorted(options) == sorted(model.options()), where
        assert core.snapshot() == model.snapshot(), where
        option = choose(options, rng, eager=seed % 2 == 0)
        core.apply(option)
        model.apply(option)
        _catch_up(model)
        decisions += 1
    assert model.over
    assert core.snapshot() == model.snapshot()
    assert core.breakdown() == model.breakdown()
    return model.events, decisions


def _catch_up(model: ReferenceGame) -> None:
    """Make the model's forced choices, as the core does by itself."""
    while not model.over and len(model.options()) == 1:
        model.apply(model.options()[0])
