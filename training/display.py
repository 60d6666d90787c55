"""What a run shows while it works: where it stands, how fast it is, and how well it plays."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from training.options import Options
from training.run import Progress

SECONDS_BETWEEN_LINES = 15.0  # where the output is no terminal


class Display(AbstractContextManager["Display"]):
    """A live table on a terminal, now and then a line elsewhere."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.console = Console()
        self._live = Live(console=self.console, refresh_per_second=2, transient=True)
        self._shares: dict[tuple[str, int], Mapping[str, Any]] = {}
        self._said = 0.0

    def __enter__(self) -> Display:
        if self.console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.console.is_terminal:
            self._live.stop()

    def say(self, text: str) -> None:
        self.console.print(text, highlight=False, soft_wrap=True)
        sys.stdout.flush()

    def evaluated(self, lines: Sequence[Mapping[str, Any]]) -> None:
        for line in lines:
            self._shares[line["baseline"], line["players"]] = line["win_share"]
        if not self.console.is_terminal:
            self.say("  " + "; ".join(self._told_shares()))

    def show(self, line: Mapping[str, Any], progress: Progress) -> None:
        """After an iteration."""
        if self.console.is_terminal:
            self._live.update(self._picture(line, progress))
        elif time.monotonic() - self._said > SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            self.say(self._told(line, progress))

    def _told(self, line: Mapping[str, Any], progress: Progress) -> str:
        return (
            f"{line['phase']}: iteration {progress.iteration}, "
            f"{progress.samples / 1e6:.2f} M decisions learned from, "
            f"{line['samples_per_second'] / 1e3:.1f} k/s, {_clock(self._left(progress))} left, "
            f"entropy {line['entropy']:.2f}, winner's score {line['winner_score']:.0f}"
        )

    def _told_shares(self) -> list[str]:
        told = []
        for (baseline, players), share in self._shares.items():
            low, high = 100 * share["low"], 100 * share["high"]
            whom = f"against {baseline}" if players == 2 else f"against {players - 1} {baseline}"
            told.append(f"wins {100 * share['estimate']:.0f} % ({low:.0f} to {high:.0f}) {whom}")
        return told

    def _left(self, progress: Progress) -> float:
        share = progress.share(self.options)
        return progress.seconds * (1 - share) / share if share else 0.0

    def _picture(self, line: Mapping[str, Any], progress: Progress) -> RenderableType:
        errors = line["value_error"][0], line["value_error"][-1]
        table = Table.grid(padding=(0, 2))
        rows = (
            ("phase", line["phase"]),
            ("decisions learned from", f"{progress.samples:,}"),
            ("games played", f"{line['games']:,} in this iteration"),
            ("speed", f"{line['samples_per_second']:,.0f} decisions/s"),
            ("time", f"{_clock(progress.seconds)}, {_clock(self._left(progress))} left"),
            ("winner's score", f"{line['winner_score']:.1f} prestige on average"),
            ("entropy", f"{line['entropy']:.3f} (how undecided the policy is)"),
            ("value error", "{:.2f} in round 1, {:.2f} in round 7".format(*errors)),
            *(("evaluation", told) for told in self._told_shares()),
        )  # fmt: skip
        for name, value in rows:
            table.add_row(Text(name, style="dim"), value)
        title = Text(f"runs/{self.options.name}: iteration {progress.iteration}", style="bold")
        bar = ProgressBar(total=1.0, completed=progress.share(self.options), width=60)
        return Group(title, bar, table)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
