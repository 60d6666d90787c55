"""Round track, Queen, decades and the end (N7, N10, N11, S17, S18, S25)."""

from __future__ import annotations

import pytest

from parlour.standings import win_shares
from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

LOCK = 9
SCORING = 10


def draft_first(table: Table) -> list[int]:
    """Let all players keep the first card offered; return the seats that were asked."""
    seats = []
    while table.decision == "draft":
        seats.append(table.asked()[0])
        table.apply(table.options()[0])
    return seats


def next_decade(table: Table, queen: int = 0, decade: int = 1) -> None:
    table.before("scoring", decade, queen)
    table.end_turn()
    draft_first(table)


# --- the track -----------------------------------------------------------------------------------


@pytest.mark.rule("N7.1")
@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_the_marker_goes_round_in_a_decade(num_players):
    """The Queen stays with one seat: three rounds, masquerade, three, masquerade, lock, scoring."""
    table = Table(num_players)
    fields, events = [], []
    while table.snapshot()["decade"] == 1:
        seat, before = table.asked()[0], table.events["masquerade"]
        table.end_turn()
        if seat == table.queen:
            events.append(table.events["masquerade"] - before)
            fields.append(table.track)
        else:
            assert not fields or table.track == fields[-1]
        draft_first(table)
    assert fields == [1, 2, 3, 5, 6, 7, 9, 10]
    assert events == [0, 0, 0, 1, 0, 0, 1, 0]
    assert table.points(num_players - 1, "queen") == 8


@pytest.mark.rule("N7.2")
@pytest.mark.parametrize("field", ["mask", "scoring"])
def test_masquerade_and_scoring_happen_at_once(field):
    table = Table()
    table.estate(1, "mmm", "mCm", "mmm")
    table.before(field)
    for p in range(3):
        table.owns(p, markers=1)
    table.before(field)
    table.end_turn()
    assert table.asked() == (0, "bid" if field == "mask" else "draft")
    assert table.points(1, "castles") == (3 if field == "scoring" else 0)


@pytest.mark.rule("N7.1")
@pytest.mark.rule("N7.2")
def test_another_track(tmp_path):
    """start, lock, mask, round, lock, mask, scoring: from the second mask on to the scoring."""
    table = Table(folder=write_variant("track", STANDARD, tmp_path))
    table.set(queen=0)
    fields = []
    while table.snapshot()["decade"] == 1:
        table.turn(0)
        table.end_turn()
        fields.append(table.track)
        draft_first(table)
    assert fields == [1, 3, 4, 6]
    for p in range(3):
        table.cards_of(p)
    table.set(track=4)
    table.turn(0)
    table.estate(1, "mmm", "mCm", "mmm")
    table.end_turn()
    assert table.events["masquerade"] == 1
    assert table.points(1, "castles") == 3


# --- the Queen -----------------------------------------------------------------------------------


def taking_the_queen(way: str) -> Table:
    """Seat 0 is about to take the Queen from seat 1 in one of four ways, and has a card."""
    table = Table()
    table.set(queen=1)
    table.owns(0, money=20)
    table.cards_of(0, "tribute", *(["whitehall"] if way == "whitehall" else []))
    if way == "garden":
        table.estate(0, "ooC", "o..")
        table.tiles_of(0, fountain=1)
    elif way == "knight":
        table.estate(0, "C.m", corner="h8")
        table.estate(1, "oo", "oo", "C.")
    return table


CHOICES = {
    "garden": ["enlarge", "cell h8"],
    "palace": ["build palace"],
    "knight": ["build castle", "visit 1 garden"],
    "whitehall": ["card whitehall"],
}


@pytest.mark.rule("N7.4")
@pytest.mark.parametrize("way", CHOICES)
def test_four_ways_to_take_the_queen(way):
    table = taking_the_queen(way)
    table.apply(*CHOICES[way])
    assert table.queen == 0
    assert table.track == 0  # she moves time on at the end of the turn only


@pytest.mark.rule("N7.3")
@pytest.mark.parametrize("way", CHOICES)
def test_on_the_lock_nobody_takes_the_queen(way):
    table = taking_the_queen(way)
    table.set(track=LOCK)
    before = table.player(0)
    if way == "whitehall":
        assert "card whitehall" not in table.options()
        return
    table.apply(*CHOICES[way])
    assert table.queen == 1
    assert sum(number for event, number in table.events.items() if "but the lock" in event) == 1
    after = table.player(0)  # the rest of the reward is there
    if way == "garden":
        assert table.areas(0) == ["g7"]
    elif way == "palace":
        assert list(after["buildings"].values()) == ["palace"]
    else:
        assert after["knights"] == [[1, "g7"], None]
    assert (after["money"] < before["money"]) == (way != "garden")


@pytest.mark.rule("N7.3")
def test_on_the_lock_each_player_has_one_turn():
    table = Table(4)
    table.set(track=LOCK, queen=2)
    table.turn(3)
    seats = []
    while table.track == LOCK:
        seats.append(table.asked()[0])
        table.end_turn()
    assert seats == [3, 0, 1, 2]
    assert (table.track, table.asked()) == (SCORING, (2, "draft"))


@pytest.mark.rule("N7.4")
@pytest.mark.rule("N7.1")
def test_time_passes_quickly_when_the_queen_changes_hands():
    table = Table()
    for p in range(3):
        table.owns(p, money=20)
    for step in range(3):
        table.apply("build palace") if step < 2 else table.end_turn()
        assert table.track == min(step + 1, 2)


# --- a new decade --------------------------------------------------------------------------------


@pytest.mark.rule("N10.1")
@pytest.mark.rule("S18")
@pytest.mark.parametrize(
    ("num_players", "offer"),
    [
        (3, {"castle": 3, "palace": 2, "chapel": 3}),
        (4, {"castle": 4, "palace": 3, "chapel": 4}),
        (5, {"castle": 5, "palace": 4, "chapel": 5}),
    ],
)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_board_is_filled_up(num_players, offer, left):
    table = Table(num_players)
    table.board(castle=left, palace=left, chapel=left)
    before = table.snapshot()
    next_decade(table)
    after = table.snapshot()
    assert after["offer"] == offer
    for building, number in offer.items():
        moved = number - left
        assert after["reserve"][building] == before["reserve"][building] - moved


@pytest.mark.rule("N10.1")
@pytest.mark.rule("S17")
@pytest.mark.rule("N2.2")
@pytest.mark.parametrize("decade", [1, 2])
@pytest.mark.parametrize("palaces", [0, 1])
def test_castles_run_short(decade, palaces):
    """Five players have 13 castles: two are left, and one more for each that became a palace."""
    table = Table(5)
    for p in range(5):
        table.estate(p, "C.C.C" if p < 3 else "C.C", corner="h8")
    if palaces:
        table.estate(0, "P.C.C", corner="h8")
    table.board(castle=0)
    assert table.snapshot()["reserve"]["castle"] == 2 + palaces
    next_decade(table, decade=decade)
    after = table.snapshot()
    assert after["offer"]["castle"] == 2 + palaces
    assert after["reserve"]["castle"] == 0
    assert table.events["shortage: castles at a refill"] == 1
    table.turn(0)
    table.estate(0, *("P.C.C" if palaces else "C.C.C", ".....", "m...."), corner="h8")
    table.owns(0, money=20)
    table.apply("build castle")
    assert table.money(0) == 20 - [7, 6, 5][1 + palaces]  # they stand on the dearest fields


@pytest.mark.rule("S17")
@pytest.mark.rule("N10.1")
def test_a_castle_put_back_is_sold_after_the_next_refill():
    table = Table(5)
    for p in range(5):
        table.estate(p, "C.C.C", corner="h8")
    assert table.snapshot()["offer"]["castle"] == table.snapshot()["reserve"]["castle"] == 0
    table.apply("build palace", "cell h8")
    assert table.snapshot()["reserve"]["castle"] == 1
    next_decade(table)
    assert table.snapshot()["offer"]["castle"] == 1


@pytest.mark.rule("N10.2")
def test_church_taxes_and_land_begin_again():
    table = Table()
    table.church(field=1, meadow=3)
    for p in range(3):
        table.owns(p, taxes_used=1, land_used=1)
    bag = table.bag()
    next_decade(table)
    assert table.snapshot()["church"] == dict.fromkeys(bag, 0)
    assert table.bag() == bag | {"field": bag["field"] + 1, "meadow": bag["meadow"] + 3}
    for player in table.snapshot()["players"]:
        assert (player["taxes_used"], player["land_used"]) == (False, False)


@pytest.mark.rule("N10.3")
@pytest.mark.rule("N6.1")
@pytest.mark.parametrize("queen", range(4))
@pytest.mark.parametrize("decade", [1, 2])
def test_everybody_draws_a_card(queen, decade):
    table = Table(4)
    table.before("scoring", decade, queen)
    table.end_turn()
    assert draft_first(table) == [(queen + step) % 4 for step in range(4)]
    assert [sum(player["cards"].values()) for player in table.snapshot()["players"]] == [1] * 4
    assert table.snapshot()["decade"] == decade + 1


@pytest.mark.rule("N10.4")
@pytest.mark.parametrize("queen", range(3))
def test_the_next_decade_begins_after_the_queens_owner(queen):
    table = Table()
    for p, title in enumerate(("earl", "baron", "viscount")):
        table.owns(p, title=title, markers=p, money=5 * p)
        table.tiles_of(p, field=p)
        table.estate(p, "ff", "ff", "C.")
    table.knights(1, (2, "g7"))
    before = table.snapshot()
    next_decade(table, queen)
    after = table.snapshot()
    assert (after["track"], after["decade"], after["queen"]) == (0, 2, queen)
    assert table.asked() == ((queen + 1) % 3, "act")
    for old, new in zip(before["players"], after["players"], strict=True):
        for name in ("title", "markers", "money", "tiles", "knights", "land", "buildings"):
            assert new[name] == old[name]


@pytest.mark.rule("S25")
def test_marker_and_decade_move_when_everybody_has_drawn():
    table = Table()
    table.before("scoring", queen=1)
    table.end_turn()
    for _ in range(3):
        assert table.decision == "draft"
        snapshot = table.snapshot()
        assert (snapshot["decade"], snapshot["track"], snapshot["active"]) == (1, SCORING, 1)
        table.apply(table.options()[0])
    assert (table.snapshot()["decade"], table.track) == (2, 0)


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("N11.1")
def test_the_game_ends_after_the_third_scoring():
    table = Table()
    table.estate(0, "mmm", "mCm", "mmm")
    for decade in (1, 2):
        next_decade(table, decade=decade)
        assert not table.over
        table.cards_of(0)
    table.before("scoring", 3)
    table.end_turn()
    assert table.over
    assert table.snapshot()["player"] is None
    assert table.points(0, "castles") == 9
    assert table.final_scores() == [table.points(p) for p in range(3)]
    assert table.final_scores()[0] == 9 + 3 + 3  # the Queen and leisure three times each
    assert sum(table.player(0)["cards"].values()) == 0  # nobody draws any more


@pytest.mark.rule("N11.2")
@pytest.mark.parametrize(
    ("money", "winners"),
    [((5, 3, 9), [0]), ((3, 5, 9), [1]), ((4, 4, 9), [0, 1])],
)
def test_ties_are_broken_by_money_and_may_be_shared(money, winners):
    """Seats 0 and 1 have equal points, seat 2 has the most money."""
    table = Table()
    for p in range(3):
        table.owns(p, money=money[p])
    table.before("scoring", 3, queen=0)
    s = table.states[0]
    s["points"][1][0] = 2  # as many as seat 0 will have
    table.refresh()
    table.end_turn()
    rows = table.breakdown()
    assert [row["total"] for row in rows] == [2, 2, 0]
    assert [row["money"] for row in rows] == list(money)
    best = max((row["total"], row["money"]) for row in rows)
    assert [p for p, row in enumerate(rows) if (row["total"], row["money"]) == best] == winners
    assert table.twin.model.winners() == winners
    shares = win_shares(table.states["score"][:, :3], table.states["money"][:, :3])[0]
    assert shares.tolist() == [(p in winners) / len(winners) for p in range(3)]


@pytest.mark.rule("N11.2")
def test_most_points_win_whatever_the_money():
    table = Table()
    table.owns(1, money=500)
    table.before("scoring", 3, queen=2)
    table.end_turn()
    assert table.final_scores() == [0, 0, 2]
    assert table.twin.model.winners() == [2]
