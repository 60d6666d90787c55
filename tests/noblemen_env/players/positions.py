"""Positions for scripts to decide in, and other components to play with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from noblemen_env import Components, Game, load_components
from noblemen_env.core import ids
from parlour.players.agent import Seats
from tests.noblemen_env.render.tables import positions
from tests.noblemen_env.variants import VARIANTS, write_variant


@cache
def games_by_decision(num_players: int, each: int = 3) -> dict[str, list[Game]]:
    """Return some positions for each decision, of players who choose at random with preferences.

    They do not depend on the numbers of any script.
    """
    found: dict[str, list[Game]] = {name: [] for name in ids.DECISION_NAMES if name != "over"}
    for seed in range(1, 60):
        for game in positions(num_players, seed, every=1):
            if not game.is_over and len(found[game.decision]) < each:
                found[game.decision].append(game)
        if all(found.values()):
            return found
    raise LookupError(
        f"decisions that nobody made: {[n for n, games in found.items() if not games]}"
    )


def seats_of(games: list[Game]) -> Seats:
    """Return the seats to decide, with seeds that are the same each time."""
    states = np.concatenate([game._states for game in games])
    seeds = np.arange(1, len(games) + 1, dtype=np.uint64)
    numbers = np.arange(len(games))
    return Seats(states, numbers, games[0]._ruleset, seeds, numbers)


# --- other components ----------------------------------------------------------------------------


def steep() -> Components:
    """Return a set with steep prices, up to the dearest that there can be."""
    standard = load_components()
    prices = replace(
        standard.board.prices,
        castles=(2, 6, 12, 30, 99),
        chapels=(0, 9, 18, 27, 99),
        palaces=(5, 20, 40, 99),
    )
    return replace(standard, board=replace(standard.board, prices=prices))


def sets_of_components(folder: Path) -> dict[str, Callable[[], Components]]:
    """Return functions that load a set: the standard one, its variants, and one that is steep."""
    source = Path(str(files("noblemen_env"))) / "components" / "standard"

    def load(name: str) -> Components:
        (folder / name).mkdir(exist_ok=True)
        return load_components(write_variant(name, source, folder / name), check_counts=False)

    return {"steep": steep, **{name: lambda name=name: load(name) for name in VARIANTS}}
