"""`WorkerGroup`: processes that train one network together.

Each plays games of its own and computes gradients on them; the mean of the gradients moves the same
network in all of them. Two processes with one thread each train nearly twice as fast as one; two
threads in one process do not, because every small operation waits for both. What they tell each
other goes through shared memory: a message over the loopback takes several times as long.
"""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, cast

import torch
import torch.multiprocessing as mp
from torch import Tensor

ROOM_FOR_WORDS = 2**20  # bytes of what a process tells the others


class WorkerError(RuntimeError):
    """Another process of the team has ended."""


class SharedBoard:
    """Memory that all processes of a team share.

    Everything is there twice: what was written in one round can still be read by the slower ones
    while the faster ones write the next, so that every exchange needs only one meeting.
    """

    def __init__(self, size: int, numbers: int) -> None:
        self.barrier = mp.get_context("spawn").Barrier(size)
        self.numbers = torch.zeros((2, size, numbers)).share_memory_()
        self.words = torch.zeros((2, size, ROOM_FOR_WORDS), dtype=torch.uint8).share_memory_()
        self.lengths = torch.zeros((2, size), dtype=torch.int64).share_memory_()


class WorkerGroup:
    """This process among those that train together; alone, there is nothing to exchange."""

    def __init__(self, rank: int = 0, size: int = 1, board: SharedBoard | None = None) -> None:
        self.rank, self.size, self.board = rank, size, board
        self._turn = 0

    @property
    def leads(self) -> bool:
        """Whether this is the process that writes files and talks to the user."""
        return self.rank == 0

    def average(self, numbers: Tensor) -> None:
        """Replace everybody's numbers by their mean."""
        if self.board:
            shared = self.board.numbers[self._next()]
            shared[self.rank].copy_(numbers)
            self._meet()
            numbers.copy_(shared.mean(dim=0))

    def gather(self, thing: Any) -> list[Any]:
        """Everybody's thing (what JSON can hold), in the order of ranks."""
        if not self.board:
            return [thing]
        turn = self._next()
        told = torch.frombuffer(bytearray(json.dumps(thing).encode()), dtype=torch.uint8)
        self.board.words[turn, self.rank, : len(told)] = told
        self.board.lengths[turn, self.rank] = len(told)
        self._meet()
        lengths = self.board.lengths[turn].tolist()
        heard = self.board.words[turn].numpy()
        return [json.loads(heard[rank, :n].tobytes()) for rank, n in enumerate(lengths)]

    def sum(self, *numbers: float) -> list[float]:
        """The sums over all processes."""
        everybody = self.gather([float(number) for number in numbers])
        return [sum(own) for own in zip(*everybody, strict=True)]

    def wait(self) -> None:
        """Until all are here."""
        if self.board:
            self._meet()

    def _next(self) -> int:
        self._turn = 1 - self._turn
        return self._turn

    def _meet(self) -> None:
        assert self.board is not None
        try:
            self.board.barrier.wait()
        except threading.BrokenBarrierError:
            raise WorkerError(
                "another process of the team has ended: unless it said why above, memory may have "
                "run out (try fewer workers or games)"
            ) from None


@contextmanager
def worker_group(
    size: int, numbers: int, work: Callable[..., None], *arguments: Any
) -> Iterator[WorkerGroup]:
    """A team of this process, which leads, and others that do `work(team, *arguments)`.

    They can average up to so many numbers at a time. The others are deaf to Ctrl-C, which the
    terminal sends to all: the leader ends the work.
    """
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    if size == 1:
        yield WorkerGroup()
        return
    board = SharedBoard(size, numbers)
    context = mp.get_context("spawn")
    others = [
        context.Process(target=_join_in, args=(rank, size, board, work, arguments), daemon=True)
        for rank in range(1, size)
    ]
    _start_deaf(others)
    watch = threading.Thread(target=_notice_death, args=(others, board), daemon=True)
    watch.start()
    try:
        yield WorkerGroup(0, size, board)
        for process in others:
            process.join()
    finally:
        board.barrier.abort()
        for process in others:
            process.terminate()
            process.join()


def _start_deaf(processes: list[Any]) -> None:
    """They ignore Ctrl-C from birth: a process inherits that."""
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        for process in processes:
            process.start()
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)


def _notice_death(others: list[Any], board: SharedBoard) -> None:
    """A process that fails lets nobody wait for it."""
    going = {process.sentinel: process for process in others}
    while going:
        for sentinel in wait(list(going)):
            process = going.pop(cast(int, sentinel))
            process.join()
            if process.exitcode:
                board.barrier.abort()


def _join_in(
    rank: int, size: int, board: SharedBoard, work: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    _end_with_parent()
    try:
        work(WorkerGroup(rank, size, board), *arguments)
    except WorkerError:
        pass  # the leader says so
    except BaseException:
        board.barrier.abort()
        raise


def _end_with_parent() -> None:
    """A leader that is killed can't end the others: each looks after that itself."""
    parent = mp.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
