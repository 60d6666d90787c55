"""Short matches, and their comparison."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from agents.arena.run import MatchResult, run_match

FILES = ("match.json", "result.json", "standings.csv", "games.csv")


def play(*agents: str, **options) -> MatchResult:
    return run_match(agents, **({"games": 60, "workers": 1} | options))


def arrays(result: MatchResult) -> list[np.ndarray]:
    games = result.results.game_results
    return [games.points, games.tie_breaks, games.decisions, games.asked]


def same(one: MatchResult, other: MatchResult) -> bool:
    pairs = zip(arrays(one), arrays(other), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs) and (
        one.standings.to_json() == other.standings.to_json()
    )


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]
