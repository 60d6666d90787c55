"""Count the values of a set by source, from the source words in its files."""

from __future__ import annotations

from collections import Counter

from parlour.sources import source_words
from rokoko_env.components.check_board import BOARD_FILES, GAME_FILE, number_tables
from rokoko_env.components.model import Board, Components


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
