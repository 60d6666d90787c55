"""Words for people: actions, decisions, reasons why an action is illegal, kinds of actions."""

from __future__ import annotations

import pytest

from noblemen_env import SPEC, Game, IllegalActionError
from noblemen_env.action_kinds import kinds_of
from noblemen_env.core import ids
from noblemen_env.explain import explain_illegal
from noblemen_env.wording import CARD_WORDS, DECISION_WORDS, number_of
from parlour.codec import members
from parlour.ruleset import ruleset_for
from tests.noblemen_env.game.table import at_act, give_card, lay, refresh, square, visit
from tests.noblemen_env.render.tables import positions


def table(**fields: object) -> Game:
    """Player 0 before their action, with a forest, meadows beside it, and all cards."""
    game = at_act()
    lay(game, 0, square("f9", "grove") | {"h9": "meadow", "h10": "meadow", "h11": "meadow"})
    lay(game, 1, square("i8", "grove"))
    lay(game, 2, square("i8", "field"))
    for card in ids.CARDS:
        give_card(game, 0, card)
    game.record["money"][0] = 30
    for name, value in fields.items():
        game.record[name] = value
    return refresh(game)


def after(game: Game, *options: str) -> Game:
    for option in options:
        game.apply(game.parse_action(option))
    return game


def test_everything_has_words():
    assert tuple(DECISION_WORDS) == ids.DECISION_NAMES
    assert tuple(CARD_WORDS) == ids.CARDS
    assert [number_of(n, "folly") for n in (0, 1, 2)] == ["0 follies", "1 folly", "2 follies"]


WORDS = [
    ((), "enlarge", "enlarge the estate"),
    ((), "leisure", "leisure for 1 point"),
    ((), "build castle", "build a castle for 5 pounds"),
    ((), "build palace", "build a palace for 7 pounds"),
    ((), "bribe 2", "bribe: 2 markers for 4 pounds"),
    ((), "land", "acquire land: 6 tiles without markers"),
    ((), "church", "donate to the church"),
    ((), "card vicars_favour", "play Vicar's favour"),
    ((), "swap field+field for grove", "swap two fields for a grove"),
    ((), "swap field+grove for meadow", "swap a field and a grove for a meadow"),
    (("leisure",), "done", "end the turn"),
    (("enlarge",), "tile fountain", "lay a fountain"),
    (("enlarge", "tile fountain"), "cell i8", "lay a fountain at i8"),
    (("enlarge", "tile meadow", "cell i8"), "done", "end the enlargement after 1 meadow"),
    (("build castle",), "cell h10", "put the castle at h10"),
    (("build castle", "cell h11"), "visit 1 forest", "visit the forest i8 of player 1"),
    (("build castle", "cell h11"), "visit 2 manor", "visit the manor i8 of player 2"),
    (("build castle", "cell h11"), "done", "send no knight"),
    (("build castle", "cell h11", "visit 1 forest"), "tile grove", "give up a grove"),
    (("church",), "tile meadow", "donate a meadow"),
    (("church", "tile meadow"), "done", "stop"),
    (("card vicars_favour",), "tile meadow", "return a meadow"),
    (("bribe 2", "done", "leisure", "done", "leisure", "done", "land"), "marker", "spend a marker"),
    (
        ("bribe 2", "done", "leisure", "done", "leisure", "done", "land"),
        "done",
        "spend no more than 0 markers",
    ),
]


@pytest.mark.parametrize(("options", "option", "words"), WORDS)
def test_words_for_actions(options, option, words):
    game = table(queen=1)
    for each in options:
        if each == "done" and game.parse_action(each) not in game.legal_actions():
            continue  # the engine has ended the turn itself
        after(game, each)
    action = game.parse_action(option)
    assert action in game.legal_actions()
    assert SPEC.action_words(game, action) == words


def test_words_for_moving_a_knight():
    game = table()
    visit(game, 0, 1, "i8")
    lay(game, 2, square("k8", "fountain"))
    visit(game, 0, 2, "i8", knight=1)
    after(refresh(game), "build castle", "cell h11")
    names = [SPEC.action_words(game, action) for action in game.legal_actions()]
    assert names == [
        "send no knight",
        "move the knight on the forest i8 of player 1",
        "move the knight on the manor i8 of player 2",
    ]


def test_words_for_a_masquerade_and_a_draft():
    game = table(queen=0, track=3)
    after(game, "leisure", "done")
    assert SPEC.decision_words(game) == "bid"
    assert SPEC.action_words(game, ids.DONE) == "stop at 0 prestige"
    assert SPEC.action_words(game, ids.CARD + ids.LIAISON) == "give up Liaison"
    game = after(table(), "build chapel", "cell h9")
    drafted = [CARD_WORDS[ids.CARDS[card]] for card in game.record["drafted"]]
    assert SPEC.decision_words(game) == f"draft for the chapel of {', '.join(drafted)}"
    assert SPEC.action_words(game, ids.KEEP_ALL) == "keep all of them for Intrigue"


def test_words_for_the_setup_and_the_round():
    game = Game(3, 1)
    assert SPEC.decision_words(game) == "take field tiles"
    assert SPEC.action_words(game, ids.TAKE_TILES + 1) == "take 1 field"
    assert SPEC.seat_words(game, 1) == " (0 points, 11 pounds, 0 markers, 0 tiles)"
    queen, prices = SPEC.round_words(game)
    assert queen == "the Queen is with player 2"
    assert prices.startswith("prices in pounds: castle 5, palace 7, chapel 4, folly_forests 12")


# --- explanations --------------------------------------------------------------------------------

REASONS = [
    ({}, (), "done", "the turn needs an action"),
    ({}, ("bribe 1",), "leisure", "the action of this turn is done"),
    ({}, ("card tribute",), "card dowry", "the card of this turn has been played"),
    ({}, (), "marker", "it has to choose an action, a card or a swap (leisure, "),
    ({"money": (0, 0, 0, 0, 0)}, (), "build castle", "it costs 5 pounds and the player has 0"),
    ({"money": (1, 0, 0, 0, 0)}, (), "bribe 3", "they cost 6 pounds and the player has 1"),
    ({"offer": (0, 2, 3)}, (), "build castle", "there is no castle left on the board"),
    ({"offer": (0, 2, 3)}, (), "card inheritance", "there is no castle left on the board"),
    ({"pool": 1}, (), "bribe 2", "the board holds 1 marker"),
    ({"church": (3, 3, 3, 3)}, (), "church", "the church takes none of the tiles in hand"),
    ({"taxes_used": 1}, (), "taxes", "the player has collected taxes in this decade"),
    ({"land_used": 1}, (), "land", "the player has acquired land in this decade"),
    ({}, (), "taxes", "it would bring nothing"),
    ({"bag": 0}, (), "land", "the bag is empty"),
    ({"bag": 0}, (), "card dowry", "the bag is empty"),
    ({"bag": 0}, (), "swap grove+grove for field", "there is no field in the bag"),
    ({"tiles": 0}, (), "enlarge", "the player has no tile in hand"),
    ({"tiles": 0}, (), "card masterstroke", "the player has no tile in hand"),
    ({"tiles": 0}, (), "card vicars_favour", "the player has no tile in hand"),
    ({"tiles": 1}, (), "swap grove+grove for field", "the player has 1 grove in hand"),
    ({}, (), "build folly_manors", "it needs 2 manors and the estate has 0"),
    ({}, (), "build folly_forests", "it needs 2 forests and the estate has 1"),
    ({"folly_owner": 1}, (), "build folly_mixed", "folly_mixed has been built by player 1"),
    ({}, (), "card intrigue", "Intrigue is used when cards are drawn"),
    ({}, (), "card blackmail", "Blackmail is given up at a masquerade"),
    ({}, (), "card liaison", "Liaison counts at the end of the game"),
    ({"queen": 0}, (), "card whitehall", "the player has the Queen"),
    ({"track": 9}, (), "card whitehall", "nobody takes the Queen while the round marker is on the"),
    ({"cards": 0}, (), "card tribute", "the player does not have Tribute"),
    ({}, ("enlarge",), "done", "an enlargement lays at least one tile"),
    ({}, ("enlarge",), "leisure", "it has to choose a tile to lay ("),
    ({"tiles": ((0, 3, 3, 3),) * 5}, ("enlarge",), "tile field", "the player has no field in hand"),
    ({}, ("enlarge", "tile field"), "cell h8", "h8 holds a meadow"),
    ({}, ("enlarge", "tile field"), "cell a1", "a1 touches no tile of the estate with a side"),
    ({}, ("enlarge", "tile field"), "swap grove+grove for field", "it has to place the tile ("),
    ({}, ("build castle",), "cell h9", "h9 is next to the castle on h8"),
    ({}, ("build castle",), "cell h8", "h8 holds a castle"),
    ({}, ("build castle",), "cell f9", "f9 is not a meadow of the estate"),
    ({}, ("build castle",), "done", "it has to choose a cell for the building ("),
    ({}, ("build castle", "cell h11"), "visit 1 garden", "player 1 has no free garden"),
    ({}, ("build castle", "cell h11"), "visit 3 manor", "there are 3 players"),
    ({}, ("build castle", "cell h11"), "marker", "it has to send the knight to an area ("),
    ({}, ("build castle", "cell h11", "visit 1 forest"), "done", "tiles are due"),
    ({}, ("church",), "done", "at least one tile has to be given"),
    ({"church": (3, 0, 0, 0)}, ("church",), "tile field", "the church takes no more fields in"),
    ({}, ("card vicars_favour",), "done", "at least one tile has to be given"),
    ({"tiles": ((0, 3, 3, 3),) * 5}, ("church",), "tile field", "the player has no field in hand"),
    ({"cards": 0}, ("build chapel", "cell h9"), "keep all", "the player does not have Intrigue"),
    ({"queen": 0, "track": 3}, ("leisure", "done"), "marker", "the player has no marker"),
    ({"queen": 0, "track": 3}, ("leisure", "done"), "cell a1", "it has to give up markers and"),
]


@pytest.mark.parametrize(("fields", "options", "action", "reason"), REASONS)
def test_an_illegal_action_has_its_reason(fields, options, action, reason):
    game = after(table(queen=1, **{k: v for k, v in fields.items() if k != "queen"}))
    if "queen" in fields:
        game.record["queen"] = fields["queen"]
        refresh(game)
    game = after(game, *options)
    with pytest.raises(IllegalActionError) as error:
        game.apply(game.parse_action(action))
    message = str(error.value)
    assert f"({action}) is not legal for player {game.current_player}: {reason}" in message


def test_buildings_without_a_site():
    game = at_act()
    game.record["money"][0] = 30
    give_card(game, 0, "inheritance")
    sites = {
        "build chapel": "there is no empty meadow without a chapel next to it",
        "build castle": "there is no empty meadow without a castle or palace next to it",
        "card inheritance": "there is no empty meadow without a castle or palace next to it",
    }
    refresh(game)
    for name, reason in sites.items():
        assert explain_illegal(game, game.parse_action(name)) == reason
    after(game, "build palace", "done")
    game.record["active"] = game.record["player"] = 0
    assert (
        explain_illegal(refresh(game), game.parse_action("build palace"))
        == "there is no castle to replace"
    )
    lay(game, 0, square("i8", "grove") | square("k8", "grove"))
    assert (
        explain_illegal(refresh(game), game.parse_action("build folly_forests"))
        == "there is no empty meadow"
    )


@pytest.mark.parametrize("num_players", [3, 5])
def test_every_illegal_action_has_a_reason(num_players):
    for game in positions(num_players, seed=3, every=11):
        if game.is_over:
            assert explain_illegal(game, 0) == "the game is over"
            continue
        legal = set(game.legal_actions())
        for action in set(range(SPEC.num_actions)) - legal:
            reason = explain_illegal(game, action)
            assert reason
            assert "\n" not in reason
        assert all(SPEC.action_words(game, action) for action in legal)


# --- kinds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "name", "kinds"),
    [
        ("act", "leisure", ["leisure"]),
        ("act", "enlarge", ["enlarge"]),
        ("act", "build castle", ["castle"]),
        ("act", "build palace", ["palace"]),
        ("act", "build chapel", ["chapel"]),
        ("act", "build folly_forests", ["folly"]),
        ("act", "build folly_mixed", ["folly"]),
        ("act", "bribe 1", ["bribe"]),
        ("act", "bribe 5", ["bribe"]),
        ("act", "taxes", ["taxes"]),
        ("act", "land", ["land"]),
        ("act", "church", ["church"]),
        ("act", "done", []),
        ("act", "card whitehall", ["play Whitehall"]),
        ("act", "swap field+field for grove", ["swap tiles"]),
        ("lay", "swap field+field for grove", ["swap tiles"]),
        ("lay", "tile meadow", ["lay a meadow"]),
        ("lay", "done", []),
        ("donate", "tile meadow", []),
        ("draft", "card dowry", ["keep Dowry"]),
        ("draft", "keep all", ["keep all cards"]),
        ("visit", "visit 4 garden", ["visit a garden"]),
        ("visit", "visit 1 manor", ["visit a manor"]),
        ("visit", "done", ["send no knight"]),
        ("move", "done", ["send no knight"]),
        ("move", "move knight 2", []),
        ("bid", "done", ["stop"]),
        ("bid", "marker", ["give up a marker"]),
        ("bid", "card blackmail", ["give up Blackmail"]),
        ("bid", "card dowry", ["give up another card"]),
        ("place", "cell h8", []),
        ("take", "take 3", []),
    ],
)
def test_kinds_of_actions(decision, name, kinds):
    action = ruleset_for(SPEC, None, 3).actions.parse(name)
    assert list(kinds_of(decision, action)) == kinds


def test_all_kinds_are_in_one_group():
    groups = SPEC.action_kinds.groups.values()
    kinds = [kind for group in groups for kind in group]
    assert len(set(kinds)) == len(kinds)
    met = set()
    for game in positions(4, seed=5, every=3):
        if not game.is_over:
            starts = zip(ids.WORD_STARTS, game.record["legal"], strict=True)
            legal = [start + i for start, word in starts for i in members(word)]
            met |= {kind for action in legal for kind in kinds_of(game.decision, action)}
    assert met <= set(kinds)
    assert len(met) > 20
