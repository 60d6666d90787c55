"""The game that the studies are about."""

from __future__ import annotations

from agents.reporting.cli import CommandError, GameOptions
from rokoko_env import SPEC


def check_game(command: str, options: GameOptions) -> None:
    """Refuse another game than the one that the command studies."""
    if options.spec is not SPEC:
        raise CommandError(f"{command} studies {SPEC.name}, not {options.spec.name}")
