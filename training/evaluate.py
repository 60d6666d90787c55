"""How a network in training does against fixed opponents, by the arena."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agents.arena.run import run_match

# Deals of evaluations: others than those of the figures in the docs, which begin with 0.
FIRST_DEAL = 10**9


def evaluate(network: Path, baseline: str, num_players: int, games: int) -> dict[str, Any]:
    """A match of the network against copies of a baseline, as a line of the log."""
    own = f"ppo:{network}"
    match = run_match(
        [own, baseline],
        num_players=num_players,
        games=games,
        seed=FIRST_DEAL,
        field=True,
        workers=1,
    )
    standing = match.standings.by_label(own).to_json()
    names = ("win_share", "score", "rank", "points", "decisions")
    told = {name: standing[name] for name in names}
    return {"baseline": baseline, "players": num_players, "games": match.results.games, **told}
