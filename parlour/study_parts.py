"""`StudyParts`: a game's components as files, and its words, for studies of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Tree = dict[str, Any]  # the values of a file: those of a CSV file by id and column
Files = Mapping[str, bytes]  # the files of a set by name, in the order of lists


class SourceText(NamedTuple):
    """The text that says where a value comes from."""

    holder: Tree  # the row or table that has it
    key: str  # of the text
    name: str  # of the value in the text


FindSource = Callable[[str, Tree, Sequence[str]], SourceText | None]  # file without ending, path


def source_of_row(stem: str, tree: Tree, path: Sequence[str]) -> SourceText | None:
    """Find the text at `source` in the row or table of a value."""
    holder = tree.get(path[0])
    if isinstance(holder, dict) and "source" in holder:
        return SourceText(holder, "source", path[1])
    return None


@dataclass(frozen=True)
class StudyParts:
    """The parts of a game in studies."""

    unit: str  # of points, in two or three letters
    agents: tuple[str, ...]  # that play where none are named
    read_files: Callable[..., dict[str, bytes]]  # (folder | None) of the set there, or the standard
    parse_files: Callable[..., Any]  # (files, *, check_counts) the components, checked
    find_source: FindSource = source_of_row
