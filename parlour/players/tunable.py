"""`Tunable`: the numbers by which a game's script plays, for `agents.tune`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from parlour.players.agent import Agent
from parlour.players.registry import own_players
from parlour.spec import GameSpec

Numbers = dict[str, float]


@dataclass(frozen=True)
class Tunable:
    """Numbers to be tuned; a game's package `players` holds this as `TUNABLE`."""

    limits: Mapping[str, tuple[float, float]]  # the sensible minimum and maximum of each number
    lead_scale: float  # a lead of this many points counts nearly as a whole victory
    file: Path  # holds the numbers, by number of players
    load: Callable[[Path], dict[int, Numbers]]  # complete, even where there is no file yet
    make_agent: Callable[[int, Numbers], Agent]  # that plays by them, with this number of players

    def to_unit(self, numbers: Numbers) -> np.ndarray:
        """Scale the numbers to 0 to 1."""
        values = np.array([numbers[name] for name in self.limits])
        low, high = self._low_and_high
        unit: np.ndarray = (values - low) / (high - low)
        return unit

    def from_unit(self, unit: np.ndarray) -> Numbers:
        """Return the numbers that were scaled."""
        low, high = self._low_and_high
        values = low + np.clip(unit, 0, 1) * (high - low)
        return {name: round(float(x), 4) for name, x in zip(self.limits, values, strict=True)}

    @cached_property
    def _low_and_high(self) -> np.ndarray:
        return np.array(list(self.limits.values())).T


def find_tunable(spec: GameSpec) -> Tunable | None:
    """Return a game's numbers, if it has a script with some."""
    tunable: Tunable | None = getattr(own_players(spec), "TUNABLE", None)
    return tunable
