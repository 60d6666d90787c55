"""Play the deals of a match on several processes, in pieces of a few seconds.

The results depend on the match alone, not on the number of workers or the size of the pieces.
"""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, cast

import numpy as np

from agents.arena.match import Games, Match, MatchError
from agents.reporting.interrupt import ignore_interrupt, start_ignoring_interrupt
from parlour.core.states import start_games
from parlour.errors import ReplayError
from parlour.players.agent import Agent, AgentError, Seats
from parlour.players.play import GameResults, play_games
from parlour.players.registry import make_agent
from parlour.replay import save
from parlour.ruleset import ruleset_for

PIECE_SECONDS = 2.0  # the most that each worker loses when a run is stopped
MAX_PIECE_GAMES = 10_000
# Called in a worker with the games of a piece and their actions; it must be picklable.
Summarize = Callable[[Match, Games, GameResults], Any]
THREAD_SETTINGS = (
    "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS",
)  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """The games of the deals from `first` up to, not including, `end`."""

    first: int
    end: int
    game_results: GameResults
    seconds: float = 0.0
    summary: Any = None  # of `summarize`, see `play_pieces`

    @property
    def deals(self) -> int:
        return self.end - self.first

    def before(self, end: int) -> Piece:
        """Return the piece without the deals from `end` on."""
        games = len(self.game_results.points) * (end - self.first) // self.deals
        names = ("points", "tie_breaks", "decisions")
        arrays = {name: getattr(self.game_results, name)[:games] for name in names}
        return Piece(self.first, end, replace(self.game_results, **arrays), self.seconds)


def gaps(pieces: Iterable[Piece], deals: int) -> list[tuple[int, int]]:
    """Return the deals below `deals` that are in none of the pieces, as ranges."""
    start, ranges = 0, []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        ranges.append((start, min(piece.first, deals)))
        start = max(start, piece.end)
    ranges.append((start, deals))
    return [(first, end) for first, end in ranges if first < end]


def play_pieces(
    match: Match,
    ranges: Sequence[tuple[int, int]],
    *,
    workers: int,
    replays: Path | None = None,
    summarize: Summarize | None = None,
) -> Generator[Piece, None, None]:
    """Play ranges of deals, and yield pieces as they are finished, in any order.

    `summarize` is called in the process that played the games, and returns the summary of the
    piece. Closing the generator, or an exception (Ctrl-C), stops the workers at once.
    """
    queue = _DealQueue(match, ranges, workers)
    make_player = partial(_PiecePlayer, match, replays, summarize)
    workers = min(workers, queue.deals)
    if workers == 1:
        player = make_player()
        while deals := queue.take():
            piece = player.play(*deals)
            queue.adapt(piece)
            yield piece
    else:
        yield from _play_on_workers(make_player, queue, workers)


class _DealQueue:
    """The deals that no worker has taken yet."""

    def __init__(self, match: Match, ranges: Sequence[tuple[int, int]], workers: int) -> None:
        self._ranges = list(reversed(ranges))
        self._workers = workers
        self._max_size = max(1, MAX_PIECE_GAMES // match.games_per_deal)
        self._size = self._min_size = 1  # the agents' speed is unknown

    @property
    def deals(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def take(self) -> tuple[int, int] | None:
        """Take the next deals: fewer towards the end, so that all workers finish together."""
        if not self._ranges:
            return None
        size = max(self._min_size, min(self._size, -(-self.deals // self._workers)))
        first, end = self._ranges.pop()
        if end - first > size:
            self._ranges.append((first + size, end))
            end = first + size
        return first, end

    def adapt(self, piece: Piece) -> None:
        """Adapt the size to the speed; carefully, because a process is slow when it starts."""
        size = piece.deals * PIECE_SECONDS / max(piece.seconds, 1e-6)
        size = min(size, self._max_size, 16 * piece.deals)
        self._size, self._min_size = max(1, int(size)), max(1, int(size / 8))


class _PiecePlayer:
    """Plays pieces of a match with agents of its own; one in each process."""

    def __init__(self, match: Match, replays: Path | None, summarize: Summarize | None) -> None:
        self.match, self.replays, self.summarize = match, replays, summarize
        names = zip(match.labels, match.agents, strict=True)
        self.agents = [_LabeledAgent(label, make_agent(name, match.spec)) for label, name in names]
        self._warm_up()

    def _warm_up(self) -> None:
        """Let each agent decide once, so that compiling and loading is not measured."""
        spec = self.match.spec
        ruleset = ruleset_for(spec, self.match.components, self.match.num_players)
        states, seeds, number = spec.new_states(1), np.zeros(1, np.uint64), np.array([-1])
        start_games(states, ruleset.rules, ruleset.num_players, seeds)
        for agent in self.agents:
            agent.act_batch(Seats(states, np.zeros(1, np.int64), ruleset, seeds, number))
            agent.forget(number)

    def play(self, first: int, end: int) -> Piece:
        start = time.perf_counter()
        games = self.match.games(first, end)
        results = play_games(
            self.agents, games.seating, games.seeds, spec=self.match.spec,
            match_seed=self.match.seed, numbers=games.numbers, components=self.match.components,
            keep_actions=self.replays is not None or self.summarize is not None,
        )  # fmt: skip
        if self.replays is not None:
            self._save_replays(games, results, self.replays)
        summary = self.summarize(self.match, games, results) if self.summarize else None
        seconds = time.perf_counter() - start
        return Piece(first, end, replace(results, actions=[]), seconds, summary)

    def _save_replays(self, games: Games, results: GameResults, folder: Path) -> None:
        """Play each game again: its replay ends with a fingerprint of the last state."""
        new_game = self.match.spec.game_class
        for seed, number, actions in zip(games.seeds, games.numbers, results.actions, strict=True):
            game = new_game(self.match.num_players, int(seed), self.match.components)
            for action in actions:
                game.apply(action)
            save(game, folder / f"{number:08d}.json")


class _LabeledAgent(Agent):
    """An agent with its label in the match, which all its errors name."""

    def __init__(self, label: str, agent: Agent) -> None:
        self.label, self.agent = label, agent

    def __repr__(self) -> str:
        return f"agent {self.label!r}"

    def act_batch(self, seats: Seats) -> np.ndarray:
        with self._label_errors():
            return self.agent.act_batch(seats)

    def forget(self, games: np.ndarray) -> None:
        with self._label_errors():
            self.agent.forget(games)

    @contextmanager
    def _label_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}, line {frame.lineno}"
            message = f"{type(error).__name__}: {error}"
            raise AgentError(f"{self!r} failed in {place}: {message}") from error


# --- worker processes ----------------------------------------------------------------------------


def _play_on_workers(
    make_player: Callable[[], _PiecePlayer], queue: _DealQueue, workers: int
) -> Iterator[Piece]:
    """Each worker has a pipe of its own: if one is stopped or dies, the others are not affected."""
    processes: dict[Connection, Any] = {}
    busy: set[Connection] = set()
    try:
        _start_workers(processes, workers, make_player)
        idle = list(processes)
        while True:
            while idle and (deals := queue.take()):
                connection = idle.pop()
                busy.add(connection)
                with _report_death(processes[connection]):
                    connection.send(deals)
            if not busy:
                return
            for connection in cast(list[Connection], wait(list(busy))):
                with _report_death(processes[connection]):
                    answer: Piece | Exception = connection.recv()
                if isinstance(answer, Exception):
                    raise answer
                busy.remove(connection)
                idle.append(connection)
                queue.adapt(answer)
                yield answer
    finally:
        for connection, process in processes.items():
            if connection in busy:
                process.terminate()
            connection.close()  # an idle worker ends then
        for process in processes.values():
            process.join()


def _start_workers(
    processes: dict[Connection, Any], workers: int, make_player: Callable[[], _PiecePlayer]
) -> None:
    context = multiprocessing.get_context("spawn")
    with start_ignoring_interrupt(), one_thread_each():
        for _ in range(workers):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(there, make_player), daemon=True)
            process.start()
            there.close()
            processes[here] = process


@contextmanager
def _report_death(process: Any) -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        process.join(1)
        raise MatchError(
            f"a worker process died with exit code {process.exitcode}: if it printed no error "
            "above, memory may have run out (try fewer workers)"
        ) from None


def _serve(connection: Connection, make_player: Callable[[], _PiecePlayer]) -> None:
    """Play pieces until the other end of the pipe is closed."""
    ignore_interrupt()
    player: _PiecePlayer | None = None
    try:
        while True:
            deals = connection.recv()
            try:
                player = player or make_player()
                answer: Piece | Exception = player.play(*deals)
            except (AgentError, MatchError, ReplayError) as error:
                answer = error
            except Exception:
                answer = RuntimeError(f"a worker failed:\n{traceback.format_exc()}")
            connection.send(answer)
    except (EOFError, OSError):
        return


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let processes that are started in this context use one thread each.

    They share the cores already. Libraries read these settings when they are loaded.
    """
    before = {name: os.environ.get(name) for name in THREAD_SETTINGS}
    os.environ.update(dict.fromkeys(THREAD_SETTINGS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
