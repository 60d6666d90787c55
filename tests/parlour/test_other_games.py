"""Games keep apart: none loads another one, and files of one are refused by another."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

import parlour
from parlour.errors import GameFormatError, ReplayError
from parlour.replay import Replay, load, save
from rokoko_env.__main__ import main
from tests import toy_game
from tests.parlour.game_checks import random_game
from tests.parlour.games import GAMES

ROOT = Path(parlour.__file__).parents[1]
PAIRS = [
    pytest.param(one, other, id=f"{one.name} by {other.name}")
    for one, other in permutations(GAMES, 2)
]


@pytest.mark.parametrize(("spec", "other"), PAIRS)
def test_a_game_loads_nothing_of_another(spec, other):
    """So it compiles nothing of it either: a first game waits for its own rules alone."""
    loaded = f"[name for name in sys.modules if name.startswith({other.package!r})]"
    program = f"import sys\nfrom {spec.package} import SPEC, Game\nSPEC.kernels\nprint({loaded})"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(("spec", "other"), PAIRS)
def test_saved_games(spec, other):
    for num_players in spec.players:
        game = random_game(spec, num_players, share=0.5)
        with pytest.raises(GameFormatError, match=f"not begin like a saved game of {other.title}$"):
            other.game_class.from_bytes(game.to_bytes())
        with pytest.raises(GameFormatError, match=r"^the .*\Z"):
            other.game_class.from_dict(game.to_dict())


@pytest.mark.parametrize(("spec", "other"), PAIRS)
def test_replays(spec, other, tmp_path):
    num_players = next(n for n in spec.players if n in other.players)
    path = tmp_path / "game.json"
    save(random_game(spec, num_players), path)
    assert load(path).spec is load(path, spec).spec is spec
    with pytest.raises(ReplayError) as error:
        load(path, other)
    assert str(error.value) == f"{path}: the replay is of {spec.title}, not of {other.title}"
    renamed = json.loads(path.read_text()) | {"format": f"{other.name}-env replay 1", "actions": []}
    with pytest.raises(ReplayError, match="was played with other components"):
        Replay.from_json(json.dumps(renamed)).play()


def test_rokokos_command_line_verifies_rokoko_only(tmp_path, capsys):
    path = tmp_path / "game.json"
    save(toy_game.Game(3, 1), path)
    assert main(["replay", str(path)]) == 2
    assert "the replay is of Pebbles, not of Rokoko\n" in capsys.readouterr().err


def test_games_that_are_not_installed():
    replay = json.loads(Replay.of(toy_game.Game(3, 1)).to_json())
    text = json.dumps(replay | {"format": "chess-env replay 1"})
    with pytest.raises(ReplayError, match=r"no game is called 'chess' \(games: .*rokoko"):
        Replay.from_json(text)
