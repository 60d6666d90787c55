"""Progress bars with one look for all commands: on stderr, and only where that is a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

T = TypeVar("T")


def new_progress(*, quiet: bool = False, auto_refresh: bool = True) -> Progress:
    """Return progress bars with counts, elapsed time and remaining time."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        auto_refresh=auto_refresh,
        refresh_per_second=2,
        disable=quiet or not console.is_terminal,
    )


class Update(Protocol):
    """Move a bar to `done`; the total and the description change only if given."""

    def __call__(
        self, done: int, total: int | None = None, description: str | None = None
    ) -> None: ...


@contextmanager
def progress_bar(
    description: str, total: int | None = None, *, done: int = 0, quiet: bool = False
) -> Iterator[Update]:
    """Show a single bar; yields the function that moves it."""
    with new_progress(quiet=quiet) as progress:
        task = progress.add_task(description, total=total, completed=done)

        def update(done: int, total: int | None = None, description: str | None = None) -> None:
            progress.update(task, completed=done, total=total, description=description)

        yield update


def track(items: Iterable[T], description: str, total: int | None = None) -> Iterator[T]:
    """Yield the items, while a bar shows how many of them are done."""
    if total is None and isinstance(items, Collection):
        total = len(items)
    with progress_bar(description, total) as update:
        for number, item in enumerate(items, 1):
            yield item
            update(number)
