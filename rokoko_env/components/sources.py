"""Count the values of a set by source, from the source words in its files.

A source text is one or more clauses separated by semicolons; text in brackets only explains. The
first source word of a clause applies to the values that the clause names ("copies reconstructed"),
or to all the others if it names none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from rokoko_env.components.check_board import BOARD_FILES, GAME_FILE, number_tables
from rokoko_env.components.model import Board, Components

SOURCE_WORDS: Final = ("rulebook", "press", "inferred", "reconstructed")
OTHER: Final = "other"  # free text, such as "printed on my copy"

_WORD = re.compile(r"\b(" + "|".join(SOURCE_WORDS) + r")\b")
_BRACKETS = re.compile(r"\([^()]*\)")


def words_by_name(source: str, names: Iterable[str]) -> dict[str, str]:
    """Return the source word of each name."""
    names = tuple(names)
    rest = OTHER
    named: dict[str, str] = {}
    # From the last clause to the first: if two name the same values, the first one counts.
    for clause in reversed(_BRACKETS.sub("", source.lower()).split(";")):
        match = _WORD.search(clause)
        word = match.group() if match else OTHER
        mentioned = [name for name in names if re.search(rf"\b{name}\b", clause)]
        named.update(dict.fromkeys(mentioned, word))
        if not mentioned:
            rest = word
    return {name: named.get(name, rest) for name in names}


def source_words(source: str, groups: Mapping[str, int]) -> Counter[str]:
    """Count the values by source word; `groups` holds the number of values of each name."""
    words: Counter[str] = Counter()
    for name, word in words_by_name(source, groups).items():
        words[word] += groups[name]
    return words


def count_sources(components: Components) -> dict[str, Counter[str]]:
    """Count the values of each file by source word."""
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
