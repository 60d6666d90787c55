"""Sets at the limits of the checks can be played: the core holds their numbers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from noblemen_env import Game
from noblemen_env.components import Components, check_components, limits, load_components
from noblemen_env.components.model import Pieces
from noblemen_env.components.numbers import Numbers
from parlour.number_tables import number_ranges, table_kinds

STANDARD = load_components()
NO_PIECES: tuple[int, int, int] = (0, 0, 0)


def numbers_at(end: str) -> Numbers:
    """All numbers at the low or high end of their range, and tiles enough for the choice."""
    tables = {
        name: kind(**{key: getattr(allowed, end) for key, allowed in number_ranges(kind).items()})
        for name, kind in table_kinds(Numbers).items()
    }
    tables["start"] = replace(tables["start"], tiles=4 * tables["start"].choice)
    return Numbers(**tables, sources=STANDARD.numbers.sources)


def most() -> Components:
    board, full = STANDARD.board, (limits.OFFER.high,) * 3
    pieces = {name: allowed.high for name, allowed in number_ranges(Pieces).items()}
    free = (0,) * limits.PRICES
    track = ("start", *["round", "mask"] * ((limits.TRACK - 4) // 2), "round", "lock", "scoring")
    assert len(track) == limits.TRACK
    return replace(
        STANDARD,
        tiles=tuple(replace(tile, copies=limits.TILE_COPIES.high) for tile in STANDARD.tiles),
        cards=tuple(replace(card, copies=limits.DECK.high // 10) for card in STANDARD.cards),
        titles=tuple(
            replace(title, points=limits.POINTS.high, copies=(limits.TITLE_COPIES.high,) * 3)
            for title in STANDARD.titles
        ),
        board=replace(
            board,
            pieces=replace(board.pieces, **pieces),
            offer=replace(board.offer, castles=full, chapels=full, palaces=full),
            prices=replace(board.prices, castles=free, chapels=free, palaces=free),
            folly_points=(limits.POINTS.high,) * 4,
            track=track,
        ),
        numbers=numbers_at("high"),
    )


def least() -> Components:
    board = STANDARD.board
    return replace(
        STANDARD,
        tiles=tuple(replace(tile, copies=5) for tile in STANDARD.tiles),
        cards=tuple(
            replace(card, copies=15 if card.id == "intrigue" else 0) for card in STANDARD.cards
        ),
        board=replace(
            board,
            pieces=replace(board.pieces, castles=5, chapels=0, palaces=0, markers=0, knights=0),
            offer=replace(board.offer, castles=NO_PIECES, chapels=NO_PIECES, palaces=NO_PIECES),
            prices=replace(board.prices, castles=(), chapels=(), palaces=()),
            track=("start", "scoring"),
        ),
        numbers=numbers_at("low"),
    )


def without_rounds() -> Components:
    return replace(STANDARD, board=replace(STANDARD.board, track=("start", "mask", "scoring")))


@pytest.mark.parametrize(
    "components", [most(), least(), without_rounds()], ids=["most", "least", "no rounds"]
)
@pytest.mark.parametrize("num_players", [3, 5])
def test_a_game_at_the_limits(components, num_players):
    check_components(components, check_counts=False)
    game = Game(num_players=num_players, seed=num_players, components=components)
    choose = random.Random(num_players)
    while not game.is_over:
        game.apply(choose.choice(game.legal_actions()))
        assert game.record["money"].min() >= 0
        assert game.record["tiles"].min() >= 0
    assert min(game.scores()) >= 0
    assert Game.from_dict(game.to_dict(), components=components) == game
