"""`python -m agents.ladder --out DIR`: how much does depth pay in this game?

Rates the search at doubled budgets together with all scripted agents on one scale. The scripts play
a round robin; the lowest two budgets play `heuristic`; every budget plays the next. All games
together give one Plackett-Luce rating, and every doubling its own win share. Each match has a
folder, so the command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.arena.display import MatchDisplay
from agents.arena.match import MatchError
from agents.arena.run import MatchResult, run_match
from agents.reporting.cli import INTERRUPTED
from agents.reporting.figures import NO_PLOTS
from agents.reporting.files import write_json
from agents.reporting.tables import duration_text, interval_text
from agents.statistics import Interval, ratings
from rokoko_env.files import write_file
from rokoko_env.players.agent import AgentError
from rokoko_env.players.scripted import ARCHETYPES

SCRIPTS = ("random", "greedy", *ARCHETYPES, "heuristic")
BUDGETS = (100, 200, 400, 800, 1600, 3200)


def _rung(search: str, budget: int) -> str:
    """The name of the search with a budget."""
    return f"{search}:{budget}"


@dataclass(frozen=True)
class Doubling:
    """What the doubled budget won against the single one."""

    budget: int
    win_share: Interval


@dataclass(frozen=True)
class Ladder:
    """Everything on one scale."""

    num_players: int
    search: str
    budgets: tuple[int, ...]
    ratings: dict[str, Interval]
    seconds: dict[str, float]
    doublings: tuple[Doubling, ...]

    def rung(self, budget: int) -> str:
        return _rung(self.search, budget)

    def to_json(self) -> dict[str, Any]:
        return {
            "players": self.num_players,
            "ratings": {name: rating.to_json() for name, rating in self.ratings.items()},
            "doublings": [
                {"from": d.budget, "to": 2 * d.budget, "win_share": d.win_share.to_json()}
                for d in self.doublings
            ],
            "seconds_per_decision": {n: float(f"{s:.3g}") for n, s in self.seconds.items()},
        }


def climb(
    out: Path,
    *,
    num_players: int = 2,
    budgets: Sequence[int] = BUDGETS,
    games: int = 200,
    games_by_budget: Mapping[int, int] | None = None,
    scripts: Sequence[str] = SCRIPTS,
    others: Sequence[str] = (),
    search: str = "mcts",
    seed: int = 0,
    workers: int = 0,
    screen: MatchDisplay | None = None,
) -> Ladder:
    """Play what is missing of the matches, and rate all agents.

    `games_by_budget` says how many games a budget plays against its double, if not `games`.
    """
    rungs = {budget: _rung(search, budget) for budget in budgets}
    # The scripts are fast: they play as many games as make their intervals as narrow.
    meetings = [(tuple(scripts), 10 * games * len(scripts))]
    meetings += [((rungs[budget], "heuristic"), games) for budget in budgets[:2]]
    meetings += [((other, "heuristic"), games) for other in others]
    for low, high in pairwise(budgets):
        meetings.append(((rungs[high], rungs[low]), (games_by_budget or {}).get(low, games)))
    played = []
    for agents, wanted in meetings:
        name = "scripts" if agents == tuple(scripts) else "_vs_".join(agents)
        folder = out / name.replace(":", "-").replace("/", "-")
        if screen:
            screen.describe(" vs ".join(agents))
        result = run_match(
            agents, num_players=num_players, games=wanted, seed=seed, workers=workers, out=folder,
            watch=screen.watch if screen else lambda running, games: None,
        )  # fmt: skip
        played.append(result)
    return _rate(played, num_players, search, tuple(budgets))


def _rate(
    played: Sequence[MatchResult], num_players: int, search: str, budgets: tuple[int, ...]
) -> Ladder:
    names = list(dict.fromkeys(name for result in played for name in result.match.agents))
    ranks, seating, deal = [], [], []
    seconds: dict[str, float] = {}
    for number, result in enumerate(played):
        known = np.array([names.index(name) for name in result.match.agents])
        ranks.append(result.results.played.ranks)
        seating.append(known[result.results.seating])
        # Deals of several matches have the same seeds, but other agents: other units of luck.
        deal.append(result.results.deal + number * 2**40)
        # As its quickest match tells: in the others the machine was busy, or it had few games.
        for agent in result.standings.agents:
            seconds[agent.label] = min(agent.seconds, seconds.get(agent.label, agent.seconds))
    joined = [np.concatenate(parts) for parts in (ranks, seating, deal)]
    # Not at `random`, which may never win: all intervals would be open then.
    anchor = names.index("heuristic")
    rated = ratings(joined[0], joined[1], joined[2], len(names), anchor=anchor)
    doublings = []
    for budget in budgets[:-1]:
        high = _rung(search, 2 * budget)
        for result in played:
            if result.match.agents == (high, _rung(search, budget)):
                doublings.append(Doubling(budget, result.standings.by_label(high).win_share))
    return Ladder(
        num_players,
        search,
        budgets,
        dict(zip(names, rated, strict=True)),
        seconds,
        tuple(doublings),
    )


def tables(ladder: Ladder) -> tuple[Table, Table]:
    """The ratings, best first, and what each doubling gained."""
    rated = Table("agent", "rating", "time a decision", title="ladder", title_justify="left")
    for name in sorted(ladder.ratings, key=lambda name: -ladder.ratings[name].estimate):
        rated.add_row(
            name, interval_text(ladder.ratings[name], "+.0f"), duration_text(ladder.seconds[name])
        )
    gained = Table("from", "to", "win share of the double, %", title="doublings")
    for doubling in ladder.doublings:
        share = interval_text(doubling.win_share, ".1f", 100)
        gained.add_row(str(doubling.budget), str(2 * doubling.budget), share)
    return rated, gained


def draw(path: Path, ladder: Ladder) -> None:
    """Rating against budget; every other agent is a line across."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots()
    rungs = [ladder.ratings[ladder.rung(budget)] for budget in ladder.budgets]
    middle = np.array([rung.estimate for rung in rungs])
    ends = np.array([[rung.low, rung.high] for rung in rungs]).T
    ends = np.where(np.isfinite(ends), ends, middle)
    axes.errorbar(
        ladder.budgets, middle, yerr=np.abs(ends - middle), marker="o", capsize=3, color="C0"
    )
    axes.set_xscale("log", base=2)
    axes.set_xticks(ladder.budgets, [str(budget) for budget in ladder.budgets])
    others = [n for n in ladder.ratings if n not in map(ladder.rung, ladder.budgets)]
    _draw_lines(axes, ladder, others)
    axes.set_xlabel(f"simulations a decision ({ladder.search})")
    axes.set_ylabel("Plackett-Luce rating (heuristic is 0; points as in Elo)")
    axes.set_title(f"How much depth pays, {ladder.num_players} players", loc="left")
    axes.grid(True, alpha=0.3)
    write_file(path, lambda file: figure.savefig(file, format="png", dpi=130))


def _draw_lines(axes: Any, ladder: Ladder, names: Sequence[str]) -> None:
    """With their names on the right, moved apart where they would overlap."""
    rated = sorted(names, key=lambda name: ladder.ratings[name].estimate)
    all_ratings = [rating.estimate for rating in ladder.ratings.values()]
    apart = 0.035 * (max(all_ratings) - min(all_ratings))
    place = -np.inf
    for number, name in enumerate(rated):
        rating = ladder.ratings[name].estimate
        color = f"C{1 + number % 9}"
        axes.axhline(rating, color=color, linestyle="--", linewidth=1)
        place = max(place + apart, rating)
        axes.annotate(
            name, (1.0, place), xycoords=("axes fraction", "data"), xytext=(6, 0),
            textcoords="offset points", va="center", color=color, fontsize=9,
        )  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m agents.ladder", description=__doc__)
    add = parser.add_argument
    add("--out", type=Path, default=Path("runs/ladder"), metavar="DIR", help="(runs/ladder)")
    add("--players", type=int, default=2, choices=range(2, 6))
    add("--budgets", type=int, nargs="+", default=BUDGETS, metavar="N", help="each twice the last")
    add("--games", type=int, default=200, help="of every match of the search (default 200)")
    add("--agents", nargs="*", default=[], help="more agents, which play heuristic")
    add("--search", default="mcts", help="the search without its budget (default mcts)")
    add("--seed", type=int, default=0)
    add("--workers", type=int, default=0)
    given = parser.parse_args(argv)
    if any(high != 2 * low for low, high in pairwise(given.budgets)):
        parser.error(f"--budgets is {given.budgets}: each must be twice the one before")
    console = Console()
    screen = MatchDisplay(quiet=False)
    try:
        with screen.on():
            ladder = climb(
                given.out, num_players=given.players, budgets=given.budgets, games=given.games,
                others=given.agents, search=given.search, seed=given.seed, workers=given.workers,
                screen=screen,
            )  # fmt: skip
    except KeyboardInterrupt:
        print("stopped; the same command goes on from there", file=sys.stderr)
        return INTERRUPTED
    except (AgentError, MatchError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for table in tables(ladder):
        console.print(table)
    write_json(given.out / "ladder.json", ladder.to_json())
    try:
        draw(given.out / "ladder.png", ladder)
    except ImportError:
        print(f"note: {NO_PLOTS}", file=sys.stderr)
    else:
        console.print(f"The plot is in {given.out / 'ladder.png'}", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
