"""`run_match`: play a match between agents and compute their standings."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from agents.arena import report
from agents.arena.match import Match, MatchError, default_seatings
from agents.arena.match_folder import MatchFolder
from agents.arena.standings import Question, Results, Running, Standings, compute_standings
from agents.arena.workers import gaps, play_pieces
from agents.reporting.cli import check_at_least, game_arguments, num_workers
from agents.statistics import CONFIDENCE
from parlour.games import DEFAULT_GAME, find_game
from parlour.players.registry import make_agent
from parlour.ruleset import ComponentsLike, find_components
from parlour.spec import GameSpec

# Called after each piece with the standings so far and the total number of games.
Watch = Callable[[Running, int], object]


@dataclass(frozen=True)
class Settle:
    """Options to stop as soon as it is clear which of two agents is better."""

    confidence: float = CONFIDENCE
    margin: float = 0.0  # a smaller difference in win share does not matter


@dataclass(frozen=True)
class MatchResult:
    """The result of a match."""

    match: Match
    results: Results
    standings: Standings
    command: str  # to play it again
    question: Question | None = None
    notes: tuple[str, ...] = ()  # what could not be done

    @property
    def stopped_early(self) -> bool:
        return self.question is not None and self.question.is_settled


def run_match(
    agents: Sequence[str],
    *,
    spec: GameSpec | None = None,
    num_players: int | None = None,
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
    """Play a match, except for deals that are in the folder `out`, and compute the standings.

    By default the game is `DEFAULT_GAME`, with as few players as it allows. At least `games` games
    are played (whole deals), unless `settle` stops before. Ctrl-C stops the workers and is passed
    on: finished pieces stay in `out`.
    """
    spec = spec or find_game(DEFAULT_GAME)
    num_players = spec.players[0] if num_players is None else num_players
    loaded = find_components(spec, components)
    seatings = seatings or default_seatings(num_players)
    match = Match(spec, tuple(agents), num_players, seed, seatings, field, replays, loaded)
    check_at_least("games", games, 1)
    workers = num_workers(workers)
    if replays and out is None:
        raise MatchError("replays are kept in a folder: name it with out")
    if settle and len(agents) != 2:
        raise MatchError(f"only two agents can be settled, not {len(agents)}")
    for name in agents:
        make_agent(name, spec)  # refuses wrong names before anything is written or played
    question = Question(match, settle.confidence, settle.margin) if settle else None
    folder = MatchFolder(Path(out), match) if out is not None else None
    deals = match.deals_for(games)
    results = play_deals(
        match, deals, workers=workers, folder=folder, question=question, watch=watch
    )
    standings = compute_standings(results)
    notes: list[str] = []
    command = _command(match, max(games, results.games), settle, components)
    if folder:
        report.write_results(folder.path, results, standings, question, command)
        notes = report.draw_plots(folder.path, match, standings)
    return MatchResult(match, results, standings, command, question, tuple(notes))


def play_deals(
    match: Match,
    deals: int,
    *,
    workers: int = 0,
    folder: MatchFolder | None = None,
    question: Question | None = None,
    watch: Watch = lambda running, games: None,
) -> Results:
    """Play the deals that the folder does not hold yet, until the question is settled."""
    pieces = folder.load() if folder else []
    running = Running(match)
    for piece in pieces:
        running.add(piece)
        if question:
            question.add(piece)
    replays = folder.replays_path if folder and match.replays else None
    missing = [] if question and question.is_settled else gaps(pieces, deals)
    total = max(deals, running.deals) * match.games_per_deal
    watch(running, total)
    new_pieces = play_pieces(match, missing, workers=num_workers(workers), replays=replays)
    with closing(new_pieces):
        for piece in new_pieces:
            if folder:
                folder.save(piece)
            pieces.append(piece)
            running.add(piece)
            watch(running, total)
            if question:
                question.add(piece)
                if question.is_settled:
                    break
    if question and question.is_settled:
        # Deals after the one that settled it depend on chance and the number of workers.
        end = question.test.deals
        pieces = [piece.before(min(end, piece.end)) for piece in pieces if piece.first < end]
    return Results(match, pieces)


def _command(match: Match, games: int, settle: Settle | None, components: ComponentsLike) -> str:
    """Return the command that plays this match again, with any `--out` and `--workers`."""
    command = ["python", "-m", "agents.arena", *match.agents]
    command += game_arguments(match.spec)
    command += ["--players", str(match.num_players), "--games", str(games)]
    command += ["--seed", str(match.seed), "--seatings", match.seatings]
    if match.field:
        command.append("--field")
    if settle:
        command += ["--settle", "--confidence", f"{settle.confidence:g}"]
        command += ["--margin", f"{settle.margin:g}"]
    if isinstance(components, str | os.PathLike):
        command += ["--components", os.fspath(components)]
    return shlex.join(command)
