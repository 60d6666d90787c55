"""Strength of the agents, against the figures to reach.

python -m benchmarks.strength                   plays the matches (half an hour to an hour)
python -m benchmarks.strength --save            and keeps the figures for the docs
python -m benchmarks.strength --game noblemen   of another game

Every figure is a mean over paired deals with its 95 % interval (bootstrap over deals); it counts as
reached when the lower end of the interval does. Matches are those of the game's plan
(`benchmarks/plans.py`), and are kept in runs/strength: the same command resumes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.table import Table

from agents import ladder
from agents.arena.display import MatchDisplay
from agents.arena.run import MatchResult, run_match
from agents.reporting.cli import run_command
from agents.reporting.figures import write_png
from agents.reporting.tables import new_table, print_result
from agents.statistics import Interval, mean_intervals
from benchmarks import store
from benchmarks.plans import Meeting, Plan, read_plan
from parlour.spec import GameSpec

ROOT = Path(__file__).parent.parent
PLOT = "ladder.png"
HEAD = ("figure", "measured (95 % interval)", "wanted at least", "")


@dataclass(frozen=True)
class Figure:
    """A measured figure with its lower limit, if it has one."""

    what: str
    measured: Interval
    wanted: float | None
    unit: str = "%"

    @property
    def verdict(self) -> str:
        if self.wanted is None:
            return ""
        return "reached" if self.measured.low >= self.wanted else "missed"

    @property
    def texts(self) -> tuple[str, str, str, str]:
        spec, scale = (".1f", 100.0) if self.unit == "%" else (".2f", 1.0)
        wanted = "" if self.wanted is None else f"{self.wanted * scale:g} {self.unit}"
        return self.what, f"{self.measured.text(spec, scale)} {self.unit}", wanted, self.verdict

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "measured": self.measured.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Figure:
        return cls(**{**data, "measured": Interval.from_json(data["measured"])})


# --- matches -------------------------------------------------------------------------------------


def play(
    spec: GameSpec, meetings: Sequence[Meeting], runs: str, display: MatchDisplay
) -> dict[str, MatchResult]:
    """Play the games that are missing in the folder runs/RUNS."""
    results, folder = {}, store.of_game(ROOT / "runs" / runs, spec.name)
    for meeting in meetings:
        display.describe(meeting.name)
        results[meeting.name] = run_match(
            meeting.agents, spec=spec, num_players=meeting.players, games=meeting.games,
            field=meeting.field, out=folder / meeting.name, watch=display.watch,
        )  # fmt: skip
    return results


# --- figures -------------------------------------------------------------------------------------


def figures(
    meetings: Sequence[Meeting], results: Mapping[str, MatchResult], score_unit: str
) -> Iterator[Figure]:
    """Yield what the matches show, in their order."""
    for meeting in meetings:
        for figure in SHOWN[meeting.shows](meeting, results[meeting.name]):
            yield Figure(*figure, *([score_unit] if meeting.shows == SCORE else []))


def _share(meeting: Meeting, result: MatchResult) -> Iterator[tuple[Any, ...]]:
    own, *others = meeting.agents
    if meeting.field:
        others *= meeting.players - 1
    names = (f"{n} `{name}`" if n > 1 else f"`{name}`" for name, n in Counter(others).items())
    what = f"`{own}` against {' and '.join(names)}, {meeting.players} players"
    yield what, result.standings.by_label(own).win_share, meeting.wanted


def _share_against_each(meeting: Meeting, result: MatchResult) -> Iterator[tuple[Any, ...]]:
    own, *others = meeting.agents
    assert isinstance(meeting.wanted, Mapping)
    number = "" if meeting.players == 2 else f"{meeting.players - 1} "
    for other, share in zip(others, result.standings.versus[0][1:], strict=True):
        what = f"`{own}` against {number}`{other}`, {meeting.players} players"
        yield what, share, meeting.wanted.get(other)


def _lead(meeting: Meeting, result: MatchResult) -> Iterator[tuple[Any, ...]]:
    own, *others = meeting.agents
    wins = result.results.match.by_agent(result.results.game_results.wins)
    next_best = wins[:, 1:].mean(axis=0).argmax() + 1
    lead = mean_intervals(wins[:, :1] - wins[:, [next_best]], bounds=(-1.0, 1.0))[0]
    names = ", ".join(f"`{name}`" for name in others)
    number = {3: "three", 4: "four", 5: "five"}[meeting.players]
    what = f"win share of `{own}` above the next of {number} ({names}), {meeting.players} players"
    yield what, lead, meeting.wanted


def _winner_score(meeting: Meeting, result: MatchResult) -> Iterator[tuple[Any, ...]]:
    what = f"the winner's score, `{meeting.agents[0]}` against itself, {meeting.players} players"
    yield what, result.standings.winner_score, meeting.wanted


SCORE = "winner's score"
SHOWN: dict[str, Callable[[Meeting, MatchResult], Iterator[tuple[Any, ...]]]] = {
    "share": _share,
    "share against each": _share_against_each,
    "lead": _lead,
    SCORE: _winner_score,
}


def doubling_figures(climbed: ladder.Ladder) -> Iterator[Figure]:
    num_players = climbed.options.num_players
    for budget, share in climbed.doublings.items():
        what = f"`mcts:{2 * budget}` against `mcts:{budget}`, {num_players} players"
        yield Figure(what, share, 0.5)


def figures_json(results: Mapping[str, MatchResult], figures: Sequence[Figure]) -> dict[str, Any]:
    """Return the figures, and the commands that play their matches again."""
    commands = {meeting: result.command for meeting, result in results.items()}
    return {"commands": commands, "figures": figures}


def figures_table(figures: Sequence[Figure]) -> Table:
    return new_table("figures", *HEAD, rows=[figure.texts for figure in figures])


def measure_meetings(
    spec: GameSpec, meetings: Sequence[Meeting], runs: str, score_unit: str
) -> dict[str, Any]:
    """Play the games that are missing in runs/RUNS; print the figures and return them as JSON."""
    display = MatchDisplay(quiet=False)
    with display.on(kept=True):
        results = play(spec, meetings, runs, display)
    measured = list(figures(meetings, results, score_unit))
    print_result([figures_table(measured)])
    return figures_json(results, measured)


# --- the command ---------------------------------------------------------------------------------


class Options(store.Options):
    """Measure how strong the agents are, against each other."""


def climb(plan: Plan, spec: GameSpec, display: MatchDisplay) -> ladder.Ladder | None:
    """Rate the search at doubled budgets, if the plan says so."""
    if plan.ladder is None:
        return None
    folder = store.of_game(ROOT / "runs" / "strength", spec.name) / "ladder"
    return ladder.climb(ladder.Options(out=folder, **plan.ladder), display, plan.doublings)


def measure(options: Options) -> None:
    """Play the missing games, print the figures and keep them."""
    spec, plan = options.spec, read_plan(options.spec)
    display = MatchDisplay(quiet=False)
    with display.on(kept=True):
        results = play(spec, plan.strength, "strength", display)
        climbed = climb(plan, spec, display)
    all_figures = list(figures(plan.strength, results, plan.score_unit))
    tables: list[Table] = []
    if climbed:
        all_figures += doubling_figures(climbed)
        tables += ladder.tables(climbed)
    print_result([figures_table(all_figures), *tables])
    options.keep("strength", figures_json(results, all_figures))
    if climbed and options.save:
        options.keep("ladder", climbed.to_json())
        plot = store.of_game(ROOT / "docs", spec.name) / PLOT
        write_png(plot, partial(ladder.draw, climbed))


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
