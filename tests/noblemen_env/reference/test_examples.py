"""The model does what the examples of the rulebook do, and what the rules say about the rest."""

from collections import Counter
from pathlib import Path

import pytest

import noblemen_env
from tests.noblemen_env.reference import RandomChance, ReferenceGame, find_winners
from tests.noblemen_env.reference.data import AREA_OF_TILE
from tests.noblemen_env.reference.estate import cell_from_name, square
from tests.noblemen_env.reference.scoring import building_points

STANDARD = Path(noblemen_env.__file__).parent / "components" / "standard"


@pytest.fixture
def game():
    return new_game(4)


def new_game(num_players, seed=1):
    """A game in which the model is not asked for its own decisions: tests call its parts."""
    return ReferenceGame(num_players, RandomChance(seed), STANDARD)


def run(flow, *choices):
    """Run one part of the rules with these choices; a single option is chosen by itself."""
    left = list(choices)
    try:
        _, decision, options = next(flow)
        while True:
            choice = options[0] if len(options) == 1 else left.pop(0)
            assert choice in options, f"{choice} is no option to {decision}: {options}"
            _, decision, options = flow.send(choice)
    except StopIteration as end:
        assert left == [], f"not asked for {left}"
        return end.value


def land(game, seat, tile, *names):
    """Lay tiles from the bag, with the areas that they complete."""
    player = game.players[seat]
    for name in names:
        player["land"][cell_from_name(name)] = tile
        game.bag[tile] -= 1
    for cell in sorted(player["land"]):
        types = {player["land"].get(corner) for corner in square(cell)}
        if len(types) == 1 and types <= set(AREA_OF_TILE):
            player["areas"][cell] = AREA_OF_TILE[types.pop()]


def hand(game, seat, **tiles):
    for tile, number in tiles.items():
        game.players[seat]["tiles"][tile] += number
        game.bag[tile] -= number


def knight_on(game, seat, host, name, number=0):
    game.players[seat]["knights"][number] = (host, cell_from_name(name))


def estate_of_seven(game, seat, tile):
    """Seven tiles, four of them an area at h9."""
    land(game, seat, tile, "h9", "i9", "h10", "i10", "h11", "h12", "h13")


# The examples


def test_enlargement_of_the_rulebook(game):
    land(game, 0, "field", "g8", "g7")
    land(game, 0, "grove", "h9", "i9")
    land(game, 0, "fountain", "i8", "i7")
    hand(game, 0, grove=2, fountain=1)
    before = sum(game.bag.values())
    run(
        game.enlarge(0),
        *("tile grove", "cell h10", "tile grove", "cell i10", "tile fountain", "cell j8"),
    )
    assert game.hand_size(0) == 4  # two groves, and two for the forest
    assert sum(game.bag.values()) == before - 4
    assert game.players[0]["money"] == 10


def test_taxes_of_the_rulebook(game):
    estate_of_seven(game, 0, "field")
    estate_of_seven(game, 1, "field")
    knight_on(game, 0, 1, "h9")
    run(game.collect_taxes(0))
    assert game.players[0]["money"] == 10 + 11
    run(game.collect_taxes(1))
    assert game.players[1]["money"] == 11 + 7  # S16: the knight takes the manor's 2 alone


def test_land_of_the_rulebook(game):
    estate_of_seven(game, 0, "grove")
    knight_on(game, 1, 0, "h9")
    game.players[0]["markers"] = 3
    game.pool -= 3
    run(game.acquire_land(0), "marker", "marker", "marker")
    assert game.hand_size(0) == 10
    assert game.pool == 20


def test_church_of_the_rulebook(game):
    game.church.update(field=3, fountain=2, meadow=2)
    hand(game, 0, field=2, grove=3, fountain=1)
    assert game.donations(0) == ["grove", "fountain"]
    run(game.donate(0), "tile grove", "tile grove", "tile grove", "tile fountain")
    assert game.players[0]["points"]["church"] == 4
    assert game.donations(0) == []
    hand(game, 0, meadow=2)
    run(game.donate(0))
    assert game.church["meadow"] == 3
    assert game.players[0]["tiles"]["meadow"] == 1


def test_titles_of_the_rulebook(game):
    """Counters on 11, 10, 9 and 1: Marquess, Earl, Viscount, Baron; nobody becomes Duke."""
    game.prestige = [11, 10, 9, 1]
    game.counter = [11, 10, 9, 1]
    game.award_titles([2, 3, 0, 1])
    assert [p["title"] for p in game.players] == ["marquess", "earl", "viscount", "baron"]
    assert [p["points"]["titles"] for p in game.players] == [5, 3, 1, 0]


def test_counter_of_the_rulebook(game):
    land(game, 0, "fountain", "h9", "i9", "h10", "i10", "j9")
    game.players[0]["buildings"][cell_from_name("h8")] = "palace"
    assert game.base_prestige(0) == 9
    game.prestige[0] = 9
    game.counter = [None, 9, 10, None]
    game.place_counter(0)
    assert game.counter[0] == 8
    game.counter[0] = None
    game.players[0]["markers"] = 1
    game.players[0]["cards"]["tribute"] = 1
    run(game.bid(0), "marker", "card tribute")
    game.place_counter(0)
    assert game.counter[0] == 11


def test_scoring_of_the_rulebook(game):
    """An enclosed castle with a chapel, an open one, an enclosed palace with two chapels: 13."""
    meadows = {(row, column): "meadow" for row in range(3) for column in range(9)}
    buildings = {
        (1, 1): "castle",
        (0, 0): "chapel",
        (2, 4): "castle",
        (2, 5): "folly_mixed",
        (1, 7): "palace",
        (0, 6): "chapel",
        (2, 8): "chapel",
    }
    points = building_points(meadows, buildings, game.numbers["scoring"], Counter())
    assert points == {"castles": 4, "palaces": 9}


# What else is easily wrong


def test_prices_follow_from_what_is_left():
    prices = {}
    for num_players in (3, 4, 5):
        game = new_game(num_players)
        prices[num_players] = []
        while game.offer["castle"]:
            prices[num_players].append(game.price(0, "castle"))
            game.offer["castle"] -= 1
    assert prices == {3: [5, 6, 7], 4: [4, 5, 6, 7], 5: [3, 4, 5, 6, 7]}


def test_a_title_makes_buildings_cheaper_but_never_pays(game):
    game.players[0]["title"] = "duke"
    assert game.price(0, "chapel") == 0
    assert game.price(0, "folly_mixed") == 9


def test_areas_overlap_and_one_tile_can_complete_four(game):
    land(game, 0, "grove", "h9", "i9", "j9", "h10", "j10", "h11", "i11", "j11")
    assert game.players[0]["areas"] == {}
    hand(game, 0, grove=1)
    run(game.enlarge(0), "cell i10")
    assert game.count_areas(0, "forest") == 4
    assert game.hand_size(0) == 1 + 4 * 2


def test_apart_one_tile_completes_one_area(game):
    game.switches["areas_overlap"] = 0
    land(game, 0, "grove", "h9", "i9", "j9", "h10", "j10", "h11", "i11", "j11")
    hand(game, 0, grove=1)
    run(game.enlarge(0), "cell i10")
    assert game.players[0]["areas"] == {cell_from_name("h9"): "forest"}


def test_the_lock_keeps_the_queen(game):
    game.track = game.data.track.index("lock")
    game.players[0]["money"] = 30
    run(game.build(0, "palace"))
    assert game.queen == 3
    game.track = 0
    game.players[1]["money"] = 30
    run(game.build(1, "palace"))
    assert game.queen == 1


def test_a_knight_brings_what_the_host_has(game):
    estate_of_seven(game, 1, "field")
    game.players[1]["money"] = 1
    run(game.send_knight(0), "visit 1 manor")
    assert game.players[0]["money"] == 11
    assert game.players[1]["money"] == 0
    assert game.free_areas(1, "manor") == []


def test_the_host_chooses_the_tiles(game):
    estate_of_seven(game, 2, "grove")
    hand(game, 2, field=2, meadow=1)
    run(game.send_knight(0), "visit 2 forest", "tile field", "tile meadow")
    assert game.players[0]["tiles"] == {"field": 1, "grove": 0, "fountain": 0, "meadow": 1}
    assert game.players[2]["tiles"]["field"] == 1


def test_knights_move_only_when_none_is_left(game):
    estate_of_seven(game, 1, "field")
    estate_of_seven(game, 2, "grove")
    estate_of_seven(game, 3, "fountain")
    run(game.send_knight(0), "visit 1 manor")
    run(game.send_knight(0), "visit 2 forest")
    run(game.send_knight(0), "move knight 1")  # to the garden of seat 3, which has the Queen
    assert game.queen == 0
    assert game.players[0]["knights"][0] == (3, cell_from_name("h9"))
    run(game.send_knight(0), "done")
    assert game.visits(0) == ["visit 1 manor"]


def test_intrigue_keeps_three_cards_and_goes_under_the_deck(game):
    game.deck = ["tribute", "liaison", "dowry", "whitehall"]
    game.players[0]["cards"]["intrigue"] = 1
    run(game.draft_card(0), "keep all")
    assert sorted(game.cards_in_hand(0)) == ["dowry", "liaison", "tribute"]
    assert game.deck == ["whitehall", "intrigue"]


def test_an_intrigue_just_seen_cannot_be_used(game):
    game.deck = ["intrigue", "liaison", "dowry"]
    _, _, options = next(game.draft_card(0))
    assert "keep all" not in options


def test_counters_on_zero_choose_in_the_order_of_placing(game):
    game.switches["threshold_by_position"] = 0
    game.prestige = [2, 2, 2, 9]
    game.counter = [0, 0, 0, 9]
    game.award_titles([2, 3, 0, 1])
    assert [p["title"] for p in game.players] == ["viscount", "baron", "viscount", "earl"]


def test_castles_run_short_at_a_refill(game):
    game.offer["castle"], game.reserve["castle"] = 0, 3
    game.refill_board()
    assert (game.offer["castle"], game.reserve["castle"]) == (3, 0)
    assert game.price(0, "castle") == 5  # the dearest fields are in use


def test_money_breaks_ties():
    rows = [{"total": 40, "money": 3}, {"total": 40, "money": 5}, {"total": 39, "money": 9}]
    assert find_winners(rows, Counter()) == [1]
    rows[0]["money"] = 5
    assert find_winners(rows, Counter()) == [0, 1]
