"""The live display of a match: a table of standings and a progress bar."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Group
from rich.live import Live

from agents.arena import report
from agents.arena.standings import Running
from agents.reporting.cli import stopped
from agents.reporting.progress import new_progress

SECONDS_BETWEEN_TABLES = 1.0


class MatchDisplay:
    """The display, on stderr; it shows nothing where that is no terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._bar = new_progress(quiet=quiet, auto_refresh=False)
        self._task = self._bar.add_task("games", total=None)
        self._live = Live(self._bar, console=self._bar.console, refresh_per_second=2)
        self.games = self.total = 0
        self._running: Running | None = None
        self._drawn_at = 0.0

    def describe(self, description: str) -> None:
        """Describe the games that are played next."""
        self._bar.update(self._task, description=description)

    @contextmanager
    def on(self, *, kept: bool | None = None) -> Iterator[None]:
        """Show the display while games are played.

        With `kept`, Ctrl-C becomes a sentence: how far the match came, and whether that is kept.
        """
        try:
            with nullcontext() if self._bar.disable else self._live:
                try:
                    yield
                finally:
                    self._draw()
        except KeyboardInterrupt:
            if kept is None:
                raise
            progress = f"stopped after {self.games:,} of {self.total:,} games"
            raise stopped(kept=kept, progress=progress) from None

    def watch(self, running: Running, total: int) -> None:
        """Move the bar; draw the table once a second at most."""
        self.games, self.total = running.deals * running.match.games_per_deal, total
        self._running = running
        self._bar.update(self._task, completed=self.games, total=total)
        if time.monotonic() - self._drawn_at >= SECONDS_BETWEEN_TABLES:
            self._draw()

    def _draw(self) -> None:
        if not self._bar.disable and self._running and self._running.deals:
            self._live.update(Group(report.live_table(self._running), self._bar))
        self._drawn_at = time.monotonic()
