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
        # The network alone cannot tell a good cell from the next one: a turn shows the difference.
        rollout="script",
        turns=1,
        # Most decisions lay a tile or give it away: the script's choice is rarely far off.
        tuning={"exploration": 0.3, "temperature": 0.3},
    )
