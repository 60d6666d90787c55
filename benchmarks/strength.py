"""How strong the agents are, against the figures this project wants to reach.

python -m benchmarks.strength          plays the matches (half an hour to an hour on two cores)
python -m benchmarks.strength --save   and keeps what comes out for the docs

Every figure is a mean over paired deals with its 95 % interval (bootstrap over deals); it counts as
reached when the lower end of the interval does. Matches are kept in runs/strength: the command goes
on where it was stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from agents import ladder
from agents.arena.display import MatchDisplay
from agents.arena.match import MatchError
from agents.arena.run import MatchResult, run_match
from agents.reporting.cli import INTERRUPTED
from agents.statistics import Interval, mean_intervals
from benchmarks import store
from rokoko_env.players.agent import AgentError
from rokoko_env.players.scripted import ARCHETYPES

ROOT = Path(__file__).parent.parent
RUNS = ROOT / "runs" / "strength"
PLOT = ROOT / "docs" / "ladder.png"
FIVE = ("heuristic", "hostess", "pyrotechnist", "recruiter", "greedy")


@dataclass(frozen=True)
class Meeting:
    """A match to be played; the folder has its name."""

    name: str
    agents: tuple[str, ...]
    num_players: int
    games: int
    field: bool = False


MEETINGS = (
    Meeting("heuristic_itself_2", ("heuristic", "heuristic"), 2, 8000),
    Meeting("heuristic_itself_3", ("heuristic", "heuristic", "heuristic"), 3, 6000),
    Meeting("heuristic_itself_4", ("heuristic",) * 4, 4, 4000),
    Meeting("heuristic_itself_5", ("heuristic",) * 5, 5, 4000),
    Meeting("field", ("heuristic", "random", "greedy", *ARCHETYPES), 2, 14000, field=True),
    Meeting("five", FIVE, 5, 4000),
    Meeting("search", ("mcts:1000", "heuristic"), 2, 200),
    Meeting("search_3", ("mcts:1000", "heuristic", "greedy"), 3, 24),
)
LADDER_GAMES = 100  # of every match of the ladder, but for these doublings
DOUBLING_GAMES = {100: 1000, 200: 1600, 400: 1600, 800: 2000, 1600: 800}


@dataclass(frozen=True)
class Figure:
    """What was measured, and at least wanted."""

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
        return {
            "what": self.what,
            "measured": self.measured.to_json(),
            "wanted": self.wanted,
            "unit": self.unit,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Figure:
        measured = Interval.from_json(data["measured"])
        return cls(data["what"], measured, data["wanted"], data["unit"])


def play(
    meetings: Sequence[Meeting], runs: Path, screen: MatchDisplay | None = None
) -> dict[str, MatchResult]:
    """What is missing of some matches."""
    found = {}
    for meeting in meetings:
        if screen:
            screen.describe(meeting.name)
        found[meeting.name] = run_match(
            meeting.agents,
            num_players=meeting.num_players,
            games=meeting.games,
            field=meeting.field,
            out=runs / meeting.name,
            watch=screen.watch if screen else lambda running, games: None,
        )
    return found


def figures(found: dict[str, MatchResult]) -> Iterator[Figure]:
    """In the order in which the docs tell them."""
    for num_players, wanted in ((2, 80.0), (3, 75.0), (4, None), (5, None)):
        score = found[f"heuristic_itself_{num_players}"].standings.winner_score
        what = f"the winner's score, `heuristic` against itself, {num_players} players"
        yield Figure(what, score, wanted, "PP")
    field = found["field"]
    ahead = field.standings.versus[0]
    for other, share in zip(field.match.agents[1:], ahead[1:], strict=True):
        assert share is not None
        wanted = {"random": 0.99, "greedy": None}.get(other, 0.6)
        yield Figure(f"`heuristic` against `{other}`, 2 players", share, wanted)
    others = ", ".join(f"`{name}`" for name in FIVE[1:])
    wins = found["five"].results.by_agent(found["five"].results.game_results.wins)
    next_best = wins[:, 1:].mean(axis=0).argmax() + 1
    lead = mean_intervals(wins[:, :1] - wins[:, [next_best]], bounds=(-1.0, 1.0))[0]
    what = f"win share of `heuristic` above the next of five ({others}), 5 players"
    yield Figure(what, lead, 0.0)
    share = found["search"].standings.agents[0].win_share
    yield Figure("`mcts:1000` against `heuristic`, 2 players", share, 0.75)
    share = found["search_3"].standings.agents[0].win_share
    what = "`mcts:1000` against `heuristic` and `greedy`, 3 players"
    yield Figure(what, share, None)


def doubling_figures(climbed: ladder.Ladder) -> Iterator[Figure]:
    for doubling in climbed.doublings:
        what = f"`mcts:{2 * doubling.budget}` against `mcts:{doubling.budget}`, 2 players"
        yield Figure(what, doubling.win_share, 0.5)


def kept_figures(name: str) -> list[Figure]:
    """Those committed."""
    return [Figure.from_json(data) for data in store.load(name)["figures"]]


def commands(name: str) -> dict[str, str]:
    """What plays each committed match again."""
    found: dict[str, str] = store.load(name)["commands"]
    return found


def save(
    name: str, found: dict[str, MatchResult], told: Sequence[Figure], about: dict[str, Any]
) -> None:
    """Keep the figures, what plays their matches again, and what else there is to say."""
    played = {meeting: result.command for meeting, result in found.items()}
    figures = [figure.to_json() for figure in told]
    store.save(name, {**about, "commands": played, "figures": figures})


def show(told: Sequence[Figure], console: Console) -> None:
    table = Table("figure", "measured (95 % interval)", "wanted", "")
    for figure in told:
        table.add_row(*figure.texts)
    console.print(table)


def main(argv: Sequence[str] | None = None) -> int:
    arguments = store.options(__doc__, argv, has_quick=False)
    screen = MatchDisplay(quiet=False)
    try:
        with screen.on():
            found = play(MEETINGS, RUNS, screen)
            climbed = ladder.climb(
                RUNS / "ladder",
                games=LADDER_GAMES,
                games_by_budget=DOUBLING_GAMES,
                others=("ppo",),
                display=screen,
            )
    except KeyboardInterrupt:
        print("stopped; the same command goes on from there", file=sys.stderr)
        return INTERRUPTED
    except (AgentError, MatchError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    all_figures = [*figures(found), *doubling_figures(climbed)]
    console = Console(width=140)
    show(all_figures, console)
    for rated in ladder.tables(climbed):
        console.print(rated)
    if arguments.save:
        save("strength", found, all_figures, {})
        store.save("ladder", climbed.to_json())
        ladder.draw(PLOT, climbed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
