"""Additions of Rokoko to tree search: its script and its value network."""

from __future__ import annotations

from parlour.players.value_net import load_value_net
from parlour.search_parts import SearchParts
from rokoko_env.players.core.script.plan import PLAN
from rokoko_env.players.scripted import heuristic_style
from rokoko_env.spec import SPEC


def search_parts(num_players: int) -> SearchParts:
    """Return them for this number of players."""
    return SearchParts(
        style=heuristic_style(num_players),
        plan=PLAN,
        value_net=load_value_net(SPEC, num_players),
        # With more than two players the value network alone is weaker than after a rollout.
        rollout="estimate" if num_players == 2 else "script",
    )
