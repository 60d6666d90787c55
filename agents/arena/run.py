"""`run_match`: play a match between agents, and find out how good they are."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from agents.arena import report
from agents.arena.match import Match, MatchError, usual_seatings
from agents.arena.match_folder import MatchFolder
from agents.arena.standings import Question, Results, Running, Standings, standings
from agents.arena.workers import Piece, gaps, play_pieces
from agents.reporting.cli import check_at_least, num_workers
from agents.statistics import CONFIDENCE
from rokoko_env.components import Components, load_components
from rokoko_env.players.registry import make_agent
from rokoko_env.ruleset import ComponentsLike

# Called after each piece with what is known so far and the number of games wanted.
Watch = Callable[[Running, int], object]


@dataclass(frozen=True)
class Settle:
    """Stop as soon as it is clear which of two agents is better."""

    confidence: float = CONFIDENCE
    margin: float = 0.0  # a smaller difference in win share does not matter


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match."""

    match: Match
    results: Results
    standings: Standings
    command: str  # plays it again
    question: Question | None = None
    notes: tuple[str, ...] = ()  # what could not be done

    @property
    def stopped_early(self) -> bool:
        return self.question is not None and self.question.is_settled


def run_match(
    agents: Sequence[str],
    *,
    num_players: int = 2,
    games: int = 1000,
    seed: int = 0,
    field: bool = False,
    seatings: str | None = None,
    workers: int = 0,
    out: str | os.PathLike[str] | None = None,
    replays: bool = False,
    settle: Settle | None = None,
    components: ComponentsLike = None,
    watch: Watch = lambda running, games: None,
) -> MatchResult:
    """Let agents play and say how good they are; what is in the folder `out` is not played again.

    At least `games` games are played (whole deals), unless `settle` ends them before. Ctrl-C ends
    the workers and is passed on: what was finished stays in `out`.
    """
    given = components
    if not isinstance(components, Components):
        components = load_components(components)
    how = seatings or usual_seatings(num_players)
    match = Match(tuple(agents), num_players, seed, how, field, replays, components)
    _check(match, games, workers, out, settle)
    question = Question(match, settle.confidence, settle.margin) if settle else None
    folder = MatchFolder(Path(out), match) if out is not None else None
    deals = match.deals_for(games)
    results = play_deals(
        match, deals, workers=workers, folder=folder, question=question, watch=watch
    )
    found = standings(results)
    notes: list[str] = []
    command = _command(match, max(games, results.games), settle, given)
    if folder:
        report.write_results(folder.path, results, found, question, command)
        if note := report.draw_plots(folder.path, match, found):
            notes.append(note)
    return MatchResult(match, results, found, command, question, tuple(notes))


def _check(
    match: Match,
    games: int,
    workers: int,
    out: str | os.PathLike[str] | None,
    settle: Settle | None,
) -> None:
    """All that can be wrong, before anything is written or played."""
    check_at_least("games", games, 1)
    check_at_least("workers", workers, 0)
    if match.replays and out is None:
        raise MatchError("replays are kept in a folder: name it with out")
    if settle and len(match.agents) != 2:
        raise MatchError(f"only two agents can be settled, not {len(match.agents)}")
    for name in match.agents:
        make_agent(name)


def play_deals(
    match: Match,
    deals: int,
    *,
    workers: int = 0,
    folder: MatchFolder | None = None,
    question: Question | None = None,
    watch: Watch = lambda running, games: None,
) -> Results:
    """All deals that the folder does not hold yet, until the question is settled."""
    pieces = folder.load() if folder else []
    running = Running(match)
    for piece in pieces:
        running.add(piece)
        if question:
            question.add(piece)
    replays = folder.replays_path if folder and match.replays else None
    open_deals = [] if question and question.is_settled else gaps(pieces, deals)
    wanted = max(deals, running.deals) * match.games_per_deal
    watch(running, wanted)
    coming = play_pieces(match, open_deals, workers=num_workers(workers), replays=replays)
    with closing(coming):
        for piece in coming:
            if folder:
                folder.keep(piece)
            pieces.append(piece)
            running.add(piece)
            watch(running, wanted)
            if question:
                question.add(piece)
                if question.is_settled:
                    break
    if question and question.is_settled:
        pieces = _until(pieces, question.test.deals)
    return Results(match, pieces)


def _until(pieces: Sequence[Piece], end: int) -> list[Piece]:
    """The deals up to the one that settled the question: what was played beyond is a matter of
    chance, and of the number of workers."""
    return [piece.before(min(end, piece.end)) for piece in pieces if piece.first < end]


def _command(match: Match, games: int, settle: Settle | None, components: ComponentsLike) -> str:
    """What plays this match again; where and by how many workers changes nothing."""
    words = ["python", "-m", "agents.arena", *match.agents]
    words += ["--players", str(match.num_players), "--games", str(games), "--seed", str(match.seed)]
    words += ["--seatings", match.seatings]
    if match.field:
        words.append("--field")
    if settle:
        words += ["--settle", "--confidence", f"{settle.confidence:g}"]
        words += ["--margin", f"{settle.margin:g}"]
    if isinstance(components, str | os.PathLike):
        words += ["--components", os.fspath(components)]
    return shlex.join(words)
