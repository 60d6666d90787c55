"""Games by name: those that are installed, and any importable package with a `SPEC`.

An installed package names its games in the entry points of the group `parlour.games`.
"""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points

from parlour.errors import GameError
from parlour.spec import LOADED, GameSpec, load_spec
from parlour.validation import near_match

GROUP = "parlour.games"
DEFAULT_GAME = "rokoko"


def game_names() -> list[str]:
    """Return the names of all games that are installed."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def find_game(name: str) -> GameSpec:
    """Return a game by its name, or by that of its package."""
    is_known = name in LOADED or name in game_names()
    if not is_known and all(part.isidentifier() for part in name.split(".")):
        try:
            package = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if not f"{name}.".startswith(f"{error.name}."):
                raise  # the game needs another one, which is missing
        else:
            if isinstance(spec := getattr(package, "SPEC", None), GameSpec):
                return spec
    return known_game(name)


def known_game(name: str) -> GameSpec:
    """Return a game that is loaded or installed: a file that names one imports nothing else."""
    if name in LOADED:
        return LOADED[name]
    for entry in entry_points(group=GROUP, name=name):
        try:
            return load_spec(entry.module)
        except (AttributeError, ImportError) as error:
            raise GameError(f"the game {name} can't be loaded: {error}") from None
    names = game_names()
    raise GameError(
        f"no game is called {name!r}{near_match(name, names)} (games: {', '.join(names)})"
    )
