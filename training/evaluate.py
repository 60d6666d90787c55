"""Evaluation of a network in training: matches against fixed opponents in the arena."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from agents.arena.run import run_match
from agents.reporting.cli import game_arguments
from parlour.spec import GameSpec

# First deal of evaluations: apart from those of the figures in the docs, which begin at 0.
FIRST_DEAL = 10**9


def evaluate(
    spec: GameSpec, network: Path, baseline: str, num_players: int, games: int
) -> dict[str, Any]:
    """Play the network against copies of a baseline. Returns a line of the log."""
    agent = f"ppo:{network}"
    result = run_match(
        [agent, baseline],
        spec=spec,
        num_players=num_players,
        games=games,
        seed=FIRST_DEAL,
        field=True,
        workers=1,
    )
    standing = result.standings.by_label(agent).to_json()
    names = ("win_share", "score", "rank", "points", "decisions")
    metrics = {name: standing[name] for name in names}
    return {"baseline": baseline, "players": num_players, "games": result.results.games, **metrics}


def arena_command(spec: GameSpec, *arguments: str) -> str:
    """Return the command for a match."""
    return shlex.join(["python", "-m", "agents.arena", *arguments, *game_arguments(spec)])
