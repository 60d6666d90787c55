"""Views and texts: what a seat may know, and nothing in numbers of the core."""

from __future__ import annotations

import json

import pytest

from noblemen_env import Game
from noblemen_env.core import ids
from tests.noblemen_env.game.table import at_act, lay, refresh, square, visit
from tests.noblemen_env.render.tables import at, positions


def example() -> Game:
    """Player 1 has an area of each kind, one visited by player 0; player 2 an enclosed castle."""
    game = at_act()
    lay(game, 1, square("i8", "grove") | square("h10", "fountain") | square("f9", "field"))
    lay(game, 2, {"g7": "fountain", "h7": "fountain"} | square("g9", "fountain"))
    lay(game, 2, {"g8": "chapel", "i7": "meadow", "i8": "grove", "i9": "field"})
    visit(game, 0, 1, "i8")
    return refresh(game)


def test_a_view_names_everything():
    view = example().view(0)
    player = view["players"][1]
    assert player["estate"]["areas"] == [
        {"cell": "i8", "kind": "forest", "visitor": 0},
        {"cell": "f9", "kind": "manor", "visitor": None},
        {"cell": "h10", "kind": "garden", "visitor": None},
    ]
    assert player["estate"]["land"]["h8"] == "meadow"
    assert player["estate"]["buildings"] == {"h8": "castle"}
    assert (player["taxes_yield"], player["land_yield"], player["prestige_base"]) == (6, 4, 6)
    assert view["players"][0]["knights"] == [{"host": 1, "cell": "i8", "kind": "forest"}, "supply"]
    assert view["players"][0]["land_yield"] == 2
    castle = {"cell": "h8", "building": "castle", "enclosed": True, "chapels": 1, "points": 4}
    assert view["players"][2]["scoring"] == [castle]
    assert view["offer"]["castle"] == {
        "left": 3,
        "reserve": 9,
        "price": 5,
        "price_by_seat": [5, 5, 5],
    }


def test_titles_save_money_in_prices_by_seat():
    game = example()
    game.record["title"][:3] = (0, 2, 4)
    view = game.view(2)
    assert view["offer"]["palace"]["price_by_seat"] == [4, 6, 7]
    assert [folly["price_by_seat"] for folly in view["follies"]] == [[9, 11, 12]] * 4
    game.record["offer"][ids.CASTLE] = 0
    nothing = {"price": None, "price_by_seat": [None] * 3}
    assert game.view(2)["offer"]["castle"].items() >= nothing.items()


def test_hands_are_their_players_own_until_the_end():
    for game in positions(4, seed=4, every=60):
        for seat in (None, 0, 3):
            view = game.view(seat)
            for player in view["players"]:
                is_open = game.is_over or seat in (None, player["seat"])
                assert ("tiles" in player) == ("cards" in player) == is_open
            assert ("bag" in view) == ("deck" in view) == (seat is None)
            assert ("scores" in view) == ("winners" in view) == game.is_over


def test_cards_that_are_drawn_show_to_their_player_only():
    game = at(3, "middle", decision="draft")
    seat = game.current_player
    drafted = game.view(seat)["turn"]["drafted"]
    assert len(drafted) == 3
    assert set(drafted) <= set(ids.CARDS)
    assert "drafted" not in game.view((seat + 1) % 3)["turn"]
    assert game.view(seat)["turn"]["purpose"] in ("chapel", "decade")


def test_bids_are_public():
    game = at(3, "middle", decision="bid")
    view = game.view(1)
    assert {player["title"] for player in view["players"]} == {None}
    bidding = view["players"][game.current_player]
    assert bidding["prestige"] >= bidding["prestige_base"]
    assert bidding["counter"] is None
    assert game.view(0)["turn"]["waiting"] == 2


def test_what_is_pending_shows():
    game = at_act()
    for option in ("enlarge", "tile fountain"):
        game.apply(game.parse_action(option))
    assert game.view(1)["turn"].items() >= {"tile": "fountain", "tiles_to_lay": 3}.items()
    assert game.view(1)["players"][0]["hand_size"] == 11
    game.apply(game.parse_action("cell h9"))
    turn = game.view(1)["turn"]
    assert turn["tiles_to_lay"] == 2
    assert turn["laid"] == {"field": 0, "grove": 0, "fountain": 1, "meadow": 0}


def test_views_are_json_of_names():
    """Numbers are seats and counts; cells, pieces and decisions have names."""
    for num_players in (3, 5):
        for game in positions(num_players, seed=1, every=30):
            view = game.view(None)
            assert json.loads(json.dumps(view)) == view
            assert view["decision"] in ids.DECISION_NAMES
            assert view["track"]["fields"][0] == "start"
            assert sum(view["bag"].values()) == view["bag_size"]
            assert game.decision == "take" or len(view["deck"]) == view["deck_size"]


# --- text ----------------------------------------------------------------------------------------


def test_estates_are_drawn_cropped_to_their_land():
    lines = example().text(0).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("player 0 "))
    assert lines[first : first + 7] == [
        "player 0   player 1        player 2",
        "   h          f g h i j       g h i",
        " 8 .C       8     .Cg0g     7 o o .",
        "            9 f+f   g g     8 .H.Cg",
        "           10 f f o+o       9 o+o f",
        "           11     o o      10 o o",
        "-" * 100,
    ]


def test_text_says_what_matters():
    game = example()
    text = game.text(0)
    assert "[start] round round round mask" in text
    assert "3 castles for 5 pounds (9 in reserve)" in text
    assert "folly_mixed (needs 1 manor, 1 forest, 1 garden): 12 pounds" in text
    assert "knights: forest i8 of player 1, supply" in text
    assert "hand: 3 fields, 3 groves, 3 fountains, 3 meadows" in text
    assert text.count("    hand: ") == 1
    assert "Player 0 has to choose an action, a card or a swap" in text
    assert "Options: leisure, enlarge, " in text
    assert game.text(None).count("    hand: ") == 3


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_text_is_at_most_100_columns_wide(num_players):
    for game in positions(num_players, seed=2, every=20):
        for seat in (None, 0):
            lines = game.text(seat).splitlines()
            assert max(len(line) for line in lines) <= 100
            assert not any(line.endswith(" ") for line in lines)
    assert lines[-1].startswith("Winner: player")
