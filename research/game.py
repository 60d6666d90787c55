"""The game that a study is about."""

from __future__ import annotations

from agents.reporting.cli import CommandError
from parlour.spec import GameSpec
from parlour.study_parts import StudyParts

USUAL_PLAYERS = 4


def study_parts(spec: GameSpec) -> StudyParts:
    """Return a game's parts in studies of its components."""
    if spec.study_parts is None:
        raise CommandError(
            f"the components of {spec.name} can't be studied: its spec has no `study_parts`"
        )
    return spec.study_parts()


def number_of_players(spec: GameSpec, players: int | None) -> int:
    """Return the number of players of a study: by default four, if a game can have them."""
    if players is None:
        return min(max(USUAL_PLAYERS, spec.players[0]), spec.max_players)
    return players
