"""`Ruleset`: everything shared by games with the same components and number of players."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from rokoko_env.actions import ActionNames
from rokoko_env.codec import Vocabulary
from rokoko_env.components import Components, check_components, load_components
from rokoko_env.core.rules import build_rules, card_ids

ComponentsLike: TypeAlias = Components | str | os.PathLike[str] | None


@dataclass(frozen=True)
class Ruleset:
    """Components, the rules record made of them, and all names."""

    components: Components
    num_players: int
    rules: np.ndarray  # the core's rules record, in an array of one
    actions: ActionNames
    vocabulary: Vocabulary
    cards: tuple[str, ...]  # ids by number; copies have the same id
    tiles: tuple[str, ...]
    dresses: tuple[str, ...]


def ruleset_for(components: ComponentsLike, num_players: int) -> Ruleset:
    """Return the ruleset, made once; `components` may be a folder, None is the standard set."""
    if not isinstance(components, Components):
        components = load_components(components)
    return _make(components, num_players)


@lru_cache(maxsize=64)
def _make(components: Components, num_players: int) -> Ruleset:
    # A set that was changed in memory may exceed the sizes of the core.
    check_components(components, check_counts=False)
    return Ruleset(
        components=components,
        num_players=num_players,
        rules=build_rules(components, num_players),
        actions=ActionNames(components),
        vocabulary=Vocabulary.of(components),
        cards=tuple(card_ids(components)),
        tiles=tuple(r.id for r in components.resources for _ in range(r.copies)),
        dresses=tuple(d.id for d in components.dresses),
    )
