"""`record_games`: play an agent's games with itself, and record what happens in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from agents.arena.match import Games, Match
from agents.arena.workers import Piece, play_pieces
from agents.reporting.cli import check_at_least, num_workers
from parlour.players.play import GameResults
from parlour.players.registry import make_agent
from parlour.ruleset import ComponentsLike, find_components, ruleset_for
from parlour.spec import GameSpec
from parlour.standings import Ranked
from research.balance.core.follow import follow_games
from research.balance.core.layout import OPPORTUNITY
from research.balance.games import find_parts
from research.balance.parts import BalanceParts
from research.game import number_of_players

CHUNK = 250  # games followed at a time: memory is taken for all that could happen in them

# Called with the number of games finished and their total.
Watch = Callable[[int, int], object]


@dataclass(frozen=True)
class Notes:
    """Records of some games (the `layout` of the game explains the fields)."""

    seats: np.ndarray  # (games, players)
    tie_breaks: np.ndarray  # (games, players) keys that break ties
    decisions: np.ndarray  # (games, players) real choices made
    situations: np.ndarray  # one for each time that a seat began to choose
    opportunities: np.ndarray  # one for each option that a seat could take at a time
    events: np.ndarray  # one for each event of a kind that the game notes

    @classmethod
    def joined(cls, parts: Sequence[Notes]) -> Notes:
        """Join notes of consecutive games; games and situations are numbered through."""
        joined = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(cls)
        }
        sizes = {name: [len(getattr(part, name)) for part in parts] for name in joined}
        for name, column, owner in (
            ("situations", "game", "seats"),
            ("events", "game", "seats"),
            ("opportunities", "situation", "situations"),
        ):
            starts = np.cumsum([0, *sizes[owner][:-1]])
            joined[name][column] += np.repeat(starts, sizes[name]).astype(np.int32)
        return cls(**joined)


@dataclass(frozen=True)
class Records(Notes, Ranked):
    """All notes of an agent's games with itself, and the results of these games."""

    match: Match

    @property
    def parts(self) -> BalanceParts:
        return find_parts(self.match.spec)

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
    def scores(self) -> np.ndarray:
        """(games, players) final scores."""
        scores: np.ndarray = self.seats["points"].sum(axis=2, dtype=np.int64)
        return scores

    @cached_property
    def margins(self) -> np.ndarray:
        """(games, players) points above the mean of the others."""
        others = (self.scores.sum(axis=1, keepdims=True) - self.scores) / (self.num_players - 1)
        margins: np.ndarray = self.scores - others
        return margins


def record_games(
    spec: GameSpec,
    agent: str,
    *,
    num_players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: int = 0,
    components: ComponentsLike = None,
    salvage: bool = False,
    watch: Watch = lambda games, total: None,
) -> Records:
    """Let an agent play with itself; game g has the seed `seed + g`, whatever the agent.

    With `salvage`, Ctrl-C ends the games, and those finished are returned, up to the first gap.
    """
    check_at_least("games", games, 1)
    workers = num_workers(workers)
    find_parts(spec)  # a game without them can't be followed
    components, num_players = (
        find_components(spec, components),
        number_of_players(spec, num_players),
    )
    match = Match(spec, (agent,), num_players, seed, "rotations", False, False, components)
    make_agent(agent, spec)  # a wrong name is noticed before any worker is started
    watch(0, games)
    pieces: list[Piece] = []
    playing = play_pieces(match, [(0, games)], workers=workers, summarize=take_notes)
    try:
        with closing(playing):
            for piece in playing:
                pieces.append(piece)
                watch(sum(piece.deals for piece in pieces), games)
    except KeyboardInterrupt:
        if not salvage or not _without_gaps(pieces):
            raise
    notes = Notes.joined([piece.summary for piece in _without_gaps(pieces)])
    return Records(**{f.name: getattr(notes, f.name) for f in fields(notes)}, match=match)


def _without_gaps(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces in order, up to the first missing game: seed and number then name the games."""
    pieces_in_order: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if piece.first != (pieces_in_order[-1].end if pieces_in_order else 0):
            break
        pieces_in_order.append(piece)
    return pieces_in_order


def take_notes(match: Match, games: Games, results: GameResults) -> Notes:
    """Follow games that were played; they are numbered from 0."""
    chunks = [slice(start, start + CHUNK) for start in range(0, len(games), CHUNK)]
    return Notes.joined([_follow(match, games, results, chunk) for chunk in chunks])


def _follow(match: Match, games: Games, results: GameResults, chunk: slice) -> Notes:
    spec, num_players = match.spec, match.num_players
    layout = find_parts(spec).layout
    ruleset = ruleset_for(spec, match.components, num_players)
    seeds, action_lists = games.seeds[chunk], results.actions[chunk]
    size = len(seeds)
    seats = np.zeros((size, num_players), layout.seat)
    situations = np.zeros(size * layout.max_situations(num_players), layout.situation)
    opportunities = np.zeros(size * layout.max_opportunities(num_players), OPPORTUNITY)
    events = np.zeros(size * layout.max_events(num_players), layout.event)
    used = np.zeros(3, np.int64)
    actions = np.array([action for game in action_lists for action in game], np.int64)
    ends = np.cumsum([len(game) for game in action_lists])
    points = np.zeros((spec.max_players, len(spec.sources)), np.int64)
    memory = np.zeros(1, layout.memory)
    output = (seats, situations, opportunities, events, used)
    game = (spec.new_states(1), ruleset.rules, num_players)
    wrong = follow_games(*game, seeds, actions, ends, points, memory, *output)
    if wrong >= 0:
        raise RuntimeError(f"game {games.numbers[chunk][wrong]} can't be followed to its end")
    rows = [array[:count].copy() for array, count in zip(output[1:4], used.tolist(), strict=True)]
    return Notes(seats, results.tie_breaks[chunk], results.decisions[chunk], *rows)
