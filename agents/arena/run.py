"""`python -m agents.arena random heuristic mcts:500 --players 3`: says how good agents are.

Every deal is played in many seatings, so that luck is shared out evenly; see `agents.arena.match`.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from agents.arena import report
from agents.arena.match import SEATINGS, Match, MatchError, usual_seatings
from agents.arena.match_folder import MatchFolder
from agents.arena.standings import Question, Results, Running, Standings, standings
from agents.arena.workers import Piece, gaps, play_pieces
from rokoko_env.components import ComponentError, Components, load_components
from rokoko_env.core.ids import MAX_PLAYERS
from rokoko_env.errors import ReplayError
from rokoko_env.game import MAX_SEED
from rokoko_env.players.agent import AgentError
from rokoko_env.players.registry import make_agent, registry
from rokoko_env.ruleset import ComponentsLike

# Called after each piece with what is known so far and the number of games wanted.
Watch = Callable[[Running, int], object]
INTERRUPTED = 130  # exit code, as of a program that a signal ended


@dataclass(frozen=True)
class Settle:
    """Stop as soon as it is clear which of two agents is better."""

    confidence: float = 0.95
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
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    field: bool = False,
    seatings: str | None = None,
    workers: int | None = None,
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
    how = seatings or usual_seatings(players)
    match = Match(tuple(agents), players, seed, how, field, replays, components)
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
    workers: int | None,
    out: str | os.PathLike[str] | None,
    settle: Settle | None,
) -> None:
    """All that can be wrong, before anything is written or played."""
    if games < 1:
        raise MatchError(f"games is {games}, expected at least 1")
    if workers is not None and workers < 1:
        raise MatchError(f"workers is {workers}, expected at least 1")
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
    workers: int | None = None,
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
    coming = play_pieces(match, open_deals, workers=workers or cores(), replays=replays)
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


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _command(match: Match, games: int, settle: Settle | None, components: ComponentsLike) -> str:
    """What plays this match again; where and by how many workers changes nothing."""
    words = ["python", "-m", "agents.arena", *match.agents]
    words += ["--players", str(match.players), "--games", str(games), "--seed", str(match.seed)]
    words += ["--seatings", match.seatings]
    if match.field:
        words.append("--field")
    if settle:
        words += ["--settle", "--confidence", f"{settle.confidence:g}"]
        words += ["--margin", f"{settle.margin:g}"]
    if isinstance(components, str | os.PathLike):
        words += ["--components", os.fspath(components)]
    return shlex.join(words)


# --- command line --------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m agents.arena", description=(__doc__ or "").split("\n")[0]
    )
    add = parser.add_argument
    add("agents", nargs="*", metavar="AGENT", help="name[:parameter...] or module:Class")
    add("--list", action="store_true", help="print the names of agents and exit")
    add("--players", type=int, default=2, metavar="N", help="at a table, 2 to 5 (default 2)")
    add("--games", type=int, default=1000, metavar="N", help="at least that many (default 1000)")
    add("--seed", type=int, default=0, help="of the first deal (default 0)")
    add("--field", action="store_true", help="the first agent against copies of each other one")
    add("--seatings", choices=SEATINGS, help="default: all for 2 and 3 players, else rotations")
    add("--workers", type=int, metavar="N", help="processes (default: all cores)")
    add("--out", metavar="DIR", help="keep everything there; the same command goes on from there")
    add("--replays", action="store_true", help="keep a replay of every game in DIR/replays")
    add("--settle", action="store_true", help="stop when it is clear which of two is better")
    add("--confidence", type=float, metavar="P", help="of --settle (default 0.95)")
    add("--margin", type=float, metavar="P", help="of --settle: win share that is no matter (0)")
    add("--components", metavar="DIR", help="another set of components")
    add("--quiet", action="store_true", help="no live display")
    return parser


def _checked(parser: argparse.ArgumentParser, given: argparse.Namespace) -> Settle | None:
    """What argparse can't see by itself; returns how to settle."""
    if not given.agents:
        parser.error("name at least one agent (--list prints their names)")
    if not 2 <= given.players <= MAX_PLAYERS:
        parser.error(f"--players is {given.players}, expected 2 to {MAX_PLAYERS}")
    if given.games < 1:
        parser.error(f"--games is {given.games}, expected at least 1")
    if not 0 <= given.seed <= MAX_SEED:
        parser.error(f"--seed is {given.seed}, expected 0 to {MAX_SEED}")
    if given.workers is not None and given.workers < 1:
        parser.error(f"--workers is {given.workers}, expected at least 1")
    if given.field and len(given.agents) < 2:
        parser.error("--field needs at least two agents")
    if given.replays and not given.out:
        parser.error("--replays needs --out DIR")
    return _settle(parser, given)


def _settle(parser: argparse.ArgumentParser, given: argparse.Namespace) -> Settle | None:
    if not given.settle:
        if given.confidence is not None or given.margin is not None:
            parser.error("--confidence and --margin need --settle")
        return None
    if len(given.agents) != 2:
        parser.error(f"--settle compares two agents, not {len(given.agents)}")
    confidence = 0.95 if given.confidence is None else given.confidence
    margin = given.margin or 0.0
    if not 0.5 <= confidence < 1:
        parser.error(f"--confidence is {confidence:g}, expected at least 0.5 and less than 1")
    if not 0 <= margin < 1:
        parser.error(f"--margin is {margin:g}, expected at least 0 and less than 1")
    return Settle(confidence, margin)


class Screen:
    """The live display: a table and a bar, on stderr; nothing where that is no terminal."""

    def __init__(self, *, quiet: bool) -> None:
        console = Console(stderr=True)
        self.shown = console.is_terminal and not quiet
        self.games = self.wanted = 0
        self._running: Running | None = None
        self._drawn = 0.0
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            auto_refresh=False,
        )
        self._task = self._bar.add_task("games", total=None)
        self._live = Live(self._bar, console=console, refresh_per_second=2)

    def say(self, what: str) -> None:
        """What the bar stands for from now on."""
        self._bar.update(self._task, description=what)

    @contextmanager
    def on(self) -> Iterator[None]:
        if not self.shown:
            yield
            return
        with self._live:
            try:
                yield
            finally:
                self._draw()

    def watch(self, running: Running, wanted: int) -> None:
        """At most once a second a new table; the clock of the bar goes on between."""
        self.games, self.wanted = running.deals * running.match.games_per_deal, wanted
        self._running = running
        self._bar.update(self._task, completed=self.games, total=wanted)
        if self.shown and time.monotonic() - self._drawn >= 1:
            self._draw()

    def _draw(self) -> None:
        if self._running and self._running.deals:
            self._live.update(Group(report.live_table(self._running), self._bar))
        self._drawn = time.monotonic()


def _print(result: MatchResult) -> None:
    console = Console()
    if not console.is_terminal:
        console.width = 160  # a file has room for all columns
    console.print(report.standings_table(result.match, result.standings))
    if len(result.match.agents) > 2:
        console.print(report.versus_table(result.standings))
    winner = report.interval(result.standings.winner_score, ".2f")
    lines = [f"The winner of a game scores {winner} on average."]
    if result.standings.comparison:
        lines.insert(0, result.standings.comparison.text)
    if result.question:
        lines.append(result.question.text)
    if result.stopped_early:
        lines.append(report.EARLY)
    for line in lines:
        console.print(escape(line), highlight=False)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = _parser()
    given = parser.parse_args(argv)
    if given.list:
        for name, description in registry().items():
            print(f"{name:12} {description}")
        return 0
    settle = _checked(parser, given)
    screen = Screen(quiet=given.quiet)
    names = ("players", "games", "seed", "field", "seatings", "workers", "out", "replays")
    options = {name: getattr(given, name) for name in (*names, "components")}
    try:
        with screen.on():
            result = run_match(given.agents, settle=settle, watch=screen.watch, **options)
        _print(result)
        for note in result.notes:
            print(f"note: {note}", file=sys.stderr)
    except KeyboardInterrupt:
        print(_interrupted(screen, given.out), file=sys.stderr)
        return INTERRUPTED
    except (AgentError, ComponentError, MatchError, ReplayError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _interrupted(screen: Screen, out: str | None) -> str:
    how_far = f"stopped after {screen.games:,} of {screen.wanted:,} games"
    if out:
        return f"{how_far}; the same command goes on from there"
    return f"{how_far}; none of them were kept, --out DIR would do that"


if __name__ == "__main__":
    sys.exit(main())
