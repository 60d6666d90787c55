"""Strength of the agents, against the figures to reach.

python -m benchmarks.strength          plays the matches (half an hour to an hour on two cores)
python -m benchmarks.strength --save   and keeps the figures for the docs

Every figure is a mean over paired deals with its 95 % interval (bootstrap over deals); it counts as
reached when the lower end of the interval does. Matches are kept in runs/strength: the same command
resumes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
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
from rokoko_env.players.scripted import ARCHETYPES

ROOT = Path(__file__).parent.parent
RUNS = ROOT / "runs" / "strength"
PLOT = ROOT / "docs" / "ladder.png"
HEAD = ("figure", "measured (95 % interval)", "wanted at least", "")
FIVE = ("heuristic", "hostess", "pyrotechnist", "recruiter", "greedy")


@dataclass(frozen=True)
class Meeting:
    """A match to be played, in a folder of its name."""

    name: str
    agents: tuple[str, ...]
    num_players: int
    games: int
    field: bool = False
    wanted: float | None = None  # win share of the first agent


MEETINGS = (
    Meeting("heuristic_itself_2", ("heuristic",) * 2, 2, 8000),
    Meeting("heuristic_itself_3", ("heuristic",) * 3, 3, 6000),
    Meeting("heuristic_itself_4", ("heuristic",) * 4, 4, 4000),
    Meeting("heuristic_itself_5", ("heuristic",) * 5, 5, 4000),
    Meeting("field", ("heuristic", "random", "greedy", *ARCHETYPES), 2, 14000, field=True),
    Meeting("five", FIVE, 5, 4000),
    Meeting("search", ("mcts:1000", "heuristic"), 2, 200),
    Meeting("search_3", ("mcts:1000", "heuristic", "greedy"), 3, 24),
)
LADDER = ladder.Options(out=RUNS / "ladder", games=100, agents=("ppo",))
DOUBLING_GAMES = {100: 1000, 200: 1600, 400: 1600, 800: 2000, 1600: 800}  # instead of these


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


def play(meetings: Sequence[Meeting], runs: Path, display: MatchDisplay) -> dict[str, MatchResult]:
    """Play the games that are missing in the folder `runs`."""
    results = {}
    for meeting in meetings:
        display.describe(meeting.name)
        results[meeting.name] = run_match(
            meeting.agents, num_players=meeting.num_players, games=meeting.games,
            field=meeting.field, out=runs / meeting.name, watch=display.watch,
        )  # fmt: skip
    return results


def figures(results: Mapping[str, MatchResult]) -> Iterator[Figure]:
    """In the order of the docs."""
    for num_players, wanted in ((2, 80.0), (3, 75.0), (4, None), (5, None)):
        score = results[f"heuristic_itself_{num_players}"].standings.winner_score
        what = f"the winner's score, `heuristic` against itself, {num_players} players"
        yield Figure(what, score, wanted, "PP")
    field = results["field"]
    shares = field.standings.versus[0]
    for other, share in zip(field.match.agents[1:], shares[1:], strict=True):
        assert share is not None
        wanted = {"random": 0.99, "greedy": None}.get(other, 0.6)
        yield Figure(f"`heuristic` against `{other}`, 2 players", share, wanted)
    others = ", ".join(f"`{name}`" for name in FIVE[1:])
    five = results["five"].results
    wins = five.match.by_agent(five.game_results.wins)
    next_best = wins[:, 1:].mean(axis=0).argmax() + 1
    lead = mean_intervals(wins[:, :1] - wins[:, [next_best]], bounds=(-1.0, 1.0))[0]
    what = f"win share of `heuristic` above the next of five ({others}), 5 players"
    yield Figure(what, lead, 0.0)
    search, search_3 = (results[name].standings.agents[0] for name in ("search", "search_3"))
    yield Figure("`mcts:1000` against `heuristic`, 2 players", search.win_share, 0.75)
    what = "`mcts:1000` against `heuristic` and `greedy`, 3 players"
    yield Figure(what, search_3.win_share, None)


def doubling_figures(climbed: ladder.Ladder) -> Iterator[Figure]:
    for budget, share in climbed.doublings.items():
        yield Figure(f"`mcts:{2 * budget}` against `mcts:{budget}`, 2 players", share, 0.5)


def figures_json(results: Mapping[str, MatchResult], figures: Sequence[Figure]) -> dict[str, Any]:
    """Return the figures, and the commands that play their matches again."""
    commands = {meeting: result.command for meeting, result in results.items()}
    return {"commands": commands, "figures": figures}


def figures_table(figures: Sequence[Figure]) -> Table:
    return new_table("figures", *HEAD, rows=[figure.texts for figure in figures])


class Options(store.Options):
    """Measure how strong the agents are, against each other."""


def measure(options: Options) -> None:
    """Play the missing games, print the figures and keep them."""
    display = MatchDisplay(quiet=False)
    with display.on(kept=True):
        results = play(MEETINGS, RUNS, display)
        climbed = ladder.climb(LADDER, display, DOUBLING_GAMES)
    all_figures = [*figures(results), *doubling_figures(climbed)]
    print_result([figures_table(all_figures), *ladder.tables(climbed)])
    if options.save:
        store.save("strength", figures_json(results, all_figures))
        store.save("ladder", climbed.to_json())
        write_png(PLOT, partial(ladder.draw, climbed))


main = partial(run_command, Options, measure)

if __name__ == "__main__":
    sys.exit(main())
