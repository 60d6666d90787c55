"""`record_games`: an agent plays with itself on all cores, and what happens is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from agents.arena.match import Games, Match, MatchError
from agents.arena.workers import Piece, play_pieces
from agents.reporting.cli import num_workers
from research.balance.core.follow import follow_games
from research.balance.core.layout import (
    DRESS_MADE,
    MOST_DRESSES,
    OPPORTUNITY,
    SEAT,
    SITUATION,
    most_opportunities,
    most_situations,
)
from rokoko_env.components import Components, load_components
from rokoko_env.players.play import GameResults
from rokoko_env.players.registry import make_agent
from rokoko_env.ruleset import ComponentsLike, ruleset_for

CHUNK = 250  # games followed at a time: room is made for all that could happen in them

# Called with the number of games finished and of those wanted.
Watch = Callable[[int, int], object]


@dataclass(frozen=True)
class Notes:
    """What happened in some games (`research.balance.core.layout` explains the records)."""

    seats: np.ndarray  # (games, players)
    livre_left: np.ndarray  # (games, players) after the final exchange, for ties
    decisions: np.ndarray  # (games, players) real choices made
    situations: np.ndarray  # one for each turn
    opportunities: np.ndarray  # one for each option that a seat could take in a round
    dresses: np.ndarray  # one for each dress made

    @classmethod
    def joined(cls, parts: Sequence[Notes]) -> Notes:
        """Notes of games that follow each other; games and situations are numbered through."""
        joined = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(cls)
        }
        games = _starts([len(part.seats) for part in parts])
        turns = _starts([len(part.situations) for part in parts])
        for name, column, starts in (
            ("situations", "game", games),
            ("dresses", "game", games),
            ("opportunities", "situation", turns),
        ):
            sizes = [len(getattr(part, name)) for part in parts]
            joined[name][column] += np.repeat(starts, sizes).astype(np.int32)
        return cls(**joined)


def _starts(sizes: Sequence[int]) -> np.ndarray:
    return np.cumsum([0, *sizes[:-1]])


@dataclass(frozen=True)
class Records(Notes):
    """Games of one kind of agent with itself, and what follows from them at once."""

    match: Match

    @property
    def agent(self) -> str:
        return self.match.agents[0]

    @property
    def games(self) -> int:
        return len(self.seats)

    @property
    def num_players(self) -> int:
        return self.match.num_players

    @cached_property
    def played(self) -> GameResults:
        """As the arena sees it: scores, ranks, shares of the victory."""
        nobody = np.zeros(1)
        points = self.seats["points"]
        return GameResults(points, self.livre_left, self.decisions, nobody, nobody)

    @cached_property
    def wins(self) -> np.ndarray:
        """(games, players) shares of the victory."""
        return self.played.wins

    @cached_property
    def scores(self) -> np.ndarray:
        """(games, players) final prestige."""
        return self.played.scores.astype(np.int64)

    @cached_property
    def margins(self) -> np.ndarray:
        """(games, players) prestige above the mean of the others."""
        others = (self.scores.sum(axis=1, keepdims=True) - self.scores) / (self.num_players - 1)
        margins: np.ndarray = self.scores - others
        return margins


def record_games(
    agent: str,
    *,
    num_players: int = 4,
    games: int = 1000,
    seed: int = 0,
    workers: int = 0,
    components: ComponentsLike = None,
    salvage: bool = False,
    watch: Watch = lambda games, wanted: None,
) -> Records:
    """Let an agent play with itself; game g has the seed `seed + g`, whatever the agent.

    With `salvage`, Ctrl-C ends the games, and those finished are returned: all up to some number.
    """
    if games < 1:
        raise MatchError(f"games is {games}, expected at least 1")
    if workers < 0:
        raise MatchError(f"workers is {workers}, expected at least 1")
    if not isinstance(components, Components):
        components = load_components(components)
    match = Match((agent,), num_players, seed, "rotations", False, False, components)
    make_agent(agent)  # a wrong name is noticed before any worker is started
    watch(0, games)
    pieces: list[Piece] = []
    coming = play_pieces(
        match, [(0, games)], workers=workers or num_workers(0), summarize=take_notes
    )
    try:
        with closing(coming):
            for piece in coming:
                pieces.append(piece)
                watch(sum(piece.deals for piece in pieces), games)
    except KeyboardInterrupt:
        pieces = _without_gaps(pieces)
        if not salvage or not pieces:
            raise
    notes = Notes.joined([piece.summary for piece in _without_gaps(pieces)])
    return Records(**{f.name: getattr(notes, f.name) for f in fields(notes)}, match=match)


def _without_gaps(pieces: Sequence[Piece]) -> list[Piece]:
    """In order, up to the first game that is missing: then the seed says which games there are."""
    found: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if piece.first != (found[-1].end if found else 0):
            break
        found.append(piece)
    return found


def take_notes(match: Match, games: Games, played: GameResults) -> Notes:
    """Follow games that were played; they are numbered from 0."""
    parts = [
        _follow(match, games, played, range(start, min(start + CHUNK, len(games))))
        for start in range(0, len(games), CHUNK)
    ]
    return Notes.joined(parts)


def _follow(match: Match, games: Games, played: GameResults, chosen: range) -> Notes:
    ruleset = ruleset_for(match.components, match.num_players)
    number, part = len(chosen), slice(chosen.start, chosen.stop)
    seats = np.zeros((number, match.num_players), SEAT)
    situations = np.zeros(number * most_situations(match.num_players), SITUATION)
    opportunities = np.zeros(number * most_opportunities(match.num_players), OPPORTUNITY)
    dresses = np.zeros(number * MOST_DRESSES, DRESS_MADE)
    used = np.zeros(3, np.int64)
    lists = played.actions[part]
    actions = np.array([action for game in lists for action in game], np.int64)
    ends = np.cumsum([len(game) for game in lists])
    where = (seats, situations, opportunities, dresses, used)
    wrong = follow_games(
        ruleset.rules, match.num_players, games.seeds[part], actions, ends, 0, *where
    )
    if wrong >= 0:
        raise RuntimeError(f"game {games.numbers[part][wrong]} can't be followed to its end")
    noted = [rows[:size].copy() for rows, size in zip(where[1:4], used.tolist(), strict=True)]
    return Notes(seats, played.livre_left[part], played.decisions[part], *noted)
