"""A match on disk: its description, and the finished pieces."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from pathlib import Path

import numpy as np

from agents.arena.match import Match, MatchError
from agents.arena.workers import Piece
from agents.reporting.files import write_json
from parlour.files import write_file
from parlour.players.play import GameResults


class MatchFolder:
    """A folder with `match.json`, the pieces and the replays of a match."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or make the folder; nothing in it is overwritten."""
        self.path, self.match = path, match
        self.pieces_path = path / "pieces"
        match_file = path / "match.json"
        if match_file.exists():
            self._check_entries(match_file)
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise MatchError(f"{path} holds other things than a match: name a new or empty folder")
        self.pieces_path.mkdir(parents=True, exist_ok=True)
        if match.replays:
            self.replays_path.mkdir(exist_ok=True)
        if not match_file.exists():
            write_json(match_file, match.entries())

    @property
    def replays_path(self) -> Path:
        return self.path / "replays"

    def _check_entries(self, match_file: Path) -> None:
        try:
            entries = json.loads(match_file.read_text("utf-8"))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise MatchError(f"{match_file} is damaged: {error}") from None
        if not isinstance(entries, dict):
            raise MatchError(f"{match_file} is damaged: it holds no match")
        for name, value in self.match.entries().items():
            if entries.get(name) != value:
                if name == "sources":
                    raise MatchError(
                        f"{self.path} holds a match of other rules or agents (the code has changed "
                        "since it began): delete it, or choose another folder"
                    )
                raise MatchError(
                    f"{self.path} holds another match: its {name!r} is "
                    f"{json.dumps(entries.get(name))}, not {json.dumps(value)}; "
                    "delete it, or choose another folder"
                )

    def save(self, piece: Piece) -> None:
        path = self.pieces_path / f"{piece.first:08d}-{piece.end - 1:08d}.npz"
        names = _shapes(self.match, piece.deals)
        arrays = {name: getattr(piece.game_results, name) for name in names}
        write_file(path, lambda file: np.savez_compressed(file, **arrays))

    def load(self) -> list[Piece]:
        """Return all pieces in the order of their deals; a damaged file is an error."""
        pieces: list[Piece] = []
        for path in sorted(self.pieces_path.glob("*.npz")):
            piece = self._load(path)
            if pieces and piece.first < pieces[-1].end:
                raise MatchError(f"{path} holds deals that another file holds too: delete it")
            pieces.append(piece)
        return pieces

    def _load(self, path: Path) -> Piece:
        numbers = re.fullmatch(r"(\d{8,})-(\d{8,})\.npz", path.name)
        if not numbers:
            raise MatchError(f"{path} is no piece of a match: move it away")
        first, end = int(numbers[1]), int(numbers[2]) + 1
        shapes = _shapes(self.match, end - first)
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
                arrays = {name: data[name] for name in shapes}
        except (EOFError, KeyError, OSError, ValueError, zipfile.BadZipFile, zlib.error):
            arrays = {}
        if {name: array.shape for name, array in arrays.items()} != shapes:
            raise MatchError(f"{path} is damaged: delete it, and its deals are played again")
        return Piece(first, end, GameResults(**arrays))


def _shapes(match: Match, deals: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays of a piece."""
    games = deals * match.games_per_deal
    seats, agents = (games, match.num_players), (len(match.agents),)
    return {
        "points": (*seats, len(match.spec.sources)),
        "tie_breaks": seats,
        "decisions": seats,
        "asked": agents,
        "seconds": agents,
    }
