"""The reference model in a position of the core, so that both play on from it and are compared."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from tests.noblemen_env.core.compare import CoreChance, CoreGame, compare_position
from tests.noblemen_env.reference import ReferenceGame
from tests.noblemen_env.reference.data import AREA_OF_TILE
from tests.noblemen_env.reference.estate import cell_from_name

COPIED = ("decade", "track", "queen", "active", "bag", "church", "deck", "offer", "reserve")
COPIED += ("follies", "pool", "acted", "card_played")


class Twin:
    """The model at the same decision as a game of the core: its very first one, or any `act`."""

    def __init__(self, core: CoreGame, folder: Path) -> None:
        self.core = core
        self.chance = CoreChance(core)
        self.model = model = ReferenceGame(core.num_players, self.chance, folder)
        self.chance.model = model
        if core.decision == "act":
            set_table(model, core.snapshot())
            model.resume()
        else:
            model.start()
        compare_position(core, model)

    @property
    def events(self) -> Counter[str]:
        return self.model.events

    def before(self) -> None:
        """Note what the model's chance needs to know of the core, before a step of it."""
        self.chance.remember()

    def after(self, option: str) -> None:
        """Let the model follow a step of the core, and compare."""
        self.model.apply(option)
        compare_position(self.core, self.model)


def set_table(model: ReferenceGame, table: dict[str, Any]) -> None:
    """Write what a snapshot shows into the model's table."""
    for name in COPIED:
        setattr(model, name, table[name])
    for player, shown in zip(model.players, table["players"], strict=True):
        set_player(player, shown)


def set_player(player: dict[str, Any], shown: dict[str, Any]) -> None:
    """Write what a snapshot shows of a player into the model's."""
    for name in ("money", "markers", "title", "taxes_used", "land_used"):
        player[name] = shown[name]
    for name in ("tiles", "cards", "points"):
        player[name] = dict.fromkeys(player[name], 0) | shown[name]
    for name in ("land", "buildings", "areas"):
        player[name] = {cell_from_name(cell): what for cell, what in shown[name].items()}
    knights = shown["knights"][: len(player["knights"])]
    player["knights"] = [k and (k[0], cell_from_name(k[1])) for k in knights]
    assert set(player["areas"].values()) <= set(AREA_OF_TILE.values())
