"""`Game`, the object for one game."""

from __future__ import annotations

import copy
import json
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest

import rokoko_env
from rokoko_env import Game, GameFormatError, IllegalActionError, load_components
from rokoko_env.actions import PLAIN_NAMES
from rokoko_env.core import ids
from tests.rokoko_env.core.compare import choose


def random_game(num_players: int = 3, seed: int = 7, decisions: int = 150, **options) -> Game:
    """A game after some eager random decisions."""
    game = Game(num_players, seed, **options)
    rng = random.Random(seed)
    for _ in range(decisions):
        if not game.is_over:
            names = [game.action_name(a) for a in game.legal_actions()]
            game.apply(game.parse_action(choose(names, rng, eager=True)))
    return game


@pytest.fixture(scope="module")
def finished() -> Game:
    return random_game(decisions=10_000)


def test_a_new_game_is_at_its_first_decision():
    game = Game(num_players=3, seed=7)
    assert (game.round, game.decision, game.is_over, game.history) == (1, "pick", False, ())
    assert game.scores() == [1, 1, 1]  # 15 Livre are worth one PP


def test_the_same_seed_gives_the_same_game_and_none_a_random_one():
    assert Game(3, 7) == Game(3, 7)
    assert Game(3, 7) != Game(3, 8)
    assert Game(3).seed != Game(3).seed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 1}, "num_players is 1, expected 2 to 5"),
        ({"num_players": 6}, "num_players is 6, expected 2 to 5"),
        ({"num_players": "3"}, "num_players must be a whole number, not '3'"),
        ({"num_players": True}, "num_players must be a whole number, not True"),
        ({"seed": -1}, "seed is -1, expected 0 to"),
        ({"seed": 2**64}, "seed is 18446744073709551616, expected 0 to"),
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"components": "no/such/folder"}, "no/such/folder"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Game(**arguments)


def test_mask_and_legal_actions_agree():
    game = random_game()
    mask = game.action_mask()
    assert mask.dtype == np.int8
    assert mask.shape == (rokoko_env.NUM_ACTIONS,)
    assert game.legal_actions() == np.flatnonzero(mask).tolist()


def test_names_and_ids_are_inverse_of_each_other():
    game = Game(2, 1)
    names = [game.action_name(action) for action in range(rokoko_env.NUM_ACTIONS)]
    assert len(set(names)) == len(names)
    assert [game.parse_action(name) for name in names] == list(range(rokoko_env.NUM_ACTIONS))
    assert names[ids.SELL] == PLAIN_NAMES[ids.SELL] == "sell"
    assert game.parse_action("  Take  TILE 2.3 ") == ids.TAKE_TILE + 6


def test_unused_ids_are_never_legal(finished):
    replayed = Game(finished.num_players, finished.seed)
    for action in finished.history:
        assert not any("unused" in replayed.action_name(a) for a in replayed.legal_actions())
        replayed.apply(action)


def test_components_changed_in_memory_are_checked():
    standard = load_components()
    numbers = replace(standard.numbers, minimum_deck=0)
    with pytest.raises(rokoko_env.ComponentError, match="minimum_deck"):
        Game(2, 0, replace(standard, numbers=numbers))


def test_names_may_have_capitals():
    standard = load_components()
    tiles = tuple(replace(r, id=r.id.upper()) for r in standard.resources)
    game = Game(2, 0, replace(standard, resources=tiles))
    names = [game.action_name(action) for action in range(rokoko_env.NUM_ACTIONS)]
    assert "surrender 2G" in names
    assert [game.parse_action(name) for name in names] == list(range(rokoko_env.NUM_ACTIONS))
    with pytest.raises(TypeError, match="must be text, not 3"):
        game.parse_action(3)


def test_a_wrong_name_suggests_a_near_one():
    with pytest.raises(ValueError, match=r"'make dres 3' is not the name .* mean 'make dress 3'"):
        Game(2, 1).parse_action("make dres 3")
    with pytest.raises(ValueError, match=r"158 is not an action: ids go from 0 to 157"):
        Game(2, 1).action_name(158)


@pytest.mark.parametrize("action", [-1, 158, 2**70, "sell", None, 1.0, True])
def test_values_that_are_not_actions_are_refused(action):
    game = Game(2, 1)
    with pytest.raises(IllegalActionError, match=r"not legal for player \d: it is not an action"):
        game.apply(action)
    assert game == Game(2, 1)


def test_numpy_integers_are_actions():
    game = Game(2, 1)
    game.apply(np.int64(game.legal_actions()[0]))
    assert len(game.history) == 1


def at_main(card: str, **changes) -> Game:
    """Player 0 with this card in play, before the main action."""
    game = Game(2, 1)
    s = game.record
    number = game.cards.index(card)
    s["player"], s["decision"], s["in_play"] = 0, ids.MAIN, number
    for pile in ("hire_stack",):
        s[pile] &= ~(1 << number)
    s["supply"][0] &= ~(1 << number)
    for name, value in changes.items():
        s[name] = value
    return Game.from_bytes(game.to_bytes())


@pytest.mark.parametrize(
    ("card", "changes", "action", "reason"),
    [
        ("base_apprentice_livre", {}, "favor", "an Apprentice may not take the favor card"),
        ("base_apprentice_livre", {}, "make dress 1", "an Apprentice may not make a dress"),
        ("base_apprentice_livre", {}, "card l1_livre", "an Apprentice may not hire"),
        ("base_journeyman", {}, "card l1_livre", "a Journeyman may not hire"),
        ("base_master", {"favor": 1}, "favor", "the favor card has been taken in this round"),
        ("base_master", {}, "card l6_fund", "that card is not on display"),
        (
            "base_master",
            {"money": 0},
            "take tile 1.1",
            "the tile costs 2 Livre and the player has 0",
        ),
        ("base_master", {}, "take tile 1.4", "there is no tile on that space"),
        ("base_master", {}, "fund musician 1", "the space costs 20 Livre and the player has 15"),
        ("base_master", {}, "fund statue 6", "the board has no such space"),
        ("base_master", {}, "make dress 7", "there is no dress on that window"),
        ("base_master", {"money": 0}, "make dress 1", "the window costs 8 Livre"),
        ("base_master", {}, "sell", "it has to choose a main action"),
        ("base_master", {}, "unused 110", "it has to choose a main action"),
    ],
)
def test_an_illegal_action_has_its_reason(card, changes, action, reason):
    game = at_main(card, **changes)
    with pytest.raises(IllegalActionError) as error:
        game.apply(game.parse_action(action))
    message = str(error.value)
    assert f"({action}) is not legal for player 0: " in message
    assert reason in message


@pytest.mark.parametrize("num_players", [2, 5])
def test_every_illegal_action_has_a_reason(num_players):
    """At many positions: each action is either applied or refused with one clear sentence."""
    for decisions in range(0, 200, 13):
        game = random_game(num_players, 3, decisions)
        legal = set(game.legal_actions())
        before = game.to_bytes()
        for action in range(rokoko_env.NUM_ACTIONS):
            if action in legal:
                game.clone().apply(action)
            else:
                with pytest.raises(IllegalActionError, match=r"^action \d+ \(.*\) is not legal"):
                    game.apply(action)
        assert game.to_bytes() == before


def test_the_end(finished):
    assert finished.is_over
    assert finished.round == 7
    assert finished.legal_actions() == []
    assert not finished.action_mask().any()
    with pytest.raises(IllegalActionError, match="the game is over"):
        finished.apply(0)
    rows = finished.score_breakdown()
    assert [row["total"] for row in rows] == finished.scores()
    assert finished.record["score"][:3].tolist() == finished.scores()
    for row in rows:
        assert row["total"] == sum(row[source] for source in ids.SOURCE_NAMES)
    best = max((row["total"], row["livre_left"]) for row in rows)
    assert finished.winners() == [
        p for p, row in enumerate(rows) if (row["total"], row["livre_left"]) == best
    ]


def test_observation_slices_cover_the_vector():
    game = random_game()
    observation = game.observation(1)
    assert observation.dtype == np.float32
    assert observation.shape == (rokoko_env.OBSERVATION_SIZE,)
    covered = [i for s in rokoko_env.OBSERVATION_SLICES.values() for i in range(s.start, s.stop)]
    assert covered == list(range(rokoko_env.OBSERVATION_SIZE))
    assert observation[rokoko_env.OBSERVATION_SLICES["num_players"]].tolist() == [0, 1, 0, 0]
    money = observation[rokoko_env.OBSERVATION_SLICES["players"]][1] * 30
    assert money == pytest.approx(game.record["money"][1])


def test_observations_are_copies():
    game = random_game()
    first = game.observation(0)
    copy = first.copy()
    while game.decision != "main":
        game.apply(game.legal_actions()[0])
    game.apply(game.legal_actions()[0])
    assert (first == copy).all()


def test_every_observation_slice_is_used():
    """Over a few games each slice is not always zero, and every value stays near [0, 2]."""
    largest = np.zeros(rokoko_env.OBSERVATION_SIZE)
    for seed in range(12):
        game = Game(5, seed)
        rng = random.Random(seed)
        while not game.is_over:
            for seat in (game.current_player, (game.current_player + 1) % 5):
                largest = np.maximum(largest, abs(game.observation(seat)))
            names = [game.action_name(a) for a in game.legal_actions()]
            game.apply(game.parse_action(choose(names, rng, eager=seed % 2 == 0)))
    for name, part in rokoko_env.OBSERVATION_SLICES.items():
        assert largest[part].any(), name
    assert largest.max() < 8


@pytest.mark.parametrize("player", [-1, 3, "0", None])
def test_a_seat_that_does_not_exist_is_named(player):
    with pytest.raises((ValueError, TypeError), match="player"):
        Game(3, 1).observation(player)


def test_views_are_json_and_hide_the_others(finished):
    for game in (Game(3, 7), random_game(), finished):
        for seat in (0, 1, 2, None):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            for player in view["players"]:
                assert ("hand" in player) == (seat in (None, player["seat"]))


def test_text_is_at_most_100_columns_wide(finished):
    for game in (Game(5, 7), random_game(5, 2, 260), finished):
        for seat in (0, None):
            assert max(len(line) for line in game.text(seat).splitlines()) <= 100
    assert str(finished).splitlines()[-1].startswith("Winner: player")
    assert "l1_" in str(Game(5, 7))


def test_copies_and_pickles_keep_everything():
    game = random_game()
    for other in (
        game.clone(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):
        assert other == game
        other.apply(other.legal_actions()[0])
        assert other != game
        assert len(other.history) == len(game.history) + 1


def test_saved_games_continue_like_the_original():
    game = random_game(4, 5, 200)
    others = [
        Game.from_bytes(game.to_bytes()),
        Game.from_dict(json.loads(json.dumps(game.to_dict()))),
    ]
    rng = random.Random(0)
    while not game.is_over:
        action = rng.choice(game.legal_actions())
        for each in (game, *others):
            each.apply(action)
    assert all(other == game for other in others)


def test_to_dict_is_readable():
    data = random_game().to_dict()
    assert data["num_players"] == 3
    assert all(isinstance(name, str) for name in data["history"])
    assert set(data["state"]["supply"][0]) <= set(
        ["base_master#1", "base_master#2"] + [e.id for e in load_components().employees]
    )


def damaged(change) -> dict:
    data = random_game().to_dict()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("state"), "key 'state'"),
        (lambda d: d.pop("seed"), "no 'seed'"),
        (lambda d: d["state"].update(filling=-128), "filling is -128, not 0 to 3"),
        (lambda d: d["state"].update(tile_is_blind=1), "drawn unseen is marked"),
        (lambda d: d["state"].update(missing=[9, 9, 9, 9]), "more bales are missing"),
        (lambda d: d["state"].update(in_play_deputed=7), "in_play_deputed is 7, not 0 to 1"),
        (lambda d: d["state"]["window"].__setitem__(7, "yellow_01"), "board does not have"),
        (lambda d: d["state"]["warehouse"].__setitem__(3, "2g#1"), "board does not have"),
        (lambda d: d.update(num_players=9), "num_players is 9"),
        (lambda d: d.update(components="abc"), "other components .*abc"),
        (lambda d: d.update(history=["fly"]), "'fly' is not the name of an action"),
        (lambda d: d["state"].pop("bag"), "the field 'bag' is missing"),
        (lambda d: d["state"].update(moon=1), "'moon' is not a field"),
        (lambda d: d["state"].update(money=[1, 2]), r"state\.money: expected a list of 3"),
        (lambda d: d["state"].update(money=[1, 2, "x"]), r"state\.money\[2\]: 'x' is not a whole"),
        (lambda d: d["state"].update(money=[1, 2, 10**6]), r"state\.money\[2\]: 1000000 is out of"),
        (lambda d: d["state"].update(money=[1, 2, -3]), "player 2 has -3 money"),
        (lambda d: d["state"].update(bag="all"), r"state\.bag: expected a list"),
        (
            lambda d: d["state"].update(bag=["pink_01"]),
            r"state\.bag: 'pink_01' is not a valid name",
        ),
        (lambda d: d["state"].update(bag=[]), "dress .* is lost"),
        (lambda d: d["state"].update(tile_stack=[]), "tile .* is lost"),
        (lambda d: d["state"].update(decision="sing"), r"state\.decision: 'sing'"),
        (lambda d: d["state"].update(player=4), "player is 4, not a seat"),
        (lambda d: d["state"].update(round_number=8), "round is 8"),
        (lambda d: d["state"].update(all_halls=[0, 0, -1]), "all-halls"),
        (lambda d: d["state"].update(state=None) or d.update(state=[]), "mapping of fields"),
        (lambda d: d["state"]["hand_known"].__setitem__(0, ["l6_fund"]), "known to be in hand"),
        (lambda d: d["state"]["supply"].__setitem__(0, []), "deck of only"),
        (lambda d: d["state"].update(guests=[["1.1"], ["1.1"], []]), "two owners"),
        (lambda d: d["state"].update(decorations=[["statue 6"], [], []]), "board does not have"),
    ],
)
def test_a_damaged_dict_gives_one_clear_sentence(change, message):
    with pytest.raises(GameFormatError, match=message) as error:
        Game.from_dict(damaged(change))
    assert "\n" not in str(error.value)


def test_an_unpayable_dress_is_refused():
    """Loading it would lead into a dead end."""
    game = at_main("base_master")
    s = game.record
    dress = int(s["window"][0])
    s["window"][0], s["dress"], s["decision"] = -1, dress, ids.SILK
    s["missing"] = game.rules["dress_bales"][dress]
    with pytest.raises(GameFormatError, match="0 options"):
        Game.from_bytes(game.to_bytes())


def test_damaged_bytes_are_refused():
    data = random_game().to_bytes()
    with pytest.raises(TypeError, match="a saved game is bytes, not memoryview"):
        Game.from_bytes(memoryview(data))
    with pytest.raises(GameFormatError, match="does not begin like a saved game"):
        Game.from_bytes(b"PNG" + data)
    for cut in (data[:-1], data[:50] + data[51:], data + b"x", data[:100] + b"\0" + data[101:]):
        with pytest.raises(GameFormatError, match="damaged"):
            Game.from_bytes(cut)


def test_another_set_of_components_is_data(tmp_path):
    """The same compiled code plays with other prices."""
    for source in rokoko_env.components.load.standard_folder().iterdir():
        (tmp_path / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    numbers = (tmp_path / "game.toml").read_text()
    (tmp_path / "game.toml").write_text(numbers.replace("livre = 15", "livre = 40"))
    game = Game(2, 1, components=tmp_path)
    assert game.record["money"][:2].tolist() == [40, 40]
    assert game.components.digest != Game(2, 1).components.digest
    assert Game.from_bytes(game.to_bytes(), tmp_path) == game
    with pytest.raises(GameFormatError, match="saved with other components"):
        Game.from_bytes(game.to_bytes())
    assert pickle.loads(pickle.dumps(game)) == game
