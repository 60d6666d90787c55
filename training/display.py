"""Live display of a training run: progress, speed and strength."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from agents.statistics import Interval
from training.options import Options
from training.run import Progress

SECONDS_BETWEEN_LINES = 15.0  # where the output is no terminal


class Display(AbstractContextManager["Display"]):
    """A live table on a terminal, elsewhere a line from time to time."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.console = Console()
        self._live = Live(console=self.console, refresh_per_second=2, transient=True)
        self._evaluations: dict[tuple[str, int], str] = {}
        self._printed_at = 0.0

    def __enter__(self) -> Display:
        if self.console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.console.is_terminal:
            self._live.stop()

    def _print(self, text: str) -> None:
        self.console.print(text, highlight=False, soft_wrap=True)
        sys.stdout.flush()

    def show_evaluations(self, lines: Sequence[Mapping[str, Any]]) -> None:
        for line in lines:
            baseline, players = line["baseline"], line["players"]
            share = Interval.from_json(line["win_share"]).text(".0f", 100).replace(" ", " % ", 1)
            others = baseline if players == 2 else f"{players - 1} {baseline}"
            self._evaluations[baseline, players] = f"wins {share} against {others}"
        if not self.console.is_terminal:
            self._print("  " + "; ".join(self._evaluations.values()))

    def show_iteration(self, line: Mapping[str, Any], progress: Progress) -> None:
        if self.console.is_terminal:
            self._live.update(self._panel(line, progress))
        elif time.monotonic() - self._printed_at > SECONDS_BETWEEN_LINES:
            self._printed_at = time.monotonic()
            self._print(self._sentence(line, progress))

    def _sentence(self, line: Mapping[str, Any], progress: Progress) -> str:
        return (
            f"{line['phase']}: iteration {progress.iteration}, "
            f"{progress.samples / 1e6:.2f} M decisions learned from, "
            f"{line['samples_per_second'] / 1e3:.1f} k/s, {self._time_left(progress)} left, "
            f"entropy {line['entropy']:.2f}, winner's score {line['winner_score']:.0f}"
        )

    def _time_left(self, progress: Progress) -> str:
        share = progress.share(self.options)
        return _clock(progress.seconds * (1 - share) / share if share else 0.0)

    def _panel(self, line: Mapping[str, Any], progress: Progress) -> RenderableType:
        spec, errors = self.options.spec, line["value_error"]
        table = Table.grid(padding=(0, 2))
        rows = (
            ("phase", line["phase"]),
            ("decisions learned from", f"{progress.samples:,}"),
            ("games played", f"{line['games']:,} in this iteration"),
            ("speed", f"{line['samples_per_second']:,.0f} decisions/s"),
            ("time", f"{_clock(progress.seconds)}, {self._time_left(progress)} left"),
            ("winner's score", f"{line['winner_score']:.1f} {spec.score_word} on average"),
            ("entropy", f"{line['entropy']:.3f} (how undecided the policy is)"),
            (
                "value error",
                f"{errors[0]:.2f} in round 1, {errors[-1]:.2f} in round {spec.rounds}",
            ),
            *(("evaluation", sentence) for sentence in self._evaluations.values()),
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
