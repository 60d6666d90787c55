"""Features that the standard components lack, but other sets may have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core.jit import JIT_DISABLED
from parlour.core.states import refresh_legal
from rokoko_env import Game, load_components
from rokoko_env.components import limits
from rokoko_env.core import ids


@pytest.mark.parametrize(
    ("trim", "options"),
    [
        ("yarn_or_lace", ["keep tile", "take yarn", "take lace"]),
        ("yarn_and_lace", ["keep tile", "take yarn and lace"]),
        ("yarn", ["keep tile", "take yarn"]),
        ("lace", ["keep tile", "take lace"]),
    ],
)
def test_every_trim_of_a_tile_can_be_traded(trim, options):
    game = at_a_tile(trim)
    assert [game.action_name(a) for a in game.legal_actions()] == options
    game.apply(game.legal_actions()[-1])
    gain = game.record["yarn"][0] - 1, game.record["lace"][0] - 1
    assert gain == ("yarn" in options[-1], "lace" in options[-1])


def test_a_tile_without_trim_is_kept_without_asking():
    game = at_a_tile("none", take=False)
    game.apply(game.parse_action("take tile 1.1"))
    assert game.decision != "tile"
    assert int(game.record["silk"][0]).bit_count() == 1


def at_a_tile(trim: str, take: bool = True) -> Game:
    """Player 0 has just taken a tile of this trim; all tiles have it."""
    standard = load_components()
    components = replace(
        standard, resources=tuple(replace(r, trim=trim) for r in standard.resources)
    )
    game = Game(2, 1, components)
    s = game.record
    s["player"], s["decision"], s["in_play"] = 0, ids.MAIN, 0
    s["supply"][0] &= ~1
    s["hand"][1], s["supply"][1] = s["supply"][1] & 7, s["supply"][1] & ~7
    refresh_legal(game._states, game._rules)
    if take:
        game.apply(game.parse_action("take tile 1.1"))
    return game


def test_a_kind_of_hire_card_with_two_copies():
    """Equal cards on display, in hand and in the deck are one choice."""
    standard = load_components()
    employees = tuple(
        replace(e, copies=2 if e.id == "l1_livre" else 1)
        for e in standard.employees
        if e.id not in ("base_master", "l1_trim")
    )
    masters = [e for e in standard.employees if e.id == "base_master"]
    components = replace(standard, employees=(*masters, *employees))
    for seed in range(2 if JIT_DISABLED else 20):
        game = Game(3, seed, components)
        while not game.is_over:
            assert len(game.legal_actions()) > 1
            game.apply(game.legal_actions()[-1])


def test_the_limits_of_the_files_are_those_of_the_core():
    assert limits.CARDS == ids.MAX_CARDS
    assert limits.RESOURCE_KINDS.high == ids.MAX_TILE_KINDS
    assert limits.TILES.high == ids.MAX_TILES
    assert limits.DRESSES.high == ids.MAX_DRESSES
    assert limits.WINDOWS.high == ids.MAX_WINDOWS
    assert limits.SEGMENTS == ids.SEGMENTS
    assert limits.SEGMENT_SPACES.high == ids.SEGMENT_SPACES
    assert limits.HALLS == ids.HALLS
    assert limits.GUEST_SPACES.high == ids.HALL_SPACES
    assert limits.FIREWORKS == ids.MAX_FIREWORKS
    assert limits.STATUES == ids.MAX_STATUES
    assert limits.FOUNTAIN_ROW == ids.MAX_FOUNTAIN_ROW
    assert limits.ALL_HALLS == ids.MAX_ALL_HALLS
