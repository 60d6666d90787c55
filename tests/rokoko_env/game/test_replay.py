"""Replays: saved, loaded, verified, and refused with the first bad entry named."""

from __future__ import annotations

import json
import random

import pytest

from parlour.replay import Replay, load, save
from rokoko_env import Game, ReplayError
from rokoko_env.__main__ import main


@pytest.fixture(scope="module")
def game() -> Game:
    game = Game(4, 11)
    rng = random.Random(11)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
    return game


def test_a_replay_comes_back_and_verifies(game, tmp_path):
    save(game, tmp_path / "game.json")
    replay = load(tmp_path / "game.json")
    assert replay == Replay.of(game)
    assert replay.verify() == game
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]


def test_a_replay_is_small(game):
    assert len(Replay.of(game).to_json()) < 200 + 4 * len(game.history)


def test_an_unfinished_game_has_a_replay_too():
    game = Game(2, 3)
    game.apply(game.legal_actions()[0])
    assert Replay.of(game).verify() == game


def test_a_determinized_game_has_no_replay(game):
    with pytest.raises(ReplayError, match="determinized"):
        Replay.of(game.determinize(0, 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "the file is not a replay: its 'format' is not"),
        ({"seed": "x"}, "seed is 'x', expected a whole number"),
        ({"num_players": 7}, "num_players is 7, expected a whole number from 2 to 5"),
        ({"engine": 3}, "engine is 3, expected text"),
        ({"actions": {}}, "actions is not a list"),
        ({"actions": [61, "a"]}, r"actions\[1\] is 'a', expected a whole number from 0 to 157"),
        ({"actions": [61, 158]}, r"actions\[1\] is 158"),
        ({"moon": 1}, "an unknown entry 'moon'"),
    ],
)
def test_a_damaged_replay_names_the_first_bad_entry(game, tmp_path, change, message):
    data = json.loads(Replay.of(game).to_json()) | change
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data))
    with pytest.raises(ReplayError, match=message) as error:
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
    data = json.loads(Replay.of(game).to_json())
    data["actions"][40] = 157
    with pytest.raises(ReplayError, match=r"actions\[40\] is not legal: action 157 \(rent 5.9\)"):
        Replay.from_json(json.dumps(data)).play()


def test_actions_after_the_end_are_refused(game):
    data = json.loads(Replay.of(game).to_json())
    data["actions"].append(0)
    with pytest.raises(ReplayError, match="the game is over"):
        Replay.from_json(json.dumps(data)).play()


def test_another_end_or_other_components_are_refused(game):
    data = json.loads(Replay.of(game).to_json())
    with pytest.raises(ReplayError, match="ends in another state"):
        Replay.from_json(json.dumps(data | {"state_hash": "0" * 16})).verify()
    with pytest.raises(ReplayError, match="other components"):
        Replay.from_json(json.dumps(data | {"components": "ab" * 32})).verify()


def test_demo_plays_and_saves_and_replay_verifies(tmp_path, capsys):
    path = tmp_path / "demo.json"
    assert main(["demo", "--players", "2", "--seed", "3", "--save", str(path)]) == 0
    output = capsys.readouterr().out
    assert "Round 7" in output
    assert "Winner: " in output
    assert main(["replay", str(path)]) == 0
    assert "Winner: " in capsys.readouterr().out
    assert main(["demo", "--players", "2", "--seed", "3", "--full"]) == 0
    assert "=== The end" in capsys.readouterr().out


def test_errors_of_the_command_line(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert "can't be read" in capsys.readouterr().err
    assert main(["demo", "--components", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
    for wrong in (["demo", "--seed", "-1"], ["demo", "--players", "6"], ["fly"]):
        with pytest.raises(SystemExit):
            main(wrong)
