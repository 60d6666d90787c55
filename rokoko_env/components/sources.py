"""Counts how many values of a set come from where, by the source words in its files.

A source text is one or more clauses with semicolons between them; what stands in brackets only
explains. The first source word of a clause decides for the values the clause names ("copies
reconstructed"); a clause that names none decides for all the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rokoko_env.components.check_board import BOARD_FILES, GAME_FILE, number_tables
from rokoko_env.components.model import Board, Components

SOURCE_WORDS: Final = ("rulebook", "press", "inferred", "reconstructed")
OTHER: Final = "other"  # own words, such as "printed on my copy"

_WORD = re.compile(r"\b(" + "|".join(SOURCE_WORDS) + r")\b")
_BRACKETS = re.compile(r"\([^()]*\)")


def words_by_name(source: str, names: Iterable[str]) -> dict[str, str]:
    """The source word of the values that each name stands for."""
    names = tuple(names)
    rest = OTHER
    named: dict[str, str] = {}
    # From the last clause to the first: if two speak of the same values, the first one counts.
    for clause in reversed(_BRACKETS.sub("", source.lower()).split(";")):
        found = _WORD.search(clause)
        word = found.group() if found else OTHER
        spoken_of = [name for name in names if re.search(rf"\b{name}\b", clause)]
        named.update(dict.fromkeys(spoken_of, word))
        if not spoken_of:
            rest = word
    return {name: named.get(name, rest) for name in names}


def source_words(source: str, groups: Mapping[str, int]) -> Counter[str]:
    """How many values each source word covers; `groups` says how many values a name stands for."""
    words: Counter[str] = Counter()
    for name, word in words_by_name(source, groups).items():
        words[word] += groups[name]
    return words


def count_sources(components: Components) -> dict[str, Counter[str]]:
    """File by file, how many of its values each source word covers."""
    employees: Counter[str] = Counter()
    for card in components.employees:
        employees += source_words(card.rank_source, {"rank": 1})
        employees += source_words(card.bonus_source, {"level": 1, "copies": 1, "bonus": 1})
    dresses: Counter[str] = Counter()
    dress_groups = {"color": 1, "cost": 6, "value": 1, "points": 1, "thimble": 1}
    for dress in components.dresses:
        dresses += source_words(dress.source, dress_groups)
    tiles: Counter[str] = Counter()
    for tile in components.resources:
        tiles += source_words(tile.source, {"copies": 1, "silk": 4, "trim": 1})
    files = {"employees.csv": employees, "dresses.csv": dresses, "resources.csv": tiles}
    for file, board in zip(BOARD_FILES, components.boards, strict=True):
        files[file] = _count_board(board)
    files[GAME_FILE] = Counter()
    for table, values in number_tables(components.numbers).items():
        source = components.numbers.sources[table]
        files[GAME_FILE] += source_words(source, dict.fromkeys(values, 1))
    return files


def _count_board(board: Board) -> Counter[str]:
    guests = sum(len(hall.normal) + len(hall.master) for hall in board.halls)
    musicians = majorities = 2 * len(board.halls)
    sections = {
        "workshop": {"costs": len(board.window_costs)},
        "warehouse": {"spaces": len(board.segments), "prices": len(board.warehouse_prices)},
        "hire": {"prices": len(board.hire_prices)},
        "halls": {"rewards": guests, "majority": majorities, "musicians": musicians},
        "statues": {"spaces": 2 * len(board.statues)},
        "fountain": {
            "upper": 2 * len(board.upper_fountain),
            "lower": 2 * len(board.lower_fountain),
        },
        "fireworks": {"majority": 2, "spaces": 3 * len(board.fireworks)},
        "all_halls": {"prestige": len(board.all_halls)},
    }
    words: Counter[str] = Counter()
    for section, groups in sections.items():
        words += source_words(board.sources[section], groups)
    return words
