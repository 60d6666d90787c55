"""Checks of the board and of the pieces on and beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from noblemen_env.components import limits
from noblemen_env.components.model import (
    BUILDINGS,
    FOLLIES,
    PLAYER_NUMBERS,
    TRACK_FIELDS,
    Board,
    Offer,
    Pieces,
)
from parlour.component_checks import (
    check_count,
    check_most,
    check_order,
    check_range,
    check_values,
    check_word,
)
from parlour.component_errors import Range, count_noun, fail, join_words, quote
from parlour.datafiles import table_place
from parlour.number_tables import check_numbers, number_ranges

BOARD_FILE: Final = "board.toml"
PRINTED_PIECES: Final = Pieces(castles=15, chapels=15, palaces=12, markers=20, knights=2)
PRINTED_OFFER: Final = Offer(castles=(3, 4, 5), chapels=(3, 4, 5), palaces=(2, 3, 4))


def check_board(board: Board) -> None:
    """Check the board, and that the game can be set up with these pieces."""
    check_numbers(BOARD_FILE, "pieces", board.pieces)
    for name in BUILDINGS:
        _check_offer(board, name)
        _check_prices(board, name)
    _check_folly_points(board)
    _check_track(board.track)


def check_by_players(
    place: str, values: Sequence[int], places: Sequence[str], allowed: Range
) -> None:
    """Check a number for each number of players."""
    if len(values) != len(PLAYER_NUMBERS):  # only possible for a set built in memory
        found = count_noun(len(values), "number")
        fail(place, f"{found} found, expected one for each of {join_words(PLAYER_NUMBERS)} players")
    for inner, value in zip(places, values, strict=True):
        check_range(inner, value, allowed)


def _check_offer(board: Board, name: str) -> None:
    offer, pieces = getattr(board.offer, name), getattr(board.pieces, name)
    place = table_place(BOARD_FILE, f"offer.{name}")
    places = [table_place(BOARD_FILE, f"offer.{name}", str(number)) for number in PLAYER_NUMBERS]
    check_by_players(place, offer, places, limits.OFFER)
    for inner, players, number in zip(places, PLAYER_NUMBERS, offer, strict=True):
        estates = players if name == "castles" else 0  # each begins with a castle
        if number + estates > pieces:
            expected = f"at most {max(pieces - estates, 0)}"
            reason = count_noun(pieces, name.removesuffix("s"), name)
            reason += f", and {estates} are in the estates" if estates else ""
            fail(inner, f"{number} found, expected {expected} ({reason})")


def _check_prices(board: Board, name: str) -> None:
    prices, offer = getattr(board.prices, name), max(getattr(board.offer, name))
    place = table_place(BOARD_FILE, "prices", name)
    check_most(place, len(prices), "price", limits.PRICES)
    check_values(place, prices, limits.MONEY)
    if len(prices) < offer:
        found = count_noun(len(prices), "price")
        fail(place, f"{found} found, expected at least {offer} (one for each piece of the offer)")
    reason = "the cheapest comes first"
    check_order(place + ", value {number}", prices, rising=True, reason=reason)


def _check_folly_points(board: Board) -> None:
    place = table_place(BOARD_FILE, "follies", "points")
    if len(board.folly_points) != FOLLIES:
        found = count_noun(len(board.folly_points), "number")
        fail(place, f"{found} found, expected {FOLLIES} (for the first to the fourth folly)")
    check_values(place, board.folly_points, limits.POINTS)


def _check_track(track: Sequence[str]) -> None:
    """Check the order of the fields.

    Turns are played on start, round and lock fields, so there is one at least: the start. From a
    mask the marker moves on at once, to a field that must not be a mask again.
    """
    place = table_place(BOARD_FILE, "track", "fields")
    for number, word in enumerate(track, 1):
        check_word(f"{place}, value {number}", word, "field", TRACK_FIELDS)
    check_most(place, len(track), "field", limits.TRACK)
    for word, index, where in (("start", 0, "first"), ("scoring", -1, "last")):
        if not track or track[index] != word:
            found = f"the {where} field is {quote(track[index])}" if track else "the list is empty"
            fail(place, f"{found}, expected {word!r}")
        if track.count(word) > 1:
            fail(place, f"{word!r} occurs {track.count(word)} times, expected once")
    for number, pair in enumerate(pairwise(track), 2):
        if pair == ("mask", "mask"):
            expected = "another field (the marker leaves a mask at once)"
            fail(f"{place}, value {number}", f"'mask' follows 'mask', expected {expected}")


def count_board(board: Board) -> None:
    """Compare the numbers of pieces with the printed game."""
    place = table_place(BOARD_FILE, "pieces")
    for name in number_ranges(Pieces):
        noun = "knights of each player" if name == "knights" else name
        check_count(place, noun, getattr(board.pieces, name), getattr(PRINTED_PIECES, name))
    for name in BUILDINGS:
        printed = zip(PLAYER_NUMBERS, getattr(PRINTED_OFFER, name), strict=True)
        for (players, expected), number in zip(printed, getattr(board.offer, name), strict=True):
            place = table_place(BOARD_FILE, f"offer.{name}", str(players))
            check_count(place, name, number, expected)
