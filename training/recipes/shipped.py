"""`python -m training.recipes.shipped`: train the network that a game ships (`make weights`).

The game's package names the runs in `players/recipes.toml`; each starts from the one before. After
Ctrl-C the same command resumes.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from agents.reporting.cli import GameOptions, run_command
from parlour.players.trained import RUN_NETWORK, shipped_network
from parlour.spec import GameSpec
from training.errors import TrainingError
from training.recipes.recipe import Recipe, folder, follow, is_finished

CHECKOUT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Options(GameOptions):
    """Train the network that a game ships; the same command resumes."""


def read_recipes(spec: GameSpec) -> dict[str, Any]:
    """Read the runs that train a game's network."""
    path = spec.folder / "players" / "recipes.toml"
    if not path.is_file():
        raise TrainingError(f"{spec.title} has no recipes for a network to ship ({path.name})")
    return tomllib.loads(path.read_text("utf-8"))


def stages(game: str, recipes: dict[str, Any]) -> list[Recipe]:
    """Return the runs in their order."""
    return [{"game": game, "name": name, **_options(recipes, name)} for name in recipes["runs"]]


def _options(recipes: dict[str, Any], name: str) -> Recipe:
    """Return the options in a table, and those in the table that it is based on."""
    table = dict(recipes[name])
    base = table.pop("based_on", None)
    own = {key: tuple(x) if isinstance(x, list) else x for key, x in table.items()}
    return {**_options(recipes, base), **own} if base else own


def train(options: Options) -> int:
    """Train all stages, and copy the network and report of the last one."""
    spec, recipes = options.spec, read_recipes(options.spec)
    for recipe in (runs := stages(options.game, recipes)):
        if not is_finished(recipe) and (code := follow(recipe)):
            return code
    last, shipped = folder(runs[-1]), shipped_network(spec)
    shipped.parent.mkdir(exist_ok=True)
    shutil.copyfile(last / RUN_NETWORK, shipped)
    shutil.copyfile(last / "report.html", CHECKOUT / recipes["report"])
    print(f"Its network is now the shipped one ({shipped.name}).")
    return 0


main = partial(run_command, Options, train)


if __name__ == "__main__":
    sys.exit(main())
