"""`heuristic` without one kind of decoration: `...abstainers:Without:statues`.

Its win share, compared with that of `heuristic` in the same games, measures the worth of the kind
to a player who could take it: fairer than the points it brings, which others could have brought.
"""

from __future__ import annotations

from parlour.validation import one_of
from rokoko_env.players.core.script.style import make_styles
from rokoko_env.players.scripted import PLAYERS, StyleAgent, load_numbers

KINDS = ("statues", "fireworks", "fountains", "musicians")


class Without(StyleAgent):
    """Plays like `heuristic`, except that this kind is worth nothing to it."""

    def __init__(self, kind: str) -> None:
        wants = {f"want_{one_of('kind', kind, KINDS)}": 0.0}
        super().__init__({p: make_styles({**load_numbers()[p], **wants}) for p in PLAYERS})


def name(kind: str) -> str:
    """The name of the agent in a match."""
    return f"{__name__}:{Without.__name__}:{kind}"
