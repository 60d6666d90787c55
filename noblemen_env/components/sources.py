"""Count the values of a set by source, from the source words in its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from noblemen_env.components.check import GAME_FILE
from noblemen_env.components.check_board import BOARD_FILE
from noblemen_env.components.model import BUILDINGS, PLAYER_NUMBERS, Board, Components, Pieces
from parlour.number_tables import count_number_sources, number_ranges
from parlour.sources import source_words

_COPIES: Final = {"copies": 1}
_TITLE: Final = {"prestige": 1, "points": 1, "discount": 1, "copies": len(PLAYER_NUMBERS)}
_FOLLY: Final = {"manors": 1, "forests": 1, "gardens": 1, "price": 1}


class _HasSource(Protocol):
    @property
    def source(self) -> str: ...


def count_sources(components: Components) -> dict[str, Counter[str]]:
    """Count the values of each file by source word."""
    return {
        "tiles.csv": _count_rows(components.tiles, _COPIES),
        "cards.csv": _count_rows(components.cards, _COPIES),
        "titles.csv": _count_rows(components.titles, _TITLE),
        "follies.csv": _count_rows(components.follies, _FOLLY),
        BOARD_FILE: _count_board(components.board),
        GAME_FILE: count_number_sources(components.numbers),
    }


def _count_rows(rows: Iterable[_HasSource], groups: Mapping[str, int]) -> Counter[str]:
    return sum((source_words(row.source, groups) for row in rows), Counter[str]())


def _count_board(board: Board) -> Counter[str]:
    sections = {
        "pieces": dict.fromkeys(number_ranges(Pieces), 1),
        "offer": dict.fromkeys(BUILDINGS, len(PLAYER_NUMBERS)),
        "prices": {name: len(getattr(board.prices, name)) for name in BUILDINGS},
        "follies": {"points": len(board.folly_points)},
        "track": {"fields": len(board.track)},
    }
    words: Counter[str] = Counter()
    for section, groups in sections.items():
        words += source_words(board.sources[section], groups)
    return words
