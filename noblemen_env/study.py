"""Noblemen's parts in studies of its components (`parlour.study_parts`)."""

from __future__ import annotations

from noblemen_env.components.load import parse_components, read_files
from noblemen_env.players.scripted import ARCHETYPES
from parlour.study_parts import StudyParts

STUDY_PARTS = StudyParts(
    unit="VP",
    agents=("heuristic", *ARCHETYPES),
    read_files=read_files,
    parse_files=parse_components,
)
