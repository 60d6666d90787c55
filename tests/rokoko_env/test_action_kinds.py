"""Kinds of actions, as reports count them."""

from __future__ import annotations

import pytest

from parlour.ruleset import ruleset_for
from rokoko_env import SPEC
from rokoko_env.action_kinds import kinds_of


@pytest.mark.parametrize(
    ("decision", "name", "kinds"),
    [
        ("main", "forgo action", ["forgo the action"]),
        ("main", "favor", ["take the favor card"]),
        ("main", "depute", ["depute"]),
        ("main", "take tile 1.1", ["take a tile"]),
        ("main", "take tile 3.4", ["take a tile"]),
        ("main", "make dress 1", ["make a dress"]),
        ("main", "make dress 8", ["make a dress"]),
        ("main", "card l1_livre", ["hire"]),
        ("main", "fund fireworks 1", ["fund a decoration", "fireworks"]),
        ("main", "fund fireworks 8", ["fund a decoration", "fireworks"]),
        ("main", "fund statue 1", ["fund a decoration", "statue"]),
        ("main", "fund upper fountain 1", ["fund a decoration", "fountain"]),
        ("main", "fund lower fountain 4", ["fund a decoration", "fountain"]),
        ("main", "fund musician 1", ["fund a decoration", "musician"]),
        ("bonus", "fund musician 5", ["used", "musician"]),
        ("bonus", "use bonus", ["used"]),
        ("bonus", "take yarn", ["used"]),
        ("bonus", "forgo bonus", ["forgone"]),
        ("tile", "keep tile", ["kept"]),
        ("tile", "take yarn and lace", ["traded for trim"]),
        ("place", "sell", ["the bank (sold)"]),
        ("place", "rent 1.9", ["the King's hall"]),
        ("place", "rent 5.1", ["hall 5"]),
        ("reward", "take tile 1.1", []),
        ("play", "card l1_livre", []),
    ],
)
def test_kinds_of_actions(decision: str, name: str, kinds: list[str]) -> None:
    assert list(kinds_of(decision, ruleset_for(SPEC, None, 2).actions.parse(name))) == kinds
