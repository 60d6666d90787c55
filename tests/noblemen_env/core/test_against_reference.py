"""The jitted core agrees with the slow reference model (a few games: `compare_many` has more)."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.core.jit import JIT_DISABLED
from tests.noblemen_env.core.compare import STANDARD, compare_game, first_difference
from tests.noblemen_env.core.compare_many import compare_chunk, missing_events
from tests.noblemen_env.reference import ReferenceGame
from tests.noblemen_env.reference.data import Components
from tests.noblemen_env.variants import VARIANTS, write_variant

GAMES = 1 if JIT_DISABLED else 8
SEATS = [4] if JIT_DISABLED else [3, 4, 5]
CHANGED = [variant for variant in VARIANTS if variant != "standard"]


@pytest.mark.parametrize("num_players", SEATS)
def test_core_and_reference_model_agree(num_players):
    events, decisions = compare_chunk(num_players, 1_000, 1_000 + GAMES)
    assert events["masquerade"] == 6 * GAMES
    assert decisions > 100 * GAMES


@pytest.mark.parametrize("variant", CHANGED)
@pytest.mark.parametrize("num_players", SEATS)
def test_they_agree_with_other_components(num_players, variant):
    events, _ = compare_chunk(num_players, 2_000, 2_000 + (GAMES + 1) // 2, variant)
    assert events["turn"] > 0


def test_they_agree_when_everything_runs_out(tmp_path):
    scarce = write_variant("scarce", STANDARD, tmp_path)
    events: Counter[str] = Counter()
    for style in ("landlord", "hoarder", "cards")[:GAMES]:
        for seed in range(1, 1 + GAMES):
            events += compare_game(5, seed, scarce, style)[0]
    assert events["shortage: castles at a refill"]
    assert events["shortage: bag empty"]
    assert events["shortage: last bribe marker taken"]
    assert events["shortage: 0 markers for a secret wedding"]


@pytest.mark.parametrize("variant", ["standard", "apart"])
def test_they_agree_when_one_tile_completes_several_areas(tmp_path, variant):
    components = write_variant(variant, STANDARD, tmp_path)
    events: Counter[str] = Counter()
    for seed in range(1, 1 + GAMES):
        events += compare_game(3, seed, components, "ringer")[0]
    at_once = 4 if variant == "standard" else 1
    assert events[f"areas completed by one tile: {at_once}"]


def spoil(monkeypatch, change):
    """Let the model read components that `change` has altered."""
    read = Components.__init__

    def read_and_change(self, *args):
        read(self, *args)
        change(self)

    monkeypatch.setattr(Components, "__init__", read_and_change)


def test_a_wrong_number_is_found(monkeypatch):
    """The comparison can fail: a model with another income differs, and the report says where."""
    spoil(monkeypatch, lambda data: data.numbers["taxes"].update(field=2))
    with pytest.raises(
        AssertionError, match=r"3 players, seed 0, after decision \d+, .*money: core"
    ):
        compare_game(3, 0)


def test_a_wrong_price_is_found(monkeypatch):
    spoil(monkeypatch, lambda data: data.prices["castle"].reverse())
    with pytest.raises(AssertionError, match=r"options: only (core|model)|money: core"):
        compare_chunk(3, 0, 20)


def test_a_wrong_rule_is_found(monkeypatch):
    """A model in which the lock does not hold the Queen."""
    monkeypatch.setattr(ReferenceGame, "queen_is_locked", lambda self: False)
    with pytest.raises(AssertionError, match=r"queen: core|only model \['card whitehall"):
        compare_chunk(3, 0, 60)


def test_a_wrong_deck_is_found(monkeypatch):
    """A model that puts cards played on the top of the deck."""

    def put_above(self, card):
        self.deck.insert(0, card)
        self.put_under_deck += 1

    monkeypatch.setattr(ReferenceGame, "put_under", put_above)
    with pytest.raises(AssertionError, match="deck"):
        compare_game(3, 1)


def test_differences_are_named_by_their_place():
    core = {"bag": {"field": 3}, "players": [{"money": 2}, {"money": 4}]}
    model = {"bag": {"field": 3}, "players": [{"money": 2}, {"money": 5}]}
    assert first_difference(core, model) == "players[1].money: core 4, model 5"
    assert first_difference([1, 2], [1], "deck") == "deck: core [1, 2], model [1]"


def test_events_that_never_occurred_are_named():
    events, _ = compare_chunk(3, 1, 2)
    assert "victory: shared" in missing_events(events)
    assert "action: leisure" not in missing_events(events)
