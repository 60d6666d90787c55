"""Replays: saved, loaded, verified, and refused with the first bad entry named."""

from __future__ import annotations

import json

import pytest

from parlour.errors import ReplayError
from parlour.game import Game
from parlour.replay import Replay, load, save
from tests.parlour.game_checks import random_game
from tests.parlour.games import GAMES


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def game(request) -> Game:
    return random_game(request.param, request.param.players[1], seed=11)


def changed(game: Game, **entries: object) -> str:
    """The text of the game's replay with other entries."""
    return json.dumps(json.loads(Replay.of(game).to_json()) | entries)


def test_a_replay_comes_back_and_verifies(game, tmp_path):
    save(game, tmp_path / "game.json")
    replay = load(tmp_path / "game.json")
    assert replay == Replay.of(game)
    assert replay.verify() == game
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]


def test_a_replay_is_small(game):
    assert len(Replay.of(game).to_json()) < 200 + 5 * len(game.history)


def test_an_unfinished_game_has_a_replay_too(game):
    other = type(game)(game.num_players, 3)
    other.apply(other.legal_actions()[0])
    assert Replay.of(other).verify() == other


def test_a_determinized_game_has_no_replay(game):
    with pytest.raises(ReplayError, match="determinized"):
        Replay.of(game.determinize(0, 1))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"format": "chess"}, "the file is not a replay: its 'format' is not"),
        ({"seed": "x"}, "seed is 'x', expected a whole number"),
        ({"num_players": 9}, "num_players is 9, expected a whole number from {first} to {last}"),
        ({"engine": 3}, "engine is 3, expected text"),
        ({"actions": {}}, "actions is not a list"),
        ({"actions": [1, "a"]}, r"actions\[1\] is 'a', expected a whole number from 0 to {id}"),
        ({"actions": [1, 999]}, r"actions\[1\] is 999"),
        ({"moon": 1}, "an unknown entry 'moon'"),
    ],
)
def test_a_damaged_replay_names_the_first_bad_entry(game, tmp_path, entries, message):
    path = tmp_path / "bad.json"
    path.write_text(changed(game, **entries))
    players = game.spec.players
    numbers = {"first": players[0], "last": players[-1], "id": game.spec.num_actions - 1}
    with pytest.raises(ReplayError, match=message.format(**numbers)) as error:
        load(path)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("entry", ["seed", "actions", "components", "state_hash"])
def test_a_missing_entry_is_named(game, entry):
    data = json.loads(Replay.of(game).to_json())
    del data[entry]
    with pytest.raises(ReplayError, match=f"no entry '{entry}'"):
        Replay.from_json(json.dumps(data))


def test_files_that_are_not_replays(tmp_path):
    for name, content, message in (
        ("cut.json", b'{"format": "rok', "not JSON: .* line 1, column"),
        ("list.json", b"[]", "not a replay"),
        ("picture.png", b"\x89PNG\xff\xfe", "not text"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ReplayError, match=f"{name}: .*{message}"):
            load(tmp_path / name)
    with pytest.raises(ReplayError, match=r"none\.json: the replay can't be read: No such file"):
        load(tmp_path / "none.json")


def test_hostile_json_is_refused():
    for text in ("[" * 100_000, "1" * 5_000, None):
        with pytest.raises(ReplayError, match="not JSON"):
            Replay.from_json(text)


def test_a_replay_that_cannot_be_written(game, tmp_path):
    for target in (tmp_path / "none" / "game.json", tmp_path):
        with pytest.raises(ReplayError, match="the replay can't be written"):
            save(game, target)
    assert list(tmp_path.iterdir()) == []


def test_an_illegal_action_is_named(game):
    number, before = 20, type(game)(game.num_players, game.seed)
    for action in game.history[:number]:
        before.apply(action)
    illegal = int(before.action_mask().argmin())
    actions = [*game.history[:number], illegal]
    with pytest.raises(ReplayError) as error:
        Replay.from_json(changed(game, actions=actions)).play()
    reason = f"action {illegal} ({before.action_name(illegal)}) is not legal for player "
    assert str(error.value).startswith(f"actions[{number}] is not legal: {reason}")


def test_actions_after_the_end_are_refused(game):
    with pytest.raises(ReplayError, match="the game is over"):
        Replay.from_json(changed(game, actions=[*game.history, 0])).play()


def test_another_end_or_other_components_are_refused(game):
    with pytest.raises(ReplayError, match="ends in another state"):
        Replay.from_json(changed(game, state_hash="0" * 16)).verify()
    with pytest.raises(ReplayError, match="other components"):
        Replay.from_json(changed(game, components="ab" * 32)).verify()
