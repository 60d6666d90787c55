"""Drawn sets: only reconstructed values move, and all that is published stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from research.calibrate.draws import draw_set
from rokoko_env.components import Components, check_components, load_components
from rokoko_env.components.sources import count_sources

STANDARD = load_components()
DRAWN = [draw_set(STANDARD, spread, seed) for spread in (0.25, 1.0) for seed in range(20)]


def test_every_draw_is_another_sound_set() -> None:
    for drawn in DRAWN:
        check_components(drawn)
    assert len({drawn.digest for drawn in DRAWN}) == len(DRAWN)
    assert draw_set(STANDARD, 0.25, 3) == draw_set(STANDARD, 0.25, 3)


def published(components: Components) -> dict[str, object]:
    """All values from sources other than reconstruction."""
    dress = components.dresses[5]
    return {
        "employees": [(c.id, c.level, c.copies, c.bonus) for c in components.employees],
        "ranks": [c.rank for c in components.employees if c.rank_source != "reconstructed"],
        "ranks in all": Counter(c.rank for c in components.employees),
        "colours": [d.color for d in components.dresses],
        "example dress": (dress.bales, dress.yarn, dress.lace, dress.thimble),
        "example tile": (components.resources[0].bales, components.resources[0].trim),
        "tiles": sum(tile.copies for tile in components.resources),
        "numbers": components.numbers,
        "boards": [
            (b.players, b.segments, b.warehouse_prices, b.hire_prices, b.fireworks_majority)
            for b in components.boards
        ],
        "ends of the windows": [(b.window_costs[0], b.window_costs[-1]) for b in components.boards],
    }


def test_published_values_stay() -> None:
    assert all(published(drawn) == published(STANDARD) for drawn in DRAWN)


def test_bounds_in_source_texts_stay() -> None:
    for drawn in DRAWN:
        values = [dress.livre for dress in drawn.dresses]
        assert (min(values), max(values)) == (6, 28)
        for board in drawn.boards:
            assert 4 in board.window_costs
            majorities = [hall.majority for hall in board.halls]
            assert (3, 1) in majorities
            assert majorities[0][0] == max(first for first, _ in majorities)
            assert {space.multiplier for space in board.fireworks} == {2, 3}
            rewards = Counter(r for hall in board.halls for r in (*hall.normal, *hall.master))
            same = STANDARD.board_for(board.players[0]).halls
            assert rewards == Counter(r for hall in same for r in (*hall.normal, *hall.master))


def test_everything_reconstructed_moves_somewhere() -> None:
    """Except the colours of dresses, and silk and trim of tiles."""
    fields = {
        "rank": lambda c: [card.rank for card in c.employees],
        "cost": lambda c: [(d.bales, d.yarn, d.lace) for d in c.dresses],
        "value": lambda c: [d.livre for d in c.dresses],
        "points": lambda c: [d.prestige for d in c.dresses],
        "thimble": lambda c: [d.thimble for d in c.dresses],
        "copies": lambda c: [tile.copies for tile in c.resources],
        "windows": lambda c: [b.window_costs for b in c.boards],
        "majority": lambda c: [[h.majority for h in b.halls] for b in c.boards],
        "rewards": lambda c: [[(h.normal, h.master) for h in b.halls] for b in c.boards],
        "musicians": lambda c: [[h.musician for h in b.halls] for b in c.boards],
        "statues": lambda c: [b.statues for b in c.boards],
        "upper": lambda c: [b.upper_fountain for b in c.boards],
        "lower": lambda c: [b.lower_fountain for b in c.boards],
        "fireworks": lambda c: [b.fireworks for b in c.boards],
        "all halls": lambda c: [b.all_halls for b in c.boards],
    }
    for name, of in fields.items():
        assert any(of(drawn) != of(STANDARD) for drawn in DRAWN), name


def test_a_value_from_an_own_copy_is_not_drawn() -> None:
    """Owners of the game can enter values with another source, which are never drawn."""
    owned = replace(
        STANDARD,
        employees=tuple(replace(c, rank_source="my copy") for c in STANDARD.employees),
        dresses=tuple(replace(d, source="my copy") for d in STANDARD.dresses),
        resources=tuple(replace(r, source="my copy") for r in STANDARD.resources),
        boards=tuple(
            replace(b, sources=dict.fromkeys(b.sources, "my copy")) for b in STANDARD.boards
        ),
    )
    assert sum(words["reconstructed"] for words in count_sources(owned).values()) == 0
    assert draw_set(owned, 0.5, 1).digest == owned.digest


@pytest.mark.parametrize("spread", [0.1, 0.3])
def test_values_move_by_about_the_spread(spread: float) -> None:
    moves = []
    for seed in range(30):
        drawn = draw_set(STANDARD, spread, seed)
        for board, before in zip(drawn.boards, STANDARD.boards, strict=True):
            costs = zip(board.statues, before.statues, strict=True)
            moves += [(new.cost - old.cost) / old.cost for new, old in costs]
    deviation = (sum(move**2 for move in moves) / len(moves)) ** 0.5
    assert deviation == pytest.approx(spread, rel=0.3)
