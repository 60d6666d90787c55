"""The games that can be studied, each with its `parts` and its notes (`core`) in a package here."""

from __future__ import annotations

import importlib
from functools import cache

from agents.reporting.cli import CommandError
from parlour.spec import GameSpec
from research.balance.parts import BalanceParts

# The games, and the names of their tables of events.
EVENTS = {"noblemen": "bids", "rokoko": "dresses"}


@cache
def find_parts(spec: GameSpec) -> BalanceParts:
    """Return a game's parts in balance studies."""
    if spec.name not in EVENTS:
        known = ", ".join(sorted(EVENTS))
        raise CommandError(
            f"the balance of {spec.name} can't be studied: research/balance/games has no notes for "
            f"it (games: {known})"
        )
    parts: BalanceParts = importlib.import_module(f"{__name__}.{spec.name}.parts").PARTS
    return parts
