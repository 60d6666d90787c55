"""Rokoko's parts in studies of its components (`parlour.study_parts`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.study_parts import SourceText, StudyParts, Tree
from rokoko_env.components.load import parse_components, read_files
from rokoko_env.components.model import COLORS
from rokoko_env.players.scripted import ARCHETYPES

# Names of values in source texts, where they differ from those in the files.
_IN_SOURCES: Final = {
    "dresses": {
        **dict.fromkeys((*COLORS, "yarn", "lace"), "cost"),
        "livre": "value",
        "prestige": "points",
    },
    "resources": dict.fromkeys(COLORS, "silk"),
    "boards": {
        "segments": "spaces",
        "normal": "rewards",
        "master": "rewards",
        "musician": "musicians",
    },
}


def find_source(stem: str, tree: Tree, path: Sequence[str]) -> SourceText | None:
    """Find the source text of a value; the rank and the bonus of an employee have their own."""
    if stem == "employees":
        key = "rank_source" if path[1] == "rank" else "bonus_source"
        return SourceText(tree[path[0]], key, path[1])
    if stem in ("dresses", "resources"):
        return SourceText(tree[path[0]], "source", _IN_SOURCES[stem].get(path[1], path[1]))
    holder = tree.get("halls_source" if path[0] == "halls" else path[0])
    words = [part for part in path[1:] if not part.isdecimal()]
    name = words[0] if words else path[0]
    if stem != "game":
        name = _IN_SOURCES["boards"].get(name, name)
    # Some values have no source.
    return SourceText(holder, "source", name) if isinstance(holder, dict) else None


STUDY_PARTS = StudyParts(
    unit="PP",
    agents=("heuristic", *ARCHETYPES),
    read_files=read_files,
    parse_files=parse_components,
    find_source=find_source,
)
