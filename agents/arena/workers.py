"""Plays deals on several processes, in pieces of some seconds.

What comes out depends on the match alone, not on the number of workers or the size of the pieces.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, cast

import numpy as np

from agents.arena.match import Games, Match, MatchError
from rokoko_env import Game
from rokoko_env.core.state import new_states
from rokoko_env.core.states import start_games
from rokoko_env.errors import ReplayError
from rokoko_env.players.agent import Agent, AgentError, Seats
from rokoko_env.players.play import GameResults, play_games
from rokoko_env.players.registry import make_agent
from rokoko_env.replay import save
from rokoko_env.ruleset import ruleset_for

PIECE_SECONDS = 2.0  # what is lost at most when a run is stopped, for each worker
MOST_GAMES = 10_000  # in a piece
# What a worker makes of games it has played, their actions included; it must be picklable.
Note = Callable[[Match, Games, GameResults], Any]
THREAD_SETTINGS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


@dataclass(frozen=True)
class Piece:
    """The games of the deals from `first` up to, not including, `end`."""

    first: int
    end: int
    played: GameResults
    took: float = 0.0  # seconds
    noted: Any = None  # what `note` of `play_pieces` has made of the games

    @property
    def deals(self) -> int:
        return self.end - self.first

    def before(self, end: int) -> Piece:
        """The same without the deals from `end` on."""
        games = len(self.played.points) * (end - self.first) // self.deals
        names = ("points", "livre_left", "decisions")
        kept = {name: getattr(self.played, name)[:games] for name in names}
        return Piece(self.first, end, replace(self.played, **kept), self.took)


def gaps(pieces: Iterable[Piece], deals: int) -> list[tuple[int, int]]:
    """The deals below `deals` that are in none of the pieces, as ranges."""
    open_from, found = 0, []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if piece.first > open_from:
            found.append((open_from, min(piece.first, deals)))
        open_from = max(open_from, piece.end)
    found.append((open_from, deals))
    return [(first, end) for first, end in found if first < end]


def play_pieces(
    match: Match,
    ranges: Sequence[tuple[int, int]],
    *,
    workers: int,
    replays: Path | None = None,
    note: Note | None = None,
) -> Generator[Piece, None, None]:
    """Play these ranges of deals; pieces come as they are finished, in any order.

    `note` is called where the games are played, and what it returns comes with the piece. Closing
    the iterator, or an exception (Ctrl-C), ends the workers at once.
    """
    work = _Work(match, ranges, workers)
    workers = min(workers, work.left)
    if workers == 1:
        player = _Player(match, replays, note)
        while part := work.take():
            piece = player.play(*part)
            work.learn(piece)
            yield piece
    else:
        yield from _play_on_workers(match, work, workers, replays, note)


class _Work:
    """The deals that nobody has been given yet, and how many to give at a time."""

    def __init__(self, match: Match, ranges: Sequence[tuple[int, int]], workers: int) -> None:
        self._ranges = list(reversed(ranges))
        self._workers = workers
        self._most = max(1, MOST_GAMES // match.games_per_deal)
        self._size = self._least = 1  # nothing is known about the agents' speed

    @property
    def left(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def take(self) -> tuple[int, int] | None:
        """The next deals. Towards the end fewer, so that all workers finish together."""
        if not self._ranges:
            return None
        size = max(self._least, min(self._size, -(-self.left // self._workers)))
        first, end = self._ranges.pop()
        if end - first > size:
            self._ranges.append((first + size, end))
            end = first + size
        return first, end

    def learn(self, piece: Piece) -> None:
        """From the time it took; carefully, because a process is slow when it starts."""
        fitting = piece.deals * PIECE_SECONDS / max(piece.took, 1e-6)
        fitting = min(fitting, self._most, 16 * piece.deals)
        self._size, self._least = max(1, int(fitting)), max(1, int(fitting / 8))


class _Player:
    """Plays pieces of a match with agents of its own; one in each process."""

    def __init__(self, match: Match, replays: Path | None, note: Note | None) -> None:
        self.match, self.replays, self.note = match, replays, note
        named = zip(match.labels, match.agents, strict=True)
        self.agents = [_Named(label, make_agent(name)) for label, name in named]
        self._warm_up()

    def _warm_up(self) -> None:
        """One decision of each agent: what it compiles or loads is not the time it thinks."""
        ruleset = ruleset_for(self.match.components, self.match.num_players)
        states, seeds, number = new_states(1), np.zeros(1, np.uint64), np.array([-1])
        start_games(states, ruleset.rules, ruleset.num_players, seeds)
        for agent in self.agents:
            agent.act_batch(Seats(states, np.zeros(1, np.int64), ruleset, seeds, number))
            agent.forget(number)

    def play(self, first: int, end: int) -> Piece:
        begin = time.perf_counter()
        games = self.match.games(first, end)
        played = play_games(
            self.agents,
            games.seating,
            games.seeds,
            match_seed=self.match.seed,
            numbers=games.numbers,
            components=self.match.components,
            keep_actions=self.replays is not None or self.note is not None,
        )
        if self.replays is not None:
            self._save_replays(games, played, self.replays)
        noted = self.note(self.match, games, played) if self.note else None
        took = time.perf_counter() - begin
        return Piece(first, end, replace(played, actions=[]), took, noted)

    def _save_replays(self, games: Games, played: GameResults, folder: Path) -> None:
        """Each game is played once more: its replay ends with a fingerprint of the last state."""
        for seed, number, actions in zip(games.seeds, games.numbers, played.actions, strict=True):
            game = Game(self.match.num_players, int(seed), self.match.components)
            for action in actions:
                game.apply(action)
            save(game, folder / f"{number:08d}.json")


class _Named(Agent):
    """An agent under the name it has in the match, so that whatever it does wrong names it."""

    def __init__(self, label: str, agent: Agent) -> None:
        self.label, self.agent = label, agent

    def __repr__(self) -> str:
        return f"agent {self.label!r}"

    def act_batch(self, seats: Seats) -> np.ndarray:
        with self._blamed():
            return self.agent.act_batch(seats)

    def forget(self, games: np.ndarray) -> None:
        with self._blamed():
            self.agent.forget(games)

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}, line {frame.lineno}"
            what = f"{type(error).__name__}: {error}"
            raise AgentError(f"{self!r} failed in {where}: {what}") from error


# --- worker processes ----------------------------------------------------------------------------


def _play_on_workers(
    match: Match, work: _Work, workers: int, replays: Path | None, note: Note | None
) -> Iterator[Piece]:
    """Each worker has a pipe of its own: one that is ended, or dies, disturbs nobody else."""
    started: dict[Connection, Any] = {}
    busy: set[Connection] = set()
    try:
        _start_workers(started, workers, match, replays, note)
        idle = list(started)
        while True:
            while idle and (part := work.take()):
                busy.add(idle[-1])
                with _noticing_death(started[idle[-1]]):
                    idle.pop().send(part)
            if not busy:
                return
            for connection in cast(list[Connection], wait(list(busy))):
                with _noticing_death(started[connection]):
                    piece = _checked(connection.recv())
                busy.remove(connection)
                idle.append(connection)
                work.learn(piece)
                yield piece
    finally:
        for connection, process in started.items():
            if connection in busy:
                process.terminate()
            connection.close()  # one that waits for more takes this as the end
        for process in started.values():
            process.join()


def _start_workers(
    started: dict[Connection, Any],
    workers: int,
    match: Match,
    replays: Path | None,
    note: Note | None,
) -> None:
    """They are born deaf to Ctrl-C, which the terminal sends to all of them: ending is ours."""
    context = multiprocessing.get_context("spawn")
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        with one_thread_each():
            for _ in range(workers):
                here, there = context.Pipe()
                arguments = (there, match, replays, note)
                process = context.Process(target=_serve, args=arguments, daemon=True)
                process.start()
                there.close()
                started[here] = process
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _noticing_death(process: Any) -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        process.join(1)
        raise MatchError(
            f"a worker process died with exit code {process.exitcode}: unless it said why above, "
            "memory may have run out (try fewer workers)"
        ) from None


def _checked(answer: Piece | Exception) -> Piece:
    if isinstance(answer, Exception):
        raise answer
    return answer


def _serve(connection: Connection, match: Match, replays: Path | None, note: Note | None) -> None:
    """What a worker does until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player: _Player | None = None
    try:
        while True:
            part = connection.recv()
            try:
                player = player or _Player(match, replays, note)
                answer: Piece | Exception = player.play(*part)
            except (AgentError, MatchError, ReplayError) as error:
                answer = error
            except Exception:
                answer = RuntimeError(f"a worker failed:\n{traceback.format_exc()}")
            connection.send(answer)
    except (EOFError, OSError):
        return


@contextmanager
def one_thread_each() -> Iterator[None]:
    """For processes started meanwhile: they share the cores already, and threads inside them would
    only be in the way. Libraries read these settings when they are loaded."""
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
