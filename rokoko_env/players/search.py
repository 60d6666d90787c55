"""Additions of Rokoko's script to tree search."""

from __future__ import annotations

from parlour.search_parts import SearchParts
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.scripted import heuristic_style


def search_parts(num_players: int) -> SearchParts:
    """Return them for this number of players."""
    return SearchParts(
        style=heuristic_style(num_players),
        plan=PLAN,
        # With more than two players the value network alone is weaker than after a rollout.
        rollout="estimate" if num_players == 2 else "script",
    )
