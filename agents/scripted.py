"""Agents that follow a script: `random`, `greedy`, the archetypes and `heuristic`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from agents.base import Agent, Seats
from agents.core.choose import choose_by_style
from agents.core.style import FIRST_GUESS, make_styles
from agents.names import register

NUMBERS = Path(__file__).with_name("heuristic.json")


def load_numbers(path: Path = NUMBERS) -> dict[str, dict[str, float]]:
    """The numbers that `heuristic` plays by, for each number of players."""
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {str(p): {**FIRST_GUESS, **found.get(str(p), {})} for p in range(2, 6)}


@register("random", "chooses uniformly among the legal actions")
class RandomAgent(Agent):
    def act_batch(self, seats: Seats) -> np.ndarray:
        return seats.random_actions()


class StyleAgent(Agent):
    """Plays by what things are worth to its style (`agents.core.worth`)."""

    def __init__(self, **numbers: float) -> None:
        self.styles = make_styles(numbers)

    def act_batch(self, seats: Seats) -> np.ndarray:
        actions = np.empty(len(seats), np.int64)
        choose_by_style(seats.worlds(), seats.setting.rules, self.styles, actions)
        return actions


@register("heuristic", "the strongest script: all that is known about the game")
def heuristic(**numbers: float) -> Agent:
    return StyleAgent(**{**load_numbers()["2"], **numbers})
