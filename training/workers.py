"""`WorkerGroup`: processes that train one network together.

Each process plays its own games and computes gradients on them; the mean of the gradients updates
the same network in all of them. Two processes with one thread each train nearly twice as fast as
one; two threads in one process do not, because every small operation waits for both. Processes
exchange data through shared memory: messages over the loopback take several times as long.
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

from agents.reporting.cli import CommandError
from agents.reporting.interrupt import start_ignoring_interrupt
from parlour.players.network import use_threads

MAX_MESSAGE = 2**20  # bytes of a message to the other processes


class WorkerError(CommandError):
    """Another process of the group has ended."""


class SharedBoard:
    """Memory that all processes of a group share.

    There are two of everything: slower processes can still read what was written in one exchange
    while faster ones write the next, so that every exchange needs only one barrier.
    """

    def __init__(self, size: int, num_parameters: int) -> None:
        self.barrier = mp.get_context("spawn").Barrier(size)
        self.numbers = torch.zeros((2, size, num_parameters)).share_memory_()
        self.messages = torch.zeros((2, size, MAX_MESSAGE), dtype=torch.uint8).share_memory_()
        self.lengths = torch.zeros((2, size), dtype=torch.int64).share_memory_()


class WorkerGroup:
    """One process of a group that trains together; a group of one exchanges nothing."""

    def __init__(self, rank: int = 0, size: int = 1, board: SharedBoard | None = None) -> None:
        self.rank, self.size, self.board = rank, size, board
        self._turn = 0

    @property
    def is_leader(self) -> bool:
        """True for the process that writes files and prints."""
        return self.rank == 0

    def average(self, numbers: Tensor) -> None:
        """Replace the numbers of all processes by their mean."""
        if self.board:
            shared = self.board.numbers[self._next_turn()]
            shared[self.rank].copy_(numbers)
            self._meet()
            numbers.copy_(shared.mean(dim=0))

    def gather(self, value: Any) -> list[Any]:
        """The values of all processes in the order of ranks; they are sent as JSON."""
        if not self.board:
            return [value]
        turn = self._next_turn()
        message = torch.frombuffer(bytearray(json.dumps(value).encode()), dtype=torch.uint8)
        self.board.messages[turn, self.rank, : len(message)] = message
        self.board.lengths[turn, self.rank] = len(message)
        self._meet()
        lengths = self.board.lengths[turn].tolist()
        messages = self.board.messages[turn].numpy()
        return [json.loads(messages[rank, :n].tobytes()) for rank, n in enumerate(lengths)]

    def sum(self, *numbers: float) -> list[float]:
        """The sums over all processes."""
        gathered = self.gather([float(number) for number in numbers])
        return [sum(column) for column in zip(*gathered, strict=True)]

    def wait(self) -> None:
        """Wait until all processes are here."""
        if self.board:
            self._meet()

    def _next_turn(self) -> int:
        self._turn = 1 - self._turn
        return self._turn

    def _meet(self) -> None:
        assert self.board is not None
        try:
            self.board.barrier.wait()
        except threading.BrokenBarrierError:
            raise WorkerError(
                "another process of the group has ended: unless it printed why above, memory may "
                "have run out (try fewer workers or games)"
            ) from None


@contextmanager
def worker_group(
    size: int, num_parameters: int, work: Callable[..., None], *arguments: Any
) -> Iterator[WorkerGroup]:
    """Start a group led by this process, whose other processes do `work(group, *arguments)`.

    `num_parameters` limits how many numbers they can average at a time. Only the leader reacts to
    Ctrl-C, which the terminal sends to all: it ends the work.
    """
    _use_one_thread()
    if size == 1:
        yield WorkerGroup()
        return
    board = SharedBoard(size, num_parameters)
    context = mp.get_context("spawn")
    others = [
        context.Process(target=_run_worker, args=(rank, size, board, work, arguments), daemon=True)
        for rank in range(1, size)
    ]
    with start_ignoring_interrupt():
        for process in others:
            process.start()
    threading.Thread(target=_break_barrier_on_death, args=(others, board), daemon=True).start()
    try:
        yield WorkerGroup(0, size, board)
        for process in others:
            process.join()
    finally:
        board.barrier.abort()
        for process in others:
            process.terminate()
            process.join()


def _break_barrier_on_death(others: list[Any], board: SharedBoard) -> None:
    """No process waits for one that failed."""
    alive = {process.sentinel: process for process in others}
    while alive:
        for sentinel in wait(list(alive)):
            process = alive.pop(cast(int, sentinel))
            process.join()
            if process.exitcode:
                board.barrier.abort()


def _use_one_thread() -> None:
    """Leave the other cores to the other workers, for the learner and for networks that play."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    use_threads(1)


def _run_worker(
    rank: int, size: int, board: SharedBoard, work: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    _use_one_thread()
    _end_with_parent()
    try:
        work(WorkerGroup(rank, size, board), *arguments)
    except WorkerError:
        pass  # the leader reports it
    except BaseException:
        board.barrier.abort()
        raise


def _end_with_parent() -> None:
    """End this process when the leader is killed, which can't end it itself."""
    parent = mp.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
