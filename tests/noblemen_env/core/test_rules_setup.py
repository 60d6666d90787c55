"""Components and setting up (N1, N2, S22), and what everybody knows (S24)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from noblemen_env.core import ids
from parlour.core.jit import JIT_DISABLED
from parlour.core.states import ONLY, seeds_for, start_games, step_games
from tests.noblemen_env.core.compare import STANDARD, CoreGame
from tests.noblemen_env.core.table import Table
from tests.noblemen_env.variants import write_variant

SEATS = [3, 4, 5]
TILES = {"field": 62, "grove": 48, "fountain": 44, "meadow": 48}
CARDS = (3, 3, 4, 4, 4, 4, 4, 4, 3, 2)
SAMPLES = 400 if JIT_DISABLED else 3_000


def after_choices(num_players: int, seed: int = 1, number: int = 0) -> CoreGame:
    """A game in which everybody has taken this number of tiles of each type."""
    game = CoreGame(num_players, seed)
    for _ in range(4 * num_players):
        game.apply(f"take {number}")
    return game


def at_first_turn(num_players: int, seed: int = 1) -> CoreGame:
    """A game in which everybody has drawn a card, too."""
    game = after_choices(num_players, seed)
    while game.decision == "draft":
        game.apply(game.options()[0])
    return game


def fixed_start(tmp_path, num_players: int) -> CoreGame:
    return CoreGame(num_players, 1, write_variant("prestige", STANDARD, tmp_path))


@pytest.mark.rule("N1.1")
@pytest.mark.parametrize("num_players", SEATS)
def test_all_land_tiles_are_in_bag_hands_and_estates(num_players):
    table = at_first_turn(num_players).snapshot()
    found = Counter(table["bag"])
    for player in table["players"]:
        found.update(player["tiles"])
        found.update(player["land"].values())
    assert found == TILES
    assert sum(TILES.values()) == 202


@pytest.mark.rule("N1.2")
@pytest.mark.parametrize(
    ("tile", "area"),
    [("field", "manor"), ("grove", "forest"), ("fountain", "garden"), ("meadow", None)],
)
def test_four_equal_tiles_in_a_square_are_an_area(tile, area):
    table = Table()
    letter = {"field": "f", "grove": "g", "fountain": "o", "meadow": "m"}[tile]
    table.estate(0, f"{letter}..", f"{letter}C.")
    table.tiles_of(0, **{tile: 2})
    table.apply("enlarge")
    table.lay(f"{tile} f8", f"{tile} f7")
    assert table.player(0)["areas"] == ({"f7": area} if area else {})


@pytest.mark.rule("N1.3")
@pytest.mark.rule("N2.1")
@pytest.mark.parametrize(
    ("num_players", "castles", "palaces", "chapels"), [(3, 3, 2, 3), (4, 4, 3, 4), (5, 5, 4, 5)]
)
def test_buildings_on_and_beside_the_board(num_players, castles, palaces, chapels):
    table = CoreGame(num_players, 1).snapshot()
    assert table["offer"] == {"castle": castles, "palace": palaces, "chapel": chapels}
    assert table["reserve"] == {
        "castle": 15 - castles - num_players,
        "palace": 12 - palaces,
        "chapel": 15 - chapels,
    }
    assert table["follies"] == dict.fromkeys(
        ["folly_forests", "folly_manors", "folly_gardens", "folly_mixed"]
    )


@pytest.mark.rule("N1.3")
@pytest.mark.rule("N2.3")
@pytest.mark.parametrize("num_players", SEATS)
def test_everybody_begins_with_the_same_things(num_players):
    table = CoreGame(num_players, 2).snapshot()
    assert (table["decade"], table["track"], table["pool"]) == (1, 0, 20)
    for player in table["players"]:
        assert player["title"] == "baron"
        assert player["knights"] == [None, None]
        assert not any(player["points"].values())
        assert player["markers"] == 0
        assert (player["taxes_used"], player["land_used"]) == (False, False)


@pytest.mark.rule("N1.5")
def test_each_tile_in_the_bag_is_equally_likely():
    """A grove is laid, and one tile is drawn out of ten."""
    table = Table()
    table.tiles_of(0, grove=1)
    table.short_bag(1, field=4, grove=3, fountain=2, meadow=1)
    table.apply("enlarge")
    games = SAMPLES
    states = np.repeat(table.states, games)
    states["rng"] = seeds_for(1, games) << np.uint64(20)
    cell = np.full(games, table.names.parse("cell g8"))
    step_games(states, table.rules, np.arange(games), cell)
    drawn = states["tiles"][:, 0].sum(axis=0)
    assert drawn.sum() == games
    assert chisquare(drawn, games * np.array([4, 3, 2, 1]) / 10).pvalue > 1e-3


@pytest.mark.rule("N1.6")
def test_pounds_never_run_out():
    table = Table()
    for p in range(3):
        table.owns(p, money=330)  # all the coins in the box
    table.cards_of(0, "tribute")
    table.apply("card tribute")
    assert table.money(0) == 335


@pytest.mark.rule("N2.4")
@pytest.mark.parametrize("num_players", SEATS)
def test_later_seats_have_more_money_and_the_last_one_the_queen(num_players):
    table = CoreGame(num_players, 3).snapshot()
    assert [player["money"] for player in table["players"]] == [10, 11, 12, 13, 14][:num_players]
    assert table["queen"] == num_players - 1


@pytest.mark.rule("N2.5")
@pytest.mark.parametrize("num_players", SEATS)
def test_every_estate_is_a_meadow_with_a_castle(num_players):
    for player in CoreGame(num_players, 4).snapshot()["players"]:
        assert player["land"] == {"h8": "meadow"}
        assert player["buildings"] == {"h8": "castle"}
        assert player["areas"] == {}


@pytest.mark.rule("N2.6")
@pytest.mark.rule("S22")
@pytest.mark.rule("decision take")
@pytest.mark.parametrize("num_players", SEATS)
def test_tiles_are_chosen_seat_by_seat_and_type_by_type(num_players):
    game = CoreGame(num_players, 5)
    for seat in range(num_players):
        for tile in TILES:
            table = game.snapshot()
            assert (table["player"], table["decision"], table["tile"]) == (seat, "take", tile)
            assert game.options() == ["take 0", "take 1", "take 2", "take 3"]
            assert sum(player["tiles"][tile] for player in table["players"][seat:]) == 0
            game.apply(f"take {(seat + len(tile)) % 4}")
            if game.decision == "take":
                assert game.snapshot()["players"][seat]["tiles"][tile] == (seat + len(tile)) % 4
    assert game.decision == "draft"


@pytest.mark.rule("N2.6")
@pytest.mark.parametrize("number", [0, 1, 3])
def test_all_draw_up_to_twelve_tiles(number):
    for seed in range(10):
        for player in after_choices(5, seed, number).snapshot()["players"]:
            assert sum(player["tiles"].values()) == 12
            assert min(player["tiles"].values()) >= number
            assert number < 3 or set(player["tiles"].values()) == {3}


@pytest.mark.rule("N2.6")
def test_what_is_drawn_at_the_start_depends_on_the_seed():
    hands = {tuple(after_choices(3, seed).tiles(0).items()) for seed in range(30)}
    assert len(hands) > 20


@pytest.mark.rule("N2.6")
@pytest.mark.parametrize("num_players", SEATS)
def test_with_a_fixed_start_everybody_has_three_of_each_type(num_players, tmp_path):
    game = fixed_start(tmp_path, num_players)
    table = game.snapshot()
    assert (table["player"], table["decision"]) == (0, "draft")
    for player in table["players"]:
        assert player["tiles"] == dict.fromkeys(TILES, 3)


@pytest.mark.rule("N2.6")
def test_a_fixed_start_with_fewer_tiles_is_filled_up_from_the_bag(tmp_path):
    game = CoreGame(3, 1, write_variant("bare", STANDARD, tmp_path))
    for player in game.snapshot()["players"]:
        assert min(player["tiles"].values()) >= 2
        assert sum(player["tiles"].values()) == 12


@pytest.mark.rule("N2.7")
@pytest.mark.rule("decision draft")
@pytest.mark.parametrize("num_players", SEATS)
def test_everybody_draws_a_card_from_a_shuffled_deck(num_players):
    game = after_choices(num_players)
    for seat in range(num_players):
        table = game.snapshot()
        assert (table["player"], table["decision"]) == (seat, "draft")
        assert len(table["drafted"]) == 3
        assert len(table["deck"]) == 35 - 3 - seat
        assert sorted(game.options()) == sorted({f"card {card}" for card in table["drafted"]})
        game.apply(game.options()[-1])
    table = game.snapshot()
    assert (table["player"], table["active"], table["decision"]) == (0, 0, "act")
    assert len(table["deck"]) == 35 - num_players
    assert [sum(player["cards"].values()) for player in table["players"]] == [1] * num_players
    cards = Counter(table["deck"])
    for player in table["players"]:
        cards.update(player["cards"])
    assert cards == dict(zip(ids.CARDS, CARDS, strict=True))
    assert cards.total() == 35


@pytest.mark.rule("N2.7")
def test_every_card_may_be_on_top_of_the_deck():
    """The share of a kind among the cards looked at is its share in the deck."""
    states, rules = CoreGame(3, 1).states.repeat(SAMPLES), CoreGame(3, 1).rules
    start_games(states, rules, 3, seeds_for(0, len(states)))
    no_tiles = np.full(len(states), ids.TAKE_TILES)
    for _ in range(12):
        step_games(states, rules, np.arange(len(states)), no_tiles)
    for place in range(3):
        found = np.bincount(states["drafted"][:, place], minlength=10)
        assert chisquare(found, np.array(CARDS) / 35 * len(states)).pvalue > 1e-3


@pytest.mark.rule("S7")
@pytest.mark.parametrize(("cards", "kept"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_a_deck_with_hardly_any_cards_at_the_start(cards, kept):
    """Seats draw as long as the deck holds cards; a single card is kept without a question."""
    game = CoreGame(3, 1)
    game.rules[0]["card_copies"] = 0
    game.rules[0]["card_copies"][ids.TRIBUTE] = cards
    start_games(game.states, game.rules, 3, seeds_for(1, 1))
    no_tiles = np.array([ids.TAKE_TILES])
    for _ in range(12):
        step_games(game.states, game.rules, ONLY, no_tiles)
    table = game.snapshot()
    assert (table["player"], table["decision"]) == (0, "act")
    assert [player["cards"].get("tribute", 0) for player in table["players"]] == [
        int(p < kept) for p in range(3)
    ]
    assert table["deck"] == ["tribute"] * (cards - kept)
    assert table["drafted"] == []


# --- who knows what ------------------------------------------------------------------------------


def seen_by(seat: int, change, num_players: int = 3) -> bytes:
    table = Table(num_players)
    change(table)
    return table.observation(seat).tobytes()


@pytest.mark.rule("S22")
@pytest.mark.parametrize("decisions", range(1, 8))
def test_nobody_sees_what_a_rival_takes_at_the_start(decisions):
    games = []
    for number in (0, 3):
        game = CoreGame(3, 1)
        for k in range(decisions):
            game.apply(f"take {number if k < 4 else 2}")
        games.append(game)
    for seat, hidden in ((0, False), (1, True), (2, True)):
        views = [seen(game, seat) for game in games]
        assert (views[0] == views[1]) == hidden


def seen(game: CoreGame, seat: int) -> bytes:
    table = Table()
    table.states = game.states
    return table.observation(seat).tobytes()


def knight_on_a_forest(tile: str):
    """Seat 1 has given two tiles of a type to seat 0."""

    def change(table: Table) -> None:
        table.estate(1, "gg.", "gg.", ".C.", corner="g6")
        table.estate(0, "C", "m", "m", corner="h8")
        table.tiles_of(1, field=2, grove=2)
        table.apply("build castle", "visit 1 forest", f"tile {tile}", f"tile {tile}")

    return change


HIDDEN = {
    "tiles in hand": (
        lambda t: t.tiles_of(1, field=3),
        lambda t: t.tiles_of(1, grove=1, meadow=2),
    ),
    "cards in hand": (lambda t: t.cards_of(1, "liaison"), lambda t: t.cards_of(1, "blackmail")),
    "deck": (lambda t: t.on_top("whitehall"), lambda t: t.on_top("tribute")),
}


@pytest.mark.rule("S24")
@pytest.mark.parametrize("name", HIDDEN)
def test_what_only_its_owner_knows(name):
    one, other = HIDDEN[name]
    assert seen_by(0, one) == seen_by(0, other)
    assert seen_by(2, one) == seen_by(2, other)
    if name != "deck":
        assert seen_by(1, one) != seen_by(1, other)


@pytest.mark.rule("S24")
def test_tiles_given_to_a_knights_owner_are_seen_by_the_two_alone():
    one, other = knight_on_a_forest("field"), knight_on_a_forest("grove")
    assert seen_by(2, one) == seen_by(2, other)
    assert seen_by(0, one) != seen_by(0, other)
    assert seen_by(1, one) != seen_by(1, other)


@pytest.mark.rule("S24")
def test_cards_looked_at_are_seen_by_who_draws_them():
    observations = []
    for cards in (("tribute", "dowry", "liaison"), ("blackmail", "dowry", "intrigue")):
        table = Table()
        table.estate(0, "Cm", corner="h8")
        table.on_top(*cards)
        table.apply("build chapel")
        assert table.asked() == (0, "draft")
        observations.append([table.observation(seat).tobytes() for seat in range(3)])
    assert observations[0][0] != observations[1][0]
    assert observations[0][1:] == observations[1][1:]


@pytest.mark.rule("S24")
@pytest.mark.parametrize("wanted", ["field", "meadow"])
def test_swaps_are_private_but_for_the_number_of_tiles(wanted):
    def change(table: Table) -> None:
        table.tiles_of(0, grove=2, fountain=2)
        table.apply(f"swap grove+fountain for {wanted}")

    def mirrored(table: Table) -> None:
        table.tiles_of(0, grove=2, fountain=2)
        table.apply("swap fountain+fountain for field")

    assert seen_by(1, change) == seen_by(1, mirrored)
    assert seen_by(0, change) != seen_by(0, mirrored)


OPEN = {
    "money": lambda t: t.owns(1, money=12),
    "markers": lambda t: t.owns(1, markers=1),
    "number of tiles": lambda t: t.tiles_of(1, field=1),
    "number of cards": lambda t: t.cards_of(1, "liaison"),
    "title": lambda t: t.owns(1, title="earl"),
    "taxes": lambda t: t.owns(1, taxes_used=1),
    "land": lambda t: t.owns(1, land_used=1),
    "estate": lambda t: t.estate(1, "fC", corner="g8"),
    "church": lambda t: t.church(meadow=2),
    "queen": lambda t: t.set(queen=1),
    "round marker": lambda t: t.set(track=2),
    "board": lambda t: t.board(chapel=1),
}


@pytest.mark.rule("S24")
@pytest.mark.parametrize("name", OPEN)
def test_what_everybody_knows(name):
    for seat in (0, 2):
        assert seen_by(seat, OPEN[name]) != seen_by(seat, lambda t: None)
