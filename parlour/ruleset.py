"""`Ruleset`: everything shared by games with the same components and number of players."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

import numpy as np

from parlour.actions import ActionNames
from parlour.errors import GameError
from parlour.spec import Components, GameSpec

ComponentsLike: TypeAlias = Components | str | os.PathLike[str] | None


@dataclass(frozen=True)
class Ruleset:
    """Components, the rules record made of them, and all names."""

    spec: GameSpec
    components: Components
    num_players: int
    rules: np.ndarray  # the core's rules record, in an array of one
    actions: ActionNames
    vocabulary: Mapping[str, tuple[str, ...]]


def ruleset_for(spec: GameSpec, components: ComponentsLike, num_players: int) -> Ruleset:
    """Return the ruleset, made once."""
    return _make(spec, cast(Hashable, find_components(spec, components)), num_players)


def find_components(spec: GameSpec, components: ComponentsLike) -> Components:
    """Return a set of components; they may be named by their folder, None is the standard set."""
    if components is None or isinstance(components, (str, os.PathLike)):
        return spec.load_components(components)
    return components


@lru_cache(maxsize=64)
def _make(spec: GameSpec, components: Components, num_players: int) -> Ruleset:
    spec.check_components(components)  # a set changed in memory may exceed the core's sizes
    rules = spec.build_rules(components, num_players)
    if rules.dtype != spec.rules or rules.shape != (1,):  # jitted code would misread it
        raise GameError(f"{spec.name}: build_rules does not return an array of one `rules` record")
    return Ruleset(
        spec=spec,
        components=components,
        num_players=num_players,
        rules=rules,
        actions=ActionNames(spec.action_names(components)),
        vocabulary={**spec.vocabulary(components), "decisions": spec.decisions},
    )
