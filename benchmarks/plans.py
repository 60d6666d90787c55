"""Plans: the matches and the run that show how strong a game's players are, as data.

`plans/GAME.toml` lists the matches of `benchmarks.strength`, `benchmarks.trained` and, after the
run `hour` (options of `training.selfplay`), of `benchmarks.training_hour`. Of each it says what
it shows, and the figure to reach, if there is one:

- `share` (the default): the win share of the first agent
- `share against each`: its win share against each of the others; `wanted` has one for each name
- `lead`: its win share above that of the next best
- `winner's score`
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.reporting.cli import CommandError
from parlour.games import DEFAULT_GAME
from parlour.spec import GameSpec
from training.recipes.recipe import Recipe

FOLDER = Path(__file__).parent / "plans"


@dataclass(frozen=True)
class Meeting:
    """A match to be played, in a folder of its name."""

    name: str
    agents: tuple[str, ...]
    players: int
    games: int
    field: bool = False
    shows: str = "share"
    wanted: float | Mapping[str, float] | None = None


@dataclass(frozen=True)
class Plan:
    """All that is measured of a game's players."""

    score_unit: str
    strength: tuple[Meeting, ...]
    trained: tuple[Meeting, ...]
    hour: Recipe
    after_an_hour: tuple[Meeting, ...]
    ladder: Mapping[str, Any] | None  # fields of `agents.ladder.Options`; None: it takes too long
    doublings: Mapping[int, int]  # games of a budget against its double, instead of the ladder's


def read_plan(spec: GameSpec) -> Plan:
    """Read the plan of a game."""
    path = FOLDER / f"{spec.name}.toml"
    if not path.is_file():
        raise CommandError(f"{spec.title} has no plan of matches (benchmarks/plans/{path.name})")
    data = tomllib.loads(path.read_text("utf-8"))
    meetings = {name: _meetings(data[name]) for name in ("strength", "trained", "after_an_hour")}
    ladder, hour = _with_tuples(data.get("ladder", {})), _with_tuples(data["hour"])
    doublings = {int(budget): games for budget, games in ladder.pop("doublings", {}).items()}
    game = {} if spec.name == DEFAULT_GAME else {"game": spec.name}
    return Plan(
        data["score_unit"],
        **meetings,
        hour={**game, **hour},
        ladder={**game, **ladder} if ladder else None,
        doublings=doublings,
    )


def _meetings(tables: list[dict[str, Any]]) -> tuple[Meeting, ...]:
    return tuple(Meeting(**_with_tuples(table)) for table in tables)


def _with_tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(x) if isinstance(x, list) else x for key, x in table.items()}
