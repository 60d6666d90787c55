"""Additions of Noblemen's script to tree search."""

from __future__ import annotations

from noblemen_env.players.core.script.plan import PLAN
from noblemen_env.players.scripted import heuristic_style
from parlour.search_parts import SearchParts


def search_parts(num_players: int) -> SearchParts:
    """Return them for this number of players."""
    return SearchParts(
        style=heuristic_style(num_players),
        plan=PLAN,
        # The small network cannot tell a good cell from the next one, and the more a search trusts
        # it, the weaker it plays. Games that the script plays to their end tell the difference.
        rollout="script",
        turns=100,
        tuning={"exploration": 0.5, "temperature": 0.5},
    )
