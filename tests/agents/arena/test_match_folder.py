"""Matches on disk: they are resumed, or the error names the file that is wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.arena import match as match_module
from agents.arena import workers
from agents.arena.match import MatchError
from agents.arena.match_folder import MatchFolder
from agents.arena.standings import Results
from agents.arena.workers import Piece, play_pieces
from rokoko_env import SPEC
from tests.agents.arena.bots import FORGOING
from tests.agents.arena.matches import contents, play, rows, same


def test_a_resumed_match_writes_the_same_files_as_one_run(tmp_path):
    whole = play("random", FORGOING, games=80, out=tmp_path / "whole")
    play("random", FORGOING, games=30, out=tmp_path / "parts")
    assert len(rows(tmp_path / "parts" / "games.csv")) == 60
    pieces = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "parts").rglob("*.npz")}
    parts = play("random", FORGOING, games=80, out=tmp_path / "parts", workers=2)
    assert same(whole, parts)
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")
    for name, written in pieces.items():
        assert (tmp_path / "parts" / "pieces" / name).stat().st_mtime_ns == written


def test_an_interrupted_match_keeps_its_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 8)
    deals = []

    def interrupt(running, total):
        deals.append(running.deals)
        if running.deals >= 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play("random", FORGOING, games=80, out=tmp_path / "m", watch=interrupt)
    assert 9 <= deals[-1] < 40
    assert not (tmp_path / "m" / "result.json").exists()
    deals.clear()
    resumed = play(
        "random", FORGOING, games=80, out=tmp_path / "m", watch=lambda r, _: deals.append(r.deals)
    )
    assert 9 <= deals[0] < 40
    assert same(resumed, play("random", FORGOING, games=80))


def test_a_hole_in_the_deals_is_filled(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MAX_PIECE_GAMES", 8)
    whole = play("random", FORGOING, games=80, out=tmp_path / "m")
    pieces = sorted((tmp_path / "m" / "pieces").iterdir())
    pieces[2].unlink()
    pieces[-1].unlink()
    assert same(whole, play("random", FORGOING, games=80, out=tmp_path / "m"))


def test_a_resumed_match_with_fewer_games_uses_all_of_them(tmp_path):
    whole = play("random", "random", games=60, out=tmp_path / "m")
    assert same(whole, play("random", "random", games=10, out=tmp_path / "m"))


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        ({"agents": ("random", FORGOING)}, "agents"),
        ({"num_players": 3}, "players"),
        ({"seed": 5}, "seed"),
        ({"seatings": "rotations", "num_players": 3}, "players"),
        ({"field": True}, "field"),
        ({"replays": True}, "replays"),
    ],
)
def test_another_match_in_the_folder_is_refused(tmp_path, changes, entry):
    play("random", "random", games=4, out=tmp_path / "m")
    before = contents(tmp_path / "m")
    options = dict(changes)
    agents = options.pop("agents", ("random", "random"))
    with pytest.raises(MatchError, match=f"holds another match: its '{entry}' is"):
        play(*agents, games=8, out=tmp_path / "m", **options)
    assert contents(tmp_path / "m") == before


def test_a_match_of_another_game_is_refused(tmp_path):
    play("random", games=4, out=tmp_path / "m")
    match_file = tmp_path / "m" / "match.json"
    match_file.write_text(match_file.read_text().replace('"game": "rokoko"', '"game": "chess"'))
    with pytest.raises(MatchError) as error:
        play("random", games=8, out=tmp_path / "m")
    assert str(error.value) == (
        f'{tmp_path / "m"} holds another match: its \'game\' is "chess", not "rokoko"; '
        "delete it, or choose another folder"
    )


def test_folders_that_hold_no_match_are_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(MatchError, match="holds other things than a match"):
        play("random", out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(MatchError, match="holds other things than a match"):
        play("random", out=tmp_path / "letter.txt")


@pytest.mark.parametrize("text", ["{", "[]", "\udcff"])
def test_a_damaged_match_file_is_named(tmp_path, text):
    (tmp_path / "match.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(MatchError, match=r"match\.json is damaged"):
        play("random", out=tmp_path)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in range(100, len(data) // 2):
        data[place] ^= 255
    path.write_bytes(bytes(data))


def _other_arrays(path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, points=np.zeros(3))


def _pickle(path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, points=np.array([{}], object))


def _fewer_games(path: Path) -> None:
    with np.load(path) as arrays:
        fewer = {name: array[:-1] for name, array in arrays.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, **fewer)


@pytest.mark.parametrize("harm", [_cut, _flip, _other_arrays, _pickle, _fewer_games, Path.touch])
def test_a_damaged_piece_is_named(tmp_path, harm):
    play("random", FORGOING, games=40, out=tmp_path / "m")
    path = sorted((tmp_path / "m" / "pieces").iterdir())[-1]
    if harm is Path.touch:
        path.write_bytes(b"")
    harm(path)
    with pytest.raises(MatchError, match="is damaged: delete it") as error:
        play("random", FORGOING, games=40, out=tmp_path / "m")
    assert str(error.value).startswith(str(path))


def test_pieces_that_overlap_or_have_other_names_are_named(tmp_path):
    match = play("random", games=1, out=tmp_path / "m").match
    folder = MatchFolder(tmp_path / "m", match)
    first, second = (next(play_pieces(match, [part], workers=1)) for part in ((1, 2), (2, 3)))
    folder.save(first)
    folder.save(second)
    assert [(piece.first, piece.end) for piece in folder.load()] == [(0, 1), (1, 2), (2, 3)]
    both = Results(match, [first, second]).game_results
    folder.save(Piece(1, 3, both))
    with pytest.raises(MatchError, match=r"00000001-00000002\.npz holds deals that another"):
        folder.load()
    (folder.pieces_path / "00000001-00000002.npz").rename(folder.pieces_path / "copy.npz")
    with pytest.raises(MatchError, match=r"copy\.npz is no piece of a match"):
        folder.load()


def test_agents_that_have_changed_are_another_match(tmp_path, monkeypatch):
    numbers = tmp_path / "numbers.json"
    numbers.write_text("{}")
    sources = match_module.sources
    monkeypatch.setattr(match_module, "sources", lambda *agent: [*sources(*agent), numbers])
    play("random", "greedy", games=4, out=tmp_path / "m")
    play("random", "greedy", games=8, out=tmp_path / "m")
    numbers.write_text('{"2": {}}')
    with pytest.raises(MatchError, match="holds a match of other rules or agents"):
        play("random", "greedy", games=12, out=tmp_path / "m")


def test_the_rules_and_the_module_of_a_bot_are_among_its_sources():
    sources = {path.name for path in match_module.sources(FORGOING, SPEC)}
    assert {"bots.py", "flow.py", "ismcts.py", "heuristic.json", "value_net.npz"} <= sources
