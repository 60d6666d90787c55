"""`Game`, the object for one game: what it has beyond every game of the engine, and saved games."""

from __future__ import annotations

import pytest

import noblemen_env
from noblemen_env import Game, GameFormatError, load_components
from noblemen_env.core import ids
from noblemen_env.estate import near
from tests.noblemen_env.core.compare import STANDARD
from tests.noblemen_env.game.table import at_act, lay, refresh, square, visit
from tests.noblemen_env.render.tables import at
from tests.noblemen_env.variants import VARIANTS, write_variant
from tests.parlour.game_checks import assert_sound


def test_a_new_game_is_at_its_first_decision():
    game = Game(num_players=4, seed=7)
    assert (game.round, game.decision, game.is_over, game.history) == (1, "take", False, ())
    assert game.scores() == [0, 0, 0, 0]
    assert game.record["money"][:4].tolist() == [10, 11, 12, 13]


def test_there_is_no_game_for_two():
    with pytest.raises(ValueError, match="num_players is 2, expected 3 to 5"):
        Game(2)


def test_names_of_actions():
    game = Game(3, 1)
    assert noblemen_env.NUM_ACTIONS == 301
    assert game.action_name(ids.CELL + ids.START_CELL) == "cell h8"
    assert game.parse_action(" Swap  field+field for GROVE ") == ids.SWAP
    with pytest.raises(ValueError, match=r"'build castel' is not the name .* 'build castle'"):
        game.parse_action("build castel")


def test_prices():
    game = Game(3, 1)
    assert game.buildings == (
        "castle",
        "palace",
        "chapel",
        *(f.id for f in load_components().follies),
    )
    assert [game.price(name) for name in game.buildings] == [5, 7, 4, 12, 12, 12, 12]
    game.record["title"][1] = ids.MARQUESS
    assert [game.price(name, 1) for name in ("castle", "folly_mixed")] == [3, 10]
    game.record["offer"][ids.CASTLE] = 1
    assert game.price("castle") == 7
    game.record["offer"][ids.CASTLE] = 0
    game.record["folly_owner"][0] = 2
    assert game.price("castle") is game.price("folly_forests") is None
    with pytest.raises(ValueError, match="'tower' is not a building, expected one of castle, pal"):
        game.price("tower")
    with pytest.raises(ValueError, match="player is 3, expected 0 to 2"):
        game.price("castle", 3)


def test_prices_are_never_negative():
    game = Game(5, 1)
    game.record["title"][0] = ids.DUKE
    assert (game.price("chapel"), game.price("chapel", 0)) == (2, 0)


def test_estates():
    game = at_act()
    lay(game, 0, square("i8", "grove") | {"g8": "meadow", "f8": "chapel"})
    visit(game, 2, 0, "i8")
    estate = refresh(game).estate(0)
    h8, i8, f8, e8 = (
        game.parse_action(f"cell {name}") - ids.CELL for name in ("h8", "i8", "f8", "e8")
    )
    assert estate.tiles(ids.GROVE) == 4
    assert estate.buildings == {f8: ids.CHAPEL, h8: ids.CASTLE}
    assert (estate.areas_of(ids.FOREST), estate.free_areas(ids.FOREST)) == ([i8], [])
    assert estate.visitors == {i8: 2}
    assert not estate.is_enclosed(h8)
    assert estate.sites(ids.PALACE) == [h8]
    assert estate.sites(ids.CASTLE) == estate.sites(ids.CHAPEL) == []
    assert len(estate.sites(ids.FOLLY)) == 1
    assert e8 in estate.frontier(radius=7)
    assert e8 not in estate.frontier(radius=2)
    assert sorted(len(near(cell)) for cell in (0, 7, h8)) == [3, 5, 8]


def test_the_frontier_is_what_the_core_allows():
    game = at(4, "late", decision="place")
    cells = {action - ids.CELL for action in game.legal_actions() if action >= ids.CELL}
    assert game.estate(game.current_player).frontier(radius=7) == cells


# --- components ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "standard"])
def test_other_components_are_data(variant, tmp_path):
    """The same compiled code plays them; positions are sound, and saved games come back."""
    folder = write_variant(variant, STANDARD, tmp_path)
    components = load_components(folder, check_counts=False)
    game = Game(3, 1, components)
    assert components.digest != load_components().digest
    for number in range(250):
        if game.is_over:
            break
        if number % 10 == 0:
            assert_sound(game)
            assert Game.from_dict(game.to_dict(), components) == game
            assert game.text()
        game.apply(game.legal_actions()[number % len(game.legal_actions())])
    with pytest.raises(GameFormatError, match="saved with other components"):
        Game.from_bytes(game.to_bytes())


# --- saved games ---------------------------------------------------------------------------------


def test_to_dict_is_readable():
    state = at(3, "middle", decision="act").to_dict()["state"]
    assert len(state["land"]) == len(state["areas"]) == 3
    assert "h8" in state["land"][0][ids.MEADOW]
    assert state["title"][0] in ids.TITLES
    assert set(state["deck"]) <= {None, *ids.CARDS}


def example() -> Game:
    game = at_act()
    lay(game, 1, square("i8", "grove") | {"g8": "chapel"})
    visit(game, 0, 1, "i8")
    return refresh(game)


def test_the_example_is_sound():
    assert_sound(example())
    assert Game.from_dict(example().to_dict()) == example()


def change(*path, to):
    """Return a function that changes one entry of a saved state."""

    def apply(state):
        for step in path[:-1]:
            state = state[step]
        state[path[-1]] = to

    return apply


FIELD, GROVE, FOUNTAIN, MEADOW = range(4)
CASTLE, PALACE, CHAPEL = range(3)
I8 = ["i8", "j8", "i9", "j9"]


@pytest.mark.parametrize(
    ("apply", "message"),
    [
        # pieces
        (change("bag", FIELD, to=0), "tile field: 9 are in the game, expected 62"),
        (change("tiles", 0, FIELD, to=-1), "tiles has a negative number"),
        (change("pool", to=19), "piece marker: 19 are in the game, expected 20"),
        (change("reserve", PALACE, to=9), "building palace: 11 are in the game, expected 12"),
        (change("offer", CASTLE, to=4), "more buildings on the board than at the start"),
        (change("church", FIELD, to=4), "the church has taken more tiles of a type"),
        (change("deck", to=[None] * 40), "a card of the deck does not exist"),
        (change("deck_size", to=31), "a card lies beside the deck"),
        (change("deck_top", to=40), "the deck has 32 cards from place 40"),
        (change("cards", 0, 3, to=7), "card liaison: "),
        (change("money", 1, to=-1), "money has a negative number"),
        (change("score", 0, to=5), "player 0 has a score of 5, expected 0"),
        # estates
        (change("land", 0, FIELD, to=["h8"]), "two tiles lie on one cell of player 0"),
        (change("land", 0, MEADOW, to=["h9"]), "no start meadow in the estate of player 0"),
        (change("land", 1, FIELD, to=["a1"]), "land apart from the estate of player 1"),
        (change("land", 1, FIELD, to=["z1"]), r"state\.land\[1\]\[0\]: 'z1' is not a valid name"),
        (
            change("buildings", 1, CHAPEL, to=["i8"]),
            "building at i8 is not on a meadow of player 1",
        ),
        (change("buildings", 1, CHAPEL, to=["h8"]), "two buildings stand on one cell of player 1"),
        (
            change("buildings", 1, PALACE, to=["g8"]),
            "two buildings stand on one cell of player 1",
        ),
        (change("areas", 1, to=[]), "i8 begins an area that is not marked of player 1"),
        (change("areas", 1, to=["i8", "j8"]), "j8 begins no area of player 1"),
        (change("areas", 1, to=["o15"]), "o15 begins no area of player 1"),
        # knights and follies
        (change("knight_host", 0, 0, to=0), "knight 1 of player 0 visits its own estate"),
        (change("knight_host", 0, 0, to=5), "knight 1 of player 0 visits cell 113 of player 5"),
        (change("knight_area", 0, 0, to=None), "must have an area exactly if it visits a player"),
        (change("knight_area", 0, 0, to="i9"), "a knight visits i9 of player 1, not an area"),
        (change("folly_owner", 0, to=1), "folly 1 must have a cell exactly if it is built"),
        (change("folly_owner", 0, to=3), "folly 1 is of player 3 on cell -1"),
        # the course of the game
        (change("queen", to=3), "queen is 3, not a seat of 3 players"),
        (change("active", to=1), "the active player has to decide"),
        (change("track", to=11), "track is 11, not 0 to 10"),
        (change("track", to=4), "on a mask exactly during a masquerade"),
        (change("track", to=10), "on the scoring exactly between decades and at the end"),
        (change("title", to=["duke", "duke", "baron"]), "too many players have the title duke"),
        (change("title", 0, to=None), "a player has no title outside a masquerade"),
        (change("acted", to=2), "acted is 2, not 0 or 1"),
        (change("taxes_used", 0, to=-1), "taxes_used is not 0 or 1"),
        (change("waiting", to=1), "waiting is 1, but nobody waits"),
        (change("prestige", 0, to=3), "the prestige of player 0 must be known exactly from"),
        (change("counter", 1, to=0), "the counter of player 1 must be placed exactly after"),
        # what is pending
        (change("by_card", to=1), "this decision does not come from a card"),
        (change("tile", to=1), "a tile must be chosen exactly while it is placed"),
        (change("laid", GROVE, to=1), "tiles are being laid, but there is no enlargement"),
        (change("to_lay", to=1), "tiles are being laid, but there is no enlargement"),
        (change("building", to=0), "building is 0, which does not fit to the decision"),
        (change("knight", to=0), "a knight must be chosen exactly while it visits an area"),
        (change("given", to=1), "given is 1, which does not fit to the decision"),
        (change("due", to=1), "tiles are due, but nobody has to give any"),
        (change("purpose", to=1), "purpose is 1, which does not fit to the decision"),
        (change("drafted", 0, to="dowry"), "cards must be looked at exactly in a draft"),
    ],
)
def test_a_damaged_state_gives_one_clear_sentence(apply, message):
    data = example().to_dict()
    apply(data["state"])
    with pytest.raises(GameFormatError, match=message) as error:
        Game.from_dict(data)
    assert "\n" not in str(error.value)


def test_buildings_too_close_to_each_other():
    game = at_act()
    lay(game, 0, {"h9": "meadow", "g9": "meadow"})
    for building, cell in ((ids.CASTLE, "h9"), (ids.CHAPEL, "g9")):
        data = refresh(game).to_dict()
        data["state"]["buildings"][0][building].append(cell)
        data["state"]["reserve"][building] -= 1
        if building == ids.CHAPEL:
            data["state"]["buildings"][0][building].append("h9")
            data["state"]["reserve"][building] -= 1
        with pytest.raises(GameFormatError, match="is too close to another building of player 0"):
            Game.from_dict(data)


def test_areas_that_share_a_tile_where_they_may_not(tmp_path):
    components = load_components(write_variant("apart", STANDARD, tmp_path), check_counts=False)
    game = Game(3, 1, components)
    lay(game, 0, square("i8", "grove") | {"k8": "grove", "k9": "grove"})
    assert len(game.estate(0).areas) == 2
    with pytest.raises(GameFormatError, match="areas share a tile of player 0"):
        Game.from_dict(game.to_dict(), components)
    game.record["areas"][0] = 0
    with pytest.raises(GameFormatError, match="i8 begins an area that is not marked of player 0"):
        Game.from_dict(game.to_dict(), components)


@pytest.mark.parametrize(
    ("decision", "apply", "message"),
    [
        ("take", change("waiting", to=0), "the seat to decide does not fit to those that wait"),
        ("take", change("tile", to=-1), "a tile must be chosen exactly while"),
        ("draft", change("drafted", 1, to=None), "there is a gap in the cards"),
        ("draft", change("purpose", to=3), "purpose is 3"),
        ("lay", change("to_lay", to=0), "to_lay is 0, not 1 to 3"),
        ("place", change("laid", 0, to=3), "tiles laid and tiles still to lay do not add up"),
        ("build", change("building", to=7), "building is 7"),
        ("build", change("money", 0, to=0), "the building in work can't be paid"),
        ("spend", change("taxes_used", to=[0, 0, 0]), "markers are spent on what has not been"),
        ("spend", change("acted", to=0), "an action is being done that has not begun"),
        ("bid", change("title", 0, to="baron"), "nobody has a title during a masquerade"),
        ("bid", change("prestige", to=[None] * 3), "state.prestige"),
        ("visit", change("knight", to=-1), "a knight must be chosen exactly while it visits"),
        ("give", change("due", to=9), "9 tiles are due, and the player has"),
        ("return", change("given", to=4), "may be returned do not add up"),
        ("return", change("by_card", to=0), "tiles are returned for a card only"),
    ],
)
def test_a_damaged_decision_gives_one_clear_sentence(decision, apply, message):
    game = find(decision)
    assert_sound(game)
    data = game.to_dict()
    apply(data["state"])
    with pytest.raises(GameFormatError, match=message) as error:
        Game.from_dict(data)
    assert "\n" not in str(error.value)


def find(decision: str) -> Game:
    """A position with this decision; of spending, one for taxes."""
    for seed in range(1, 40):
        for stage in ("start", "middle"):
            game = at(3, stage, seed, decision)
            if game.decision == decision:
                if decision != "spend" or game.record["purpose"] == ids.FOR_TAXES:
                    return game
    raise AssertionError(f"nobody has to {decision}")
