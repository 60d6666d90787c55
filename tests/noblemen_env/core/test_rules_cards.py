"""Scandal cards (N6, S5 to S7, S11)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from noblemen_env.core import ids
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import seeds_for, step_games
from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

IN_TURN = (
    "inheritance",
    "secret_wedding",
    "dowry",
    "masterstroke",
    "tribute",
    "vicars_favour",
    "whitehall",
)
SAMPLES = 300 if JIT_DISABLED else 2_000


def holding(*cards: str, folder=STANDARD) -> Table:
    """Seat 0 has these cards, a meadow to build on and two tiles."""
    table = Table(folder=folder)
    table.estate(0, "C.m", corner="h8")
    table.tiles_of(0, field=1, grove=1)
    table.cards_of(0, *cards)
    return table


def drafting(*top: str, hand: tuple[str, ...] = ()) -> Table:
    """Seat 0 has built a chapel and looks at these cards."""
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.cards_of(0, *hand)
    table.on_top(*top)
    table.apply("build chapel")
    assert table.asked() == (0, "draft")
    return table


# --- drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("N6.1")
@pytest.mark.rule("S6")
@pytest.mark.parametrize("kept", ["tribute", "dowry", "liaison"])
def test_of_three_cards_one_is_kept_and_two_go_under_the_deck(kept):
    table = drafting("tribute", "dowry", "liaison")
    rest = {"tribute", "dowry", "liaison"} - {kept}
    deck = table.deck()
    table.apply(f"card {kept}")
    assert table.player(0)["cards"] == {kept: 1}
    assert table.deck()[:-2] == deck
    assert set(table.deck()[-2:]) == rest


@pytest.mark.rule("N6.1")
def test_equal_cards_are_one_choice():
    table = drafting("tribute", "dowry", "tribute")
    assert table.options() == ["card dowry", "card tribute"]
    table.apply("card tribute")
    assert table.player(0)["cards"] == {"tribute": 1}
    assert sorted(table.deck()[-2:]) == ["dowry", "tribute"]


@pytest.mark.rule("S6")
def test_both_orders_of_the_two_returned_are_equally_likely():
    table = drafting("tribute", "dowry", "liaison")
    states = np.repeat(table.states, SAMPLES)
    states["rng"] = seeds_for(1, SAMPLES) << np.uint64(20)
    step_games(
        states,
        table.rules,
        np.arange(SAMPLES),
        np.full(SAMPLES, table.names.parse("card dowry")),
    )
    last = (states["deck_top"] + states["deck_size"] - 1) % ids.MAX_DECK
    cards = Counter(states["deck"][np.arange(SAMPLES), last].tolist())
    assert set(cards) == {ids.TRIBUTE, ids.LIAISON}
    assert chisquare(list(cards.values())).pvalue > 1e-3


@pytest.mark.rule("S7")
def test_two_cards_left_in_the_deck():
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.short_deck("tribute", "dowry", keeper=1)
    table.apply("build chapel")
    assert table.options() == ["card dowry", "card tribute"]
    table.apply("card tribute")
    assert table.deck() == ["dowry"]


@pytest.mark.rule("S7")
@pytest.mark.parametrize("number", [0, 1, 2, 3, 5])
def test_drafts_of_a_new_decade_with_a_short_deck(number):
    """The Queen's owner draws first; who finds no card gets none."""
    table = Table()
    cards = ["tribute", "dowry", "liaison", "blackmail", "whitehall"][:number]
    table.short_deck(*cards, keeper=0)
    held = [sum(table.player(p)["cards"].values()) for p in range(3)]
    table.before("scoring", queen=1)
    table.end_turn()
    while table.decision == "draft":
        table.apply(table.options()[0])
    drawn = [sum(table.player(p)["cards"].values()) - held[p] for p in range(3)]
    short = sum(left < 3 for left in (number, number - 1, number - 2))
    assert table.events["shortage: fewer than three cards in the deck"] == short
    order = [drawn[1], drawn[2], drawn[0]]
    assert order == [int(place < number) for place in range(3)]
    assert len(table.deck()) == max(number - 3, 0)
    assert (table.asked(), table.snapshot()["decade"]) == ((2, "act"), 2)


# --- intrigue ------------------------------------------------------------------------------------


@pytest.mark.rule("card intrigue")
@pytest.mark.rule("N6.2")
def test_intrigue_keeps_all_three_and_goes_under_the_deck():
    table = drafting("tribute", "dowry", "liaison", hand=("intrigue", "blackmail"))
    assert "keep all" in table.options()
    deck = table.deck()
    table.apply("keep all")
    assert table.player(0)["cards"] == {"tribute": 1, "dowry": 1, "liaison": 1, "blackmail": 1}
    assert table.deck() == [*deck, "intrigue"]


@pytest.mark.rule("card intrigue")
def test_intrigue_need_not_be_used():
    table = drafting("tribute", "dowry", "liaison", hand=("intrigue",))
    table.apply("card dowry")
    assert table.player(0)["cards"] == {"dowry": 1, "intrigue": 1}


@pytest.mark.rule("card intrigue")
@pytest.mark.rule("S7")
def test_the_intrigue_just_drawn_cannot_be_used():
    table = drafting("intrigue", "dowry", "liaison")
    assert "keep all" not in table.options()
    table.apply("card intrigue")
    table = drafting("intrigue", "dowry", "liaison", hand=("intrigue",))
    table.apply("keep all")
    assert table.player(0)["cards"] == {"dowry": 1, "intrigue": 1, "liaison": 1}


@pytest.mark.rule("card intrigue")
@pytest.mark.rule("S7")
@pytest.mark.parametrize("number", [1, 2])
def test_intrigue_needs_two_cards(number):
    table = Table()
    table.estate(0, "Cm", corner="h8")
    table.cards_of(0, "intrigue")
    table.short_deck(*["tribute", "dowry"][:number], keeper=1)
    table.apply("build chapel")
    if number == 2:
        assert table.options() == ["card dowry", "card tribute", "keep all"]
        table.apply("keep all")
        assert table.player(0)["cards"] == {"tribute": 1, "dowry": 1}
        assert table.deck() == ["intrigue"]
    else:
        assert table.player(0)["cards"] == {"tribute": 1, "intrigue": 1}


@pytest.mark.rule("card intrigue")
@pytest.mark.rule("N10.3")
def test_intrigue_at_a_new_decade():
    table = Table()
    table.cards_of(1, "intrigue")
    table.before("scoring", queen=0)
    table.end_turn()
    table.apply(table.options()[0])
    assert table.asked() == (1, "draft")
    table.apply("keep all")
    assert sum(table.player(1)["cards"].values()) == 3


# --- cards of the own turn -----------------------------------------------------------------------


@pytest.mark.rule("N6.2")
@pytest.mark.parametrize("card", IN_TURN)
def test_a_card_played_goes_under_the_deck_at_once(card):
    table = holding(card)
    table.apply(f"card {card}")
    assert table.deck()[-1] == card
    assert table.player(0)["cards"] == {}


@pytest.mark.rule("N6.3")
@pytest.mark.parametrize("card", ids.CARDS)
def test_cards_for_the_own_turn_alone_are_played_in_it(card):
    assert holding(card).offers("card") == ({f"card {card}"} if card in IN_TURN else set())


@pytest.mark.rule("card inheritance")
def test_inheritance_is_a_castle_for_nothing_and_without_a_knight():
    table = holding("inheritance")
    table.estate(0, "C.m.m", corner="h8")
    table.estate(1, "ff", "ff", "C.")
    table.owns(0, money=0)
    before = table.snapshot()
    table.apply("card inheritance")
    assert table.offers() == {"cell j8", "cell l8"}
    table.apply("cell j8")
    after = table.snapshot()
    assert table.asked() == (0, "act")
    assert table.player(0)["buildings"] == {"h8": "castle", "j8": "castle"}
    assert after["offer"]["castle"] == before["offer"]["castle"] - 1
    assert table.player(0)["knights"] == [None, None]
    assert (table.money(0), table.money(1)) == (0, 11)
    assert after["acted"] is False


@pytest.mark.rule("card inheritance")
@pytest.mark.rule("N2.2")
def test_inheritance_takes_the_cheapest_castle():
    table = holding("inheritance")
    table.estate(0, "C.m.m", corner="h8")
    table.apply("card inheritance", "cell j8", "build castle")
    assert table.money(0) == 10 - 6  # the one for 5 is gone


@pytest.mark.rule("card inheritance")
@pytest.mark.rule("S11")
@pytest.mark.parametrize("reason", ["no castle", "no meadow"])
def test_inheritance_needs_a_castle_and_a_meadow(reason):
    table = holding("inheritance")
    assert "card inheritance" in table.options()
    if reason == "no castle":
        table.board(castle=0)
    else:
        table.estate(0, "Cm", corner="h8")
    assert "card inheritance" not in table.options()


@pytest.mark.rule("card secret_wedding")
@pytest.mark.rule("S11")
@pytest.mark.parametrize(("pool", "markers"), [(20, 2), (2, 2), (1, 1), (0, 0)])
def test_secret_wedding(pool, markers):
    table = holding("secret_wedding")
    table.owns(1, markers=20 - pool)
    table.apply("card secret_wedding")
    assert table.player(0)["markers"] == markers
    assert table.snapshot()["pool"] == pool - markers
    assert table.points(0) == table.points(0, "cards") == 2


@pytest.mark.rule("card dowry")
@pytest.mark.rule("N1.5")
@pytest.mark.parametrize(("left", "drawn"), [(9, 4), (4, 4), (3, 3), (1, 1)])
def test_dowry(left, drawn):
    table = holding("dowry")
    table.short_bag(1, meadow=left)
    table.apply("card dowry")
    assert table.hand(0) == {"field": 1, "grove": 1, "meadow": drawn}
    assert table.bag()["meadow"] == left - drawn


@pytest.mark.rule("card dowry")
@pytest.mark.rule("S11")
def test_no_dowry_from_an_empty_bag():
    table = holding("dowry")
    table.short_bag(1)
    assert "card dowry" not in table.options()


@pytest.mark.rule("card masterstroke")
def test_masterstroke_is_an_enlargement_besides_the_action():
    table = holding("masterstroke")
    table.estate(0, "ff", "fC")
    table.tiles_of(0, field=6)
    table.apply("card masterstroke")
    table.lay("field f7", "field f8", "field e7")
    assert table.money(0) == 10 + 3 + 2
    assert table.asked() == (0, "act")
    table.apply("enlarge")
    table.lay("field e8", "field d7", "field d8")
    assert table.money(0) == 15 + 3 + 4  # settled separately: two more manors
    assert len(table.player(0)["land"]) == 10


@pytest.mark.rule("card masterstroke")
def test_masterstroke_after_the_action():
    table = holding("masterstroke")
    table.apply("taxes" if "taxes" in table.options() else "leisure", "card masterstroke")
    table.lay("field g8")
    table.apply("done")
    assert table.money(0) == 11


@pytest.mark.rule("card masterstroke")
@pytest.mark.rule("N4.3")
def test_tiles_drawn_by_a_masterstroke_can_be_laid_by_the_action():
    table = holding("masterstroke")
    table.tiles_of(0, grove=1)
    table.short_bag(1, meadow=1)
    table.apply("card masterstroke")
    table.lay("grove g8")
    table.apply("enlarge")
    table.lay("meadow f8")
    assert table.player(0)["land"]["f8"] == "meadow"


@pytest.mark.rule("card masterstroke")
@pytest.mark.rule("S11")
def test_no_masterstroke_without_a_tile():
    table = holding("masterstroke")
    table.tiles_of(0)
    assert "card masterstroke" not in table.options()


@pytest.mark.rule("card masterstroke")
@pytest.mark.rule("S11")
def test_no_masterstroke_without_a_cell(tmp_path):
    table = holding("masterstroke", folder=write_variant("narrow", STANDARD, tmp_path))
    assert "card masterstroke" in table.options()
    table.estate(0, *["mmmmm"] * 2, "mmCmm", *["mmmmm"] * 2, corner="f6")
    table.tiles_of(0, field=1)
    assert "card masterstroke" not in table.options()


@pytest.mark.rule("card tribute")
@pytest.mark.rule("S11")
def test_tribute():
    table = holding("tribute")
    table.apply("card tribute")
    assert table.money(0) == 15


@pytest.mark.rule("card vicars_favour")
@pytest.mark.rule("S2")
@pytest.mark.rule("decision return")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_vicars_favour_takes_up_to_four_tiles(number):
    table = holding("vicars_favour")
    table.tiles_of(0, field=2, meadow=3)
    before = table.bag()
    table.apply("card vicars_favour")
    assert table.asked() == (0, "return")
    assert table.options() == ["tile field", "tile meadow"]
    table.apply(*["tile meadow"] * min(number, 3), *["tile field"] * (number - 3))
    if number < 4:
        assert "done" in table.options()
        table.apply("done")
    assert table.asked() == (0, "act")
    assert table.points(0) == table.points(0, "cards") == number
    assert table.bag()["meadow"] == before["meadow"] + min(number, 3)
    assert sum(table.hand(0).values()) == 5 - number


@pytest.mark.rule("card vicars_favour")
@pytest.mark.rule("S11")
def test_vicars_favour_needs_a_tile_and_ends_with_the_last_one():
    table = holding("vicars_favour")
    table.apply("card vicars_favour", "tile field")
    assert table.options() == ["done", "tile grove"]
    table.apply("tile grove")
    assert table.points(0) == 2
    assert table.decision == "act"
    table = holding("vicars_favour")
    table.tiles_of(0)
    assert "card vicars_favour" not in table.options()


@pytest.mark.rule("card whitehall")
@pytest.mark.rule("N7.4")
@pytest.mark.parametrize("owner", [1, 2])
def test_whitehall_takes_the_queen(owner):
    table = holding("whitehall")
    table.set(queen=owner)
    table.apply("card whitehall")
    assert table.queen == 0


@pytest.mark.rule("card whitehall")
@pytest.mark.rule("S11")
@pytest.mark.rule("N7.3")
@pytest.mark.parametrize(("queen", "track"), [(0, 0), (1, 9), (0, 9)])
def test_no_whitehall_by_the_queens_owner_or_on_the_lock(queen, track):
    table = holding("whitehall")
    assert "card whitehall" in table.options()
    table.set(queen=queen, track=track)
    assert "card whitehall" not in table.options()


@pytest.mark.rule("card liaison")
@pytest.mark.rule("N11.1")
def test_liaisons_pay_at_the_end():
    table = holding("liaison", "liaison", "liaison")
    table.cards_of(1, "liaison")
    assert [row["liaisons"] for row in table.breakdown()] == [9, 3, 0]
    assert table.points(0) == 0
    table.before("scoring", decade=3, queen=0)
    table.end_turn()
    assert table.over
    assert [table.points(p, "liaisons") for p in range(3)] == [9, 3, 0]
