"""Checks of the board sides and of the rulebook numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour.component_checks import check_most, check_order, check_range, check_values
from parlour.component_errors import count_noun, fail, join_words, quote, suggestion
from parlour.datafiles import table_place
from rokoko_env.components import limits
from rokoko_env.components.model import (
    PLAYER_NUMBERS,
    RANKS,
    REWARDS,
    Board,
    Decoration,
    GameNumbers,
    Hall,
)

BOARD_FILES: Final = ("board_2_3.toml", "board_4_5.toml")
GAME_FILE: Final = "game.toml"
_NEVER_FALL: Final = "they never fall from left to right"
_NEVER_RISE: Final = "they never rise from left to right"


def check_boards(boards: Sequence[Board]) -> None:
    """Check each side, then that each number of players is on exactly one side."""
    if len(boards) != len(BOARD_FILES):  # only possible for a set built in memory
        fail(join_words(BOARD_FILES), f"{count_noun(len(boards), 'board side')} found, expected 2")
    for file, board in zip(BOARD_FILES, boards, strict=True):
        _check_workshop(file, board)
        _check_warehouse(file, board)
        _check_prices(table_place(file, "hire.prices"), board.hire_prices)
        _check_halls(file, board.halls)
        _check_decorations(file, board)
        _check_fireworks(file, board)
        _check_all_halls(file, board)
    _check_players(boards)


def _check_players(boards: Sequence[Board]) -> None:
    used: dict[int, str] = {}
    for file, board in zip(BOARD_FILES, boards, strict=True):
        place = table_place(file, key="players")
        if not board.players:
            fail(place, "the list is empty, expected at least one number of players")
        for position, number in enumerate(board.players, 1):
            check_range(f"{place}, value {position}", number, limits.PLAYERS)
            if number in used:
                fail(place, f"{number} is already in {used[number]}, expected each number once")
            used[number] = file
    for number in PLAYER_NUMBERS:
        if number not in used:
            expected = f"each of {join_words(PLAYER_NUMBERS)}"
            fail(place, f"{number} is in neither board file, expected {expected}")


def _check_workshop(file: str, board: Board) -> None:
    place = table_place(file, "workshop", "costs")
    check_values(place, board.window_costs, limits.MONEY)
    windows, allowed = len(board.window_costs), limits.WINDOWS
    if not allowed.low <= windows <= allowed.high:
        expected = f"{allowed.low} to {allowed.high} (the two rightmost are the dark ones)"
        fail(place, f"{count_noun(windows, 'window')} found, expected {expected}")
    check_order(place + ", value {number}", board.window_costs, rising=False, reason=_NEVER_RISE)


def _check_warehouse(file: str, board: Board) -> None:
    place = table_place(file, "warehouse", "segments")
    if len(board.segments) != limits.SEGMENTS:
        segments = count_noun(len(board.segments), "segment")
        fail(place, f"{segments} found, expected exactly {limits.SEGMENTS}")
    check_values(place, board.segments, limits.SEGMENT_SPACES)
    _check_prices(table_place(file, "warehouse.prices"), board.warehouse_prices)


def _check_prices(place: str, prices: Mapping[int, int]) -> None:
    for step in limits.PRICE_STEPS:
        if step not in prices:
            fail(place, f"key {step} is missing, expected {join_words(limits.PRICE_STEPS)}")
    for step, price in prices.items():
        if step not in limits.PRICE_STEPS:
            expected = join_words(limits.PRICE_STEPS)
            fail(place, f"key {quote(step)} is unknown, expected {expected}")
        check_range(f"{place}, key {step}", price, limits.MONEY)


def _check_majority(place: str, majority: Sequence[int]) -> None:
    if len(majority) != 2:  # only possible for a set built in memory
        fail(place, f"{count_noun(len(majority), 'number')} found, expected 2 (first, second)")
    check_values(place, majority, limits.PRESTIGE)
    first, second = majority
    if first < second:
        problem = f"the first number {first} is smaller than the second {second}"
        fail(place, f"{problem}, expected first >= second")


def _check_halls(file: str, halls: Sequence[Hall]) -> None:
    if len(halls) != limits.HALLS:
        place = table_place(file, "halls")
        fail(place, f"{count_noun(len(halls), 'hall')} found, expected exactly {limits.HALLS}")
    for number, hall in enumerate(halls, 1):
        table = f"halls, entry {number}"
        _check_majority(table_place(file, table, "majority"), hall.majority)
        for key in ("normal", "master"):
            _check_rewards(table_place(file, table, key), getattr(hall, key))
        if not hall.master:
            place = table_place(file, table, "master")
            fail(place, "0 Master guest spaces found, expected at least 1")
        spaces, allowed = len(hall.normal) + len(hall.master), limits.GUEST_SPACES
        if spaces > allowed.high:
            place = table_place(file, table, "normal and master")
            expected = f"{allowed.low} to {allowed.high}"
            fail(place, f"{spaces} guest spaces found together, expected {expected}")
        _check_decoration(file, f"{table}, table musician", hall.musician)


def _check_rewards(place: str, rewards: Sequence[str]) -> None:
    for number, reward in enumerate(rewards, 1):
        if reward not in REWARDS:
            problem = f"{quote(reward)} is not a known reward{suggestion(reward, REWARDS)}"
            fail(f"{place}, value {number}", problem)


def _check_decoration(file: str, table: str, space: Decoration) -> None:
    check_range(table_place(file, table, "cost"), space.cost, limits.MONEY)
    check_range(table_place(file, table, "prestige"), space.prestige, limits.PRESTIGE)
    check_range(table_place(file, table, "multiplier"), space.multiplier, limits.MULTIPLIER)


def _check_spaces(file: str, table: str, spaces: Sequence[Decoration], maximum: int) -> None:
    check_most(table_place(file, table), len(spaces), "space", maximum)
    for number, space in enumerate(spaces, 1):
        _check_decoration(file, f"{table}, entry {number}", space)


def _check_decorations(file: str, board: Board) -> None:
    _check_spaces(file, "statues.spaces", board.statues, limits.STATUES)
    _check_spaces(file, "fountain.upper", board.upper_fountain, limits.FOUNTAIN_ROW)
    _check_spaces(file, "fountain.lower", board.lower_fountain, limits.FOUNTAIN_ROW)


def _check_fireworks(file: str, board: Board) -> None:
    _check_majority(table_place(file, "fireworks", "majority"), board.fireworks_majority)
    _check_spaces(file, "fireworks.spaces", board.fireworks, limits.FIREWORKS)
    place = table_place(file, "fireworks.spaces, entry {number}", "cost")
    check_order(place, [space.cost for space in board.fireworks], rising=True, reason=_NEVER_FALL)


def _check_all_halls(file: str, board: Board) -> None:
    place = table_place(file, "all_halls", "prestige")
    check_most(place, len(board.all_halls), "space", limits.ALL_HALLS)
    check_values(place, board.all_halls, limits.PRESTIGE)
    check_order(place + ", value {number}", board.all_halls, rising=False, reason=_NEVER_RISE)


def check_numbers(numbers: GameNumbers) -> None:
    """Check the range of every number of the rulebook."""
    for table in ("depute", "bonus_depute"):
        size = len(getattr(numbers, table))
        if size != len(RANKS):  # only possible for a set built in memory
            fail(table_place(GAME_FILE, table), f"{size} numbers by rank, expected {len(RANKS)}")
    for table, values in number_tables(numbers).items():
        for key, value in values.items():
            check_range(table_place(GAME_FILE, table, key), value, limits.GAME_TABLES[table][key])


def number_tables(numbers: GameNumbers) -> dict[str, dict[str, int]]:
    """Return the numbers by the tables and keys of their file."""
    start = (numbers.start_livre, numbers.start_yarn, numbers.start_lace)
    return {
        "start": dict(zip(("livre", "yarn", "lace"), start, strict=True)),
        "favor": {"livre": numbers.favor_livre, "prestige": numbers.favor_prestige},
        "depute": {**_by_rank(numbers.depute), "minimum_deck": numbers.minimum_deck},
        "bonus_depute": _by_rank(numbers.bonus_depute),
        "income": {"livre": numbers.income},
        "scoring": {
            "livre_per_prestige": numbers.livre_per_prestige,
            "statue_prestige_per_color": numbers.statue_prestige_per_color,
        },
    }


def _by_rank(values: Sequence[int]) -> dict[str, int]:
    return dict(zip(RANKS, values, strict=True))
